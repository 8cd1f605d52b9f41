"""Figures of a duel, as SVG and PNG."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.figures.duel import draw_duel_figures


def main(game: str, table: Path, folder: Path) -> None:
    """Draw all of them into `folder`."""
    draw_duel_figures(game, table, folder)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"duel_figures {smk.wildcards.game}"):
        main(smk.wildcards.game, Path(smk.input[0]), Path(smk.output[0]).parent)
