"""DuckDB: the result tables that .sql files make, the database that holds them, and free queries."""

import os
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

import duckdb
import pyarrow as pa

from .errors import UserError
from .storage import atomic

SQL = resources.files(__package__) / "sql"
DATABASE = "yahtzee.duckdb"


def table_names() -> list[str]:
    """The result tables that have a file in sql/tables, sorted."""
    return sorted(p.name[:-4] for p in (SQL / "tables").iterdir() if p.name.endswith(".sql"))


def make_table(name: str, inputs: Mapping[str, Path], path: Path) -> None:
    """Run sql/tables/<name>.sql over Parquet files, bound by name, into a Parquet file."""
    query = (SQL / "tables" / f"{name}.sql").read_text(encoding="utf-8")
    used = {key: str(file) for key, file in inputs.items() if f"${key}" in query}
    with duckdb.connect() as connection, atomic(path) as temporary:
        connection.execute("SET threads = 1")
        relation = connection.sql(query, params=used).to_arrow_table()
        connection.register("result", relation)
        connection.execute("COPY result TO $out (FORMAT parquet, COMPRESSION zstd)", {"out": str(temporary)})


def make_database(folder: Path, games: Sequence[str]) -> None:
    """Write <folder>/yahtzee.duckdb: small tables of all games inside, views over the large ones.

    The views hold paths as given by `folder`: relative ones answer from the folder of the project.
    """
    with atomic(folder / DATABASE) as temporary, duckdb.connect(str(temporary)) as connection:
        for name in ("games", "categories", "needs", "openings", *table_names()):
            connection.execute(f"CREATE TABLE {name} AS {_union(folder, games, name)}")
        connection.execute(f"CREATE VIEW expected AS {_union(folder, games, 'expected')}")
        for script in ("views.sql", "macros.sql"):
            connection.execute((SQL / script).read_text(encoding="utf-8"))


def run_query(sql: str, results: Path) -> pa.Table:
    """Answer a query from the results, read-only; UserError for bad SQL or when there are none."""
    database = results / DATABASE
    if not database.exists():
        raise UserError(f"{database}: no such file; expected results: run make run, or snakemake")
    try:
        with duckdb.connect(str(database), read_only=True) as connection:
            connection.execute("SET file_search_path = $folder", {"folder": str(results.parent)})
            relation = connection.sql(sql)
            if relation is None:
                raise UserError("query: no rows; expected one statement that returns rows")
            return relation.to_arrow_table()
    except duckdb.Error as error:
        reason = " ".join(str(error).split("\n\n")[0].split())
        raise UserError(f"query: {reason}") from None


def _union(folder: Path, games: Sequence[str], name: str) -> str:
    """SELECT over the files of all games, with the game as the first column."""
    parts = []
    for game in games:
        path = os.fspath(folder / game / f"{name}.parquet").replace("'", "''")
        column = "*" if name == "games" else f"'{game}' AS game, *"
        parts.append(f"SELECT {column} FROM read_parquet('{path}')")
    return " UNION ALL BY NAME ".join(parts)
