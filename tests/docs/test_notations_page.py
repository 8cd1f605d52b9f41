"""docs/notations.md: its commands print what it shows, its examples are read, its numbers are right."""

import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from commands import Capture, printed
from helpers import PROJECT, builtin_states
from played import reviewed

from yahtzee_core.advice.gamelog import parse_log
from yahtzee_core.advice.notation import format_words, parse_position, position_schema
from yahtzee_core.advice.review_page import page
from yahtzee_core.turn.positions import format_action

DOCS = PROJECT / "docs"
PAGE = (DOCS / "notations.md").read_text(encoding="utf-8")
WIDTH = 120
PROMPT = "$ "


def blocks() -> list[str]:
    """The indented blocks of the page, without the indent."""
    found = re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE, re.MULTILINE)
    return ["\n".join(line[4:] for line in block.strip("\n").splitlines()) for block in found]


def commands() -> list[tuple[str, str]]:
    """Every command with what the page says that it prints."""
    shown = [f"\n{block}" for block in blocks() if block.startswith(PROMPT)]
    parts = [part for block in shown for part in block.split(f"\n{PROMPT}")[1:]]
    return [(command, f"{text}\n") for command, _, text in (part.partition("\n") for part in parts)]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the page has it, without results."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "docs").mkdir()
    for name in ("game.log", "positions.csv"):
        shutil.copy(DOCS / name, folder / "docs")
    return folder


def answer(command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command prints: of yahtzee in this process, of cat, head and echo as they do."""
    before, _, after = command.rpartition(" | ") if command.startswith("echo ") else ("", "", command)
    if before:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{shlex.split(before)[1]}\n"))
    name, *arguments = shlex.split(after)
    if name == "yahtzee":
        return printed(capsys, *arguments)
    lines = Path(arguments[-1]).read_text(encoding="utf-8").splitlines()
    return "".join(f"{line}\n" for line in (lines[: -int(arguments[0])] if name == "head" else lines))


def test_there_are_commands() -> None:
    assert len(commands()) == 7
    assert sum("yahtzee " in command for command, _ in commands()) == 4


@pytest.mark.slow
def test_commands_print_what_the_page_shows(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another, as a reader would."""
    monkeypatch.chdir(project)
    for command, shown in commands():
        assert answer(command, capsys, monkeypatch) == shown, command


def test_positions_of_the_page() -> None:
    """Each notation is read; all but JSON, which is shortened, are one position."""
    states = builtin_states("yahtzee")
    shown = [" ".join(block.split()) for block in blocks() if not block.startswith(PROMPT)]
    line, sheet, words, value = (parse_position(text, states) for text in shown[:4])
    assert line == words and {**vars(sheet), "points": None} == vars(line)
    assert value.dice == line.dice and value.filled == states.game.mask(["twos", "threes"])


@pytest.mark.slow
def test_the_numbers_of_the_text() -> None:
    """Of the sentence after the review."""
    review = reviewed("yahtzee", (DOCS / "game.log").read_text(encoding="utf-8"))
    assert review.luck is not None and review.loss is not None
    text = " ".join(PAGE.split())
    for number in (review.start_value - review.score, review.luck, review.loss):
        assert f"{number:.2f}" in text.partition("So this game was")[2]
    worst = max(review.decisions, key=lambda d: d.loss)
    assert format_action(review.game, worst.action) == "score three_of_a_kind"
    assert worst.loss > review.loss / 2


@pytest.mark.slow
def test_ties_are_no_mistakes() -> None:
    """Line 35 keeps dice that are as good as the best, but for rounding: no better action is told."""
    review = reviewed("yahtzee", (DOCS / "game.log").read_text(encoding="utf-8"))
    (tied,) = [d for d in review.decisions if d.action != d.best and d.loss < 1e-9]
    assert tied.line == 35 and tied.loss > 0
    position = format_words(review.game, tied.position)
    (row,) = [row for row in page(review).splitlines() if position in row]
    played, best = (format_action(review.game, action) for action in (tied.action, tied.best))
    assert best not in row.partition(f"<td>{played}</td>")[2]


def test_the_log_is_full_and_has_every_turn() -> None:
    log = parse_log((DOCS / "game.log").read_text(encoding="utf-8"), builtin_states("yahtzee"))
    assert (len(log.moves), log.final) == (39, 242)


def test_the_schema_of_the_page() -> None:
    (shown,) = [block for block in blocks() if '"$schema"' in block]
    assert json.loads(shown) == position_schema()


def test_lines_are_not_too_long() -> None:
    """But for those of the schema and of CSV."""
    long = [line for line in PAGE.splitlines() if len(line) > WIDTH]
    assert all(line.startswith(('    "late"', '        "')) for line in long), long
