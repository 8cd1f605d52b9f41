"""The report as one HTML file that needs nothing else: no request leaves it, and it prints."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import jinja2
import plotly.offline
import pyarrow as pa

from ..files import atomic
from ..tables.database import connect, table_names_of
from ..tables.queries import run_on
from .blocks import HERE, Block, load_sections, present
from .plots import plot_json

DIGITS = 6
MARKS = {True: "yes", False: "no", None: ""}


def write_report(results: Path, path: Path, today: date | None = None) -> int:
    """Write the report of a results folder, from its database alone; returns the number of its blocks.

    UserError when there is no database.
    """
    with connect(results) as connection:
        sections = present(load_sections(), table_names_of(connection))
        numbers = count()
        shown = [
            {
                "section": section,
                "blocks": [
                    _shown(block, run_on(connection, block.sql), next(numbers)) for block in section.blocks
                ],
            }
            for section in sections
        ]
    text = _page(shown, today or date.today())
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return next(numbers)


def _page(shown: list[dict[str, Any]], today: date) -> str:
    template = _environment().get_template("page.html.j2")
    return template.render(
        shown=shown,
        plotly=plotly.offline.get_plotlyjs(),
        script=_read("report.js"),
        style=_read("report.css"),
        today=today.isoformat(),
    )


def _shown(block: Block, rows: pa.Table, number: int) -> dict[str, Any]:
    if block.kind != "table":
        return {"block": block, "plot": plot_json(block, rows), "number": number}
    head = [
        {
            "text": block.labels.get(field.name, field.name.replace("_", " ")),
            "number": _holds_numbers(field.type),
        }
        for field in rows.schema
    ]
    return {"block": block, "table": {"head": head, "rows": list(_cells(rows))}, "number": number}


def _holds_numbers(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _cells(rows: pa.Table) -> Iterator[list[dict[str, Any]]]:
    for row in rows.to_pylist():
        yield [{"text": _text(value), "number": _is_number(value)} for value in row.values()]


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return MARKS[value]
    if value == 0:
        return "0"
    if isinstance(value, float):
        return f"{value:#.{DIGITS}g}" if abs(value) < 10**DIGITS else f"{value:,.0f}"
    if isinstance(value, int) and abs(value) >= 10**4:
        return f"{value:,}"
    return str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
