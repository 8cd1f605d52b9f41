"""Solve one partition class from the shards of its dependencies."""

from pathlib import Path
from typing import Any

from yahtzee_core.logs import logged
from yahtzee_core.runs.driver import solve_class
from yahtzee_core.runs.objectives import load_problem


def main(run: dict[str, Any], part: str, folder: Path, threads: int) -> None:
    """Write the shard of the class named `part` below `folder`."""
    problem = load_problem(run["problem"], run["source"], threads, run["highest"], run["open_at_most"])
    partition = problem.partition(*run["partition"])
    solve_class(problem, partition, partition.named(part), folder)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    part = smk.wildcards.part
    with logged(smk.log[0], f"solve_class {smk.wildcards.game} {smk.wildcards.objective} {part}"):
        main(smk.params.run, part, Path(smk.output[0].removesuffix(f"/shards/{part}.parquet")), smk.threads)
