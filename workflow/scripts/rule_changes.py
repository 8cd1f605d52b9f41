"""A game solved again with one rule changed at a time."""

from yahtzee_core import load_game
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.rule_changes import rule_change_rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the table rule_changes."""
    game = load_game(job.asked["game"])
    write_table(rule_change_rows(game), job.output, "rule_changes", provenance(game, "rule_changes"))


if __name__ == "__main__":
    run_job(main)
