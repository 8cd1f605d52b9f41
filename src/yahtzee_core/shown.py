"""How objects show themselves: a line in a shell, a table in a notebook."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def line(name: str, **facts: Any) -> str:
    """`<Name: fact value, fact value>`; numbers to six digits."""
    words = ", ".join(f"{key.replace('_', ' ')} {_text(value)}" for key, value in facts.items())
    return f"<{name}: {words}>"


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as HTML; numbers stand on the right."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(value: Any) -> str:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    style = ' style="text-align: right"' if number else ""
    return f"<td{style}>{escape(_text(value))}</td>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else f"{value:,}" if type(value) is int else str(value)
