"""`maxprob` class by class through files, and in SQL: the bits of the solve in memory."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from brute_force import State as RealState
from helpers import PROJECT, TOYS, distribution, merged, parse, solved, toy_oracle, toy_states
from lanes import slow_but
from made_results import (
    SOLVED,
    tables_of,
    write_distribution,
    write_expected,
    write_facts,
    write_maxprob,
    write_scores,
    write_strategies,
)
from toy_games import TOY_GAMES, Raw, game, lower

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import merge, read_expected, read_maxprob_scores, shard_path, solve_class
from yahtzee_core.runs.objectives import OBJECTIVES
from yahtzee_core.runs.objectives import maxprob as classes
from yahtzee_core.solve.scores import MaxProbTable, solve_maxprob
from yahtzee_core.tables.database import make_database, run_query
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.schemas.files import FILES
from yahtzee_core.tables.storage import read_table

TOY = load_game("toy")
PROBLEMS = ["maxprob", "maxprob_moments"]
PARTITIONS = [
    Partition(7),
    Partition(7, fixed=(0, 6)),
    Partition(7, fixed=(6, 2, 4)),
    Partition(7, stride=3),
    Partition(7, fixed=(1,), stride=2),
    Partition(7, stride=8),
]
DATABASE_TABLES = ("maxprob", "distribution", "maxprob_scores", "maxprob_vs_expected")
Rows = list[dict[str, Any]]


@cache
def whole(name: str, problem: str) -> MaxProbTable:
    """The builtin toy or another one with all rows, solved in memory."""
    found = TOY if name == "toy" else toy_states(name).game
    return solve_maxprob(found, threads=1, keep="all", moments=problem == "maxprob_moments")


def in_state_order(rows: pa.Table) -> pa.Table:
    """Rows of a merged table by state number."""
    return rows.take(np.argsort(rows["filled"].to_numpy(), kind="stable"))


def check_table(path: Path, table: MaxProbTable, problem: str) -> None:
    """A merged table has the rows of a solve in memory, in every bit."""
    rows = in_state_order(read_table(path, problem, provenance(table.game, problem)))
    filled, need, chip = table.states.columns(table.states.masks)
    for name, keys in (("filled", filled), ("need", need), ("chip", chip)):
        assert rows[name].to_numpy().tolist() == keys.tolist()
    assert rows["certain"].to_numpy().tolist() == table.bounds.certain.tolist()
    assert rows["most"].to_numpy().tolist() == table.bounds.most.tolist()
    assert table.rows is not None
    lists = ("probability", "less", "mean", "second_moment")[: len(table.rows.numbers)]
    assert rows.column_names[5:] == list(lists)
    for which, name in enumerate(lists):
        for at, found in enumerate(rows[name]):
            assert found.values.to_numpy().tobytes() == table.rows.row(at, which).tobytes(), (name, at)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("partition", slow_but(PARTITIONS, PARTITIONS[0], PARTITIONS[4]), ids=str)
def test_merged_tables_have_the_bits_of_memory(partition: Partition, problem: str, tmp_path: Path) -> None:
    path = write_maxprob(TOY, partition, tmp_path, problem)
    assert len(list((path.parent / "maxprob").rglob("*.parquet"))) == len(partition.classes())
    check_table(path, whole("toy", problem), problem)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("name", slow_but(TOYS, "plain", "coins", "joker-always", "upper-bonus"))
def test_merged_tables_of_toy_games(name: str, problem: str, tmp_path: Path) -> None:
    toy = toy_states(name).game
    partition = Partition(len(toy.categories), fixed=(0, 2))
    check_table(write_maxprob(toy, partition, tmp_path, problem), whole(name, problem), problem)


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS)
def test_partitions_merge_into_the_same_rows(problem: str, tmp_path: Path) -> None:
    """In another order; the file is the same when it is made again."""
    paths = [
        write_maxprob(TOY, PARTITIONS[i], tmp_path / str(n), problem) for n, i in enumerate((1, 1, 2, 5))
    ]
    one, *others = (in_state_order(pq.read_table(path)) for path in paths)
    assert all(one.equals(other) for other in others)
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("partition", slow_but(PARTITIONS, PARTITIONS[0], PARTITIONS[4])[:3], ids=str)
def test_the_start_is_the_first_row(partition: Partition, problem: str, tmp_path: Path) -> None:
    """When a class is of one layer."""
    with pq.ParquetFile(write_maxprob(TOY, partition, tmp_path, problem)) as file:
        first = file.read_row_group(0).slice(0, 1).to_pylist()[0]
    start = whole("toy", problem).states.start
    assert (first["filled"], first["need"], first["chip"]) == (0, start.need, False)


@pytest.mark.slow
@pytest.mark.parametrize("piece", [1, 100, 5000])
@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_size_of_pieces_changes_nothing(
    problem: str, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "PIECE", piece)
    path = write_maxprob(TOY, PARTITIONS[1], tmp_path, problem)
    with pq.ParquetFile(path) as file:
        assert file.num_row_groups > 8
    check_table(path, whole("toy", problem), problem)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_write_the_same_shard(threads: int, tmp_path: Path) -> None:
    partition, part = PARTITIONS[1], PARTITIONS[1].named("layer=03/fixed=10")
    write_maxprob(TOY, partition, tmp_path)
    folder = tmp_path / "toy" / "maxprob"
    path = shard_path(folder, partition, part)
    old = path.read_bytes()
    solve_class(OBJECTIVES["maxprob"](TOY, threads), partition, part, folder)
    assert path.read_bytes() == old


def test_a_class_needs_nothing_but_its_dependencies(tmp_path: Path) -> None:
    partition, part = PARTITIONS[1], PARTITIONS[1].named("layer=03/fixed=10")
    write_maxprob(TOY, partition, tmp_path)
    folder = tmp_path / "toy" / "maxprob"
    own = shard_path(folder, partition, part)
    old = own.read_bytes()
    kept = {shard_path(folder, partition, d) for d in partition.dependencies(part)}
    for path in set(folder.rglob("*.parquet")) - kept:
        path.unlink()
    solve_class(OBJECTIVES["maxprob"](TOY, 1), partition, part, folder)
    assert own.read_bytes() == old


@pytest.mark.parametrize("wrong", PROBLEMS)
def test_shards_of_the_other_problem_are_refused(wrong: str, tmp_path: Path) -> None:
    """With moments and without, the shards of a game have the same place."""
    (right,) = set(PROBLEMS) - {wrong}
    path = write_maxprob(TOY, PARTITIONS[5], tmp_path, wrong)
    problem = OBJECTIVES[right](TOY, 1)
    with pytest.raises(UserError) as caught:
        merge(problem, PARTITIONS[5], tmp_path / "toy" / "maxprob", path)
    assert f"objective is '{wrong}', expected '{right}'" in str(caught.value)


TINY: dict[str, Raw] = {
    "nothing": game("nothing", 1, 2, 1, [lower("nothing", score=0)]),
    "one": game("one", 1, 2, 1, [lower("one", face=1, score=1)]),
    "certain": game("certain", 2, 2, 2, [lower("certain", score=1), lower("chance", score="all")]),
}


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("name", TINY)
def test_tiny_games(name: str, problem: str, tmp_path: Path) -> None:
    """Also with rows that are empty everywhere."""
    tiny = parse(TINY[name])
    table = solve_maxprob(tiny, keep="all", moments=problem == "maxprob_moments")
    for i, fixed in enumerate([(), (0,)]):
        partition = Partition(len(tiny.categories), fixed=fixed)
        check_table(write_maxprob(tiny, partition, tmp_path / str(i), problem), table, problem)


# The scores


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("name", ["toy", *TOYS])
def test_scores(name: str, problem: str, tmp_path: Path) -> None:
    table = whole(name, problem)
    partition = Partition(len(table.game.categories), fixed=(0,))
    path = write_maxprob(table.game, partition, tmp_path, problem)
    rows = read_maxprob_scores(table.game, problem, path)
    assert rows["score"].to_pylist() == list(range(len(table.start)))
    for column, expected in (("maxprob", table.start), ("mean", table.mean), ("sd", table.sd)):
        if expected is None:
            assert rows[column].null_count == len(rows)
        else:
            assert rows[column].to_numpy().tobytes() == expected.tobytes(), column


# SQL


def write_all(found: Game, problem: str, results: Path) -> None:
    """All tables of a game."""
    partition = Partition(len(found.categories), fixed=(0, 2))
    write_facts(read_expected(found, write_expected(found, partition, results)), results / found.id)
    write_maxprob(found, partition, results, problem)
    write_distribution(found, results)
    write_scores(found, results, problem)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with moments and one without; tests only read them."""
    folder = tmp_path_factory.mktemp("a b'c") / "results"
    write_all(TOY, "maxprob_moments", folder)
    write_all(parse(TOY_GAMES["joker-forced"]), "maxprob", folder)
    write_strategies(TOY, folder, ["greedy", "expected", "heuristic"])
    names = [(name, table) for name in ("joker-forced", "toy") for table in DATABASE_TABLES]
    make_database(folder, [*tables_of(["joker-forced", "toy"]), *names, ("toy", "strategies")])
    return folder


