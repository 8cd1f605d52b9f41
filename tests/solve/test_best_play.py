"""A best strategy for a utility, played forwards: against fractions, the way backwards, and itself."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import START, BruteForce, Dice, Goal
from brute_force import State as RealState
from helpers import TOYS, distribution, parse, toy_distribution, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from toy_games import TOY_GAMES, Raw, game, games, lower

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.solve.best_play import independent, play_utility
from yahtzee_core.solve.maxprob import Rows, Solver
from yahtzee_core.solve.utility import maximum_total, scale_of, solve_utility, utility_layers
from yahtzee_core.turn import kernel as _turn

ROUNDING = 1e-12
COMPARED = ["plain", "upper-bonus", "upper-sure", "yahtzee-bonus", "coins", "matching"]
Floats = npt.NDArray[np.float64]


class FollowedRows(Rows):
    """Rows of utilities, and of a number that follows the choices beside each."""

    estimates = (1.0,)


def solve_followed(game: Game, u: Floats, followed: Floats) -> tuple[float, float]:
    """The highest expected utility, and the expected `followed` of the first strategy that reaches it."""
    solver, scale = Solver(game, threads=1), scale_of(u)
    *_, rows = utility_layers(solver, [u * scale, followed], FollowedRows)
    start = solver.states.index(solver.states.start)
    return float(rows.row(start)[0]) / scale, float(rows.row(start, 1)[0])


class Played(BruteForce):
    """A game of the oracle in which a utility is maximised, and every total counted that comes of it."""

    def __init__(self, raw: Raw, u: list[Fraction]) -> None:
        super().__init__(raw)
        self.u = u

    @cache  # noqa: B019
    def goal(self, state: RealState, behind: int) -> Goal:
        """(utility, P(total = 0), P(total = 1), ...) at the start of a turn with so many points behind."""
        if len(state[0]) == len(self.categories):
            return self.u[behind], *(Fraction(total == behind) for total in range(len(self.u)))

        def best(dice: Dice) -> Goal:
            return max(self.goal(after, behind + points) for _, points, after in self.choices(*state, dice))

        return self._turn(state, best, goals=1 + len(self.u))


def generic(n: int, seed: int) -> Floats:
    """Utilities by which different distributions are worth different amounts."""
    return np.random.default_rng(seed).integers(-(2**40), 2**40, size=n) / 2**40


def check_against_fractions(raw: Raw, u: Floats) -> None:
    """The value, and each probability to its last digits."""
    exact = Played(raw, [Fraction(x) for x in u]).goal(START, 0)
    found = play_utility(parse(raw), u, threads=1)
    assert found.value == pytest.approx(float(exact[0]), rel=0, abs=ROUNDING)
    assert found.probability == pytest.approx(np.array(exact[1:], dtype=float), rel=ROUNDING, abs=0)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", slow_but(COMPARED, "plain", "upper-bonus", "coins"))
def test_against_fractions(name: str, seed: int) -> None:
    u = generic(1 + BruteForce(TOY_GAMES[name]).most(START), seed)
    check_against_fractions(TOY_GAMES[name], u)


@given(raw=games(), seed=st.integers(0, 1000))
@settings(max_examples=examples(5), deadline=None)
def test_any_game_against_fractions(raw: Raw, seed: int) -> None:
    most = BruteForce(raw).most(START)
    if most < 60:
        check_against_fractions(raw, generic(most + 1, seed))


def utilities(n: int, name: str) -> dict[str, Floats]:
    """Some with many ties, some with none."""
    totals = np.arange(n, dtype=np.float64)
    found = toy_distribution(name)
    return {
        "constant": np.zeros(n),
        "step": (totals >= n // 2).astype(np.float64),
        "total": totals,
        "beat": found.below + found.probability / 2,
        "waves": np.sin(totals),
    }


@pytest.mark.parametrize("name", slow_but(TOYS, "plain", "coins", "joker-always", "yahtzee-bonus"))
def test_each_probability_is_what_is_followed_backwards(name: str) -> None:
    """The other kernel, which is asked for the probability of one total at a time; ties included."""
    game = toy_states(name).game
    n = maximum_total(game) + 1
    for u in utilities(n, name).values():
        found = play_utility(game, u, threads=1)
        for total in range(0, n, 1 + n // 25):
            asked = (np.arange(n) == total).astype(np.float64)
            value, probability = solve_followed(game, u, asked)
            assert found.probability[total] == pytest.approx(probability, rel=1e-11, abs=1e-300), total
        assert found.value == value


@pytest.mark.parametrize("name", TOYS)
def test_what_must_hold(name: str) -> None:
    """The mean utility is the value, and probabilities sum to 1."""
    game = toy_states(name).game
    for u in utilities(maximum_total(game) + 1, name).values():
        found = play_utility(game, u)
        size = max(1.0, float(np.abs(u).max()))
        assert found.value == solve_utility(game, u)
        assert float(found.probability @ u) == pytest.approx(found.value, rel=0, abs=ROUNDING * size)
        assert found.probability.sum() == pytest.approx(1, rel=0, abs=ROUNDING)
        assert found.probability.min() >= 0


@pytest.mark.slow
def test_a_built_in_game() -> None:
    """The same for yaht, where rows are longer than a vector in all variants."""
    found = distribution("yaht")
    u = found.below + found.probability / 2
    game = load_game("yaht")
    answer = play_utility(game, u)
    value, win = solve_followed(game, u, found.below)
    assert answer.value == value
    assert float(answer.probability @ u) == pytest.approx(value, rel=0, abs=ROUNDING)
    assert float(answer.probability @ found.below) == pytest.approx(win, rel=0, abs=ROUNDING)


@pytest.mark.parametrize("name", slow_but(["toy", "crag"]))
def test_threads_and_variants_give_the_same_bits(name: str) -> None:
    game = load_game(name)
    u = np.sin(np.arange(maximum_total(game) + 1))
    first = play_utility(game, u, threads=1)
    others = [
        play_utility(game, u, threads=5),
        *(play_utility(game, u, 2, None, v) for v in _turn.variants()),
    ]
    for other in others:
        assert other.probability.tobytes() == first.probability.tobytes()
        assert other.value == first.value


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_masks_of_a_group_share_no_successor(n: int) -> None:
    """All pairs of all layers; a group more than there are categories is not needed."""
    masks = np.arange(1 << n)
    for filled in range(n):
        layer = masks[np.bitwise_count(masks) == filled]
        groups = independent(layer, n)
        assert sorted(np.concatenate(groups)) == sorted(layer) and len(groups) <= n
        for group in groups:
            for one, other in combinations(group.tolist(), 2):
                after = [{mask | 1 << c for c in range(n) if not mask >> c & 1} for mask in (one, other)]
                assert not after[0] & after[1]


@given(
    u=st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=8),
)
def test_the_scale_is_a_power_of_two(u: list[float]) -> None:
    scale = scale_of(np.array(u))
    size = (max(u) - min(u)) * scale
    assert np.frexp(scale)[0] == 0.5
    assert size == 0 or 512 < size <= 1024


def test_progress_rises_to_one() -> None:
    shown: list[float] = []
    play_utility(load_game("toy"), np.arange(196.0), progress=shown.append)
    assert shown == sorted(shown) and shown[-1] == 1 and 0 < shown[0] < 0.3


def test_a_game_without_points() -> None:
    raw = game("nothing", 1, 2, 1, [lower("nothing", score=0)])
    found = play_utility(parse(raw), np.array([7.0]))
    assert (found.value, found.probability.tolist()) == (7.0, [1.0])


def test_another_length() -> None:
    with pytest.raises(UserError, match="game toy: u has 3 values; expected 196"):
        play_utility(load_game("toy"), np.zeros(3))
