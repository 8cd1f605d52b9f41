"""Races against one strategy, by players who see the sheets of the others."""

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.made_of import Provenance
from yahtzee_core.players.races import race_rows
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the rows of the table races for a strategy of a game."""
    game, races = load_game(job.asked["game"]), job.asked["asked"]
    strategy = load_strategy(job.asked["text"], game)
    arena = Arena(game, read_expected(game, job.input))
    rows = race_rows(arena, strategy, races["players"], races["games"], races.get("seed", 1))
    write_table(pa.Table.from_pylist(rows), job.output, "races", Provenance(**job.asked["made_of"]))


if __name__ == "__main__":
    run_job(main)