def ask(results: Path, sql: str) -> Rows:
    """The rows of a query."""
    rows: Rows = run_query(sql, results).to_pylist()
    return rows


README = PROJECT / "README.md"
OTHER_TABLES = ("rule_changes", "published")
README_QUERIES = re.findall(r'yahtzee query "([^"]+)"', README.read_text(encoding="utf-8"))


def test_the_readme_has_its_queries() -> None:
    """Three questions are SQL over these tables; two need others, and are asked by test_documents.py."""
    assert len(README_QUERIES) == 5
    assert [sql for sql in README_QUERIES if any(table in sql for table in OTHER_TABLES)] == README_QUERIES[
        -2:
    ]


@pytest.mark.parametrize("sql", README_QUERIES[:-2])
def test_queries_of_the_readme(results: Path, sql: str) -> None:
    """Each answers as printed, on a game that is small: with one row at least, and no empty value."""
    rows = ask(results, sql.replace("yahtzee", "toy").replace("300", "100"))
    assert rows
    assert all(value is not None for row in rows for value in row.values())


def test_what_the_database_holds(results: Path) -> None:
    found = {row["name"] for row in ask(results, "SHOW TABLES")}
    views = {"states_by_total", "maxprob_long"}
    assert found == {*SOLVED, *DATABASE_TABLES, "layers", "give_up", "strategies", *FILES, *views}
    views = ask(results, "SELECT view_name AS name FROM duckdb_views() WHERE NOT internal")
    assert {row["name"] for row in views} == {"states_by_total", "maxprob_long"}


