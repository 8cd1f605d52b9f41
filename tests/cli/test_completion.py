"""Completion: what a shell is answered, and what it is given to ask."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from commands import COMMAND, Capture, error_of, printed
from lanes import slow_ones

from yahtzee_core.cli.completion import SHELLS


def completions(line: str, tmp_path: Path) -> set[str]:
    """What a shell offers at the end of a line."""
    out = tmp_path / "completions"
    asked = {
        **{"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(out), "_ARGCOMPLETE_IFS": "\n"},
        **{"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"},
    }
    subprocess.run(COMMAND, env={**os.environ, **asked}, cwd=tmp_path, check=True, timeout=60)
    return {word.strip() for word in out.read_text(encoding="utf-8").split("\n") if word.strip()}


@pytest.mark.parametrize(
    ("line", "offered"),
    slow_ones(
        [
            ("yahtzee val", {"value"}),
            ("yahtzee maxprob --tar", {"--target"}),
            ("yahtzee value yatzy-", {"yatzy-down", "yatzy-up"}),
            ("yahtzee evaluate yatzy gre", {"greedy"}),
            ("yahtzee race --against heur", {"heuristic"}),
        ],
        *(("yahtzee maxprob --tar", {"--target"}), ("yahtzee race --against heur", {"heuristic"})),
    ),
)
def test_words(line: str, offered: set[str], tmp_path: Path) -> None:
    found = completions(line, tmp_path)
    assert offered <= found and all(word.startswith(line.rsplit(" ", 1)[1]) for word in found)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_code_of_a_shell(shell: str, capsys: Capture, tmp_path: Path) -> None:
    code = printed(capsys, "completion", shell)
    assert "yahtzee" in code
    if shutil.which(shell):
        path = tmp_path / "code"
        path.write_text(code, encoding="utf-8")
        subprocess.run([shell, "-n", str(path)], check=True, timeout=60)


def test_another_shell(capsys: Capture) -> None:
    assert "invalid choice: 'dash'" in error_of(capsys, "completion", "dash")
