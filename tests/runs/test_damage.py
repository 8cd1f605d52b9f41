"""Faults put into the tables of a results folder: none of their numbers is shown, all others are."""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from lanes import slow_but, slow_ones
from own_game import QUESTIONS, inside, right, run_in, write_game

from yahtzee_core.errors import UserError
from yahtzee_core.report.page import write_report
from yahtzee_core.runs.present import present_tables
from yahtzee_core.runs.verification import verify
from yahtzee_core.tables.database import DATABASE, make_database, run_query
from yahtzee_core.tables.records import record_path, write_record

STRATEGIES = ["expected", "greedy"]
Fault = Callable[[Path, random.Random], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a game."""
    folder = tmp_path_factory.mktemp("whole")
    write_game(folder, bonus=10)
    run_in(folder, ["expected", "maxprob"], strategies=STRATEGIES)
    return folder


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Iterator[Path]:
    """The results in a copy of it, which is the current folder."""
    with inside(Path(shutil.copytree(made, tmp_path / "copy"))) as folder:
        yield folder


def flip(path: Path, moment: random.Random) -> None:
    """One bit."""
    content = bytearray(path.read_bytes())
    content[moment.randrange(len(content))] ^= 1 << moment.randrange(8)
    path.write_bytes(content)


def cut(path: Path, moment: random.Random) -> None:
    """The end is lost."""
    path.write_bytes(path.read_bytes()[: moment.randrange(path.stat().st_size)])


def zero(path: Path, moment: random.Random) -> None:
    """A piece of zeros, or all of it."""
    content = bytearray(path.read_bytes())
    begin = moment.choice([0, moment.randrange(len(content))])
    content[begin:] = bytes(len(content) - begin)
    path.write_bytes(content)


def rewritten(change: Callable[[pa.Table, random.Random], pa.Table]) -> Fault:
    """A fault in the rows of a file that is whole, and has its metadata."""

    def fault(path: Path, moment: random.Random) -> None:
        table = pq.read_table(path)
        pq.write_table(change(table, moment).replace_schema_metadata(table.schema.metadata), path)

    return fault


def scaled(table: pa.Table, moment: random.Random) -> pa.Table:
    """A column of numbers is a bit larger; the first of a table without one is lost."""
    names = [field.name for field in table.schema if pa.types.is_floating(field.type)]
    if not names:
        return table.slice(1)
    at = table.schema.get_field_index(moment.choice(names))
    field = table.schema.field(at)
    return table.set_column(at, field, pa.array(np.asarray(table.column(at)) * 1.001, field.type))


FAULTS: dict[str, Fault] = {
    "flip": flip,
    "cut": cut,
    "zero": zero,
    "rows twice": rewritten(lambda table, _: pa.concat_tables([table, table])),
    "a row missing": rewritten(lambda table, moment: table.slice(1)),
    "values scaled": rewritten(scaled),
    "no metadata": rewritten(lambda table, _: table.replace_schema_metadata(None)),
    "lost": lambda path, _: path.unlink(),
    "no record": lambda path, _: record_path(path).unlink(),
    "record damaged": lambda path, moment: flip(record_path(path), moment),
}


def check(results: Path, damaged: str) -> None:
    """The table is left out with the reason, or is as it was; the others answer; the report is whole."""
    present = present_tables(results)
    make_database(results, present.tables, present.left_out)
    write_record(results / DATABASE, {})
    for table, sql in QUESTIONS.items():
        if present.has("mine", table):
            (row,) = run_query(sql, results).to_pylist()
            assert next(iter(row.values())) == pytest.approx(right(table, 10), rel=1e-9)
    assert present.has("mine", "openings") or {damaged, "games"} & {"openings", "games", "expected"}
    assert all(reason and "\n" not in reason for reason in present.left_out.values())
    if not present.has("mine", damaged):
        assert ("mine", damaged) in present.left_out or not (results / f"mine/{damaged}.parquet").exists()
    write_report(results, Path("report.html"))


@pytest.mark.parametrize("seed", slow_but(range(3)))
@pytest.mark.parametrize("fault", slow_ones(FAULTS, "zero", "rows twice", "lost", "record damaged"))
def test_a_fault_in_a_table(fault: str, seed: int, results: Path) -> None:
    moment = random.Random(f"{fault}{seed}")
    path = moment.choice(sorted((results / "mine").glob("*.parquet")))
    FAULTS[fault](path, moment)
    check(results, path.stem)
    bad = verify(results).bad
    assert bad == (0 if fault == "lost" else 1) or (fault == "record damaged" and bad == 0)


@pytest.mark.parametrize("seed", slow_but(range(6)))
@pytest.mark.parametrize("fault", ["flip", "cut", "zero"])
def test_a_fault_in_the_database(fault: str, seed: int, results: Path) -> None:
    """It is named in one line, with what to do."""
    FAULTS[fault](results / "yahtzee.duckdb", random.Random(seed))
    with pytest.raises(UserError, match=r"yahtzee\.duckdb: damaged.*; delete it and run again") as caught:
        run_query(QUESTIONS["expected"], results)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", slow_but(["expected", "distribution", "games"]))
def test_a_run_heals(name: str, results: Path) -> None:
    flip(results / f"mine/{name}.parquet", random.Random(name))
    run_in(Path(), ["expected", "maxprob"], strategies=STRATEGIES)
    assert present_tables(results).left_out == {} and verify(results).states == {}
