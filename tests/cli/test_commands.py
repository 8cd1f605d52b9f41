"""The command line in this process and in others: what it prints, and errors in one line with code 2."""

import csv
import io
import json
import re
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from commands import ABOUT, COLUMNS, COMMAND, Capture, error_of, printed, run, spawn
from helpers import PROJECT, builtin_raw, solved
from lanes import slow_but
from made_results import write_results
from toy_games import TOY_GAMES

from yahtzee_core.cli import GROUPS
from yahtzee_core.game.load import all_games, builtin_games, load_game, parse_game
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.rounding import value_error


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of toy; tests only read them."""
    folder = tmp_path_factory.mktemp("project") / "results"
    write_results([load_game("toy")], folder)
    return folder


# Help


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help(capsys: Capture, arguments: list[str]) -> None:
    text = printed(capsys, *arguments)
    assert text.startswith("usage: yahtzee")
    assert all(f"\n  {command} " in text for command in ("games", "value", "query"))


@pytest.mark.parametrize("command", ["games", "value", "query"])
def test_help_of_commands(capsys: Capture, command: str) -> None:
    assert f"usage: yahtzee {command}" in printed(capsys, command, "--help")


def test_every_command_stands_in_a_group(capsys: Capture) -> None:
    text = printed(capsys, "--help")
    names = [module.__name__.rpartition(".")[2] for group in GROUPS.values() for module in group]
    assert sorted({*names}) == sorted(names) and len(names) == 27
    assert [line[2:].split()[0] for line in text.splitlines() if re.match(r"  [a-z]+ ", line)] == names
    assert max(map(len, text.splitlines())) <= COLUMNS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["advize"], "no command 'advize'; did you mean advise?; see yahtzee --help"),
        (["bogus"], "no command 'bogus'; expected one of serve, play, advise, review, "),
        (["value", "Yahtze"], "no game 'Yahtze'; did you mean yahtzee? (yahtzee games lists all; "),
        (
            ["evaluate", "toy", "gredy"],
            "no strategy 'gredy'; did you mean greedy? (yahtzee strategies lists all; ",
        ),
        (["value", "x" * 500], f"no game '{'x' * 40}'; expected one of crag, kniffel, "),
    ],
)
def test_a_name_that_is_not_known(capsys: Capture, arguments: list[str], message: str) -> None:
    found = error_of(capsys, *arguments)
    assert found.startswith(message) and len(found) < 300


def test_yahtzee_is_the_game_of_commands(capsys: Capture) -> None:
    assert printed(capsys, "value").startswith("yahtzee (free joker): expected score 254.589609")


def test_the_case_of_an_id_does_not_count(capsys: Capture) -> None:
    assert printed(capsys, "games", "CRAG") == printed(capsys, "games", "crag")


def test_the_version(capsys: Capture) -> None:
    """One number, in the package, the project file and the citation."""
    name, version = printed(capsys, "--version").split()
    root = PROJECT
    assert name == "yahtzee-core"
    assert f'version = "{version}"' in (root / "pyproject.toml").read_text(encoding="utf-8")
    assert f"version: {version}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")


def test_no_arguments(capsys: Capture) -> None:
    message = error_of(capsys)
    assert "COMMAND" in message and "yahtzee --help" in message


# games


def test_games_lists_all(capsys: Capture) -> None:
    lines = printed(capsys, "games").splitlines()
    heads = [line for line in lines if not line.startswith(" ") and " - " in line]
    assert heads == [f"{name} - {load_game(name).title}" for name in all_games()]
    assert max(map(len, lines)) <= COLUMNS
    words = " ".join(" ".join(lines).split())
    assert all(load_game(name).rule in words for name in all_games())


@pytest.mark.parametrize("name", builtin_games())
def test_a_sheet_fits_80_columns(capsys: Capture, name: str) -> None:
    text = printed(capsys, "games", name)
    assert max(map(len, text.splitlines())) <= COLUMNS
    for category in load_game(name).categories:
        assert any(row.startswith(category.id) and category.title in row for row in text.splitlines())


def test_the_sheet_of_toy(capsys: Capture) -> None:
    text = printed(capsys, "games", "toy")
    for line in [
        "Toy Yahtzee (toy)",
        "3 dice of 4 faces, 3 rolls a turn",
        "ones           Ones    dice of 1: sum of those dice",
        "straight       Straight  3 in a row: 8 points",
        "upper bonus: 10 points from 12 upper points",
        "extra Yahtzee: 20 points each, once Yahtzee scored",
        "joker (free placement): Pair 12, Straight 8",
    ]:
        assert line in text.splitlines()


@pytest.mark.parametrize("name", TOY_GAMES)
def test_the_sheet_of_an_own_game(capsys: Capture, tmp_path: Path, name: str) -> None:
    path = tmp_path / "own game.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES[name], sort_keys=False), encoding="utf-8")
    text = printed(capsys, "games", str(path))
    assert text.splitlines()[0] == f"{name.title()} ({name})"
    assert ("joker" in text) == ("joker" in TOY_GAMES[name])
    assert ("upper bonus" in text) == ("upper" in TOY_GAMES[name])


GAME_KEYS = ["game", "title", "rule", "source", "dice", "faces", "rolls", "categories", "upper"]


def test_games_json(capsys: Capture) -> None:
    found = json.loads(printed(capsys, "games", "--json"))
    assert [game["game"] for game in found] == all_games()
    assert all(list(game) == [*GAME_KEYS, "yahtzee_bonus", "joker", "order", "saved_rolls"] for game in found)


@pytest.mark.parametrize("name", builtin_games())
def test_one_game_json(capsys: Capture, name: str) -> None:
    found, raw = json.loads(printed(capsys, "games", name, "--json")), builtin_raw(name)
    assert [found[key] for key in ("game", "dice", "faces", "rolls")] == [
        raw[key] for key in ("id", "dice", "faces", "rolls")
    ]
    for category, expected in zip(found["categories"], raw["categories"], strict=True):
        assert category.keys() == {"id", "title", "section", "scores"}
        assert category["scores"]
        assert all(category[key] == expected[key] for key in ("id", "title", "section"))
    assert found["upper"] == {"threshold": 0, "bonus": 0, "further": [], **raw.get("upper", {})}
    assert found["yahtzee_bonus"] == raw.get("yahtzee", {}).get("bonus", 0)
    assert found["joker"] == raw.get("joker", {}).get("placement")


# value


def test_value(capsys: Capture) -> None:
    first, second = printed(capsys, "value", "toy").splitlines()
    table = solved("toy")
    assert first == f"toy (free joker): expected score {table.start_value:.6f}, sd {table.start_sd:.4f}"
    assert second.startswith("1080 states solved in ") and second.endswith(" s")


@pytest.mark.parametrize("threads", [[], ["--threads", "1"], ["--threads", "3"]])
def test_value_json(capsys: Capture, threads: list[str]) -> None:
    found = json.loads(printed(capsys, "value", "toy", "--json", *threads))
    told = [*ABOUT, "mean", "sd", "relative_error_at_most", "states", "seconds", "other_jokers"]
    assert list(found) == told
    assert found["mean"] == solved("toy").start_value
    assert found["relative_error_at_most"] == value_error(load_game("toy"))
    assert found["sd"] == solved("toy").start_sd
    assert (found["game"], found["states"]) == ("toy", 1080)
    assert 0 < found["seconds"] < 60


def test_value_of_an_own_game(capsys: Capture, tmp_path: Path) -> None:
    text = yaml.safe_dump(TOY_GAMES["joker-free"], sort_keys=False)
    (tmp_path / "own.yml").write_text(text, encoding="utf-8")
    found = json.loads(printed(capsys, "value", str(tmp_path / "own.yml"), "--json"))
    table = solve_expected(parse_game(text, "own"))
    assert (found["game"], found["mean"]) == ("joker-free", table.start_value)


def test_exact_value_json(capsys: Capture) -> None:
    """The fraction, its digits and its primes tell the same number, near that of the table."""
    found = json.loads(printed(capsys, "value", "toy", "--exact", "--json"))
    exact = found["exact"]
    value = Fraction(int(exact["numerator"]), int(exact["denominator"]))
    assert str(value) == f"{exact['numerator']}/{exact['denominator']}"
    assert exact["denominator_primes"] == "2^97" and value.denominator == 2**97
    assert abs(Fraction(exact["digits"]) - value) <= Fraction(1, 2 * 10**50)
    assert abs(value - Fraction(found["mean"])) <= Fraction(exact["largest_error"])
    assert (found["game"], found["states"], exact["ties"], exact["not_first"]) == ("toy", 1080, 91, 0)
    assert exact["smallest_margin"] >= exact["smallest_gap"] > 1e-9


def test_exact_value(capsys: Capture) -> None:
    lines = printed(capsys, "value", "toy", "--exact").splitlines()
    exact = json.loads(printed(capsys, "value", "toy", "--exact", "--json"))["exact"]
    assert lines[:2] == ["toy (free joker), exactly", f"expected score {exact['digits']}"]
    assert lines[2] == f"sd {exact['sd_digits']}"
    assert f"  {exact['numerator']}" in lines and f"  {exact['variance_numerator']}" in lines
    assert "positions in which several actions are exactly best: 91" in lines
    assert max(map(len, lines)) <= COLUMNS


# query

SQL = "SELECT filled, chip, value FROM expected WHERE filled < 2 ORDER BY filled, value"


def expected_rows() -> list[dict[str, Any]]:
    """What SQL is to answer."""
    rows = [row for row in solved("toy").to_arrow().to_pylist() if row["filled"] < 2]
    rows.sort(key=lambda row: (row["filled"], row["value"]))
    return [{key: row[key] for key in ("filled", "chip", "value")} for row in rows]


def test_query_table(capsys: Capture, results: Path) -> None:
    head, *lines = printed(capsys, "query", SQL, "--results", str(results)).splitlines()
    assert head.split() == ["filled", "chip", "value"]
    found = [line.split() for line in lines]
    assert found == [[str(r["filled"]), str(r["chip"]), f"{r['value']:.5f}"] for r in expected_rows()]
    assert len({len(line) for line in lines}) == 1


def test_query_csv(capsys: Capture, results: Path) -> None:
    text = printed(capsys, "query", SQL, "--results", str(results), "--format", "csv")
    found = list(csv.DictReader(io.StringIO(text)))
    assert [float(row["value"]) for row in found] == [row["value"] for row in expected_rows()]
    assert list(found[0]) == ["filled", "chip", "value"]


@pytest.mark.parametrize("option", [["--format", "json"], ["--json"]])
def test_query_json(capsys: Capture, results: Path, option: list[str]) -> None:
    text = printed(capsys, "query", SQL, "--results", str(results), *option)
    assert json.loads(text) == expected_rows()


def test_query_parquet(capsys: Capture, results: Path, tmp_path: Path) -> None:
    out = tmp_path / "answer.parquet"
    to = ["--results", str(results), "--format", "parquet", "--out", str(out)]
    assert printed(capsys, "query", SQL, *to) == ""
    assert pq.read_table(out).to_pylist() == expected_rows()


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_query_to_a_file(capsys: Capture, results: Path, tmp_path: Path, kind: str) -> None:
    """What goes to a file is what goes to the terminal."""
    arguments = ["query", SQL, "--results", str(results), "--format", kind]
    text = printed(capsys, *arguments)
    out = tmp_path / "new" / f"answer.{kind}"
    assert printed(capsys, *arguments, "--out", str(out)) == ""
    assert out.read_text(encoding="utf-8") == text
    assert [p.name for p in out.parent.iterdir()] == [out.name]


def test_query_to_a_csv_file_without_a_format(capsys: Capture, results: Path, tmp_path: Path) -> None:
    """Never another format than the name of the file says: its own, or an error that asks for one."""
    out = tmp_path / "answer.csv"
    code = run("query", "SELECT 1 AS a", "--results", str(results), "--out", str(out))
    assert "Traceback" not in capsys.readouterr().err
    assert (code == 2 and not out.exists()) or out.read_text().splitlines()[0].strip('"') == "a"


def test_query_without_rows(capsys: Capture, results: Path) -> None:
    sql = "SELECT game, title FROM games WHERE false"
    assert printed(capsys, "query", sql, "--results", str(results)).split() == ["game", "title"]
    assert printed(capsys, "query", sql, "--results", str(results), "--json").strip() == "[]"


def test_query_of_nothing_known(capsys: Capture, results: Path) -> None:
    text = printed(
        capsys, "query", "SELECT NULL AS a, 1e-7::DOUBLE AS b, true AS c", "--results", str(results)
    )
    assert text.split() == ["a", "b", "c", "-", "1e-07", "True"]


def test_the_examples_of_the_help_work(
    capsys: Capture, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the folder of the project, without --results."""
    monkeypatch.chdir(results.parent)
    assert "Toy Yahtzee" in printed(capsys, "query", "FROM games")
    assert "states_by_total" in printed(capsys, "query", "SHOW ALL TABLES")


