"""A results folder for Python: its tables as Arrow, questions in SQL, the open database."""

from importlib import import_module
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ..errors import UserError
from ..shown import html_table, line
from .comments import table_comments
from .database import connect, table_names_of
from .queries import run_on

if TYPE_CHECKING:
    import duckdb


class Results:
    """The tables that a run made; what does not belong or is damaged is left out, as by the commands.

    left_out: what was left out, and why. connection: the open database, read-only; `close` ends it, and so
    does a `with` block.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.left_out: list[str] = []
        self.connection: duckdb.DuckDBPyConnection = connect(folder, self.left_out.append)

    @property
    def tables(self) -> list[str]:
        """The names of the tables and views."""
        return table_names_of(self.connection)

    def query(self, sql: str) -> pa.Table:
        """Answer a question in SQL."""
        return run_on(self.connection, sql)

    def pandas(self, sql: str) -> Any:
        """The answer as a frame of pandas; UserError where that is not installed."""
        _installed("pandas")
        return self.query(sql).to_pandas()

    def polars(self, sql: str) -> Any:
        """The answer as a frame of polars; UserError where that is not installed."""
        return _installed("polars").from_arrow(self.query(sql))

    def table(self, name: str, game: str | None = None) -> pa.Table:
        """A table, of all games or of one; UserError for a table, or a game in it, that is not there."""
        if name not in self.tables:
            raise UserError(f"{self.folder}: no table {name}; expected one of {', '.join(self.tables)}")
        if game is None:
            return run_on(self.connection, f"FROM {name}")
        games = run_on(self.connection, f"SELECT DISTINCT game FROM {name} ORDER BY game")["game"].to_pylist()
        if game not in games:
            raise UserError(f"{self.folder}: no game {game} in {name}; expected one of {', '.join(games)}")
        return run_on(self.connection, f"FROM {name} WHERE game = '{game}'")

    def close(self) -> None:
        """End the connection."""
        self.connection.close()

    def __enter__(self) -> "Results":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return line("Results", folder=self.folder, tables=len(self.tables), left_out=len(self.left_out))

    def _repr_html_(self) -> str:
        about = table_comments()
        rows = [(name, about.get(name, "")) for name in self.tables]
        return html_table(f"Results in {self.folder}", ["table", "what it holds"], rows)


def _installed(package: str) -> ModuleType:
    try:
        return import_module(package)
    except ImportError:
        raise UserError(f"{package} is missing; expected it: pip install {package}") from None
