"""How commands print: JSON, or text that fits 80 columns."""

import json
import shutil
import textwrap
from typing import Any


def print_json(value: Any) -> None:
    """One JSON document."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=str))


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
