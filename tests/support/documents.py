"""Commands in Markdown and what they print: found, run, compared, or written anew.

A command stands in an indented block behind `$ `; the lines under it are its output, in which `...` is
any text. A command without lines under it is an invitation, and not run. What stands under a comment
`<!-- not run: why -->` is not run either.

    python tests/documents.py docs/questions.md     runs all commands of a page, and writes their outputs
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from yahtzee_core.cli import main

INDENT = "    "
PROMPT = f"{INDENT}$ "


@dataclass(frozen=True)
class Command:
    """A command of a page: the number of its first line, from 0, and of the line after its output."""

    page: Path
    line: int
    end: int
    text: str
    output: str


def commands(page: Path) -> Iterator[Command]:
    """All commands of a page that are to be run."""
    lines = page.read_text(encoding="utf-8").splitlines()
    skipped = False
    for i, line in enumerate(lines):
        if line and not line.startswith(INDENT):
            skipped = line.startswith("<!-- not run")
        if line.startswith(PROMPT) and not skipped:
            end = i + 1 + _output_lines(lines[i + 1 :])
            output = "\n".join(text[len(INDENT) :] for text in lines[i + 1 : end])
            yield Command(page, i, end, line.removeprefix(PROMPT), output)


def _output_lines(lines: list[str]) -> int:
    """How many lines are output: the rest of the block, up to the next command; blank lines may be inside."""
    count = 0
    for i, line in enumerate(lines):
        if line.startswith(PROMPT) or (line and not line.startswith(INDENT)):
            break
        count = i + 1 if line else count
    return count


def run(text: str, folder: Path) -> str:
    """What a command prints, in a folder, in a terminal of 80 columns."""
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        text, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return (done.stdout or done.stderr).rstrip("\n")


def plain_words(text: str) -> list[str]:
    """The words of a command behind `yahtzee`; empty where it needs a shell, or another program."""
    first, *words = shlex.shlex(text, posix=True, punctuation_chars=True)
    split = shlex.split(text)
    return split[1:] if first == "yahtzee" and not any(set(word) <= set("|&;<>()") for word in words) else []


def called(words: list[str], folder: Path) -> str:
    """What a command of `yahtzee` prints that is called in this process, in a folder; it must succeed."""
    said = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(said):
        code = main(words)
    assert code == 0, words
    return said.getvalue().rstrip("\n")


def agrees(expected: str, found: str) -> bool:
    """Whether an output is the expected one, in which `...` stands for any text."""
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    lines = "\n".join(line.rstrip() for line in found.splitlines())
    return re.fullmatch(pattern, lines, re.DOTALL) is not None


def rewrite(page: Path, folder: Path) -> None:
    """Write the outputs of all commands of a page into it."""
    lines = page.read_text(encoding="utf-8").splitlines()
    for command in reversed(list(commands(page))):
        found = run(command.text, folder)
        if command.output and agrees(command.output, found):
            continue
        lines[command.line + 1 : command.end] = [f"{INDENT}{text}".rstrip() for text in found.splitlines()]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "."))
