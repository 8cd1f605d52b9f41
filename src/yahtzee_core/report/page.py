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
from duckdb import DuckDBPyConnection

from ..files import atomic
from ..game.names import plain
from ..tables.database import connect, table_names_of
from ..tables.queries import run_on
from .blocks import HERE, Block, Section, load_sections, present
from .numbers import column_texts
from .plots import plot_json

FILTER_FROM = 12
"""Rows of a table from which it has a filter."""
MARKS = {True: "yes", False: "no", None: ""}


def write_report(results: Path, path: Path, today: date | None = None) -> int:
    """Write the report of a results folder, from its database alone; returns the number of its blocks.

    UserError when there is no database.
    """
    with connect(results) as connection:
        sections = present(load_sections(), table_names_of(connection))
        numbers = count()
        asked = [(section, _asked(connection, section, numbers)) for section in sections]
        shown = [{"section": section, "blocks": blocks} for section, blocks in asked if blocks]
    text = _page(shown, today or date.today())
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return next(numbers)


def _asked(connection: DuckDBPyConnection, section: Section, numbers: Iterator[int]) -> list[dict[str, Any]]:
    """The blocks of a section; one whose question finds nothing is left out."""
    found = ((block, run_on(connection, block.sql)) for block in section.blocks)
    return [
        _shown(block, rows, next(numbers), section.id, certain_digits(connection, block.certain))
        for block, rows in found
        if len(rows)
    ]


def certain_digits(connection: DuckDBPyConnection, table: str) -> int | None:
    """Digits after the point that all numbers of a table are certain to have; None for no table."""
    if not table:
        return None
    sql = "SELECT min(p.digits) FROM precision AS p JOIN result_files USING (game, name) WHERE name = $table"
    digits = connection.execute(sql, {"table": table}).fetchall()[0][0]
    return None if digits is None else int(digits)


def _page(shown: list[dict[str, Any]], today: date) -> str:
    template = _environment().get_template("page.html.j2")
    return template.render(
        shown=shown,
        plotly=plotly.offline.get_plotlyjs(),
        script=_read("report.js"),
        style=_read("report.css"),
        today=today.isoformat(),
        filter_from=FILTER_FROM,
    )


def _shown(
    block: Block, rows: pa.Table, number: int, section: str, certain: int | None = None
) -> dict[str, Any]:
    shown = {"block": block, "number": number, "id": f"{section}-{plain(block.title).replace('_', '-')}"}
    if block.kind == "sentence":
        return {**shown, "sentence": " ".join(rows.column(0).to_pylist())}
    if block.kind != "table":
        return {**shown, "plot": plot_json(block, rows)}
    head = [
        {
            "text": block.labels.get(field.name, field.name.replace("_", " ")),
            "number": _holds_numbers(field.type),
        }
        for field in rows.schema
    ]
    return {**shown, "table": {"head": head, "rows": _cells(rows, certain)}}


def _holds_numbers(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _cells(rows: pa.Table, certain: int | None) -> list[list[dict[str, Any]]]:
    """The cells of a table, row by row."""
    columns = [_column(column, certain) for column in rows.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _column(column: pa.ChunkedArray, certain: int | None) -> list[dict[str, Any]]:
    values, number = column.to_pylist(), _holds_numbers(column.type)
    if number:
        values = [float(value) if isinstance(value, Decimal) else value for value in values]
    texts = column_texts(values, certain) if number else [_text(value) for value in values]
    return [{"text": text, "number": number} for text in texts]


def _text(value: Any) -> str:
    return MARKS[value] if isinstance(value, bool) or value is None else str(value)


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
