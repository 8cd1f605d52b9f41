"""The manifest of a dataset of labelled positions."""

from yahtzee_core import load_game
from yahtzee_core.runs.export import Dataset, write_manifest
from yahtzee_core.runs.job import Job, run_job


def main(job: Job) -> None:
    """Write the manifest beside the shards."""
    write_manifest(load_game(job.asked["game"]), Dataset(**job.asked["dataset"]), job.output.parent)


if __name__ == "__main__":
    run_job(main)
