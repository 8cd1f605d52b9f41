"""The report over all results, as one HTML file."""

from yahtzee_core.report.page import write_report
from yahtzee_core.runs.job import Job, run_job


def main(job: Job) -> None:
    """Write the report of the folder that it is in."""
    write_report(job.output.parent, job.output)


if __name__ == "__main__":
    run_job(main)
