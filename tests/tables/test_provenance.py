"""Fingerprints: the closure of the imports of what computes a table, without comments; edited in a copy."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PROJECT
from lanes import slow_but

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
