"""Merge the shards of an objective into one table."""

from pathlib import Path
from typing import Any

from yahtzee_core.logs import logged
from yahtzee_core.runs.driver import merge
from yahtzee_core.runs.objectives import load_problem


def main(run: dict[str, Any], path: Path) -> None:
    """Write the merged table to `path`, from the shards (or sums) in the folder of its name."""
    problem = load_problem(run["problem"], run["source"], 1, run["highest"], run["open_at_most"])
    merge(problem, problem.partition(*run["partition"]), path.with_suffix(""), path)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"merge {smk.wildcards.game} {smk.wildcards.objective}"):
        main(smk.params.run, Path(smk.output[0]))
