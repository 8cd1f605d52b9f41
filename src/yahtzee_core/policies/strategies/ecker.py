"""Ecker's value functions (Ecker, section 4.1): estimates by the set of open categories.

`small` sets have at most four open categories. In games with bonuses a set stands for all its needs and
chips, and each of them is treated alike; what the paper leaves open there is said in the docstrings.
"""

import numpy as np

from ...arrays import Floats, Longs
from ..arena import Arena
from .estimates import lookup
from .strategy import Batch

SMALL = 4
SUBSETS = 25
"""Subsets that max DP samples for every set."""
SEED = 2


def additive(arena: Arena) -> Floats:
    """The sum of what each open category is worth alone: no bonus in reach, no chip."""
    worth: Floats = Batch.of(arena.states).open @ _alone(arena)
    return worth


def regression(arena: Arena) -> Floats:
    """An affine function of the open categories, fitted to the exact values of all states alike."""
    batch = Batch.of(arena.states)
    return _affine(batch) @ _fit(_affine(batch), arena.optimal.value)


def small_regression(arena: Arena) -> Floats:
    """The same, fitted to the small sets alone.

    The paper adds the number of stages to go as a variable: the sum of the others, which changes nothing.
    """
    batch = Batch.of(arena.states)
    small = batch.turns <= SMALL
    return _affine(batch) @ _fit(_affine(batch)[small], arena.optimal.value[small])


def heuristic(arena: Arena) -> Floats:
    """Exact for small sets, else V(S) = sum over categories c in S of V(S - c) / (|S| - 1)."""
    states, value = arena.states, arena.optimal.value.copy()
    for masks in reversed(states.layers()[: -1 - SMALL]):
        at, batch = states.of_masks(masks), Batch.of(states, masks)
        value[at] = 0.0
        for category in range(len(arena.game.categories)):
            without = lookup(states, value, batch.filled | 1 << category, batch)
            value[at] += np.where(batch.open[:, category], without, 0.0) / (batch.turns - 1)
    return value


def max_dp(arena: Arena) -> Floats:
    """Exact for small sets, else the best V(S') + V(S - S') of 25 random splits of S.

    The splits are drawn from a fixed seed. S' keeps need and chip; the rest goes on without bonuses.
    """
    states, value = arena.states, arena.optimal.value.copy()
    random = np.random.default_rng(SEED)
    for masks in reversed(states.layers()[: -1 - SMALL]):
        at, batch = states.of_masks(masks), Batch.of(states, masks)
        plain = Batch(batch.game, batch.filled, np.zeros_like(batch.need), np.zeros_like(batch.chip))
        value[at] = -np.inf
        for _ in range(SUBSETS):
            part = np.repeat(_subsets(random, arena.game.full & ~masks), states.lanes[masks])
            one = lookup(states, value, arena.game.full & ~part, batch)
            other = lookup(states, value, batch.filled | part, plain)
            value[at] = np.maximum(value[at], one + other)
    return value


def _alone(arena: Arena) -> Floats:
    """(n_categories,): the value when one category is left, no bonus in reach, no chip."""
    states, full = arena.states, arena.game.full
    last = [int(states.offset[full & ~(1 << c)]) for c in range(len(arena.game.categories))]
    return arena.optimal.value[last]


def _affine(batch: Batch) -> Floats:
    return np.column_stack([np.ones(len(batch)), batch.open.astype(np.float64)])


def _fit(columns: Floats, value: Floats) -> Floats:
    """Least squares; by the normal equations, as there are few columns."""
    return np.linalg.solve(columns.T @ columns, columns.T @ value).astype(np.float64)


def _subsets(random: np.random.Generator, sets: Longs) -> Longs:
    """A random subset of each set, neither empty nor all of it."""
    while True:
        subsets: Longs = sets & random.integers(0, 1 << 30, size=len(sets))
        bad = (subsets == 0) | (subsets == sets)
        if not bad.any():
            return subsets
        subsets[bad] = _subsets(random, sets[bad])
        return subsets
