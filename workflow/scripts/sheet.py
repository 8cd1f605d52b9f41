"""The tables of a game that need no values: its row, its sheet, its upper totals, its precision."""

from yahtzee_core import load_game
from yahtzee_core.runs.facts import sheet_rows
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table
from yahtzee_core.turn.states import States


def main(job: Job) -> None:
    """Write the tables games, categories, needs and precision."""
    game = load_game(job.asked["game"])
    rows = sheet_rows(States(game))
    for schema, path in job.by_name.items():
        write_table(rows[schema], path, schema, provenance(game, "distribution"))


if __name__ == "__main__":
    run_job(main)
