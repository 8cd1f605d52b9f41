"""The report over all results, as one HTML file."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.page import write_report


def main(path: Path) -> None:
    """Write the report of the folder that it is in."""
    write_report(path.parent, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "report"):
        main(Path(smk.output[0]))
