"""The results beside the numbers that others published; fails when one that should agree does not."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.report.published import check_published
from yahtzee_core.tables.present import present_tables


def main(folder: Path, games: list[str], path: Path) -> None:
    """Write the table `published` for some games of the results in `folder`, and for those of other runs."""
    others = (game for game, table in present_tables(folder) if table == "expected")
    check_published(folder, sorted({*games, *others}), path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "check"):
        main(Path(smk.output[0]).parent, smk.params.games, Path(smk.output[0]))
