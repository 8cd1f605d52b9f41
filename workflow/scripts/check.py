"""The results beside the numbers that others published; fails when one that should agree does not."""

from yahtzee_core.report.published import check_published
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.present import present_tables


def main(job: Job) -> None:
    """Write the table `published` over the results of this run, and over those of other runs that belong."""
    folder = job.output.parent
    check_published(folder, present_tables(folder, job.asked["games"]).tables, job.output)


if __name__ == "__main__":
    run_job(main)
