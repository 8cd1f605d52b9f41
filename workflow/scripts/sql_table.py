"""One result table of a game, made by the SQL file of its name."""

from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.queries import make_table


def main(job: Job) -> None:
    """Write a table over the tables that its SQL reads."""
    make_table(job.asked["table"], {path.stem: path for path in job.inputs}, job.output)


if __name__ == "__main__":
    run_job(main)
