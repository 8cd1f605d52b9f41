"""The result tables of a game that SQL files make."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.queries import make_table


def main(inputs: dict[str, Path], outputs: list[Path]) -> None:
    """Write each output by the SQL file of its name, over the inputs."""
    for path in outputs:
        make_table(path.stem, inputs, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"sql_tables {smk.wildcards.game}"):
        main({k: Path(v) for k, v in smk.input.items()}, [Path(p) for p in smk.output])
