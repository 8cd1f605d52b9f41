"""The utility of the total: against MaxProb, `expected`, and all decisions in exact fractions."""

from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import START, BruteForce, Dice, Goal
from brute_force import State as RealState
from helpers import TOYS, distribution, parse, toy_expected, toy_maxprob, toy_oracle, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import TOY_GAMES, Raw, game, games, lower

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.solve.utility import maximum_total, solve_utility

ROUNDING = 1e-12
COMPARED = ["plain", "upper-bonus", "upper-sure", "yahtzee-bonus", "coins", "matching"]
Floats = npt.NDArray[np.float64]


class Utility(BruteForce):
    """A game of the oracle in which a utility of the total is maximised."""

    def __init__(self, raw: Raw, u: list[Fraction]) -> None:
        super().__init__(raw)
        self.u = u

    @cache  # noqa: B019
    def utility(self, state: RealState, behind: int) -> Fraction:
        """The highest expected utility, at the start of a turn with so many points behind."""
        if len(state[0]) == len(self.categories):
            return self.u[behind]

        def best(dice: Dice) -> Goal:
            choices = self.choices(*state, dice)
            return (max(self.utility(after, behind + points) for _, points, after in choices),)

        return self._turn(state, best)[0]


def maximum(name: str) -> int:
    """The most points of a toy game."""
    return toy_oracle(name).most(START)


@pytest.mark.parametrize("name", TOYS)
def test_the_maximum(name: str) -> None:
    assert maximum_total(toy_states(name).game) == maximum(name)


@pytest.mark.parametrize(("name", "most"), [("yahtzee", 1575), ("yaht", 345), ("yahtzee-plain", 375)])
def test_known_maxima(name: str, most: int) -> None:
    assert maximum_total(load_game(name)) == most


@pytest.mark.parametrize("name", TOYS)
def test_a_step_is_maxprob(name: str) -> None:
    """For every score of small games, for some of the others."""
    start, totals = toy_maxprob(name).start, np.arange(maximum(name) + 1)
    for score in range(0, len(start), 1 + len(start) // 60):
        found = solve_utility(toy_states(name).game, (totals >= score).astype(np.float64), threads=1)
        assert found == pytest.approx(float(start[score]), rel=ROUNDING, abs=0), score


@pytest.mark.parametrize("name", TOYS)
def test_the_total_itself_is_expected(name: str) -> None:
    totals = np.arange(maximum(name) + 1, dtype=np.float64)
    found = solve_utility(toy_states(name).game, totals)
    assert found == pytest.approx(toy_expected(name).start_value, rel=ROUNDING, abs=0)


@pytest.mark.parametrize("constant", [0.0, 1.0, -3.25, 1e9])
@pytest.mark.parametrize("name", TOYS)
def test_a_constant(name: str, constant: float) -> None:
    found = solve_utility(toy_states(name).game, np.full(maximum(name) + 1, constant))
    assert found == pytest.approx(constant, rel=ROUNDING, abs=0)


def numbers(n: int) -> st.SearchStrategy[list[float]]:
    """Utilities of n totals, of either sign, neither huge nor tiny."""
    return st.lists(st.integers(-1000, 1000).map(lambda i: i / 8), min_size=n, max_size=n)


def check_against_fractions(raw: Raw, u: list[float]) -> None:
    """Compare with all decisions; errors are relative to the utilities, which may cancel."""
    exact = Utility(raw, [Fraction(x) for x in u]).utility(START, 0)
    found = solve_utility(parse(raw), np.array(u), threads=1)
    assert found == pytest.approx(float(exact), rel=0, abs=ROUNDING * max(1.0, *map(abs, u)))


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=examples(13), deadline=None)
def test_random_utilities(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(COMPARED))
    check_against_fractions(TOY_GAMES[name], data.draw(numbers(maximum(name) + 1)))


@given(raw=games(), data=st.data())
@settings(max_examples=examples(5), deadline=None)
def test_random_utilities_of_any_game(raw: Raw, data: st.DataObject) -> None:
    most = BruteForce(raw).most(START)
    check_against_fractions(raw, data.draw(numbers(most + 1)))


@given(
    data=st.data(),
    a=st.floats(0.01, 100, allow_subnormal=False),
    b=st.floats(-100, 100, allow_subnormal=False),
)
@settings(max_examples=examples(13), deadline=None)
def test_scale_and_origin_do_not_matter(data: st.DataObject, a: float, b: float) -> None:
    name = data.draw(st.sampled_from(TOYS))
    u = np.array(data.draw(numbers(maximum(name) + 1)))
    found = solve_utility(toy_states(name).game, a * u + b, threads=1)
    scale = float(np.abs(a * u).max()) + abs(b) + 1
    assert found == pytest.approx(a * solve_utility(toy_states(name).game, u) + b, rel=0, abs=1e-11 * scale)


@pytest.mark.parametrize("name", ["joker-free", "lax-house"])
def test_utilities_are_convex(name: str) -> None:
    """The best for a mixture is at most the mixture of the bests; at least that of any strategy."""
    one, other = np.sqrt(np.arange(maximum(name) + 1)), np.cos(np.arange(maximum(name) + 1))
    best = [solve_utility(toy_states(name).game, u) for u in (one, other, (one + other) / 2)]
    assert best[2] <= (best[0] + best[1]) / 2 + ROUNDING
    assert best[2] < (best[0] + best[1]) / 2 - 1e-3


def test_the_best_against_a_known_distribution() -> None:
    """To beat another game of the optimal player, one can do better than play like them."""
    found = distribution("toy")
    beat = found.below + found.probability / 2
    alike = float(found.probability @ beat)
    assert alike == pytest.approx(0.5, rel=0, abs=ROUNDING)
    assert 0.5 < solve_utility(load_game("toy"), beat) < 0.6


def test_threads_give_the_same_bits() -> None:
    u = np.sin(np.arange(196))
    assert solve_utility(load_game("toy"), u, threads=1) == solve_utility(load_game("toy"), u, threads=5)


def test_a_game_without_points() -> None:
    raw = game("nothing", 1, 2, 1, [lower("nothing", score=0)])
    assert maximum_total(parse(raw)) == 0
    assert solve_utility(parse(raw), np.array([7.0])) == 7.0


@pytest.mark.parametrize("n", [0, 1, 195, 197])
def test_another_length(n: int) -> None:
    with pytest.raises(UserError) as caught:
        solve_utility(load_game("toy"), np.zeros(n))
    assert str(caught.value) == f"game toy: u has {n} values; expected 196"


def test_a_column() -> None:
    with pytest.raises(UserError, match="game toy: u has 196 values; expected 196"):
        solve_utility(load_game("toy"), np.zeros((196, 1)))
