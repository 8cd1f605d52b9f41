"""DuckDB: the result tables that .sql files make, and free queries."""

import re
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import count
from pathlib import Path

import duckdb
import pyarrow as pa

from ..errors import UserError
from ..files import atomic

SQL = resources.files(__package__) / "sql"
READING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN, duckdb.StatementType.PRAGMA)
OF_ALL = ("partition_costs", "published", "timings")
"""Tables of all games together, beside their folders."""


def sql_tables() -> list[str]:
    """The result tables that have a file in sql/tables, sorted."""
    return sorted(p.name[:-4] for p in (SQL / "tables").iterdir() if p.name.endswith(".sql"))


def table_inputs(name: str) -> list[str]:
    """The tables that sql/tables/<name>.sql reads: its bound parameters, sorted."""
    return sorted(set(re.findall(r"read_parquet\(\$(\w+)\)", sql_text(f"tables/{name}.sql"))))


def table_names(inputs: Sequence[str]) -> list[str]:
    """The result tables that SQL files make of the tables `inputs`, and of one another, sorted."""
    made: set[str] = set()
    while new := {n for n in sql_tables() if set(table_inputs(n)) <= {*inputs, *made}} - made:
        made |= new
    return sorted(made)


def make_table(name: str, inputs: Mapping[str, Path], path: Path) -> None:
    """Run sql/tables/<name>.sql over Parquet files, bound by name, into a Parquet file."""
    used = {key: str(inputs[key]) for key in table_inputs(name)}
    with duckdb.connect() as connection, atomic(path) as temporary:
        connection.execute("SET threads = 1")
        rows = connection.sql(sql_text(f"tables/{name}.sql"), params=used).to_arrow_table()
        connection.register("result", rows)
        connection.execute("COPY result TO $out (FORMAT parquet, COMPRESSION zstd)", {"out": str(temporary)})


def run_on(connection: duckdb.DuckDBPyConnection, sql: str) -> pa.Table:
    """Answer a query from an open database; UserError for bad SQL."""
    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1 or statements[0].type not in READING:
            raise UserError("query: expected one statement that only reads, such as SELECT or FROM")
        rows = connection.sql(sql).to_arrow_table()
        return rows.rename_columns(_distinct(rows.column_names))
    except duckdb.Error as error:
        raise query_error(error) from None


def query_error(error: duckdb.Error) -> UserError:
    """The error of a query in one line."""
    reason = " ".join(str(error).split("\n\n")[0].split())
    if isinstance(error, duckdb.CatalogException):
        reason += " Expected a table that 'SHOW ALL TABLES' lists: one that the run made"
    return UserError(f"query: {reason}")


def _distinct(names: Sequence[str]) -> list[str]:
    """Column names with a number after each that was there before: a, a_1, a_2."""
    distinct: list[str] = []
    for name in names:
        candidates = (name if i == 0 else f"{name}_{i}" for i in count())
        distinct.append(next(c for c in candidates if c not in distinct))
    return distinct


def sql_text(name: str) -> str:
    """A file of sql/; rules take it as a parameter, so that an edit makes its tables again."""
    return (SQL / name).read_text(encoding="utf-8")
