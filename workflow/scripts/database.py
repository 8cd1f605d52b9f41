"""The DuckDB database over all results."""

from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.present import present_tables
from yahtzee_core.tables.database import make_database


def main(job: Job) -> None:
    """Write the database over the results of this run, and over those of other runs that belong."""
    folder = job.output.parent
    present = present_tables(folder, job.asked["games"])
    make_database(folder, present.tables, present.left_out)


if __name__ == "__main__":
    run_job(main)
