"""What the tables of the database are, said in the database itself: comments on tables and columns."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import duckdb
import yaml

from .schemas import SCHEMAS

GAME = "Id of the game."


def table_comments() -> dict[str, str]:
    """What each table or view of the database is, by name (sql/comments.yaml)."""
    return {name: _line(about["table"]) for name, about in _texts().items() if name != "macros"}


def macro_comments() -> dict[str, str]:
    """What each macro answers, by name."""
    return {name: _line(text) for name, text in _texts()["macros"].items()}


def table_rows(name: str) -> str:
    """What a row of a table is; nothing for files that are no table."""
    return str(_texts().get(name, {}).get("rows", ""))


def view_names() -> list[str]:
    """The views that SQL makes."""
    return [name for name, about in _texts().items() if about.get("view")]


def sql_columns(name: str) -> dict[str, str]:
    """What the columns are of a table or view that SQL makes."""
    return dict(_texts()[name].get("columns", {}))


def column_comments(table: str) -> dict[str, str]:
    """What each column of a table or view is, with its unit; of schemas, or of sql/comments.yaml."""
    comments = {"game": GAME}
    for field in SCHEMAS.get(table, []):
        about = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        unit = f" [{about['unit']}]" if about.get("unit") else ""
        comments[field.name] = f"{about['description']}{unit}"
    return comments | dict(_texts().get(table, {}).get("columns", {}))


def add_comments(connection: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> None:
    """Put the comments on some tables and views of an open database, and on their columns."""
    about = table_comments()
    for table in tables:
        kind = "VIEW" if _is_view(connection, table) else "TABLE"
        if table in about:
            connection.execute(f"COMMENT ON {kind} {table} IS '{_quoted(about[table])}'")
        columns = [row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall()]
        known = column_comments(table)
        for column in columns:
            if column in known:
                connection.execute(f"COMMENT ON COLUMN {table}.{column} IS '{_quoted(known[column])}'")


def add_macro_comments(connection: duckdb.DuckDBPyConnection) -> None:
    """Put the comments on the macros of an open database."""
    sql = "SELECT function_name FROM duckdb_functions() WHERE function_type = 'macro' AND NOT internal"
    there = {name for (name,) in connection.execute(sql).fetchall()}
    for name, about in macro_comments().items():
        if name in there:
            connection.execute(f"COMMENT ON MACRO {name} IS '{_quoted(about)}'")


def _line(text: Any) -> str:
    return " ".join(str(text).split())


@cache
def _texts() -> Mapping[str, Any]:
    text = (resources.files(__package__) / "sql" / "comments.yaml").read_text(encoding="utf-8")
    texts: Mapping[str, Any] = yaml.safe_load(text)
    return texts


def _is_view(connection: duckdb.DuckDBPyConnection, table: str) -> bool:
    row = connection.execute("SELECT count(*) FROM duckdb_views() WHERE view_name = ?", [table]).fetchone()
    return bool(row and row[0])


def _quoted(text: str) -> str:
    return text.replace("'", "''")
