"""DuckDB: the result tables that .sql files make, the database that holds them, and free queries."""

import os
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import count
from pathlib import Path

import duckdb
import pyarrow as pa

from ..errors import UserError
from ..files import atomic
from .comments import add_comments

SQL = resources.files(__package__) / "sql"
DATABASE = "yahtzee.duckdb"
READING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN, duckdb.StatementType.PRAGMA)
WITH_GAME = ("games", "partition_costs", "published", "timings")
"""Tables that name the game in a column of their own."""
OF_ALL = ("partition_costs", "published", "timings")
"""Tables of all games together, beside their folders."""
LARGE = ("expected", "maxprob", "duel_endgame")
SCRIPTS = ("views.sql", "macros.sql")


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


def make_database(folder: Path, tables: Sequence[tuple[str, str]]) -> None:
    """Write <folder>/yahtzee.duckdb over the results (game, table): small tables inside, views over large.

    The views hold paths as given by `folder`: relative ones answer from the folder of the project.
    """
    names = sorted({name for _, name in tables})
    with atomic(folder / DATABASE) as temporary, duckdb.connect(str(temporary)) as connection:
        for name in names:
            kind = "VIEW" if name in LARGE else "TABLE"
            paths = {game: folder / game / f"{name}.parquet" for game, of in tables if of == name}
            connection.execute(f"CREATE {kind} {name} AS {_union(paths)}")
        for path in (folder / f"{name}.parquet" for name in OF_ALL):
            if path.exists():
                connection.execute(f"CREATE TABLE {path.stem} AS {_union({'': path})}")
        for script in _scripts(names):
            connection.execute(sql_text(script))
        add_comments(connection, table_names_of(connection))


def _scripts(names: Sequence[str]) -> Sequence[str]:
    """The scripts whose tables are there: those of `expected`, and that of `maxprob` or of its lack."""
    if "expected" not in names:
        return ()
    return *SCRIPTS, "maxprob.sql" if "maxprob" in names else "no_maxprob.sql"


def run_query(sql: str, results: Path) -> pa.Table:
    """Answer a query from the results, read-only; UserError for bad SQL or when there are none."""
    with connect(results) as connection:
        return run_on(connection, sql)


def connect(results: Path) -> duckdb.DuckDBPyConnection:
    """The database of a results folder, read-only; UserError when there is none."""
    database = results / DATABASE
    if not database.exists():
        raise UserError(f"{database}: no such file; expected results: run make run, or snakemake")
    try:
        connection = duckdb.connect(str(database), read_only=True)
    except duckdb.Error as error:
        raise _query_error(error) from None
    connection.execute("SET file_search_path = $folder", {"folder": str(results.parent)})
    return connection


def table_names_of(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The tables and views of an open database, sorted."""
    rows = connection.execute("SELECT table_name FROM information_schema.tables ORDER BY ALL").fetchall()
    return [name for (name,) in rows]


def run_on(connection: duckdb.DuckDBPyConnection, sql: str) -> pa.Table:
    """Answer a query from an open database; UserError for bad SQL."""
    try:
        statements = connection.extract_statements(sql)
        if len(statements) != 1 or statements[0].type not in READING:
            raise UserError("query: expected one statement that only reads, such as SELECT or FROM")
        rows = connection.sql(sql).to_arrow_table()
        return rows.rename_columns(_distinct(rows.column_names))
    except duckdb.Error as error:
        raise _query_error(error) from None


def _query_error(error: duckdb.Error) -> UserError:
    reason = " ".join(str(error).split("\n\n")[0].split())
    if isinstance(error, duckdb.CatalogException):
        reason += " Expected a table that 'SHOW ALL TABLES' lists: one that the run made"
    return UserError(f"query: {reason}")


def _union(paths: Mapping[str, Path]) -> str:
    """SELECT over the files of some games, with the game as the first column."""
    parts = []
    for game, path in paths.items():
        literal = os.fspath(path).replace("'", "''")
        columns = "*" if path.stem in WITH_GAME else f"'{game}' AS game, *"
        parts.append(f"SELECT {columns} FROM read_parquet('{literal}')")
    return " UNION ALL BY NAME ".join(parts)


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
