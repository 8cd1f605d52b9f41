"""Figures 6.1 to 6.5 of Cremers 2002 with exact numbers, or those of MaxProbApprox, as SVG and PNG."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.figures.scores import APPROX_DRAWINGS, DRAWINGS, draw_figures


def main(game: str, table: Path, folder: Path) -> None:
    """Draw the figures of a table of a game into `folder`."""
    approx = table.stem == "maxprob_approx_vs_expected"
    draw_figures(game, table, folder, APPROX_DRAWINGS if approx else DRAWINGS)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"figures {smk.wildcards.game}"):
        main(smk.wildcards.game, Path(smk.input[0]), Path(smk.output[0]).parent)
