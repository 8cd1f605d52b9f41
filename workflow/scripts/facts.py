"""Small tables of a game: its row, its sheet, its upper totals, its opening rolls, its totals, its states."""

from yahtzee_core import load_game
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.facts import opening_rows, played_rows, sheet_rows
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the tables of FACTS."""
    game = load_game(job.asked["game"])
    table = read_expected(game, job.input)
    rows = {
        **sheet_rows(table.states),
        "openings": opening_rows(table),
        **played_rows(table),
    }
    for schema, path in job.by_name.items():
        write_table(rows[schema], path, schema, provenance(game, "distribution"))


if __name__ == "__main__":
    run_job(main)
