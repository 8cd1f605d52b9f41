"""Figures of the strategies of a game, as SVG and PNG."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.figures.strategies import draw_strategy_figures


def main(game: str, strategies: Path, losses: Path, pairs: Path, folder: Path) -> None:
    """Draw all of them into `folder`."""
    draw_strategy_figures(game, strategies, losses, pairs, folder)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"strategy_figures {smk.wildcards.game}"):
        tables = [Path(smk.input[name]) for name in ("strategies", "losses", "pairs")]
        main(smk.wildcards.game, *tables, Path(smk.output[0]).parent)
