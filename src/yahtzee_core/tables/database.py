"""The DuckDB database over all results, and how it is opened.

Small files are copied into it, so that it answers wherever it is. Of larger ones it has views, whose paths
begin at the folder of the database: `yahtzee query` sets file_search_path to it. A view refuses a file that
carries another provenance than the one that was there when the database was made. The table `result_files`
says what each table is made of, `left_out` what did not belong.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ..errors import UserError
from ..files import atomic
from .comments import add_comments, add_macro_comments
from .queries import OF_ALL, run_on, sql_text
from .records import REMEDY, content_error, digest_of, read_record
from .schemas import SCHEMAS
from .storage import KEY, read_error, read_metadata, read_note

DATABASE = "yahtzee.duckdb"
STORAGE_VERSION = "v1.0.0"
"""The oldest that DuckDB can write and that holds everything."""
INSIDE_BYTES = 64_000_000
"""A table with a larger file is a view."""
WITH_GAME = ("games", *OF_ALL)
"""Tables that name the game in a column of their own."""
STATES = ("expected", "categories", "needs")
SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "views.sql": STATES,
    "macros.sql": STATES,
    "maxprob.sql": (*STATES, "maxprob"),
    "no_maxprob.sql": STATES,
    "parts.sql": ("categories", "parts"),
    "start.sql": ("games", "expected", "distribution", "distribution_by_bonus"),
    "correlations.sql": ("strategy_covariances",),
}
"""The scripts of views and macros, and the tables that each reads."""
Key = tuple[str, str]


def make_database(results: Path, tables: Sequence[Key], left_out: Mapping[Key, str] | None = None) -> None:
    """Write <results>/yahtzee.duckdb over result tables (game, table), which are taken as they are.

    The game is empty for tables of all games. left_out: why other tables do not belong, for `left_out`.
    """
    files = {(game, name): Path(game) / f"{name}.parquet" for game, name in tables}
    names = sorted({name for _, name in files})
    with atomic(results / DATABASE) as temporary, duckdb.connect() as connection:
        path = os.fspath(temporary).replace("'", "''")
        connection.execute(f"ATTACH '{path}' AS made (STORAGE_VERSION '{STORAGE_VERSION}')")
        connection.execute("USE made")
        _search_in(connection, results)
        connection.begin()  # once for all: each statement of its own would be synced
        for name in names:
            paths = {game: path for (game, table), path in files.items() if table == name}
            _add(connection, results, name, paths)
        for table in (_files_table(results, files), _left_out_table(left_out or {})):
            _copy(connection, *table)
        for script in _scripts(names):
            connection.execute(sql_text(script))
        add_comments(connection, table_names_of(connection))
        add_macro_comments(connection)
        connection.commit()
        connection.execute("USE memory")
        connection.execute("DETACH made")


def connect(results: Path, tell: Callable[[str], None] = lambda line: None) -> duckdb.DuckDBPyConnection:
    """The database of a results folder, read-only; UserError when there is none, or it is damaged.

    tell: is told of files that the database has views of and that are no longer those that it was made of.
    Their rows are left out of the answers.
    """
    database = results / DATABASE
    if not database.exists():
        raise UserError(f"{database}: no such file; expected results: run make run, or snakemake")
    if read_record(database) and (error := content_error(database)):
        raise UserError(f"{database}: {error}; {REMEDY}")
    try:
        connection = duckdb.connect(str(database), read_only=True)
        _search_in(connection, results)
        for game, name, reason in connection.execute("FROM left_out ORDER BY ALL").fetchall():
            tell(f"{name}{f' of {game}' if game else ''} is left out: {reason}; run it again")
        _leave_out_changed(connection, results, tell)
    except duckdb.Error as error:
        raise UserError(f"{database}: {str(error).splitlines()[0]}; {REMEDY}") from None
    return connection


def run_query(sql: str, results: Path, tell: Callable[[str], None] = lambda line: None) -> pa.Table:
    """Answer a query from the results, read-only; UserError for bad SQL or when there are none."""
    with connect(results, tell) as connection:
        return run_on(connection, sql)


def table_names_of(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The tables and views of an open database, sorted."""
    rows = connection.execute(
        "SELECT DISTINCT table_name FROM information_schema.tables ORDER BY ALL"
    ).fetchall()
    return [name for (name,) in rows]


