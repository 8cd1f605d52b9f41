"""Certificates: lo and hi hold the exact values, and the checker accepts them and no others."""

import hashlib
import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from runpy import run_path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from commands import Capture, error_of, printed
from helpers import PROJECT, TOYS, parse, toy_states
from lanes import examples, slow_but
from toy_games import TOY_GAMES

from yahtzee_core.game.load import GAMES, load_game
from yahtzee_core.solve.certificate import Certificate, certify
from yahtzee_core.solve.exact import solve_exact

CHECKER = PROJECT / "tools/check_certificate.py"
CHECK = run_path(str(CHECKER))["main"]
UNKNOWN = ("order", "colours", "further", "saved_rolls")
CHECKED = [name for name in TOYS if not any(word in json.dumps(TOY_GAMES[name]) for word in UNKNOWN)]


@cache
def certificate(name: str) -> Certificate:
    """Of a toy game."""
    return certify(toy_states(name).game)


def verdict(folder: Path, game: Path | str, table: pa.Table) -> str:
    """What the checker says: what it proves, or why it refuses."""
    path, said = folder / "certificate.parquet", io.StringIO()
    pq.write_table(table, path)
    try:
        with redirect_stdout(said):
            CHECK(GAMES / f"{game}.yaml" if isinstance(game, str) else game, path)
    except SystemExit as refused:
        return str(refused.code)
    return said.getvalue()


def own_file(folder: Path, name: str) -> Path:
    """The file of a toy game."""
    path = folder / "game.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES[name], sort_keys=False), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", TOYS)
def test_exact_values_lie_between(name: str) -> None:
    found, exact = certificate(name), solve_exact(toy_states(name).game, threads=1)
    for state, (lo, hi) in enumerate(found.bounds.tolist()):
        assert lo <= exact.value(exact.states.state(state)) * 2**found.bits <= hi
    assert found.widest < 1e-10 and found.bounds.max() < 2**53


@pytest.mark.parametrize(
    "name", slow_but(CHECKED, "joker-free", "joker-forced", "yahtzee-bonus", "lax-house")
)
def test_the_checker_accepts(tmp_path: Path, name: str) -> None:
    said = verdict(tmp_path, own_file(tmp_path, name), certificate(name).to_arrow())
    assert said.startswith(f"accepted: {name}, {len(toy_states(name))} states, "), said


def flipped(table: pa.Table, column: str, row: int) -> pa.Table:
    """A table with the lowest bit of one double flipped."""
    numbers = table[column].to_numpy().copy()
    numbers.view(np.int64)[row] ^= 1
    return table.set_column(table.column_names.index(column), column, pa.array(numbers))


@pytest.mark.parametrize("column", ["lo", "hi"])
def test_the_lowest_bit_counts(tmp_path: Path, column: str) -> None:
    table = certify(load_game("toy")).to_arrow()
    rows = np.random.default_rng(0).choice(len(table), examples(5), replace=False).tolist()
    for row in (*rows, 0, int(np.argmax(table[column].to_numpy()))):
        assert verdict(tmp_path, "toy", flipped(table, column, row)).startswith("refused: "), row


def test_one_step_up_or_down_is_refused(tmp_path: Path) -> None:
    """Bounds that hold, but are wider, in a state that no other depends on."""
    found = certify(load_game("toy"))
    for column, step in ((0, -1), (1, 1)):
        bounds = found.bounds.copy()
        bounds[0, column] += step
        table = Certificate(found.ready, found.bits, bounds).to_arrow()
        assert "is not that of the best turn" in verdict(tmp_path, "toy", table)


def test_other_refusals(tmp_path: Path) -> None:
    table = certify(load_game("toy")).to_arrow()
    assert "is missing" in verdict(tmp_path, "toy", table.slice(1))
    assert "one row a state" in verdict(tmp_path, "toy", pa.concat_tables([table, table.slice(0, 1)]))
    assert "refused: " in verdict(tmp_path, own_file(tmp_path, "joker-free"), table)
    assert "the game has order; expected a game without" in verdict(tmp_path, "more/yatzy-up", table)
    found = certify(load_game("toy"))
    wide = Certificate(found.ready, found.bits - 20, np.zeros_like(found.bounds))
    assert "is not that of the best turn" in verdict(tmp_path, "toy", wide.to_arrow())


def test_other_rules_are_refused(tmp_path: Path) -> None:
    """A bonus of one point more."""
    raw = {**TOY_GAMES["upper-bonus"], "upper": {"threshold": 7, "bonus": 6}}
    table = certify(parse(raw)).to_arrow()
    assert "is not that of the best turn" in verdict(tmp_path, own_file(tmp_path, "upper-bonus"), table)


def test_the_checker_is_short_and_stands_alone(tmp_path: Path) -> None:
    """It says the same, and ends with 1 where it refuses, as a program of its own."""
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200 and "yahtzee_core" not in text
    game, path = own_file(tmp_path, "plain"), tmp_path / "certificate.parquet"
    for name, code in (("plain", 0), ("upper-sum", 1)):
        said = verdict(tmp_path, game, certificate(name).to_arrow())
        done = subprocess.run(
            [sys.executable, "-I", CHECKER, game, path], capture_output=True, text=True, check=False
        )
        assert (done.returncode, (done.stdout + done.stderr).strip()) == (code, said.strip())


def test_the_command(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "toy.parquet"
    first, second, digest = printed(capsys, "certificate", "toy", "--out", str(out)).splitlines()
    said = verdict(tmp_path, "toy", pq.read_table(out)).splitlines()
    assert first == said[0].removeprefix("accepted: ").replace("toy, 1080", "toy (free joker): 1080", 1)
    assert second == said[1].replace("toy", "toy (free joker)", 1)
    found = json.loads(printed(capsys, "certificate", "toy", "--out", str(out), "--json"))
    assert (found["game"], found["states"]) == ("toy", 1080) and found["widest"] < 1e-10
    assert digest == f"toy (free joker): SHA-256 of the bounds {found['sha256']}"
    numbers = np.stack([pq.read_table(out)[name].to_numpy() for name in ("lo", "hi")], axis=1) * 2.0**45
    assert found["sha256"] == hashlib.sha256(numbers.astype("<i8").tobytes()).hexdigest()
    assert second == f"toy (free joker): expected score from {found['lo']} to {found['hi']}"


def test_errors_of_the_command(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "folder").mkdir()
    assert "expected room" in error_of(capsys, "certificate", "toy", "--out", str(tmp_path / "folder"))
    assert "no exact values" in error_of(capsys, "certificate", "generala-served", "--out", "none.parquet")


@pytest.mark.slow
def test_a_built_in_game(tmp_path: Path) -> None:
    """With three dice; docs/exactness.md has yahtzee, with five, and a test its output."""
    table = certify(load_game("crag")).to_arrow()
    assert verdict(tmp_path, "crag", table).startswith("accepted: crag, 8192 states, ")
    assert verdict(tmp_path, "crag", flipped(table, "hi", 0)).startswith("refused: ")
