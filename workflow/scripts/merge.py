"""Merge the shards of an objective, or the sums of its classes, into one table."""

from yahtzee_core.runs.driver import merge
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.run import Run


def main(job: Job) -> None:
    """Write the merged table, from the shards (or sums) in the folder of its name."""
    run = Run.of(job.asked["run"])
    merge(run.load(), run.partition, job.output.with_suffix(""), job.output)


if __name__ == "__main__":
    run_job(main)
