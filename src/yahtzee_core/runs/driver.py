"""The class driver: a class is solved from the shards that it depends on, and all are merged."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ..arrays import Ints
from ..errors import UserError
from ..game.game import Game
from ..policies.parts import Parts, every_column
from ..solve.expected import ExpectedTable, Table, solve_expected
from ..solve.rounding import proved_error
from ..solve.scores import with_start
from ..tables.provenance import made_of, provenance
from ..tables.storage import find_row, read_table, read_tables, write_table, write_tables
from ..turn.ready import Ready
from ..turn.states import States
from .facts import score_rows
from .objectives import Classes, Problem, Shard
from .objectives.game_problem import GameProblem
from .objectives.held_karp import HeldKarpProblem


def solve_class(problem: Problem, partition: Classes, part: Any, folder: Path) -> None:
    """Solve one class from the shards of its dependencies below `folder`, and write its own there."""
    schema = problem.shard_schema
    shards = _read(problem, partition, partition.dependencies(part), folder, schema)
    rows, sums = problem.solve(partition.masks(part), shards)
    made = made_of(problem, partition.name(part))
    write_tables(rows, shard_path(folder, partition, part), schema, made)
    if problem.sums_schema and sums is not None:
        write_table(sums, sums_path(folder, partition, part), problem.sums_schema, made)


def solve_classes(problem: Problem, partition: Classes, folder: Path, keep: bool = True) -> None:
    """Solve all classes, one after another, in this process.

    keep: False drops a shard when no later class needs it; the shards of the last layer stay.
    """
    parts = partition.classes()
    last_use = {d: part for part in parts for d in partition.dependencies(part)}
    for part in parts:
        solve_class(problem, partition, part, folder)
        for done in [d for d, last in last_use.items() if last == part and not keep]:
            shard_path(folder, partition, done).unlink()


def merge(problem: Problem, partition: Classes, folder: Path, path: Path) -> None:
    """Merge all shards (or sums) into one table, the classes that were solved last first."""
    schema = problem.sums_schema or problem.shard_schema
    shards = _read(problem, partition, partition.classes()[::-1], folder, schema)
    error = proved_error(problem.game, problem.objective) if isinstance(problem, GameProblem) else None
    write_tables(_ahead(problem.merge(shards)), path, problem.table_schema, made_of(problem), error)


def _ahead(pieces: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same pieces, the next one being read while one is written."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, pieces, None)
        while (piece := coming.result()) is not None:
            coming = reader.submit(next, pieces, None)
            yield piece


def shard_path(folder: Path, partition: Classes, part: Any) -> Path:
    """The shard of a class: <folder>/shards/<name of the class>.parquet."""
    return folder / "shards" / f"{partition.name(part)}.parquet"


def sums_path(folder: Path, partition: Classes, part: Any) -> Path:
    """The sums of a class: <folder>/sums/<name of the class>.parquet."""
    return folder / "sums" / f"{partition.name(part)}.parquet"


def read_expected(game: Game | Ready, path: Path) -> ExpectedTable:
    """The table `expected` from its merged file; UserError when the file does not fit."""
    ready = Ready.of(game)
    states = ready.states
    rows = _by_state(states, path, "expected")
    table = Table.empty(states, states.masks)
    value, sd = (rows[name].to_numpy() for name in ("value", "sd"))
    table.value[: len(states)] = value
    table.second[: len(states)] = sd * sd + value * value
    return ExpectedTable(ready, table)


def read_parts(states: States, path: Path) -> Parts:
    """The parts of every state from the table `parts`; UserError when the file does not fit."""
    rows, columns = _by_state(states, path, "parts"), every_column(states.game)
    lists = (rows[name].combine_chunks().flatten().to_numpy() for name in ("points", "chance"))
    return Parts(states, np.hstack([each.reshape(len(states), -1) for each in lists]), columns)


def _by_state(states: States, path: Path, table: str) -> pa.Table:
    """The rows of a table with one for each state, in state order."""
    rows = read_table(path, table, provenance(states.game, table))
    rows = rows.take(np.argsort(rows["filled"].to_numpy(), kind="stable"))
    keys = zip(("filled", "need", "chip"), states.columns(states.masks), strict=True)
    if len(rows) != len(states) or not all(np.array_equal(rows[k].to_numpy(), c) for k, c in keys):
        raise UserError(f"{path}: other states than those of {states.game.id}; delete it and run again")
    return rows


def read_lengths(problem: HeldKarpProblem, path: Path) -> Callable[[int], Ints]:
    """The rows of the merged table of Held-Karp, by set of cities; UserError when the file does not fit."""

    def lengths(cities: int) -> Ints:
        row = find_row(path, problem.table_schema, made_of(problem), {"cities": cities})
        if row is None:
            raise UserError(f"{path}: no row of a set; delete it and run again")
        return np.array(row["length"], dtype=np.int32)

    return lengths


def read_maxprob_scores(game: Game, problem: str, path: Path, part: str = "") -> pa.Table:
    """The table `maxprob_scores` from the row of the start in the merged table of `maxprob`, or in the shard
    of the class named `part`.
    """
    start = States(game).start
    keys = {"filled": start.filled, "need": start.need, "chip": bool(start.chip)}
    row = find_row(path, problem, provenance(game, problem, part), keys)
    if row is None:
        raise UserError(f"{path}: no row of the start; delete it and run again")
    probability = np.array([1.0] * (row["certain"] + 1) + row["probability"])
    if "mean" not in row:
        return score_rows(probability, None, None)
    table = solve_expected(game)
    mean, second = np.array(row["mean"]), np.array(row["second_moment"])
    return score_rows(probability, *with_start(table, table.states.index(start), mean, second))


def _read(
    problem: Problem, partition: Classes, parts: Sequence[Any], folder: Path, schema: str
) -> list[Shard]:
    """The shards of some classes, or their sums."""
    path_of = sums_path if schema == problem.sums_schema else shard_path

    def shard(part: Any) -> Shard:
        path = path_of(folder, partition, part)
        made = made_of(problem, partition.name(part))

        def read(columns: list[str] | None) -> Iterator[pa.Table]:
            return read_tables(path, schema, made, columns)

        return Shard(str(path), partition.masks(part), read)

    return [shard(part) for part in parts]
