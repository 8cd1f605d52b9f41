"""Small tables about a game, where a game has nothing to say in a column."""

import json
from itertools import product

import pytest
from brute_force import START, BruteForce
from commands import Capture, printed
from helpers import builtin_raw, parse
from toy_games import game, lower

from yahtzee_core.game.load import load_game
from yahtzee_core.runs.facts import game_row, opening_rows
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.turn.states import States

SHEET = [lower("chance", score="all"), lower("pair", groups=[2], score=7)]


@pytest.mark.parametrize("rolls", [1, 2])
def test_openings(rolls: int) -> None:
    """What every first roll is worth, by fractions; in a game of one roll nothing is kept."""
    raw = game("opening", 2, 3, rolls, SHEET)
    oracle, rows = BruteForce(raw), opening_rows(solve_expected(parse(raw))).to_pylist()
    assert len(rows) == len({tuple(sorted(dice)) for dice in product(range(1, 4), repeat=2)})
    for row in rows:
        values = oracle.option_values(START, tuple(map(int, row["roll"].split())), rolls - 1)
        assert row["value"] == pytest.approx(float(max(values.values())))
        if rolls == 1:
            assert (row["best"], row["runner_up"], row["points_lost"]) == (None, None, None)
        else:
            assert row["value"] == pytest.approx(float(values[f"keep {row['best']}"]))
            second = float(values[f"keep {row['runner_up']}"])
            assert row["points_lost"] == pytest.approx(row["value"] - second) and row["points_lost"] > 0


def test_all_upper_bonuses_are_told(capsys: Capture) -> None:
    """Kismet has three: in SQL, in JSON as in its file, and for people."""
    row = game_row(States(load_game("kismet"))).to_pylist()[0]
    assert row["upper_bonuses"] == "35 from 63, 20 from 71, 20 from 78"
    assert json.loads(printed(capsys, "games", "kismet", "--json"))["upper"] == builtin_raw("kismet")["upper"]
    text = printed(capsys, "games", "kismet")
    assert [line for line in text.splitlines() if line.startswith("upper bonus")] == [
        f"upper bonus: {points} points from {threshold} upper points"
        for points, threshold in ((35, 63), (20, 71), (20, 78))
    ]


def test_openings_whose_keeps_all_tie() -> None:
    """A game in which nothing matters has no second keep."""
    raw = game("nothing", 1, 2, 2, [lower("nothing", score=0)])
    for row in opening_rows(solve_expected(parse(raw))).to_pylist():
        assert row["best"] == row["roll"] and (row["runner_up"], row["points_lost"]) == (None, None)
