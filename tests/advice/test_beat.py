"""The last player's best play against a known total; solve_utility, another way, gives the same value."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from helpers import solved, toy_states

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.utility import maximum_total, solve_utility
from yahtzee_core.turn.positions import Position

NAMES = ["plain", "upper-bonus", "yahtzee-bonus", "joker-free", "coins"]


def toy_advisor(name: str) -> Advisor:
    """An advisor of a toy game without results."""
    game = toy_states(name).game
    advisor = Advisor(game, Path("no-results"))
    advisor._arena = Arena(game, solve_expected(game, threads=1))
    return advisor


def start_value(advisor: Advisor, opponent: int) -> float:
    """What a game is worth against a total: the mean over the first rolls of the best action."""
    lattice = advisor.arena.states.options.lattice
    rolls = range(lattice.first_roll, lattice.n_keeps)
    left = advisor.game.rolls - 1
    positions = [Position(0, 0, False, lattice.faces_of(keep), left, 0) for keep in rolls]
    best = [advisor.beat(position, opponent).best.value for position in positions]
    return float(np.dot(best, lattice.probabilities))


@pytest.mark.parametrize("name", NAMES)
def test_draws_count_half(name: str) -> None:
    """For every total of the opponent: u is 1 above it, 1/2 at it, 0 below."""
    advisor = toy_advisor(name)
    most = maximum_total(advisor.game)
    for opponent in sorted({0, 1, most // 3, most // 2, most - 1, most}):
        u = np.array([(total > opponent) + (total == opponent) / 2 for total in range(most + 1)])
        assert start_value(advisor, opponent) == pytest.approx(solve_utility(advisor.game, u, 1), abs=1e-12)


def test_a_higher_total_is_harder_to_beat() -> None:
    advisor = toy_advisor("upper-bonus")
    most = maximum_total(advisor.game)
    values = [start_value(advisor, opponent) for opponent in range(-1, most + 1)]
    assert values[0] == 1 and 0 < values[-1] < 0.5
    with pytest.raises(UserError, match=f"score {most + 1}; expected 0 to {most}, the most that can come"):
        start_value(advisor, most + 1)
    assert all(one >= other for one, other in pairwise(values))


def test_the_last_roll_of_yahtzee() -> None:
    """Chance is left: 17 points win, 16 draw, 15 lose; the value is that of the roll."""
    table = solved("yahtzee")
    advisor = Advisor(table.game, Path("no-results"))
    advisor._arena = Arena(table.game, table)
    filled = table.game.full & ~table.game.mask(("chance",))
    for dice, value in (((1, 2, 3, 5, 6), 1.0), ((1, 2, 3, 4, 6), 0.5), ((1, 2, 3, 4, 5), 0.0)):
        position = Position(filled, 63, False, dice, 0, 200)
        advice = advisor.beat(position, 216)
        assert (advice.best.text, advice.best.value) == ("score chance", value)
    advice = advisor.beat(Position(filled, 63, False, (1, 2, 3, 4, 6), 1, 200), 216)
    assert advice.best.value > 0.5 and advice.to_come == 17
