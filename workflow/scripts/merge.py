"""Merge the shards of an objective into one table."""

from pathlib import Path
from typing import Any

from yahtzee_core.logs import logged
from yahtzee_core.objectives import load_problem
from yahtzee_core.partition import Partition
from yahtzee_core.shards import merge


def main(run: dict[str, Any], path: Path) -> None:
    """Write all states to `path`, from the shards in the folder of its name."""
    folder = path.with_suffix("") / "shards"
    problem = load_problem(run["problem"], run["source"], highest=run["highest"])
    merge(problem, Partition(*run["partition"]), folder, path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"merge {smk.wildcards.game} {smk.wildcards.objective}"):
        main(smk.params.run, Path(smk.output[0]))
