"""The scripts of the workflow run in this process, for a configuration, as Snakemake would: what is missing,
outdated or made of something newer is made again."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any, NamedTuple

from helpers import PROJECT

from yahtzee_core.runs.export import MANIFEST, shard_name
from yahtzee_core.runs.job import Job, is_outdated, work
from yahtzee_core.runs.plan import Plan, load_plan
from yahtzee_core.tables.queries import sql_tables, table_inputs
from yahtzee_core.tables.records import put_back_times
from yahtzee_core.tables.schemas import STRATEGIES
from yahtzee_core.tables.wanted import FACTS


class Step(NamedTuple):
    """A job: the script, what it is asked for (JSON), its inputs and outputs."""

    script: str
    asked: str
    inputs: list[Path]
    outputs: list[Path]


def run_scripts(config: dict[str, Any], results: Path) -> list[str]:
    """Make everything that a configuration of games asks for; returns the scripts that ran, in order."""
    results.mkdir(exist_ok=True)
    put_back_times(results)
    ran, made = [], set[Path]()
    for step in steps(load_plan(config, PROJECT / "config/schema.yaml"), results):
        old = not all(path.exists() for path in step.outputs) or any(
            is_outdated(path, step.asked) for path in step.outputs
        )
        if old or made & {*step.inputs} or step.script == "database":
            job = Job(json.loads(step.asked), step.inputs, step.outputs)
            work(_main(step.script), job)
            made.update(step.outputs)
            ran.append(step.script)
    return ran


def steps(plan: Plan, results: Path) -> Iterator[Step]:
    """The jobs of a plan in an order in which they can run; no contests, no figures."""
    for (game, objective), run in plan.runs.items():
        folder, shards = results / game, []
        for part in run.partition.classes():
            name = run.partition.name(part)
            shards.append(folder / objective / "shards" / f"{name}.parquet")
            asked = plan.of_class(SimpleNamespace(game=game, objective=objective, part=name))
            yield Step("solve_class", asked, [], shards[-1:])
        asked = plan.of_run(SimpleNamespace(game=game, objective=objective))
        yield Step("merge", asked, shards, [folder / f"{objective}.parquet"])
    for game in plan.games:
        yield from _tables_of(plan, game, results / game)
    for (game, export), dataset in plan.exports.items():
        yield from _dataset_of(plan, SimpleNamespace(game=game, export=export), dataset.shards, results)
    yield Step("database", plan.of_database, [], [results / "yahtzee.duckdb"])


def _dataset_of(plan: Plan, of: SimpleNamespace, number: int, results: Path) -> Iterator[Step]:
    folder = results / of.game / "exports" / of.export
    shards = [folder / shard_name(shard) for shard in range(number)]
    for shard, path in enumerate(shards):
        asked = plan.of_shard(SimpleNamespace(**vars(of), shard=str(shard)))
        yield Step("export_shard", asked, [results / of.game / "expected.parquet"], [path])
    yield Step("export", plan.of_export(of), shards, [folder / MANIFEST])


def _tables_of(plan: Plan, game: str, folder: Path) -> Iterator[Step]:
    def table(name: str) -> Path:
        return folder / f"{name}.parquet"

    of = SimpleNamespace(game=game)
    yield Step("facts", plan.of_game(of), [table("expected")], [*map(table, FACTS)])
    if (game, "maxprob") in plan.runs:
        shard = folder / "maxprob" / "shards" / f"{plan.runs[game, 'maxprob'].start_part}.parquet"
        yield Step("maxprob_scores", plan.of_scores(of), [shard], [table("maxprob_scores")])
    strategies = list(plan.strategies_of(game))
    for strategy in strategies:
        asked = plan.of_strategy(SimpleNamespace(game=game, strategy=strategy))
        yield Step("strategy", asked, [table("expected")], _of(folder, strategy))
    if strategies:
        inputs = [path for strategy in strategies for path in _of(folder, strategy)]
        outputs = [*map(table, STRATEGIES), table("strategy_pairs")]
        yield Step("strategies", plan.of_strategies(of), inputs, outputs)
    for name in sql_tables():
        if (game, name) in plan.tables:
            asked = plan.of_sql(SimpleNamespace(table=name))
            yield Step("sql_table", asked, [*map(table, table_inputs(name))], [table(name)])


def _of(folder: Path, strategy: str) -> list[Path]:
    return [folder / "strategies" / strategy / f"{name}.parquet" for name in STRATEGIES]


@cache
def _main(script: str) -> Callable[[Job], None]:
    path = PROJECT / "workflow/scripts" / f"{script}.py"
    main: Callable[[Job], None] = run_path(str(path))["main"]
    return main
