"""Tables of other runs: taken in when they are whole and of the present sources, and left out when not."""

import os
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from made_results import tables_of, write_distribution, write_results

from yahtzee_core.game.load import load_game
from yahtzee_core.tables.present import present_tables
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table

TOY = load_game("toy")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The results of toy, with its distribution."""
    write_results([TOY], tmp_path)
    write_distribution(TOY, tmp_path)
    return tmp_path


ALL = sorted({*tables_of(["toy"]), ("toy", "distribution")})


def test_all_of_a_run(results: Path) -> None:
    assert present_tables(results) == ALL and ("toy", "layers") in ALL


def test_other_folders_and_files(results: Path) -> None:
    """No games are in them."""
    (results / "figures").mkdir()
    (results / "toy/notes.parquet").write_bytes(b"PAR1")
    (results / "another").mkdir()
    (results / "another/expected.parquet").write_bytes((results / "toy/expected.parquet").read_bytes())
    assert present_tables(results) == ALL


@pytest.mark.parametrize(
    "change", [{"solver_fingerprint": "0" * 16}, {"game_fingerprint": "0" * 16}, {"objective": "x"}]
)
def test_another_origin(results: Path, change: dict[str, str]) -> None:
    """With what SQL makes of it."""
    path = results / "toy/distribution.parquet"
    write_table(pq.read_table(path), path, "distribution", replace(provenance(TOY, "distribution"), **change))
    assert present_tables(results) == [pair for pair in ALL if pair[1] != "distribution"]


def test_a_cut_file(results: Path) -> None:
    path = results / "toy/expected.parquet"
    path.write_bytes(path.read_bytes()[:-10])
    left = {table for _, table in present_tables(results)}
    assert "expected" not in left and not left & {"layers", "give_up"} and "openings" in left


def test_a_table_that_is_older_than_its_input(results: Path) -> None:
    newer = (results / "toy/layers.parquet").stat().st_mtime + 10
    os.utime(results / "toy/expected.parquet", (newer, newer))
    left = {table for _, table in present_tables(results)}
    assert {"expected", "openings"} <= left and not left & {"layers", "give_up"}
