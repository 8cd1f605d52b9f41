"""The class by class solution: which shard holds which states, and how tables go in and out of shards."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa

from .errors import UserError
from .expected import ExpectedTable, Masks, Solver, Table, standard_deviation
from .game import Game
from .partition import Class, Partition
from .provenance import provenance
from .states import States
from .storage import read_table, write_table, write_tables


def shard_path(folder: Path, partition: Partition, part: Class) -> Path:
    """The shard of a class: <folder>/<name of the class>.parquet."""
    return folder / f"{partition.name(part)}.parquet"


def solve_class(game: Game, partition: Partition, part: Class, folder: Path, threads: int) -> None:
    """Solve one class from the shards of its dependencies in `folder`, and write its own."""
    solver = Solver(game, threads)
    needed = [part, *partition.dependencies(part)]
    table = Table.empty(solver.states, np.concatenate([partition.masks(p) for p in needed]))
    for dependency in needed[1:]:
        _load(solver.states, partition, dependency, folder, table)
    masks = partition.masks(part)
    solver.solve(masks, table)
    made_of = provenance(game, "expected", partition.name(part))
    write_table(
        _rows(solver.states, masks, table),
        shard_path(folder, partition, part),
        "expected_shard",
        made_of,
    )


def merge(game: Game, partition: Partition, folder: Path, path: Path) -> None:
    """Merge all shards into the table `expected`: one row a state, a row group a layer."""
    states = States(game)
    table = Table.empty(states, states.masks)
    for part in partition.classes():
        _load(states, partition, part, folder, table)
    write_tables(_layers(states, table), path, "expected", provenance(game, "expected"))


def read_expected(game: Game, path: Path) -> ExpectedTable:
    """The table `expected` from its merged file; UserError when the file does not fit."""
    states = States(game)
    rows = read_table(path, "expected", provenance(game, "expected"))
    order = np.argsort(rows["filled"].to_numpy(), kind="stable")
    table = Table.empty(states, states.masks)
    value, sd = (rows[name].to_numpy()[order] for name in ("value", "sd"))
    table.value[: len(states)] = value
    table.second[: len(states)] = sd * sd + value * value
    return ExpectedTable(states, table)


def _layers(states: States, table: Table) -> Iterable[pa.Table]:
    layer = np.bitwise_count(states.masks)
    for filled in range(len(states.game.categories) + 1):
        rows = _rows(states, states.masks[layer == filled], table)
        value, second = (rows[name].to_numpy() for name in ("value", "second"))
        yield rows.drop_columns("second").append_column("sd", [standard_deviation(value, second)])


def _rows(states: States, masks: Masks, table: Table) -> pa.Table:
    """Rows of the schema expected_shard for the states of these masks, in this order."""
    filled, need, chip = states.columns(masks)
    places = _places(states, masks, table)
    return pa.table(
        {
            "filled": filled,
            "need": pa.array(need, pa.int16()),
            "chip": chip,
            "value": table.value[places],
            "second": table.second[places],
        }
    )


def _load(states: States, partition: Partition, part: Class, folder: Path, table: Table) -> None:
    """Put a shard into its places of a table."""
    masks, path = partition.masks(part), shard_path(folder, partition, part)
    rows = read_table(path, "expected_shard", provenance(states.game, "expected", partition.name(part)))
    keys = zip(("filled", "need", "chip"), states.columns(masks), strict=True)
    if not all(np.array_equal(rows[name].to_numpy(), column) for name, column in keys):
        raise UserError(f"{path}: other states than those of its class; delete it and run again")
    places = _places(states, masks, table)
    table.value[places] = rows["value"].to_numpy()
    table.second[places] = rows["second"].to_numpy()


def _places(states: States, masks: Masks, table: Table) -> Masks:
    """Places in a table of the states of some masks, in the order of the masks."""
    lanes = states.lanes[masks].astype(np.int64)
    first = np.repeat(table.offset[masks] - (np.cumsum(lanes) - lanes), lanes)
    return first + np.arange(len(first))