@pytest.mark.slow
def test_maxprob_long(results: Path) -> None:
    """A row for each state and number that is neither certain nor impossible, of both games."""
    for name, problem in (("toy", "maxprob_moments"), ("joker-forced", "maxprob")):
        table = whole(name, problem)
        found = ask(results, f"SELECT * EXCLUDE (game) FROM maxprob_long WHERE game = '{name}' ORDER BY ALL")
        expected = [
            (*key, needed, table.probability(table.states.state(at), needed))
            for at, key in enumerate(zip(*map(np.ndarray.tolist, table.states.columns(table.states.masks))))
            for needed in range(int(table.bounds.certain[at]) + 1, int(table.bounds.most[at]) + 1)
        ]
        assert [tuple(row.values()) for row in found] == sorted(expected)


def real_states(name: str) -> list[RealState]:
    """Some real states of a game, with real upper totals, in an order that does not change."""
    found = sorted(toy_oracle(name).states(), key=lambda s: (sorted(s[0]), *s[1:]))
    return found[::17]


@pytest.mark.slow
def test_maxprob_of_real_states(results: Path) -> None:
    """Below, in and above what the lists hold; upper totals that are one state have one answer."""
    name, table = "joker-forced", whole("joker-forced", "maxprob")
    asked = [(real, needed) for real in real_states(name) for needed in (-5, 0, 1, 2, 7, 16, 40, 139, 500)]
    calls = [
        f"maxprob('{name}', '{' '.join(sorted(filled))}', {upper}, {chip}, {needed})"
        for (filled, upper, chip), needed in asked
    ]
    found = ask(results, f"SELECT unnest([{', '.join(calls)}]) AS p")
    expected = [table.probability(merged(table.states, real), needed) for real, needed in asked]
    assert [row["p"] for row in found] == expected
    assert 0 in expected and 1 in expected and len(set(expected)) > 30


def test_maxprob_of_the_start_with_moments(results: Path) -> None:
    start = whole("toy", "maxprob_moments").start
    sql = "SELECT s, maxprob('toy', '', 0, false, s) AS p FROM range(-1, 198) AS r(s) ORDER BY s"
    assert [row["p"] for row in ask(results, sql)] == [1.0, *start.tolist(), 0.0, 0.0]


def test_maxprob_of_no_state(results: Path) -> None:
    for call, words in {
        "maxprob('toy', 'ones', 4, false, 10)": "upper total 4, chip false with ones filled in toy; expected",
        "maxprob('nogame', '', 0, false, 10)": "game nogame; expected one that the table games names",
    }.items():
        with pytest.raises(UserError, match=re.escape(words)):
            ask(results, f"SELECT {call} AS p")


@pytest.mark.parametrize(("name", "problem"), [("toy", "maxprob_moments"), ("joker-forced", "maxprob")])
def test_maxprob_vs_expected(results: Path, name: str, problem: str) -> None:
    table = whole(name, problem)
    found = ask(results, f"FROM maxprob_vs_expected WHERE game = '{name}' ORDER BY score")
    at_least = ask(results, f"FROM distribution WHERE game = '{name}' ORDER BY score")
    assert [row["score"] for row in found] == list(range(len(table.start)))
    for row, other, p in zip(found, at_least, table.start.tolist(), strict=True):
        assert row["maxprob"] == p and row["optexpected"] == other["at_least"]
        assert row["difference"] == p - other["at_least"]
        if other["at_least"] > 0:
            assert row["relative"] == pytest.approx(p / other["at_least"] - 1, rel=1e-9, abs=1e-12)
    for column, expected in (("mean", table.mean), ("sd", table.sd)):
        values = [row[column] for row in found]
        assert values == ([None] * len(found) if expected is None else expected.tolist())


def test_the_distribution_in_sql(results: Path) -> None:
    found, expected = ask(results, "FROM distribution WHERE game = 'toy'"), distribution("toy")
    assert [row["at_least"] for row in found] == expected.at_least.tolist()
    assert [row["below"] for row in found] == expected.below.tolist()
    (row,) = ask(results, "SELECT sum(score * probability) AS mean FROM distribution WHERE game = 'toy'")
    assert row["mean"] == pytest.approx(solved("toy").start_value, rel=1e-12)
