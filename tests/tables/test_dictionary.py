"""The data dictionary: docs/data.md is what the schemas say, and the database says it, too."""

import duckdb
import pytest
from helpers import PROJECT
from made_results import write_results

from yahtzee_core.game.load import load_game
from yahtzee_core.tables.comments import column_comments, table_comments, view_names
from yahtzee_core.tables.database import DATABASE
from yahtzee_core.tables.dictionary import with_dictionary
from yahtzee_core.tables.queries import sql_tables
from yahtzee_core.tables.schemas import SCHEMAS, STRATEGIES
from yahtzee_core.tables.wanted import FACTS

PAGE = PROJECT / "docs/data.md"


def test_the_page_is_up_to_date() -> None:
    """After an edit of a schema: make docs."""
    text = PAGE.read_text(encoding="utf-8")
    assert with_dictionary(text) == text and text.startswith("# The data\n")


def test_every_table_is_described() -> None:
    known = set(table_comments())
    assert {*FACTS, *STRATEGIES, *sql_tables(), "expected", "maxprob", "published", "timings"} <= known
    assert all(name in SCHEMAS or name in {*sql_tables(), *view_names()} for name in known)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    """The database of toy."""
    results = tmp_path_factory.mktemp("results")
    write_results([load_game("toy")], results)
    return duckdb.connect(str(results / DATABASE), read_only=True)


def test_tables_and_columns_carry_comments(database: duckdb.DuckDBPyConnection) -> None:
    """All of them, and for SQL tables no column is described that is not there."""
    rows = database.execute(
        "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
    )
    seen: dict[str, set[str]] = {}
    for table, column, comment in rows.fetchall():
        assert comment == column_comments(table)[column] and len(comment) > 5, (table, column)
        seen.setdefault(table, set()).add(column)
    for table, columns in seen.items():
        assert set(column_comments(table)) - {"game"} == columns - {"game"}, table
    about = database.execute(
        "SELECT table_name, comment FROM duckdb_tables() UNION ALL "
        "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"
    ).fetchall()
    assert dict(about) == {name: table_comments()[name] for name in seen} and len(seen) > 6
