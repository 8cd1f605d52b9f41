"""What the jobs of this run took, from their benchmark files."""

from pathlib import Path

from yahtzee_core.made_of import Provenance
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.storage import write_table
from yahtzee_core.tables.timings import job_timings


def main(job: Job) -> None:
    """Write the table timings."""
    rows = job_timings(Path(job.asked["folder"]))
    write_table(rows, job.output, "timings", Provenance("", "", "timings", ""))


if __name__ == "__main__":
    run_job(main)
