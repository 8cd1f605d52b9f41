"""The DuckDB database over all results."""

from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.present import present_tables
from yahtzee_core.tables.queries import make_database


def main(job: Job) -> None:
    """Write the database over the (game, table) results of this run, and over those of other runs."""
    folder = job.output.parent
    asked = map(tuple, job.asked["tables"])
    make_database(folder, sorted({*asked, *present_tables(folder)}))


if __name__ == "__main__":
    run_job(main)
