"""yahtzee query: SQL over the results."""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from ..errors import UserError
from .output import note, print_json, print_rows

TABLES = """
SELECT table_name AS "table", estimated_size AS "rows", comment FROM duckdb_tables() WHERE NOT internal
UNION ALL SELECT view_name, NULL, comment FROM duckdb_views() WHERE NOT internal ORDER BY 1
"""
"""What `yahtzee query tables` asks."""
ROWS = 1000
"""Rows that a terminal shows, at the most."""
FORMATS = ("table", "csv", "json", "parquet")


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "query",
        help="ask the results a question in SQL (DuckDB)",
        description="Answer one SQL statement (DuckDB) over results/yahtzee.duckdb. "
        "Try: yahtzee query tables, which lists the tables.",
    )
    parser.add_argument("sql", help="one statement that returns rows; or the word tables")
    parser.add_argument("--format", choices=FORMATS, help="default: that of --out, else table")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--out", type=Path, help="file to write (csv, json or parquet)")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Answer, print or write."""
    from ..tables.database import run_query  # slow to import
    from ..tables.storage import write_answer

    kind = _format(options)
    answer = run_query(TABLES if options.sql == "tables" else options.sql, options.results, note)
    if options.out:
        write_answer(answer, kind, options.out)
    elif kind == "parquet":
        raise UserError("query: parquet is not for a terminal; expected --out FILE")
    elif kind == "csv":
        write_answer(answer, kind, sys.stdout.buffer)
    elif kind == "json":
        print_json(answer.to_pylist())
    elif sys.stdout.isatty():
        import duckdb

        duckdb.from_arrow(answer).show(max_width=shutil.get_terminal_size().columns, max_rows=ROWS)
    else:
        print_rows(answer.column_names, [list(row.values()) for row in answer.to_pylist()])


def _format(options: argparse.Namespace) -> str:
    """The format that was asked for, or that the name of the file says."""
    if options.json or options.format:
        kind = "json" if options.json else str(options.format)
    elif options.out:
        kind = options.out.suffix.lower().removeprefix(".")
    else:
        kind = "table"
    if options.out and kind not in ("csv", "json", "parquet"):
        raise UserError(f"query: --out {options.out}; expected --format csv, json or parquet")
    return kind
