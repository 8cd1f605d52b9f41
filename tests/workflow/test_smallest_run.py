"""One run of the workflow from nothing to the database, of a game with two categories: a few jobs."""

import os
import re
from pathlib import Path

import pytest
import yaml
from workflow_runs import TINY, Done, new_project, run, succeeded

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import read_expected, shard_path
from yahtzee_core.runs.export import MANIFEST, Dataset, export
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.tables.database import run_query

CONFIG = "tiny.yaml"
DATABASE = "results/yahtzee.duckdb"
EXPORT = {"positions": 50, "shard_size": 30, "strategy": "greedy", "perturbed": 0.2, "seed": 4}
DATASET = "results/tiny/exports/greedy-perturbed-0.2-seed-4"
PARTITION = Partition(2, fixed=(0,))
"""Four classes in three layers."""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """A project after its first run."""
    project = new_project(tmp_path_factory.mktemp("tiny"))
    (project / "two.yaml").write_text(yaml.safe_dump(TINY, sort_keys=False), encoding="utf-8")
    runs = [{"game": "./two.yaml", "objectives": ["expected"], "fixed": 1, "export": EXPORT}]
    (project / CONFIG).write_text(yaml.safe_dump({"runs": runs}), encoding="utf-8")
    return project, succeeded(run(project, DATABASE, f"{DATASET}/{MANIFEST}", config=CONFIG))


def test_each_class_is_solved_once(tiny: tuple[Path, Done]) -> None:
    project, done = tiny
    assert "'" in project.name and " " in project.name and "Traceback" not in done.text
    assert done.count("solve_class") == len(PARTITION.classes()) == 4
    assert done.count("merge") == done.count("database") == 1
    assert all(
        shard_path(project / "results/tiny/expected", PARTITION, c).exists() for c in PARTITION.classes()
    )


def test_the_table_has_the_bits_of_memory(tiny: tuple[Path, Done]) -> None:
    game = load_game(tiny[0] / "two.yaml")
    found = read_expected(game, tiny[0] / "results/tiny/expected.parquet")
    expected = solve_expected(game)
    assert found.value.tobytes() == expected.value.tobytes()
    assert found.second.tobytes() == expected.second.tobytes()


def test_the_database_answers(tiny: tuple[Path, Done]) -> None:
    (row,) = run_query("SELECT value FROM expected WHERE filled = 0", tiny[0] / "results").to_pylist()
    assert row["value"] == solve_expected(load_game(tiny[0] / "two.yaml")).start_value


def test_a_dataset_is_that_of_the_command(tiny: tuple[Path, Done], tmp_path: Path) -> None:
    """A job a shard, and the same bytes."""
    project, done = tiny
    assert (done.count("export_shard"), done.count("export")) == (2, 1)
    export(load_game(project / "two.yaml"), tmp_path, Dataset(**EXPORT))
    assert len(list(tmp_path.iterdir())) == 3
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (project / DATASET / path.name).read_bytes(), path.name


def test_every_job_has_a_log_and_leaves_nothing_else(tiny: tuple[Path, Done]) -> None:
    logs = [path for path in (tiny[0] / "logs").rglob("*") if path.is_file()]
    assert len(logs) > len(PARTITION.classes())
    for log in logs:
        begun, done = log.read_text(encoding="utf-8").splitlines()
        assert begun.endswith(": begun") and re.search(r": done in \d+\.\d\d s$", done), log
    left = [name for _, _, names in os.walk(tiny[0] / "results") for name in names if name.startswith(".")]
    assert left == []
