"""Views and macros over the tables: the start of every game, correlations, totals with bonuses, visits."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from brute_force import BruteForce
from helpers import Followed, optimal_policy, solved, toy_arena
from lanes import slow_but
from made_results import tables_of, write_distribution, write_results
from toy_games import TOY_GAMES

from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.distribution import expected_distribution
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.runs.facts import played_rows
from yahtzee_core.tables.database import connect, make_database
from yahtzee_core.tables.queries import run_on, sql_text

GAMES = slow_but(["toy", "crag", "yacht", "yaht", "yatzy-down", "yahtzee", "yatzy"], "toy", "crag", "yacht")
FOLLOWED = ["plain", "upper-bonus", "yahtzee-bonus", "coins", "upper-sure"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of three games, two of them without an upper bonus, and their database."""
    folder = tmp_path_factory.mktemp("results")
    games = [load_game(name) for name in ("toy", "crag", "yacht")]
    write_results(games, folder)
    keys = tables_of([game.id for game in games])
    for game in games:
        write_distribution(game, folder)
        keys += [(game.id, name) for name in ("distribution", "distribution_by_bonus", "visits")]
    make_database(folder, sorted({*keys}))
    return folder


@pytest.mark.parametrize("name", ["toy", "crag", "yacht"])
def test_the_start_of_a_game(name: str, results: Path) -> None:
    with connect(results) as connection:
        (row,) = run_on(connection, f"FROM start WHERE game = '{name}'").to_pylist()
    table = solved(name)
    total, played = (
        expected_distribution(table),
        evaluate(Arena(table.game, table), load_strategy("expected", table.game)),
    )
    assert (row["expected_score"], row["sd"]) == pytest.approx((table.start_value, table.start_sd), rel=1e-12)
    assert [row["median"], row["p5"], row["p95"]] == [total.quantile(p) for p in (0.5, 0.05, 0.95)]
    assert row["mode"] == total.mode
    bonus = evaluation_tables(played)["strategies"]["upper_bonus"][0].as_py()
    assert row["p_upper_bonus"] == (pytest.approx(bonus, abs=1e-12) if table.game.upper_bonus else None)
    equal = table.game.equal_dice
    chance = None if equal is None else pytest.approx(1 - played.zero[equal], abs=1e-12)
    assert row["p_equal_dice"] == chance


@pytest.mark.parametrize("name", FOLLOWED)
def test_totals_with_bonuses_of_all_histories(name: str) -> None:
    """In fractions, by histories that know the points of every category."""
    arena = toy_arena(name)
    exact: Counter[tuple[int, bool | None, bool | None]] = Counter()
    history = Followed(arena, optimal_policy(arena), BruteForce(TOY_GAMES[name])).layers()[-1]
    for (_, points), p in history.items():
        equal = arena.game.equal_dice
        bonus = points[-2] > 0 if arena.game.upper_bonus else None
        exact[sum(points), bonus, None if equal is None else points[equal] > 0] += p
    rows = played_rows(arena.optimal)["distribution_by_bonus"].to_pylist()
    found = {(row["score"], row["upper_bonus"], row["equal_dice"]): row["probability"] for row in rows}
    assert found.keys() == {key for key, p in exact.items() if p}
    assert all(found[key] == pytest.approx(float(Fraction(exact[key])), rel=1e-12) for key in found)


@pytest.mark.parametrize("name", GAMES)
def test_totals_with_bonuses_add_up(name: str) -> None:
    tables = played_rows(solved(name))
    total = np.zeros(len(tables["distribution"]))
    np.add.at(total, tables["distribution_by_bonus"]["score"], tables["distribution_by_bonus"]["probability"])
    assert total == pytest.approx(tables["distribution"]["probability"].to_numpy(), rel=1e-9, abs=1e-300)
    visits = tables["visits"]
    filled = np.bitwise_count(visits["filled"].to_numpy())
    turns = len(solved(name).game.categories)
    by_turn = [float(visits["probability"].to_numpy()[filled == turn].sum()) for turn in range(turns + 1)]
    assert by_turn == pytest.approx([1.0] * (turns + 1), rel=1e-12)


def test_correlations() -> None:
    game = load_game("toy")
    played = evaluate(Arena(game, solved("toy")), load_strategy("greedy", game))
    covariances = evaluation_tables(played)["strategy_covariances"]
    with duckdb.connect() as connection:
        rows = covariances.append_column("game", pa.array(["toy"] * len(covariances)))
        connection.register("strategy_covariances", rows)
        connection.execute(sql_text("correlations.sql").replace("VIEW", "TEMP VIEW"))
        found = {
            (row["category"], row["other"]): row["correlation"]
            for row in connection.sql("FROM correlations").to_arrow_table().to_pylist()
        }
    sd = np.sqrt(played.covariance.diagonal())
    for i, one in enumerate(played.parts):
        for j, other in enumerate(played.parts):
            if i != j and sd[i] * sd[j]:
                assert found[one, other] == pytest.approx(
                    played.covariance[i, j] / (sd[i] * sd[j]), abs=1e-12
                )


def test_macros_have_comments(results: Path) -> None:
    with connect(results) as connection:
        start = run_on(connection, "SELECT expected('toy', '', 0, false) AS value").to_pylist()
        assert start == [{"value": solved("toy").start_value}]
        sql = """
            SELECT DISTINCT function_name AS name, comment FROM duckdb_functions()
            WHERE function_type = 'macro' AND NOT internal
        """
        comments = {row["name"]: row["comment"] for row in run_on(connection, sql).to_pylist()}
    assert {name for name, text in comments.items() if text} == {
        *("expected", "maxprob", "category_mask", "category_names")
    }
