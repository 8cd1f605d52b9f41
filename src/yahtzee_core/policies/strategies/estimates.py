"""Strategies that estimate the value of a state and play turns as well as can be (Glenn 2007, III-B).

An estimate says what is still to come in a state. The numbers that Glenn prints (table VII) decide between
the readings of the text; docs/strategies.md lists what other readings give.
"""

from math import erf, sqrt

import numpy as np

from ...arrays import Floats, Ints
from ...turn.states import States
from ..arena import Arena
from ..decisions import EstimatePolicy, optimal_policy
from ..walk import Walk, walk
from .strategy import Batch


def normal_cdf(z: Floats) -> Floats:
    """The standard normal distribution; states with the same upper categories and need have the same z."""
    different, where = np.unique(z, return_inverse=True)
    cdf = np.array([0.5 * (1 + erf(x / sqrt(2))) for x in different.tolist()])
    return cdf[where]


def optimal(arena: Arena) -> Floats:
    """The exact values."""
    return arena.optimal.value


def greedy(arena: Arena) -> Floats:
    """Nothing is worth anything but the points of this turn, bonuses included."""
    return np.zeros(len(arena.states))


def mean_values(arena: Arena) -> tuple[Floats, Floats]:
    """Mean and variance of every category under the optimal policy, (n_categories,) each."""
    return of_categories(walk(arena, optimal_policy(arena)))


def of_categories(played: Walk) -> tuple[Floats, Floats]:
    """Mean and variance of every category, (n_categories,) each."""
    n = len(played.mean) - 2
    variance = np.diag(played.cross) - played.mean**2
    return played.mean[:n], np.maximum(variance[:n], 0)


def additive_with_step(batch: Batch, worth: Floats) -> Floats:
    """Equation (12): the worth of the open categories, and the upper bonus when they suffice for it."""
    reached = (batch.need > 0) & (batch.open_upper @ worth >= batch.need)
    return batch.open @ worth + batch.game.upper_bonus * reached


def bonus_probability(batch: Batch, mean: Floats, variance: Floats) -> Floats:
    """(n,): probability that the open upper categories bring the need, by a normal distribution."""
    total, sd = batch.open_upper @ mean, np.sqrt(batch.open_upper @ variance)
    z = np.where(sd > 0, (total - batch.need) / np.where(sd > 0, sd, 1), -np.inf)
    return np.where(batch.need > 0, normal_cdf(z), 0)


def additive_with_normal(batch: Batch, worth: Floats, variance: Floats) -> Floats:
    """The worth of the open categories, and the upper bonus times its probability."""
    return batch.open @ worth + batch.game.upper_bonus * bonus_probability(batch, worth, variance)


def category_means(arena: Arena) -> Floats:
    """Equation (12) with the means of the optimal policy."""
    return additive_with_step(Batch.of(arena.states), mean_values(arena)[0])


def category_means_iterated(arena: Arena, times: int = 1) -> Floats:
    """Equation (13): (12) again, with the means that the strategy before it gets; Glenn goes on as long."""
    estimate = category_means(arena)
    for _ in range(times):
        means, _ = of_categories(walk(arena, EstimatePolicy(arena, estimate)))
        estimate = additive_with_step(Batch.of(arena.states), means)
    return estimate


def category_means_with_variances(arena: Arena) -> Floats:
    """Means and variances of the optimal policy; the bonus by a normal distribution."""
    means, variances = mean_values(arena)
    return additive_with_normal(Batch.of(arena.states), means, variances)


def upper_and_lower(arena: Arena) -> Floats:
    """Equation (14): the exact values of two games, one of the upper categories alone, one of the others.

    The chip counts in both, which gives the published 250.41; as printed, with 0 in the upper game, it is
    249.77.
    """
    batch = Batch.of(arena.states)
    upper = sum(1 << category for category in arena.states.upper)
    of_upper = lookup(arena.states, arena.optimal.value, batch.filled | arena.game.full & ~upper, batch)
    of_lower = lookup(arena.states, arena.optimal.value, batch.filled | upper, batch)
    return of_upper + of_lower


def lookup(states: States, values: Floats, filled: Ints, batch: Batch) -> Floats:
    """(n,): values of the states with these masks filled, and the need and chip of the batch.

    A need that the upper categories of the mask cannot have becomes the one it would be merged into.
    """
    masks = filled.astype(np.int64)
    packed = states.upper_filled[masks]
    need = states.canonical[packed, batch.need]
    chip = batch.chip & (states.has_chips[masks] > 0)
    at = states.offset[masks] + chip * states.n_needs[packed] + states.rank[packed, need]
    estimate: Floats = values[at]
    return estimate
