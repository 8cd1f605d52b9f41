"""The database as a thing that is moved, damaged, and opened by others."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from made_results import write_results
from own_game import QUESTIONS, inside, right, run_in, write_game

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.tables import database
from yahtzee_core.tables.database import DATABASE, connect, run_query
from yahtzee_core.tables.records import digest_of, write_record

MAXPROB = "SELECT count(*) AS n FROM maxprob"
LONG = "SELECT count(*) AS n FROM maxprob_long"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with results whose larger files are views."""
    folder = tmp_path_factory.mktemp("a b'c")
    write_game(folder, bonus=10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "INSIDE_BYTES", 5500)
        run_in(folder, ["expected", "maxprob"])
    return folder


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Iterator[Path]:
    """The results in a copy of it, which is the current folder."""
    with inside(Path(shutil.copytree(made, tmp_path / "a b'c"))) as folder:
        yield folder


def number(sql: str, results: Path) -> float:
    """The one number that a query finds, without anything told."""
    told: list[str] = []
    (row,) = run_query(sql, results, told.append).to_pylist()
    assert told == []
    (value,) = row.values()
    return float(value)


def test_views_and_tables(results: Path) -> None:
    rows = run_query("SELECT name, inside FROM result_files", results).to_pylist()
    inside_of = {row["name"]: row["inside"] for row in rows}
    assert {name for name, inside in inside_of.items() if not inside} == {"games", "maxprob", "expected"}
    found = run_query("SELECT table_name, table_type FROM information_schema.tables", results).to_pylist()
    kinds = {row["table_name"]: row["table_type"] for row in found}
    assert all((kinds[name] == "VIEW") != inside for name, inside in inside_of.items())


def test_what_files_are_made_of(results: Path) -> None:
    rows = run_query("FROM result_files", results).to_pylist()
    assert all(row["sha256"] == digest_of(results / row["file"]) != "" for row in rows)
    assert {row["game"] for row in rows} == {"mine"}
    assert len({row["game_fingerprint"] for row in rows} - {None}) == 1


def test_an_archive_answers_with_its_own_numbers(results: Path) -> None:
    """Renamed, with another run in its place; by views, macros and tables."""
    rows = number(MAXPROB, results)
    macro = "SELECT maxprob('mine', '', 0, false, 12)"
    before = [number(sql, results) for sql in (LONG, macro, QUESTIONS["expected"])]
    results.rename("results-monday")
    write_game(Path(), bonus=25)
    run_in(Path(), ["expected", "maxprob"])
    archive = Path("results-monday")
    assert number(MAXPROB, archive) == rows
    assert [number(sql, archive) for sql in (LONG, macro, QUESTIONS["expected"])] == before
    assert before[2] == pytest.approx(right("expected", 10)) != right("expected", 25)
    assert number(QUESTIONS["expected"], results) == pytest.approx(right("expected", 25))


def test_plain_duckdb_in_the_folder_and_elsewhere(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables answer anywhere; a view says which file it cannot find, and refuses that of another database."""
    where = results.absolute()
    with duckdb.connect(str(where / DATABASE), read_only=True) as connection:
        (value,) = connection.execute(QUESTIONS["maxprob_scores"]).fetchone() or (None,)
        assert value == pytest.approx(right("maxprob_scores", 10))
        with pytest.raises(duckdb.IOException, match=r"mine/maxprob\.parquet"):
            connection.execute(MAXPROB)
    with monkeypatch.context() as patch:
        patch.chdir(where)
        with duckdb.connect(DATABASE, read_only=True) as connection:
            assert connection.execute(MAXPROB).fetchone() == (number(MAXPROB, where),)
    shutil.copytree(results, "old")
    write_game(Path(), bonus=25)
    run_in(Path(), ["expected", "maxprob"])
    monkeypatch.chdir(where)
    with (
        duckdb.connect(str(where.parent / "old" / DATABASE), read_only=True) as connection,
        pytest.raises(duckdb.Error, match=r"mine/maxprob\.parquet: not the file that this database"),
    ):
        connection.execute(MAXPROB)


def damage(path: Path) -> None:
    """Flip a bit in the middle, and keep the time of the file."""
    content, stamp = bytearray(path.read_bytes()), path.stat()
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


@pytest.mark.parametrize("change", [damage, Path.unlink])
def test_a_view_over_a_bad_file_has_no_rows_of_it(results: Path, change: object) -> None:
    """It is named, and the other tables answer."""
    assert callable(change)
    change(results / "mine/maxprob.parquet")
    told: list[str] = []
    for sql in (MAXPROB, LONG):
        assert run_query(sql, results, told.append).to_pylist() == [{"n": 0}]
    assert len(told) == 2 and told[0].startswith("results/mine/maxprob.parquet: ")
    assert told[0].endswith("its rows are left out; delete it and run again")
    with connect(results) as connection:
        (value,) = connection.execute(QUESTIONS["expected"]).fetchone() or (None,)
    assert value == pytest.approx(right("expected", 10))


def test_a_view_over_two_games_keeps_the_good_one(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file is not the end of the others."""
    monkeypatch.setattr(database, "INSIDE_BYTES", 1)
    write_results([load_game("toy")], Path("two"))
    for path in Path("two/toy").glob("*.parquet"):
        write_record(path, {})
    shutil.copytree(results / "mine", "two/mine")
    keys = [(game, name) for game in ("mine", "toy") for name in ("expected", "games", "categories", "needs")]
    database.make_database(Path("two"), keys)
    Path("two/mine/expected.parquet").unlink()
    told: list[str] = []
    found = run_query("SELECT DISTINCT game FROM states_by_total", Path("two"), told.append).to_pylist()
    assert found == [{"game": "toy"}] and any("mine/expected.parquet" in line for line in told)


@pytest.mark.parametrize("at", [0, 9, 5000, 100_000, -5])
def test_a_damaged_database_is_named(results: Path, at: int) -> None:
    """One line, with what to do."""
    content = bytearray((results / DATABASE).read_bytes())
    content[at] ^= 1
    (results / DATABASE).write_bytes(content)
    with pytest.raises(UserError, match=r"yahtzee\.duckdb: .*; delete it and run again") as caught:
        connect(results)
    assert "\n" not in str(caught.value)


def test_the_format_is_that_of_duckdb_1(results: Path) -> None:
    """The storage version of DuckDB 1.0, 64, at byte 12."""
    assert (results / DATABASE).read_bytes()[8:20] == b"DUCK" + (64).to_bytes(8, "little")
