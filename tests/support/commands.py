"""Commands run in this process or another one, and what they print."""

import subprocess
import sys

import pytest

from yahtzee_core.cli import main

COMMAND = [sys.executable, "-m", "yahtzee_core.cli"]


COLUMNS = 80


ABOUT = ["format", "version", "game", "joker", "fingerprint"]
"""What every JSON answer about a game says first."""


Capture = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    """The exit code of a command in this process."""
    try:
        return main(arguments)
    except SystemExit as exit:
        return int(exit.code or 0)


def printed(capsys: Capture, *arguments: str) -> str:
    """What a command that succeeds prints."""
    assert run(*arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def error_of(capsys: Capture, *arguments: str) -> str:
    """The error of a command: code 2, one line on stderr, nothing on stdout."""
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("error: ")
    assert err.endswith("\n") and err.count("\n") == 1, err
    return err.removeprefix("error: ").removesuffix("\n")


def spawn(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=900, check=False)
