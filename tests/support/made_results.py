"""What the workflow makes, made in this process: shards, tables and the database of some games."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from yahtzee_core.game.game import Game
from yahtzee_core.partition.partition import Class, Partition
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.distribution import expected_distribution
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.driver import merge, read_expected, read_maxprob_scores, solve_class, solve_classes
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.runs.facts import (
    category_rows,
    distribution_rows,
    game_row,
    need_rows,
    opening_rows,
    played_rows,
    precision_rows,
)
from yahtzee_core.runs.objectives import OBJECTIVES
from yahtzee_core.runs.objectives.expected import ExpectedProblem
from yahtzee_core.runs.parts import part_rows
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.tables.database import make_database
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.queries import make_table, table_names
from yahtzee_core.tables.storage import write_table, write_tables

SOLVED = ("games", "categories", "needs", "openings", "expected")


def tables_of(games: Sequence[str]) -> list[tuple[str, str]]:
    """All tables of some games, as the database takes them."""
    return [(game, name) for game in games for name in (*SOLVED, *table_names(SOLVED))]


def solve_part(game: Game, partition: Partition, part: Class, folder: Path, threads: int = 1) -> None:
    """Write the shard of one class of `expected`."""
    solve_class(ExpectedProblem(game, threads), partition, part, folder)


def merge_parts(game: Game, partition: Partition, folder: Path, path: Path) -> None:
    """Merge all shards of `expected`."""
    merge(ExpectedProblem(game), partition, folder, path)


def write_shards(game: Game, partition: Partition, folder: Path) -> None:
    """All shards of a game, one class after another."""
    for part in partition.classes():
        solve_part(game, partition, part, folder)


def write_expected(game: Game, partition: Partition, results: Path) -> Path:
    """Shards and the merged table in the folder of a game; returns the path of the table."""
    folder = results / game.id
    write_shards(game, partition, folder / "expected")
    merge_parts(game, partition, folder / "expected", folder / "expected.parquet")
    return folder / "expected.parquet"


def write_maxprob(game: Game, partition: Partition, results: Path, problem: str = "maxprob") -> Path:
    """Shards and the merged table of `maxprob`, or of `maxprob_moments`; returns the path of the table."""
    folder = results / game.id
    shards, path = folder / "maxprob", folder / "maxprob.parquet"
    solve_classes(OBJECTIVES[problem](game, 1), partition, shards)
    merge(OBJECTIVES[problem](game, 1), partition, shards, path)
    return path


def write_distribution(game: Game, results: Path) -> Path:
    """The distribution of the score; returns its path."""
    path = results / game.id / "distribution.parquet"
    rows = distribution_rows(expected_distribution(solve_expected(game)))
    write_table(rows, path, "distribution", provenance(game, "distribution"))
    return path


def write_scores(game: Game, results: Path, problem: str = "maxprob") -> Path:
    """maxprob_scores and maxprob_vs_expected, of what the two above wrote; returns the path of the latter."""
    folder = results / game.id
    inputs = {name: folder / f"{name}.parquet" for name in ("maxprob_scores", "distribution")}
    rows = read_maxprob_scores(game, problem, folder / "maxprob.parquet")
    write_table(rows, inputs["maxprob_scores"], "maxprob_scores", provenance(game, problem))
    path = folder / "maxprob_vs_expected.parquet"
    make_table("maxprob_vs_expected", inputs, path)
    return path


def write_strategies(game: Game, results: Path, names: Sequence[str]) -> None:
    """The table `strategies` of a game, as the workflow merges it."""
    arena = Arena(game)
    rows = [evaluation_tables(evaluate(arena, load_strategy(name, game)))["strategies"] for name in names]
    table = pa.concat_tables(rows).sort_by([("mean", "descending")])
    path = results / game.id / "strategies.parquet"
    write_table(table, path, "strategies", provenance(game, "strategies"))


def write_parts(game: Game, results: Path) -> Path:
    """The table `parts`; returns its path."""
    path = results / game.id / "parts.parquet"
    write_tables(part_rows(Arena(game)), path, "parts", provenance(game, "parts"))
    return path


def write_facts(table: ExpectedTable, folder: Path) -> None:
    """The small tables of a game, and those that SQL makes."""
    game = table.game
    rows = {
        "games": game_row(table.states),
        "categories": category_rows(game),
        "needs": need_rows(table.states),
        "precision": precision_rows(table.states),
        "openings": opening_rows(table),
        **{name: rows for name, rows in played_rows(table).items() if name != "distribution"},
    }
    for name, content in rows.items():
        write_table(content, folder / f"{name}.parquet", name, provenance(game, "expected"))
    inputs = {name: folder / f"{name}.parquet" for name in SOLVED}
    for name in table_names(SOLVED):
        make_table(name, inputs, folder / f"{name}.parquet")


def write_results(games: Sequence[Game], results: Path) -> None:
    """Everything, up to the database."""
    for game in games:
        path = write_expected(game, Partition(len(game.categories), fixed=(0, 2)), results)
        write_facts(read_expected(game, path), path.parent)
    make_database(results, tables_of(sorted(game.id for game in games)))
