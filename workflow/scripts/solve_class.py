"""Solve one partition class from the shards of its dependencies."""

from yahtzee_core.runs.driver import solve_class
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.run import Run


def main(job: Job) -> None:
    """Write the shard of a class of a run, and its sums if it has some."""
    run, part = Run.of(job.asked["run"]), job.asked["part"]
    folder = job.output.parents[1 + part.count("/")]
    solve_class(run.load(job.threads), run.partition, run.partition.named(part), folder)


if __name__ == "__main__":
    run_job(main)
