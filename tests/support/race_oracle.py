"""Races in fractions."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, erf, exp, floor, sqrt

import numpy as np
from brute_force import START, BruteForce, Dice, Goal
from brute_force import State as RealState
from helpers import Followed, merged, optimal_policy
from toy_games import CHANCE, PAIR, Raw, game, lower, upper

from yahtzee_core.policies.arena import Arena

RACES = {
    raw["id"]: (raw, n_others)
    for n_others, raw in [
        (1, game("reroll", 1, 3, 2, [lower("two", face=2, score=5), CHANCE])),
        (1, game("bonus", 1, 2, 2, [*upper(1, 2), CHANCE], upper={"threshold": 3, "bonus": 4})),
        (1, game("two-dice", 2, 2, 1, [*upper(2), PAIR, CHANCE])),
        (2, game("three-players", 1, 3, 1, [*upper(2), CHANCE])),
        (2, game("three-reroll", 1, 2, 2, [lower("one", face=1, score=3), CHANCE])),
    ]
}


Other = tuple[RealState, int]
"""Where another player stands: state and points."""


class RaceOracle:
    """A race of a player with a belief against others who play the optimal policy, over ordered dice.

    Of the solver it takes the policy's decisions, and its values where Ecker's player does. sign: among
    options that are tied by what the player believes, 1 takes the best one, -1 the worst.
    """

    def __init__(self, raw: Raw, arena: Arena, player: str, sign: int) -> None:
        self.game, self.oracle, self.sign = arena, BruteForce(raw), sign
        self.followed = Followed(self.game, optimal_policy(self.game), self.oracle)
        self.worth = {"variance": self._by_normals, "distribution": self._by_distributions}[player]

    def result(self, n_others: int) -> Goal:
        """(P(win), P(draw)), every seat as often as every other."""
        others = ((START, 0),) * n_others
        seats = [self.rounds(START, 0, others, seat) for seat in range(n_others + 1)]
        return tuple(sum(found, Fraction(0)) / len(seats) for found in zip(*seats))

    @cache  # noqa: B019
    def rounds(self, me: RealState, mine: int, others: tuple[Other, ...], seat: int) -> Goal:
        """(P(win), P(draw)) from the start of a round, in which so many of the others move first."""
        if len(me[0]) == len(self.oracle.categories):
            best = max(points for _, points in others)
            return Fraction(mine > best), Fraction(mine == best)
        moved = list(self._moved(others[:seat]))
        goals = [(p, self._own_turn(me, mine, (*there, *others[seat:]), seat)) for p, there in moved]
        return tuple(sum((p * goal[i] for p, goal in goals), Fraction(0)) for i in range(2))

    @cache  # noqa: B019
    def _own_turn(self, me: RealState, mine: int, others: tuple[Other, ...], seat: int) -> Goal:
        def best(dice: Dice) -> Goal:
            return max(
                self._goal(after, mine + points, others, seat)
                for _, points, after in self.oracle.choices(*me, dice)
            )

        return self.oracle._turn(me, best, goals=4)[2:]

    @cache  # noqa: B019
    def _goal(self, me: RealState, mine: int, others: tuple[Other, ...], seat: int) -> Goal:
        """What it is believed to be worth, then what tells ties apart, then (P(win), P(draw))."""
        later = self._moved(others[seat:])
        after = [(p, self.rounds(me, mine, (*others[:seat], *there), seat)) for p, there in later]
        win, draw = (sum((p * goal[i] for p, goal in after), Fraction(0)) for i in range(2))
        return self.worth(me, mine, others), self.sign * (win + draw / 2), win, draw

    def _moved(self, others: tuple[Other, ...]) -> Iterator[tuple[Fraction, tuple[Other, ...]]]:
        """A turn each of some of the others."""
        for outcomes in product(*(self._turn_of(state) for state, _ in others)):
            p = Fraction(1)
            there = []
            for (share, gain, after), (_, points) in zip(outcomes, others):
                p *= share
                there.append((after, points + gain))
            yield p, tuple(there)

    @cache  # noqa: B019
    def _turn_of(self, state: RealState) -> list[tuple[Fraction, int, RealState]]:
        found: dict[tuple[int, RealState], Fraction] = {}
        for p, _, _, gains, after in self.followed.turn(state):
            found[sum(gains), after] = found.get((sum(gains), after), Fraction(0)) + p
        return [(p, gain, after) for (gain, after), p in found.items()]

    @cache  # noqa: B019
    def _to_come(self, state: RealState) -> dict[int, Fraction]:
        """The distribution of the points to come under the optimal policy."""
        if len(state[0]) == len(self.oracle.categories):
            return {0: Fraction(1)}
        found: dict[int, Fraction] = {}
        for p, gain, after in self._turn_of(state):
            for x, q in self._to_come(after).items():
                found[gain + x] = found.get(gain + x, Fraction(0)) + p * q
        return found

    def _by_distributions(self, me: RealState, mine: int, others: tuple[Other, ...]) -> Fraction:
        """P(win) and half of P(draw)."""
        worth = Fraction(0)
        for x, p in self._to_come(me).items():
            none_above = all_below = Fraction(1)
            for state, points in others:
                rest = self._to_come(state).items()
                none_above *= sum(q for y, q in rest if points + y <= mine + x)
                all_below *= sum(q for y, q in rest if points + y < mine + x)
            worth += p * (none_above + all_below) / 2
        return worth

    def _by_normals(self, me: RealState, mine: int, others: tuple[Other, ...]) -> Fraction:
        """Ecker's sum, to a digit less than ties are judged."""
        mean, sd = self._moments(me)
        inside = range(max(ceil(mean - 2 * sd), 0), floor(mean + 2 * sd) + 1) if sd else range(0)
        inside = inside if len(inside) > 1 else range(round(mean), round(mean) + 1)
        weights = [exp(-(((x - mean) / (sd or 1)) ** 2) / 2) for x in inside]
        chances = [self._chance(mine + x, others) for x in inside]
        return Fraction(round(1e8 * float(np.dot(weights, chances)) / sum(weights)), 10**8)

    def _chance(self, total: int, others: tuple[Other, ...]) -> float:
        chance = 1.0
        for state, points in others:
            mean, sd = self._moments(state)
            chance *= cdf((total - points - mean) / sd) if sd else float(total >= points + mean - 0.5)
        return chance

    def _moments(self, state: RealState) -> tuple[float, float]:
        table = self.game.optimal
        at = table.states.index(merged(table.states, state))
        return float(table.value[at]), float(table.sd[at])


def cdf(z: float) -> float:
    """Of the normal distribution."""
    return 0.5 * (1 + erf(z / sqrt(2)))
