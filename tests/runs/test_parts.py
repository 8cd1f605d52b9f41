"""The table `parts` and its long form, against memory."""

from pathlib import Path

import numpy as np
import pytest
from helpers import optimal_policy, parse
from made_results import tables_of, write_parts, write_results
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.parts import parts_to_come
from yahtzee_core.policies.walk import part_names
from yahtzee_core.runs.driver import read_parts
from yahtzee_core.tables.database import make_database, run_query

GAMES = {"toy": load_game("toy"), "lax-house": parse(TOY_GAMES["lax-house"])}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of two games with the table; tests only read them."""
    folder = tmp_path_factory.mktemp("results")
    write_results(list(GAMES.values()), folder)
    for game in GAMES.values():
        write_parts(game, folder)
    make_database(folder, [*tables_of(sorted(GAMES)), *((name, "parts") for name in GAMES)])
    return folder


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_what_is_solved(results: Path, name: str) -> None:
    arena = Arena(GAMES[name])
    solved = parts_to_come(arena, optimal_policy(arena))
    read = read_parts(arena.states, results / name / "parts.parquet")
    assert np.array_equal(read.points, solved.points) and np.array_equal(read.chance, solved.chance)
    state = arena.states.start
    assert np.array_equal(read.after(state), solved.after(state))


def test_a_table_of_another_game_is_refused(results: Path) -> None:
    with pytest.raises(UserError, match="expected 'toy'"):
        read_parts(Arena(GAMES["toy"]).states, results / "lax-house" / "parts.parquet")


@pytest.mark.parametrize("name", GAMES)
def test_parts_long(results: Path, name: str) -> None:
    """A row for each state and part, named."""
    arena = Arena(GAMES[name])
    solved = parts_to_come(arena, optimal_policy(arena))
    sql = f"SELECT * EXCLUDE (game) FROM parts_long WHERE game = '{name}'"
    rows = run_query(sql, results).to_pylist()
    assert len(rows) == solved.points.size
    columns = arena.states.columns(arena.states.masks)
    numbers = {key: at for at, key in enumerate(zip(*(c.tolist() for c in columns), strict=True))}
    places = {part: place for place, part in enumerate(part_names(arena.game))}
    for row in rows:
        at = numbers[row["filled"], row["need"], row["chip"]], places[row["part"]]
        assert (row["points"], row["chance"]) == (solved.points[at], solved.chance[at])
    value = run_query(
        f"SELECT sum(points) AS v FROM parts_long WHERE game = '{name}' AND filled = 0", results
    )
    assert value["v"][0].as_py() == pytest.approx(arena.optimal.start_value, rel=1e-12)
