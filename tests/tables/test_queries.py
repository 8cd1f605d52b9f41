"""The database: its tables, views and macros against what the Python interface says."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import pytest
from brute_force import BruteForce
from helpers import actions, builtin_raw, parse
from lanes import slow_ones
from made_results import SOLVED, tables_of, write_results
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.report.figures.catalogue import FIGURES, figures_of
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.tables.database import DATABASE, make_database, run_query
from yahtzee_core.tables.queries import make_table, table_names
from yahtzee_core.tables.schemas.files import FILES
from yahtzee_core.tables.wanted import result_tables

RAWS = {"toy": builtin_raw("toy"), "lax-house": TOY_GAMES["lax-house"]}
TABLES = {name: solve_expected(parse(raw)) for name, raw in RAWS.items()}
ROUNDING = 1e-12
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of two games in a folder whose name needs care; tests only read them."""
    folder = tmp_path_factory.mktemp("a b'c") / "results"
    write_results([table.game for table in TABLES.values()], folder)
    return folder


def ask(results: Path, sql: str) -> Rows:
    """The rows of a query."""
    rows: Rows = run_query(sql, results).to_pylist()
    return rows


# Tables


def test_every_table_has_the_game(results: Path) -> None:
    names = [*SOLVED, "states_by_total", *table_names(SOLVED)]
    assert table_names(SOLVED) == ["give_up", "layers"]
    for name in names:
        found = ask(results, f"SELECT DISTINCT game FROM {name} ORDER BY game")
        assert [row["game"] for row in found] == ["lax-house", "toy"], name
    assert {row["name"] for row in ask(results, "SHOW TABLES")} == {*names, *FILES}


def test_games(results: Path) -> None:
    toy, lax = ask(results, "FROM games ORDER BY game DESC")
    game = TABLES["toy"].game
    assert toy == {
        **{key: getattr(game, key) for key in ("title", "rule", "source", "dice", "faces", "rolls")},
        **{key: getattr(game, key) for key in ("threshold", "upper_bonus", "yahtzee_bonus")},
        "game": "toy",
        "joker": "free joker",
        "upper_bonuses": "10 from 12",
        "states": 1080,
    }
    assert (lax["threshold"], lax["upper_bonus"], lax["upper_bonuses"]) == (0, 0, None)
    assert lax["states"] == len(TABLES["lax-house"].states)


@pytest.mark.parametrize("name", TABLES)
def test_categories(results: Path, name: str) -> None:
    found = ask(results, f"SELECT * EXCLUDE game FROM categories WHERE game = '{name}' ORDER BY position")
    expected = [
        {"category": c["id"], "title": c["title"], "position": i, "upper": c["section"] == "upper"}
        for i, c in enumerate(RAWS[name]["categories"])
    ]
    assert found == expected


@pytest.mark.parametrize("name", TABLES)
def test_expected(results: Path, name: str) -> None:
    """Every state once, with the numbers of memory."""
    table = TABLES[name]
    sql = f"SELECT * EXCLUDE game FROM expected WHERE game = '{name}' ORDER BY filled, chip, need"
    assert ask(results, sql) == table.to_arrow().to_pylist()


@pytest.mark.parametrize("name", TABLES)
def test_layers(results: Path, name: str) -> None:
    values = defaultdict(list)
    for row in TABLES[name].to_arrow().to_pylist():
        values[row["filled"].bit_count()].append(row["value"])
    found = ask(results, f"FROM layers WHERE game = '{name}' ORDER BY layer")
    assert [row["layer"] for row in found] == sorted(values) == list(range(len(values)))
    for row in found:
        held = values[row["layer"]]
        assert row["states"] == len(held)
        assert (row["lowest"], row["highest"]) == (min(held), max(held))
        assert row["mean"] == pytest.approx(sum(held) / len(held), rel=ROUNDING, abs=ROUNDING)


@pytest.mark.parametrize("name", TABLES)
def test_give_up(results: Path, name: str) -> None:
    table = TABLES[name]
    found = ask(results, f"FROM give_up WHERE game = '{name}'")
    assert sorted(row["category"] for row in found) == sorted(c.id for c in table.game.categories)
    for row in found:
        assert row["value"] == table.at([row["category"]])
        assert row["points_lost"] == pytest.approx(table.start_value - row["value"], rel=ROUNDING)
    assert all(row["points_lost"] > 0 for row in found)