def _add(connection: duckdb.DuckDBPyConnection, results: Path, name: str, paths: Mapping[str, Path]) -> None:
    """A table of one or more games, or a view when a file is large."""
    sizes = [(results / path).stat().st_size for path in paths.values()]
    if max(sizes) <= INSIDE_BYTES:
        connection.execute(f"CREATE TABLE {name} AS {_union(paths)}")
    else:
        notes = {game: read_metadata(results / path).get(KEY, b"").decode() for game, path in paths.items()}
        connection.execute(f"CREATE VIEW {name} AS {_union(paths, notes)}")


def _files_table(results: Path, files: Mapping[Key, Path]) -> tuple[str, list[dict[str, Any]]]:
    return "result_files", [_file_row(results, key, path) for key, path in sorted(files.items())]


def _file_row(results: Path, key: Key, path: Path) -> dict[str, Any]:
    note = read_note(results / path)
    names = ("game_fingerprint", "objective", "solver_fingerprint")
    size = (results / path).stat().st_size
    return {
        **{"game": key[0], "name": key[1], "file": path.as_posix(), "bytes": size},
        "inside": size <= INSIDE_BYTES,
        **{name: note.get(name) or None for name in names},
        "relative_error_at_most": read_error(results / path),
        "sha256": digest_of(results / path),
    }


def _left_out_table(left_out: Mapping[Key, str]) -> tuple[str, list[dict[str, Any]]]:
    rows = sorted(left_out.items())
    return "left_out", [{"game": game, "name": name, "reason": why} for (game, name), why in rows]


def _copy(connection: duckdb.DuckDBPyConnection, name: str, rows: list[dict[str, Any]]) -> None:
    connection.register("rows", pa.Table.from_pylist(rows, schema=SCHEMAS[name]))
    connection.execute(f"CREATE TABLE {name} AS FROM rows")
    connection.unregister("rows")


def _scripts(names: Sequence[str]) -> Sequence[str]:
    """The scripts whose tables are there; that of `maxprob`, or of its lack."""
    left_out = "no_maxprob.sql" if "maxprob" in names else "maxprob.sql"
    return [script for script, read in SCRIPTS.items() if script != left_out and {*read} <= {*names}]


def _search_in(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    connection.execute("SET file_search_path = $folder", {"folder": str(folder)})


def _leave_out_changed(
    connection: duckdb.DuckDBPyConnection, results: Path, tell: Callable[[str], None]
) -> None:
    """Put views of the files that are as they were before those in which some are not."""
    sql = "SELECT name, game, file, sha256 FROM result_files WHERE NOT inside ORDER BY ALL"
    rows = connection.execute(sql).fetchall()
    errors = {file: _file_error(results / file, digest) for _, _, file, digest in rows}
    for name in {name for name, _, file, _ in rows if errors[file]}:
        good = {game: Path(file) for of, game, file, _ in rows if of == name and not errors[file]}
        rows_of_good = _union(good) if good else _nothing(connection, name)
        connection.execute(f"CREATE TEMP VIEW {name} AS {rows_of_good}")
    for file, error in errors.items():
        if error:
            tell(f"{results / file}: {error}; its rows are left out; {REMEDY}")


def _nothing(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    """No rows, with the columns of a table."""
    fields = connection.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
        [name],
    ).fetchall()
    return f"SELECT {', '.join(f'NULL::{kind} AS {column}' for column, kind in fields)} WHERE false"


def _file_error(path: Path, digest: str) -> str:
    error = content_error(path)
    return error or ("" if digest_of(path) == digest else "other content than when the database was made")


def _union(paths: Mapping[str, Path], notes: Mapping[str, str] | None = None) -> str:
    """SELECT over the files of some games, with the game as the first column; refused without their notes."""
    parts = []
    for game, path in paths.items():
        literal = path.as_posix().replace("'", "''")
        columns = "*" if path.stem in WITH_GAME else f"'{game}' AS game, *"
        guard = f" WHERE {_is_of(literal, notes[game])}" if notes else ""
        parts.append(f"SELECT {columns} FROM read_parquet('{literal}'){guard}")
    return " UNION ALL BY NAME ".join(parts)


def _is_of(file: str, note: str) -> str:
    """True, or an error: whether a file carries a note."""
    found = f"SELECT decode(value) FROM parquet_kv_metadata('{file}') WHERE decode(key) = '{KEY.decode()}'"
    message = f"{file}: not the file that this database was made of"
    return (
        f"CASE WHEN ({found}) = '{note.replace(chr(39), chr(39) * 2)}' THEN true ELSE error('{message}') END"
    )
