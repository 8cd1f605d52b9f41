"""How commands read standard input: text in UTF-8, with or without a byte order mark."""

import argparse
import sys
from collections.abc import Iterator

from ..errors import UserError
from ..files import unmarked

LATIN_MARK = "\u00ef\u00bb\u00bf"
"""A byte order mark as Latin-1 reads it, which some systems take for standard input."""


def input_lines() -> Iterator[str]:
    """The lines of standard input, as they come."""
    first = True
    while line := _line():
        yield unmarked(line).removeprefix(LATIN_MARK) if first else line
        first = False


def _line() -> str:
    try:
        return sys.stdin.readline()
    except UnicodeDecodeError as error:
        raise UserError(f"standard input: {error.reason}; expected text in {error.encoding}") from None


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that names a game; yahtzee when it is left out."""
    parser.add_argument(
        "game", nargs="?", default="yahtzee", help="id, or path to a game file; default: yahtzee"
    )
