"""One result table of a game, made by the SQL file of its name."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.tables.queries import make_table


def main(inputs: dict[str, Path], path: Path) -> None:
    """Write `path` by the SQL file of its name, over the inputs."""
    make_table(path.stem, inputs, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"sql_table {smk.wildcards.game} {smk.wildcards.table}"):
        main({name: Path(path) for name, path in smk.input.items()}, Path(smk.output[0]))
