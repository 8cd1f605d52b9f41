"""What is to come from every state of a game, part by part."""

from yahtzee_core import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.parts import part_rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_tables


def main(job: Job) -> None:
    """Write the table parts from the table expected."""
    game = load_game(job.asked["game"])
    arena = Arena(game, read_expected(game, job.input))
    write_tables(part_rows(arena), job.output, "parts", provenance(game, "parts"))


if __name__ == "__main__":
    run_job(main)
