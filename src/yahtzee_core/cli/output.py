"""How commands print: JSON, or text that fits 80 columns."""

import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..game.joker_rules import with_words
from ..tables.storage import to_json

BAR = 30
"""Characters of a bar."""
SOON = 2.0
"""Seconds before which nobody can tell how long something takes."""


def print_json(value: Any) -> None:
    """One JSON document."""
    print(to_json(value))


def named_in(answer: dict[str, Any]) -> str:
    """The game of a JSON answer, with the words of its joker rule."""
    return with_words(answer["game"], answer["joker"])


def print_wrapped(text: str, indent: str = "") -> None:
    """Text in lines of the terminal, 80 columns at most."""
    width = min(shutil.get_terminal_size().columns, 80)
    print(textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent))


def print_last_wrapped(rows: list[list[str]]) -> None:
    """Two columns; what is too long for a line goes on below, in the second one."""
    first = max(len(row[0]) for row in rows) + 2
    width = min(shutil.get_terminal_size().columns, 80)
    for name, text in rows:
        head, left = name.ljust(first), " " * first
        print(textwrap.fill(text, max(width, first + 20), initial_indent=head, subsequent_indent=left))


def print_rows(head: list[str], rows: list[list[Any]]) -> None:
    """A plain table: numbers to the right, text to the left."""
    cells = [head, *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [any(_is_number(row[i]) for row in rows) for i in range(len(head))]
    for row in cells:
        padded = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        print("  ".join(padded).rstrip())


def several(number: int, word: str) -> str:
    """A number of things: `1 point`, `2 points`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def note(line: str) -> None:
    """A line beside the answer, on standard error."""
    print(f"note: {line}", file=sys.stderr)


@contextmanager
def progress_bar(title: str, why: str = "") -> Iterator[Callable[[float], None]]:
    """A bar on standard error, when that is a terminal; told the share that is done.

    why: a line before it, once there is something to do.
    """
    bar = _Bar(title, why)
    try:
        yield bar.show if sys.stderr.isatty() else _nothing
    finally:
        bar.clear()


def _nothing(share: float) -> None:
    """No bar where nobody looks."""


class _Bar:
    """What is done, and how long the rest takes if it goes on as it did."""

    def __init__(self, title: str, why: str) -> None:
        self.title, self.why = title, why
        self.began: float | None = None

    def show(self, share: float) -> None:
        """Draw it anew."""
        if self.began is None:
            self.began = time.monotonic()
            if self.why:
                note(self.why)
        done, left = round(BAR * share), remaining(share, time.monotonic() - self.began)
        line = f"{self.title} [{'#' * done}{'.' * (BAR - done)}] {share:4.0%}{left}"
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take it away."""
        if self.began is not None:
            print("\r\033[K", end="", file=sys.stderr)


def remaining(share: float, seconds: float) -> str:
    """How long the rest takes, after some seconds for a share; nothing as long as that is a guess."""
    if seconds < SOON or not 0 < share < 1:
        return ""
    left = seconds * (1 - share) / share
    return f", {left / 60:.0f} min left" if left >= 90 else f", {left:.0f} s left"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return (
        f"{value:.6g}"
        if isinstance(value, float) and abs(value) < 1e-4
        else (f"{value:.5f}" if isinstance(value, float) else str(value))
    )
