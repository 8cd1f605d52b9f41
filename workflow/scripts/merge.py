"""Merge the shards of an objective into one table."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.partition import Partition
from yahtzee_core.shards import merge


def main(game: str, partition: Partition, folder: Path, path: Path) -> None:
    """Write all states to `path`."""
    merge(load_game(game), partition, folder, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"merge {smk.wildcards.game} expected"):
        path = Path(smk.output[0])
        folder = path.with_suffix("") / "shards"
        main(smk.params.game, Partition(*smk.params.partition), folder, path)
