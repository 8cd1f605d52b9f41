"""The results beside the numbers that others published; fails when one that should agree does not."""

from yahtzee_core.report.published import check_published
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.present import present_tables


def main(job: Job) -> None:
    """Write the table `published` for the games of this run, and for those of other runs."""
    folder = job.output.parent
    others = (game for game, table in present_tables(folder) if table == "expected")
    check_published(folder, sorted({*job.asked["games"], *others}), job.output)


if __name__ == "__main__":
    run_job(main)
