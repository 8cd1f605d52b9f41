"""A game solved exactly, in fractions."""

from yahtzee_core import load_game
from yahtzee_core.runs.exact import exact_rows
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the table exact."""
    game = load_game(job.asked["game"])
    write_table(exact_rows(game, job.threads), job.output, "exact", provenance(game, "exact"))


if __name__ == "__main__":
    run_job(main)
