"""The figure of the rule changes of a game, as SVG and PNG."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.figures.rules import draw_rule_changes


def main(game: str, table: Path, path: Path) -> None:
    """Draw it; `path` has no suffix."""
    draw_rule_changes(game, table, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"rule_figures {smk.wildcards.game}"):
        main(smk.wildcards.game, Path(smk.input[0]), Path(smk.output[0]).with_suffix(""))
