"""How commands read standard input: text in UTF-8, with or without a byte order mark."""

import sys
from collections.abc import Iterator

from ..errors import UserError

BYTE_ORDER_MARKS = ("\ufeff", "\u00ef\u00bb\u00bf")
"""As UTF-8 reads it, and as Latin-1 does, which some systems take for standard input."""


def input_lines() -> Iterator[str]:
    """The lines of standard input, as they come."""
    first = True
    while line := _line():
        yield _unmarked(line) if first else line
        first = False


def _line() -> str:
    try:
        return sys.stdin.readline()
    except UnicodeDecodeError as error:
        raise UserError(f"standard input: {error.reason}; expected text in {error.encoding}") from None


def _unmarked(line: str) -> str:
    for mark in BYTE_ORDER_MARKS:
        line = line.removeprefix(mark)
    return line
