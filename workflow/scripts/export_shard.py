"""One shard of a dataset of labelled positions."""

from yahtzee_core import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.export import Dataset, Shards
from yahtzee_core.runs.job import Job, run_job


def main(job: Job) -> None:
    """Write a shard, by the values of the table expected."""
    game, dataset = load_game(job.asked["game"]), Dataset(**job.asked["dataset"])
    arena = Arena(game, read_expected(game, job.input))
    Shards(arena, dataset).write(job.asked["shard"], job.output)


if __name__ == "__main__":
    run_job(main)
