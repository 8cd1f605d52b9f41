"""Fingerprints: the closure of the imports of what computes a table, without comments; edited in a copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PROJECT
from lanes import slow_but

from yahtzee_core.tables import sources
from yahtzee_core.tables.provenance import MADE_BY, strategy_file
from yahtzee_core.tables.sources import ROOT, fingerprint, sources_of, stripped

SOURCE = PROJECT / "src" / "yahtzee_core"
PRINT = """
from yahtzee_core.tables.sources import fingerprint
from yahtzee_core.tables.provenance import MADE_BY
for name, module in MADE_BY.items():
    print(name, fingerprint(module))
"""
EXPECTED, MAXPROB, DUEL = (f"runs/objectives/{name}.py" for name in ("expected", "maxprob", "duel"))


def names(module: str) -> set[str]:
    """The sources of a module, as paths in the package."""
    return {path.relative_to(ROOT).as_posix() for path in sources_of(module)}


@pytest.mark.parametrize("objective", MADE_BY)
def test_every_table_has_a_module_that_computes_it(objective: str) -> None:
    found = names(MADE_BY[objective])
    assert MADE_BY[objective].replace(".", "/") + ".py" in found
    assert len(found) > 5


def test_sources_of_expected() -> None:
    found = names(MADE_BY["expected"])
    assert {"solve/expected.py", "turn/states.py", "turn/kernel/turn_body.h", "game/scoring.py"} <= found
    assert "turn/kernel/avx2.c" in found and "turn/kernel/_turn.c" not in found
    assert not found & {"partition/costs.py", "tables/storage.py", "game/load.py", "game/words.py", MAXPROB}


def test_what_looks_at_results_is_no_source_of_values() -> None:
    """Columns, words, pages and commands change no number."""
    for objective, module in MADE_BY.items():
        rooms = {name.split("/")[0] for name in names(module)}
        assert not rooms & {"cli", "web", "report", "advice"}, objective


def test_data_of_a_module_is_its_source() -> None:
    assert "policies/strategies/rules_schema.json" in names("policies.strategies.load")
    assert {"report/report.yaml", "report/page.html.j2"} <= names("report.page")
    assert not any(name.endswith(".tsp") or "/games/" in name for name in names("runs.tour"))


def test_a_strategy_of_data_has_its_own_file() -> None:
    found = strategy_file("best-rules")
    assert found is not None and found.name == "best-rules.yaml"
    assert strategy_file("greedy") is None


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("a.py", '"""Doc."""\nx = 1  # one\n\n\ndef f():\n    """More."""\n    return "# no comment"\n',
         'x = 1\ndef f():\n    return "# no comment"'),
        ("a.py", "x = (\n    'a'  # first\n    '''b'''\n)\n", "x = (\n    'a'\n    '''b'''\n)"),
        ("a.h", "int x; /* one\n two */ // three\nint y;\n", "int x;\nint y;"),
        ("a.c", "int x; // one\n#include <y.h>\n", "int x;\n#include <y.h>"),
        ("a.pyx", 'def f():\n    """Doc."""\n    return 1  # one\n', "def f():\n    return 1"),
        ("a.sql", "SELECT '--no' -- yes\n FROM x\n", "SELECT '--no'\n FROM x"),
        ("a.yaml", "# note\na: [1, 2]  # more\n", '{"a": [1, 2]}'),
        ("a.csv", "# kept\n", "# kept\n"),
    ],
)  # fmt: skip
def test_what_is_left_of_a_source(tmp_path: Path, name: str, text: str, left: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert stripped(path) == left


def test_a_fingerprint_is_of_names_and_texts() -> None:
    assert fingerprint("game.scoring") == fingerprint("game.scoring") != fingerprint("game.refusals")


# Edits in a copy


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with its kernel."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, folder / "yahtzee_core", ignore=shutil.ignore_patterns("__pycache__", "_turn.c"))
    return folder


def fingerprints(folder: Path) -> dict[str, str]:
    """Of every objective, by the sources in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT],
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.fixture(scope="module")
def before(package: Path) -> dict[str, str]:
    """The fingerprints before any edit."""
    return fingerprints(package)


EVERYTHING_PLAYED = {*MADE_BY} - {"held_karp", "tour"}