@pytest.mark.parametrize("name", TABLES)
def test_openings(results: Path, name: str) -> None:
    table = TABLES[name]
    found = ask(results, f"FROM openings WHERE game = '{name}'")
    assert len({row["roll"] for row in found}) == len(found) == table.states.options.lattice.n_rolls
    assert sum(row["probability"] for row in found) == pytest.approx(1, rel=ROUNDING)
    mean = sum(row["probability"] * row["value"] for row in found)
    assert mean == pytest.approx(table.start_value, rel=ROUNDING)
    for row in found:
        dice = tuple(map(int, row["roll"].split()))
        best, *others = actions(table, table.states.start, dice, table.game.rolls - 1)
        assert f"keep {row['best']}" == best.text and row["value"] == best.value
        second = next(action for action in others if not action.is_best)
        assert f"keep {row['runner_up']}" == second.text and row["points_lost"] == second.loss


def test_needs(results: Path) -> None:
    """By hand: with threes and fours filled, 12 points are 0 short, 11 need at least 1 from ones or twos."""
    rows = ask(results, "FROM needs WHERE game = 'toy' AND upper_filled = 12")
    needs = {row["upper_total"]: row["need"] for row in rows}
    assert len(rows) == len(needs)
    assert set(needs) == {3 * threes + 4 * fours for threes in range(4) for fours in range(4)}
    sums = {ones + 2 * twos for ones in range(4) for twos in range(4)}
    for total, need in needs.items():
        enough = [s for s in sums if s >= 12 - total]
        assert need == (min(enough) if total < 12 and enough else 0)


# Views and macros


def oracle_states(name: str, table: ExpectedTable) -> dict[tuple[int, int, bool], float]:
    """ExpectedTable.at of every state that the oracle reaches."""
    found = {}
    for filled, upper, chip in BruteForce(RAWS[name]).states():
        at = (table.game.mask(sorted(filled)), upper, chip)
        found[at] = table.at(sorted(filled), upper, chip)
    return found


