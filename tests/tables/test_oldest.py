"""The oldest versions that pyproject.toml allows: of the reader of the database, and of all dependencies."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from helpers import PROJECT
from own_game import POINTS, QUESTIONS, SOURCE, inside, right, run_in, write_game

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
OLDEST = dict(text.split(">=") for text in PYPROJECT["project"]["dependencies"])
ASK = """
import duckdb, sys
print(duckdb.connect(sys.argv[1], read_only=True).execute(sys.argv[2]).fetchone()[0])
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with the oldest version of every dependency; skipped where they cannot be installed."""
    folder = tmp_path_factory.mktemp("oldest")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    wanted = [f"{name}=={version}.*" for name, version in OLDEST.items()]
    install = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *wanted]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the oldest versions cannot be installed here: {done.stderr.strip().splitlines()[-1]}")
    return folder / "bin/python"


def asked(python: Path, *arguments: str | Path, env: dict[str, str] | None = None) -> str:
    """What an interpreter prints."""
    done = subprocess.run([python, *arguments], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_database_is_read_by_the_oldest_duckdb(python: Path, tmp_path: Path) -> None:
    """A table and a macro; the newest one made it."""
    write_game(tmp_path, bonus=10)
    run_in(tmp_path, ["expected", "maxprob"])
    with inside(tmp_path) as results:
        database = (results / "yahtzee.duckdb").absolute()
    for sql in (QUESTIONS["expected"], "SELECT expected('mine', '', 0, false)"):
        assert float(asked(python, "-c", ASK, database, sql)) == pytest.approx(right("expected", 10))
    assert asked(python, "-c", "import duckdb; print(duckdb.__version__)").startswith(OLDEST["duckdb"])


def test_the_package_works_with_the_oldest_of_all(python: Path, tmp_path: Path) -> None:
    """It solves, reads tables that the newest wrote, and queries them."""
    write_game(tmp_path, bonus=10)
    run_in(tmp_path, ["expected", "maxprob"], strategies=["greedy"])
    main = ["-c", "import sys; from yahtzee_core.cli import main; sys.exit(main())"]
    env = {**os.environ, "PYTHONPATH": str(PROJECT / "src")}
    with inside(tmp_path):
        assert "95.681912" in asked(python, *main, "value", "toy", env=env)
        value = asked(python, *main, "query", QUESTIONS["strategies"], "--format", "csv", env=env)
        assert float(value.splitlines()[-1]) == pytest.approx(right("strategies", 10))
        told = json.loads(asked(python, *main, "maxprob", SOURCE, "--target", str(POINTS), "--json", env=env))
        assert told["probability"] == pytest.approx(right("maxprob_scores", 10))
