"""Figures 5.5 to 5.8 of Cremers 2002: the cost of fixed-subset partitioning."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.figures.partition import draw_partition_figures


def main(table: Path, folder: Path) -> None:
    """Draw them into `folder`."""
    draw_partition_figures(table, folder)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "partition_figures"):
        main(Path(smk.input[0]), Path(smk.output[0]).parent)
