"""How commands print: JSON, or text that fits 80 columns."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..game.joker_rules import with_words
from ..tables.storage import to_json


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


def print_rows(head: list[str], rows: list[list[Any]]) -> None:
    """A plain table: numbers to the right, text to the left."""
    cells = [head, *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [_is_number(rows[0][i]) if rows else False for i in range(len(head))]
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
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, when that is a terminal; told the share that is done."""
    shown = sys.stderr.isatty()

    def show(share: float) -> None:
        if shown:
            done = round(30 * share)
            print(f"\r{title} [{'#' * done}{'.' * (30 - done)}] {share:4.0%}", end="", file=sys.stderr)

    try:
        yield show
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr)


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