EDITS: list[tuple[str, str, str, set[str]]] = [
    ("solve/maxprob.py", '"""`maxprob`: the', '"""The objective: the', set()),
    ("turn/kernel/turn_body.h", "/* best = the best of", "/* the best of", set()),
    ("turn/states.py", "needs[u]: the needs", "needs[u]: all needs", set()),
    ("tables/schemas/solved.py", "The total of a game.", "Its total.", set()),
    ("advice/advice.py", "CLOSE = 0.5", "CLOSE = 0.4", set()),
    ("solve/best_play.py", "total[: len(row)] += row", "total[: len(row)] += 1 * row", {"blind"}),
    ("runs/facts.py", "scores=False", "scores=not True", {"distribution"}),
    (
        "solve/maxprob.py",
        "8 * self.threads",
        "4 * self.threads",
        EVERYTHING_PLAYED
        - {"expected", "saved", "distribution", "strategies", "rule_changes", "exact", "parts", "labelled"},
    ),
    ("game/scoring.py", "frozen=True", "frozen=not False", EVERYTHING_PLAYED),
    ("turn/kernel/turn_body.h", "sum[q] * p", "p * sum[q]", EVERYTHING_PLAYED),
]


QUICK = (EDITS[1], EDITS[-1])


@pytest.mark.parametrize(("file", "old", "new", "changed"), slow_but(EDITS, *QUICK))
def test_an_edit_changes_what_depends_on_it(
    package: Path, before: dict[str, str], file: str, old: str, new: str, changed: set[str]
) -> None:
    path = package / "yahtzee_core" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    try:
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        after = fingerprints(package)
    finally:
        path.write_text(text, encoding="utf-8")
    assert {name for name in MADE_BY if before[name] != after[name]} == changed


# What is kept of the sources


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two modules, the first of which imports the second."""
    (tmp_path / "a.py").write_text("from . import b\nX = b.Y\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("Y = 1\n", encoding="utf-8")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def as_anew(monkeypatch: pytest.MonkeyPatch, *names: str) -> tuple[str, int]:
    """The fingerprint as another process finds it, and how often it computes one."""
    for each in (sources.fingerprint, sources._state, sources.stripped, sources._tree, sources._imported):
        each.cache_clear()
    asked: list[tuple[str, ...]] = []
    compute = sources.computed_fingerprint
    with monkeypatch.context() as patched:
        patched.setattr(sources, "computed_fingerprint", lambda *of: asked.append(of) or compute(*of))
        found = sources.fingerprint(*names)
    return found, len(asked)


def test_a_fingerprint_is_computed_once_for_all_processes(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = as_anew(monkeypatch, "a")
    assert first[1] == 1 and as_anew(monkeypatch, "a") == (first[0], 0)
    assert as_anew(monkeypatch, "b")[1] == 1 and as_anew(monkeypatch, "a")[1] == 0


@pytest.mark.parametrize("change", ["content", "time", "more", "fewer"])
def test_any_other_file_of_the_package_computes_it_again(
    small: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    (small / "c.txt").write_text("c", encoding="utf-8")
    before, _ = as_anew(monkeypatch, "a")
    if change == "content":
        (small / "b.py").write_text("Y = 22\n", encoding="utf-8")
    elif change == "time":
        os.utime(small / "b.py", ns=(1, 1))
    elif change == "more":
        (small / "d.py").write_text("", encoding="utf-8")
    else:
        (small / "c.txt").unlink()
    after, computed = as_anew(monkeypatch, "a")
    assert computed == 1 and (after != before) == (change == "content")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"state": 1}', '{"digests": {"a": "0"}, "state": "other"}'])
def test_what_was_kept_may_be_damaged(small: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    found, _ = as_anew(monkeypatch, "a")
    (small / sources.KEPT).write_text(text, encoding="utf-8")
    assert as_anew(monkeypatch, "a") == (found, 1)
    assert as_anew(monkeypatch, "a") == (found, 0)


def test_nothing_is_kept_where_nothing_may_be_written(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small / "__pycache__").write_text("in the way", encoding="utf-8")
    assert as_anew(monkeypatch, "a")[1] == as_anew(monkeypatch, "a")[1] == 1
    (small / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    as_anew(monkeypatch, "a")
    assert not (small / "__pycache__").exists()
