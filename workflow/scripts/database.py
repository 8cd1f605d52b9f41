"""The DuckDB database over all results."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.tables.present import present_tables
from yahtzee_core.tables.queries import make_database


def main(folder: Path, tables: list[tuple[str, str]]) -> None:
    """Write <folder>/yahtzee.duckdb over the (game, table) results, and over those of other runs."""
    make_database(folder, sorted({*map(tuple, tables), *present_tables(folder)}))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "database"):
        main(Path(smk.output[0]).parent, smk.params.tables)
