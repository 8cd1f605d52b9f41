"""Tables of other runs: taken in when they belong to what is there now, left out with the reason when not."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from own_game import QUESTIONS, inside, right, run_in, write_game

from yahtzee_core.runs import outdated as outdated_module
from yahtzee_core.runs.present import present_tables
from yahtzee_core.runs.verification import verify
from yahtzee_core.tables.database import run_query
from yahtzee_core.tables.records import record_path, write_record

FACTS = {"expected", "games", "categories", "needs", "openings", "distribution", "layers", "give_up"}
RULES = """
id: chance-last
title: Chance last
source: Test
keep: [{keep: kind, count: 1, own: open}]
score: [{score: upper, count: 1}]
fill: [face_1, face_2, face_3, chance]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game file, a strategy file and their results."""
    folder = tmp_path_factory.mktemp("mine")
    write_game(folder, bonus=10)
    (folder / "own.yaml").write_text(RULES)
    ran = run_in(folder, ["expected", "maxprob"], strategies=["expected", "greedy", "./own.yaml"])
    assert ran[0] == "solve_class" and ran[-1] == "database"
    return folder


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Iterator[Path]:
    """The results in a copy of it, which is the current folder."""
    with inside(Path(shutil.copytree(made, tmp_path / "copy"))) as folder:
        yield folder


def reasons(results: Path) -> dict[str, str]:
    """Why tables are left out, by name."""
    return {name: reason for (_, name), reason in present_tables(results).left_out.items()}


def test_all_of_a_run(results: Path) -> None:
    present = present_tables(results)
    assert present.left_out == {} and present.tables == sorted(present.tables)
    assert {name for _, name in present.tables} > FACTS and present.has("mine", "strategies")
    assert verify(results).states == {}


def test_a_second_run_does_nothing(results: Path) -> None:
    more = {"strategies": ["expected", "greedy", "./own.yaml"]}
    assert run_in(results.parent, ["expected", "maxprob"], **more) == ["database"]


def test_other_folders_and_files(results: Path) -> None:
    """A copy of the tables of a game is not another game, and a file that is no table is nothing."""
    before = present_tables(results)
    (results / "figures").mkdir()
    (results / "mine/notes.parquet").write_bytes(b"PAR1")
    shutil.copytree(results / "mine", results / "other")
    after = present_tables(results)
    assert after.tables == before.tables
    assert {game for game, _ in after.left_out} == {"other"}
    assert after.left_out["other", "games"] == "of the game mine"


def test_other_rules(results: Path) -> None:
    """The game file is edited, and only `expected` runs again."""
    write_game(Path(), bonus=25)
    assert set(reasons(results).values()) >= {"of other rules than ./mine.yaml has now"}
    run_in(Path(), ["expected"])
    left = reasons(results)
    assert left.keys() > {"maxprob", "maxprob_scores", "strategies"} and not left.keys() & FACTS
    told: list[str] = []
    rows = run_query(QUESTIONS["expected"], results, told.append).to_pylist()
    assert rows == [{"value": pytest.approx(right("expected", 25))}]
    assert "maxprob of mine is left out: of other rules than ./mine.yaml has now; run it again" in told
    names = {row["name"] for row in run_query("SHOW TABLES", results).to_pylist()}
    assert not names & left.keys()


def test_no_rules(results: Path) -> None:
    Path("mine.yaml").unlink()
    left = reasons(results)
    assert present_tables(results).tables == []
    assert left["expected"].startswith("of rules that cannot be read (mine.yaml: No such file")


def test_another_strategy_in_the_same_file(results: Path) -> None:
    """All that the merged tables are made of counts."""
    Path("own.yaml").write_text(RULES.replace("count: 1, own: open", "count: 1, prefer: low"))
    left = reasons(results)
    assert "strategies" in left and "./own.yaml" in left["strategies"] and "expected" not in left


def test_another_solver(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of SQL has its own source, and those of its inputs."""
    monkeypatch.setattr(outdated_module, "fingerprint", lambda name: "0" * 16)
    assert reasons(results) == dict.fromkeys(
        ("layers", "give_up", "maxprob_vs_expected"), "of another version of the solver"
    )


@pytest.mark.parametrize("change", ["size", "bytes"])
def test_damage(results: Path, change: str) -> None:
    """With what SQL makes of it."""
    path = results / "mine/expected.parquet"
    content = path.read_bytes()
    path.write_bytes(content[:-10] if change == "size" else content[:-9] + b"?" + content[-8:])
    left = reasons(results)
    assert left["expected"] == "damaged: not the content that was written"
    report = verify(results)
    assert report.bad == 1 and report.states[path].startswith("damaged")


def test_no_record(results: Path) -> None:
    record_path(results / "mine/distribution.parquet").unlink()
    left = reasons(results)
    assert left["distribution"] == "no record of how it was made" and "maxprob_vs_expected" in left


def test_made_of_another_table(results: Path) -> None:
    path = results / "mine/expected.parquet"
    path.write_bytes(path.read_bytes() + b" ")
    write_record(path, {})
    assert reasons(results)["layers"] == "made of another expected.parquet than is there now"


@pytest.mark.parametrize("note", [b"", b"[]", b"{", b"1", b'{"schema": "expected"}'])
def test_metadata_of_any_form(results: Path, note: bytes) -> None:
    """A table whose metadata lacks a key, or is no object, is not of the game."""
    path = results / "mine/distribution.parquet"
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({b"yahtzee": note}), path)
    write_record(path, {})
    assert reasons(results)["distribution"].startswith("of the game")
