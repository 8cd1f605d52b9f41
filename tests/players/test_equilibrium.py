"""Answers to answers, and the equilibrium: against all pure strategies of tiny games."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from brute_force import START, BruteForce, Dice
from brute_force import State as RealState
from helpers import TOYS, parse, toy_distribution, toy_states
from toy_games import CHANCE, Raw, game, lower, upper

from yahtzee_core.players.blind import best_answer, same_strategy
from yahtzee_core.players.equilibrium import answer_sequence, equilibrium_rounds
from yahtzee_core.policies.distribution import outcomes
from yahtzee_core.solve.utility import maximum_total

ROUNDING = 1e-12
Total = tuple[Fraction, ...]
"""The probability of every total, from 0."""
TINY = {
    raw["id"]: raw
    for raw in [
        game("three-coins", 1, 2, 1, [*upper(1), lower("two", face=2, score=5), CHANCE]),
        game("reroll", 1, 2, 2, [lower("one", face=1, score=3), lower("two", face=2, score=2)]),
        game("three-faces", 1, 3, 1, [*upper(2), CHANCE]),
        game("bonus", 1, 2, 2, [*upper(1, 2)], upper={"threshold": 2, "bonus": 3}),
    ]
}


class AllStrategies(BruteForce):
    """The distributions of the total of all pure strategies of a game."""

    def __init__(self, raw: Raw) -> None:
        super().__init__(raw)
        self.most_points = self.most(START)

    @cache  # noqa: B019
    def totals(self, state: RealState, behind: int) -> frozenset[Total]:
        """From the start of a turn with so many points behind."""
        if len(state[0]) == len(self.categories):
            return frozenset([tuple(Fraction(t == behind) for t in range(self.most_points + 1))])

        def scored(dice: Dice) -> frozenset[Total]:
            choices = self.choices(*state, dice)
            return frozenset().union(*(self.totals(after, behind + points) for _, points, after in choices))

        return self._thrown((), self._by_roll(scored, self.raw["rolls"] - 1))

    def _by_roll(
        self, scored: Callable[[Dice], frozenset[Total]], rerolls: int
    ) -> dict[Dice, frozenset[Total]]:
        best = {dice: scored(dice) for dice in self._all_rolls()}
        for _ in range(rerolls):
            kept = {keep: self._thrown(keep, best) for dice in best for keep in self._keeps(dice)}
            best = {dice: frozenset().union(*(kept[k] for k in self._keeps(dice))) for dice in best}
        return best

    def _thrown(self, keep: Dice, best: dict[Dice, frozenset[Total]]) -> frozenset[Total]:
        """Any strategy after each roll that may come."""
        times = self._rolled(keep)
        n = sum(times.values())
        return frozenset(
            tuple(sum(p * k for p, k in zip(column, times.values())) / n for column in zip(*each))
            for each in product(*(best[dice] for dice in times))
        )


@cache
def all_strategies(name: str) -> np.ndarray:
    """(n_strategies, maximum + 1) float64."""
    return np.array(sorted(AllStrategies(TINY[name]).totals(START, 0)), dtype=np.float64)


def worth(one: np.ndarray, other: np.ndarray) -> float:
    """P(win) + P(draw) / 2."""
    win, draw, _ = outcomes(one, other)
    return win + draw / 2


@pytest.mark.parametrize("name", TINY)
def test_an_answer_is_the_best_of_all_strategies(name: str) -> None:
    everyone = all_strategies(name)
    assert len(everyone) > 5
    for opponent in everyone[:: 1 + len(everyone) // 7]:
        found = best_answer(parse(TINY[name]), opponent, "half", 1)
        best = max(worth(one, opponent) for one in everyone)
        assert found.value == pytest.approx(best, rel=0, abs=ROUNDING)
        assert np.abs(everyone - found.probability).sum(axis=1).min() < ROUNDING


@pytest.mark.parametrize("name", TINY)
def test_no_strategy_beats_the_equilibrium(name: str) -> None:
    """By going through all of them."""
    everyone = all_strategies(name)
    *_, last = equilibrium_rounds(parse(TINY[name]), everyone[0], 40, 1e-13, 1)
    assert abs(last.gap) < 1e-13
    best = max(worth(one, last.probability) for one in everyone)
    assert best == pytest.approx(0.5, rel=0, abs=ROUNDING)


@pytest.mark.parametrize("name", TOYS)
def test_the_gap_closes(name: str) -> None:
    """From the strategy of the highest expected score, in a few rounds."""
    rounds = list(equilibrium_rounds(toy_states(name).game, toy_distribution(name).probability, 60, 1e-12, 1))
    assert abs(rounds[-1].gap) <= ROUNDING and len(rounds) < 60
    assert all(one.gap > 1e-12 for one in rounds[:-1])
    for one in rounds:
        assert one.mix.min() >= 0 and one.mix.sum() == pytest.approx(1, rel=0, abs=ROUNDING)
        assert one.probability.sum() == pytest.approx(1, rel=0, abs=ROUNDING)


def test_some_equilibria_are_mixed() -> None:
    """Here no strategy is a best answer to itself that is found; each of the mix is one to the mix."""
    game = toy_states("yahtzee-bonus").game
    first = np.zeros(maximum_total(game) + 1)
    first[len(first) // 2] = 1
    first = best_answer(game, first, "half", 1).probability
    rounds = list(equilibrium_rounds(game, first, 60, 1e-12, 1))
    last = rounds[-1]
    found = np.array([first, *(one.answer.probability for one in rounds[:-1])])
    used = found[last.mix > 0]
    assert len(used) == 3
    for one in used:
        assert worth(one, last.probability) == pytest.approx(0.5, rel=0, abs=ROUNDING)
        assert best_answer(game, one, "half", 1).value > 0.5 + 1e-6


def test_a_sequence_answers_the_last_one() -> None:
    game, first = toy_states("joker-free").game, toy_distribution("joker-free").probability
    last = first
    for one in answer_sequence(game, first, "win", 3, 1):
        again = best_answer(game, last, "win", 1)
        assert one.value == again.value and one.probability.tobytes() == again.probability.tobytes()
        assert one.value >= same_strategy(last)[0] - ROUNDING
        last = one.probability


def test_progress_rises_over_all_answers() -> None:
    shown: list[float] = []
    game, first = toy_states("coins").game, toy_distribution("coins").probability
    list(answer_sequence(game, first, "half", 3, 1, shown.append))
    assert shown == sorted(shown) and shown[-1] == 1 and len(shown) > 6
