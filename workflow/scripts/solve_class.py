"""Solve one partition class from the shards of its dependencies."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.partition import Partition
from yahtzee_core.shards import solve_class


def main(game: str, partition: Partition, part: str, folder: Path, threads: int) -> None:
    """Write the shard of the class named `part` below `folder`."""
    solve_class(load_game(game), partition, partition.named(part), folder, threads)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    part = smk.wildcards.part
    with logged(smk.log[0], f"solve_class {smk.wildcards.game} expected {part}"):
        folder = Path(smk.output[0].removesuffix(f"/{part}.parquet"))
        main(smk.params.game, Partition(*smk.params.partition), part, folder, smk.threads)