@pytest.mark.parametrize("name", slow_ones(TABLES, "toy"))
def test_states_by_total_hold_every_reachable_state(results: Path, name: str) -> None:
    table = TABLES[name]
    rows = ask(results, f"FROM states_by_total WHERE game = '{name}'")
    found = {(row["filled"], row["upper_total"], row["chip"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    expected = oracle_states(name, table)
    assert len(expected) > 30
    assert {at: found.get(at) for at in expected} == expected
    for (filled, total, chip), value in found.items():
        assert value == table.at(table.game.names(filled), total, chip)


@pytest.mark.parametrize("name", slow_ones(TABLES, "toy"))
def test_expected_points(results: Path, name: str) -> None:
    """The macro for every state by the names of its categories, against ExpectedTable.at."""
    table = TABLES[name]
    expected = oracle_states(name, table)
    values = ", ".join(
        f"({filled}, '{' '.join(table.game.names(filled))}', {total}, {chip})"
        for filled, total, chip in expected
    )
    sql = f"SELECT *, expected('{name}', names, total, has) AS points "
    rows = ask(results, f"{sql} FROM (VALUES {values}) AS v(filled, names, total, has)")
    assert {(row["filled"], row["total"], row["has"]): row["points"] for row in rows} == expected


def test_masks_and_names(results: Path) -> None:
    game = TABLES["toy"].game
    sql = (
        "SELECT m, category_names('toy', m) AS names, category_mask('toy', category_names('toy', m)) AS mask"
    )
    for row in ask(results, f"{sql} FROM range(1, 128) AS t(m)"):
        assert row["names"].split() == game.names(row["m"])
        assert row["mask"] == row["m"]
    (row,) = ask(
        results, "SELECT category_mask('toy', '') AS none, category_mask('lax-house', ' crag lax') AS two"
    )
    assert (row["none"], row["two"]) == (0, TABLES["lax-house"].game.mask(["lax", "crag"]))


def test_no_categories_have_no_names(results: Path) -> None:
    (row,) = ask(results, "SELECT category_names('toy', 0) AS names, category_mask('toy', '') AS mask")
    assert row == {"names": "", "mask": 0}


# Making


def test_tables_have_no_rest_beside_them(results: Path) -> None:
    assert [p for p in results.rglob("*") if p.name.endswith((".tmp", ".wal"))] == []


def test_the_database_is_made_again(tmp_path: Path) -> None:
    """Over an old one, with one game less."""
    write_results([table.game for table in TABLES.values()], tmp_path)
    assert len(ask(tmp_path, "FROM games")) == 2
    make_database(tmp_path, tables_of(["lax-house"]))
    assert [row["game"] for row in ask(tmp_path, "FROM games")] == ["lax-house"]
    assert {row["game"] for row in ask(tmp_path, "FROM expected")} == {"lax-house"}


def test_a_failure_leaves_the_old_database(tmp_path: Path) -> None:
    write_results([TABLES["lax-house"].game], tmp_path)
    old = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(FileNotFoundError):
        make_database(tmp_path, tables_of(["lax-house", "toy"]))
    assert (tmp_path / DATABASE).read_bytes() == old
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_failure_leaves_no_table(tmp_path: Path) -> None:
    with pytest.raises(duckdb.Error):
        make_table("layers", {"expected": tmp_path / "no.parquet"}, tmp_path / "layers.parquet")
    assert list(tmp_path.iterdir()) == []


# Free queries


def error_of(results: Path, sql: str) -> str:
    """The message of a query that fails: one line."""
    with pytest.raises(UserError) as caught:
        run_query(sql, results)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("sql", "telling"),
    [
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("FROM nowhere", "Table with name nowhere does not exist"),
        ("FROM nowhere", "Expected a table that 'SHOW ALL TABLES' lists"),
        ("SELECT category_mask('toy', 'ones onez')", "categories ones onez of toy; expected ids"),
        ("SELECT expected('toy', 'onez', 1, false)", "categories onez of toy; expected ids"),
        ("SELECT category_mask('nogame', 'ones')", "game nogame; expected one that the table games names"),
        ("SELECT category_mask('nogame', '')", "game nogame; expected one that the table games names"),
        ("SELECT category_names('nogame', 1)", "game nogame; expected one that the table games names"),
        ("SELECT category_names('toy', 128)", "mask 128 of toy; expected 0 to 127"),
        ("SELECT category_names('toy', -1)", "mask -1 of toy; expected 0 to 127"),
        ("SELECT expected('nogame', 'ones', 1, false)", "game nogame; expected one that the table games"),
        (
            "SELECT expected('toy', 'ones', 12, false)",
            "upper total 12, chip false with ones filled in toy",
        ),
        (
            "SELECT expected('toy', '', 0, true)",
            "upper total 0, chip true with nothing filled in toy",
        ),
        (
            "SELECT maxprob('toy', '', 0, false, 10)",
            "game toy has no table maxprob; expected a run of it",
        ),
        ("SELECT nothing FROM games", 'Referenced column "nothing" not found'),
        ("SELECT 'a'::INTEGER", "Could not convert string 'a' to INT32"),
        ("", "expected one statement that only reads"),
        ("-- nothing", "expected one statement that only reads"),
        ("FROM read_parquet('none.parquet')", "none.parquet"),
    ],
)
def test_bad_queries(results: Path, sql: str, telling: str) -> None:
    message = error_of(results, sql)
    assert message.startswith("query: ") and telling in message


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE mine (a INTEGER)",
        "DELETE FROM games",
        "COPY games TO 'x.csv'",
        "SELECT 1; SELECT 2",
        "UPDATE games SET title = 'x'",
        "DROP TABLE games",
        "INSERT INTO games SELECT * FROM games",
    ],
)
def test_queries_are_read_only(results: Path, sql: str) -> None:
    old = (results / DATABASE).read_bytes()
    assert "only reads" in error_of(results, sql)
    assert (results / DATABASE).read_bytes() == old


def test_no_results(tmp_path: Path) -> None:
    message = error_of(tmp_path / "none", "FROM games")
    assert message.startswith(f"{tmp_path / 'none' / DATABASE}: no such file; expected results")


def test_a_damaged_database(results: Path, tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database at all" * 1000)
    assert DATABASE in error_of(tmp_path, "SELECT 1")


def test_tables_that_are_made_of_tables_by_sql() -> None:
    """maxprob_approx_vs_expected reads maxprob_vs_expected."""
    of_both = table_names(["distribution", "maxprob_scores", "maxprob_approx"])
    assert of_both == ["maxprob_approx_vs_expected", "maxprob_vs_expected"]
    assert table_names(["distribution", "maxprob_scores"]) == ["maxprob_vs_expected"]
    runs = [("toy", objective) for objective in ("expected", "maxprob", "maxprob_approx")]
    made = {table for _, table in result_tables(runs, ["toy"])}
    assert {"maxprob_approx_vs_expected", "strategy_pairs", "layers", "maxprob_approx"} <= made


def test_figures_go_with_their_tables() -> None:
    """Those of maxprob and of strategies, none of a game without."""
    runs = [("toy", "expected"), ("toy", "maxprob"), ("yaht", "expected")]
    drawn = {figure for _, figure in figures_of(result_tables(runs, ["toy"]))}
    assert {f"figure_6_{i}" for i in range(1, 6)} <= drawn and "strategy_wins" in drawn
    assert not drawn & {"rule_changes", "duel_value", "figure_approx", "figure_5_5"} and drawn < {*FIGURES}
