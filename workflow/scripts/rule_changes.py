"""A game solved again with one rule changed at a time."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.runs.rule_changes import rule_change_rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(source: str, path: Path) -> None:
    """Write the table rule_changes."""
    game = load_game(source)
    write_table(rule_change_rows(game), path, "rule_changes", provenance(game, "rule_changes"))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"rule_changes {smk.wildcards.game}"):
        main(smk.params.source, Path(smk.output[0]))
