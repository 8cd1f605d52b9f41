"""Races in separate lanes (Ecker, section 4.3): a player who sees the sheets of others, who do not look back.

The player takes it that everybody plays the policy of `expected` from the next turn on. Then a total is
worth its chance against what the others come to, and a turn is played as well as can be for

    E[ sum over x of X[s after it](x) chance(points + x) ]
    chance(t) = product over the others j of P(total_j <= t)

`Normals` is Ecker's player: totals are normal with the mean and standard deviation of the state, x within
two of them, a draw counts as a win. `Distributions` takes the exact distributions, and a draw as half a win.
"""

from collections.abc import Sequence
from functools import cached_property
from math import ceil
from typing import Protocol

import numpy as np

from ..arrays import Bools, Floats, Longs
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..policies.to_come import points_to_come, rows_of
from ..solve.bounds import most_behind
from ..turn.kernel import PointRows, Spans, at_most_rows, normal_rows

DEVIATIONS = 2
"""Standard deviations from the mean that Ecker sums over."""


class Belief(Protocol):
    """What a player takes to be still to come in every state, for themselves and for the others."""

    @property
    def rows(self) -> PointRows:
        """Of the player's own points to come."""
        ...

    @property
    def width(self) -> int:
        """Totals that rows may lead to, from 0."""
        ...

    def chance(self, states: Sequence[Longs], points: Sequence[Longs]) -> Floats:
        """(n_games, width): what every total is worth against others in these states, (n_games,) each."""
        ...


class Normals:
    """Ecker's belief: normal distributions with the mean and standard deviation of `expected`.

    open_at_most: held for the end of a game alone, from so many open categories on.
    """

    def __init__(self, arena: Arena, open_at_most: int | None = None) -> None:
        self._mean, self._sd = arena.optimal.value, arena.optimal.sd
        self._held = _at_the_end(arena, open_at_most)
        self._most = most_total(arena)

    @property
    def width(self) -> int:
        return self._most + 1 + ceil(float((self._mean + DEVIATIONS * self._sd).max()))

    @cached_property
    def rows(self) -> PointRows:
        """The density at whole numbers within two standard deviations, none below 0, of sum 1."""
        mean, off = self._mean, DEVIATIONS * self._sd
        low = np.maximum(np.ceil(mean - off), 0).astype(np.int32)
        length = np.where(self._held, np.maximum(np.floor(mean + off).astype(np.int32) - low + 1, 1), 1)
        low = np.where(length == 1, np.rint(mean), low).astype(np.int32)
        rows = rows_of(low, length)
        x = np.arange(len(rows.mass)) - np.repeat(rows.place - low, length)
        sd = np.repeat(np.where(self._sd > 0, self._sd, 1.0), length)
        density = np.exp(-(((x - np.repeat(mean, length)) / sd) ** 2) / 2)
        rows.mass[:] = density / np.repeat(np.add.reduceat(density, rows.place), length)
        return rows

    def chance(self, states: Sequence[Longs], points: Sequence[Longs]) -> Floats:
        """The product of P(N <= t)."""
        chance = np.ones((len(states[0]), self.width))
        for state, behind in zip(states, points, strict=True):
            chance *= self._at_most(behind + self._mean[state], self._sd[state])
        return chance

    def _at_most(self, mean: Floats, sd: Floats) -> Floats:
        """(n, width): P(N <= t) = P(-N >= -t), of which the kernel has rows from -width + 1 to 0."""
        n = len(mean)
        rows = np.empty((n, self.width))
        spans = Spans(np.arange(n, dtype=np.int64) * self.width, np.full(n, self.width, dtype=np.int64))
        first = np.full(n, -self.width, dtype=np.int32)
        ended = sd == 0
        normal_rows(rows.reshape(-1), spans, first, -mean, np.where(ended, 1.0, sd), 1.0)
        at_most = rows[:, ::-1]
        at_most[ended] = np.arange(self.width) >= mean[ended, None] - 0.5
        return at_most


class Distributions:
    """The exact distributions of the points to come under the policy of `expected`; open_at_most as above."""

    def __init__(self, arena: Arena, open_at_most: int | None = None) -> None:
        self.rows = points_to_come(arena, optimal_policy(arena), open_at_most)
        self.width = most_total(arena) + 1

    def chance(self, states: Sequence[Longs], points: Sequence[Longs]) -> Floats:
        """The mean of P(all others below t) and P(none above t)."""
        none_above = np.ones((len(states[0]), self.width))
        for state, behind in zip(states, points, strict=True):
            at_most = np.empty_like(none_above)
            at_most_rows(self.rows, state, behind, at_most)
            none_above *= at_most
        all_below = np.concatenate([np.zeros((len(none_above), 1)), none_above[:, :-1]], axis=1)
        chance: Floats = (none_above + all_below) / 2
        return chance


PLAYERS: dict[str, type[Normals] | type[Distributions]] = {
    "variance": Normals,
    "distribution": Distributions,
}


def race_values(arena: Arena, rows: PointRows, at: Longs, points: Longs, chance: Floats) -> Floats:
    """(n_games, n_options): what the open options of games are worth to the player of these rows, else 0.

    at, points: (n_games,), states of the player and points so far. chance: (n_games, width), of a belief.
    """
    states = arena.states
    masks = np.searchsorted(states.offset, at, side="right") - 1
    values = np.zeros((len(at), len(states.options)))
    arena.kernel.race_values(masks, at, points, rows, chance, values)
    return values


def most_total(arena: Arena) -> int:
    """The most points that a game can end with."""
    return int(most_behind(arena.states, arena.kernel).max())


def _at_the_end(arena: Arena, open_at_most: int | None) -> Bools:
    """(n_states,): which states have at most so many open categories; all when None."""
    states, n = arena.states, len(arena.game.categories)
    is_open = n - np.bitwise_count(states.masks)
    most = n if open_at_most is None else open_at_most
    held: Bools = np.repeat(is_open <= most, states.lanes)
    return held