@pytest.mark.parametrize("kind", ["table", "json"])
def test_two_columns_of_one_name(capsys: Capture, results: Path, kind: str) -> None:
    """Both values are printed, or the error says what is wrong."""
    code = run("query", "SELECT 17 AS a, 23 AS a", "--results", str(results), "--format", kind)
    out, err = capsys.readouterr()
    if code == 2:
        assert err.startswith("error: ") and err.count("\n") == 1
    else:
        assert code == 0 and "17" in out and "23" in out


@pytest.mark.parametrize("sql", ["SHOW ALL TABLES", "SELECT [1, 2] AS a", "SELECT INTERVAL 1 DAY AS a"])
def test_csv_of_values_that_csv_cannot_hold(capsys: Capture, results: Path, sql: str) -> None:
    """Printed in some way, or an error in one line."""
    code = run("query", sql, "--results", str(results), "--format", "csv")
    out, err = capsys.readouterr()
    if code == 2:
        assert err.startswith("error: ") and err.count("\n") == 1
    else:
        assert code == 0 and len(out.splitlines()) > 1


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_json_is_json(capsys: Capture, results: Path, number: str) -> None:
    """NaN and Infinity are no JSON."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is not JSON")

    text = printed(capsys, "query", f"SELECT '{number}'::DOUBLE AS a", "--results", str(results), "--json")
    assert len(json.loads(text, parse_constant=refuse)) == 1


# Errors

ERRORS: list[tuple[Sequence[str], str]] = [
    (["nope"], "'nope'"),
    (["--nope"], "COMMAND"),
    (["games", "nope"], "no game 'nope'; expected one of crag, kniffel, "),
    (["games", "toy", "crag"], "crag"),
    (["games", "--nope"], "--nope"),
    (["games", "none/such.yaml"], "none/such.yaml: No such file or directory"),
    (["value", "nope"], "no game 'nope'; expected one of crag, kniffel, "),
    (["value", "none.yaml"], "none.yaml: No such file or directory"),
    (["value", "/"], "/: Is a directory"),
    (["value", "a\nb"], "no game "),
    (["value", "generala-served", "--exact"], "expected value without --exact"),
    (["value", "toy", "--threads", "0"], "'0'; expected a number from 1"),
    (["value", "toy", "--threads", "-1"], "--threads"),
    (["value", "toy", "--threads", "two"], "'two'; expected a number from 1"),
    (["value", "toy", "--threads", "\N{SUPERSCRIPT TWO}"], "expected a number from 1"),
    (["query"], "sql"),
    (["query", "FROM games", "--format", "xml"], "'xml'"),
    (["query", "FROM games", "--results", "none"], "none/yahtzee.duckdb: no such file; expected results"),
]


@pytest.mark.parametrize(("arguments", "telling"), ERRORS, ids=[repr(" ".join(e[0])) for e in ERRORS])
def test_errors(capsys: Capture, arguments: Sequence[str], telling: str) -> None:
    assert telling in error_of(capsys, *arguments)


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("", "top level"),
        ("id: [", "line 1: not YAML"),
        ("id: toy\nid: toy\n", "line 2: key 'id' is there twice; expected it once"),
        ("{id: toy}", "is missing"),
        ("- 1", "expected a mapping"),
        ("\x00", "not YAML"),
    ],
)
def test_bad_game_files(capsys: Capture, tmp_path: Path, text: str, telling: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    for command in ("games", "value"):
        message = error_of(capsys, command, str(path))
        assert message.startswith(f"{path}: ") and telling in message


def test_a_game_file_that_is_no_text(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert error_of(capsys, "value", str(path)).startswith(f"{path}: not UTF-8 text")


QUERY_ERRORS = [
    ("SELEC 1", 'syntax error at or near "SELEC"'),
    ("", "expected one statement that only reads"),
    ("FROM nowhere", "nowhere does not exist"),
    ("DROP TABLE games", "only reads"),
    ("SELECT error('two\nlines')", "two"),
]


@pytest.mark.parametrize(("sql", "telling"), QUERY_ERRORS)
def test_query_errors(capsys: Capture, results: Path, sql: str, telling: str) -> None:
    assert telling in error_of(capsys, "query", sql, "--results", str(results))


def test_parquet_needs_a_file(capsys: Capture, results: Path) -> None:
    message = error_of(capsys, "query", "FROM games", "--results", str(results), "--format", "parquet")
    assert message == "query: parquet is not for a terminal; expected --out FILE"


@pytest.mark.parametrize("out", ["file/below", "."])
def test_a_file_that_cannot_be_written(capsys: Capture, results: Path, tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    to = ["--format", "csv", "--out", str(tmp_path / out)]
    message = error_of(capsys, "query", "FROM games", "--results", str(results), *to)
    assert str(tmp_path) in message
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


# Other processes


def test_a_process() -> None:
    done = spawn("value", "toy", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["mean"] == solved("toy").start_value


def test_the_error_of_a_process() -> None:
    done = spawn("value", "nope")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no game 'nope'") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", slow_but(["text", "table", "csv", "json"]))
def test_a_broken_pipe(results: Path, kind: str) -> None:
    """Whoever reads stops after a line: no traceback, no word."""
    sql = "SELECT e.* FROM expected AS e, range(20)"
    query = ["query", sql, "--results", str(results), "--format", kind]
    arguments = ["games", "--json"] if kind == "text" else query
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        if kind != "text":
            assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
