"""A strategy evaluated exactly: its tables."""

from yahtzee_core import load_game
from yahtzee_core.made_of import Provenance
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.evaluations import strategy_tables
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the tables of a strategy of a game."""
    game = load_game(job.asked["game"])
    tables = strategy_tables(game, job.asked["text"], read_expected(game, job.input))
    for schema, path in job.by_name.items():
        write_table(tables[schema], path, schema, Provenance(**job.asked["made_of"]))


if __name__ == "__main__":
    run_job(main)
