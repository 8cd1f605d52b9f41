"""What is to come from every state under a policy, backwards by the options that its turns end with.

With w[s](o), the probability that a turn of state s ends with option o,

    X[s](x + gain(s, o))  +=  w[s](o) X[s after o](x),      X[end](0) = 1        the points to come

X is the adjoint of walk.py, which gives the distribution at the end from one start alone.
"""

from collections.abc import Iterator

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..solve.bounds import bounds_to_come
from ..turn.kernel import PointRows
from ..turn.machine import require_room
from .arena import Arena
from .decisions import Policy
from .walk import chunks


def rows_of(low: Ints, length: Ints) -> PointRows:
    """Rows of these lengths, of zeros."""
    ends = np.cumsum(length.astype(np.int64))
    require_room(f"the points to come of {len(length):,} states", 8 * int(ends[-1]))
    return PointRows(ends - length, low, length, np.zeros(int(ends[-1])))


def points_to_come(arena: Arena, policy: Policy, open_at_most: int | None = None) -> PointRows:
    """The rows of all states, from 0 points to the most that can come; 1.5 GB for yahtzee.

    open_at_most: of the states of the end of the game alone, with so many open categories; others have a 0.
    """
    states, kernel = arena.states, arena.kernel
    *layers, end = states.layers()[-1 - open_at_most :] if open_at_most is not None else states.layers()
    _, last = bounds_to_come(states, kernel, np.concatenate([*layers, end]))
    rows = rows_of(np.zeros_like(last), last + np.int32(1))
    rows.mass[rows.place[states.of_masks(end)]] = 1.0
    for layer in reversed(layers):
        for masks, weights in weighed(arena, policy, layer):
            kernel.pull(masks, weights, rows)
    return rows


def option_weights(arena: Arena, policy: Policy, masks: Longs) -> Floats:
    """(states of the masks, n_options) float64: w, 0 where nothing is open."""
    states = arena.states
    if not len(states.of_masks(masks)):
        return np.zeros((0, len(states.options)))
    return np.concatenate([weights for _, weights in weighed(arena, policy, masks)])


def weighed(arena: Arena, policy: Policy, masks: Longs) -> Iterator[tuple[Longs, Floats]]:
    """(masks, w) for some masks at a time; w: (states of these masks, n_options)."""
    for part in chunks(arena.states, masks):
        yield part, weights_of(arena, policy, part)


def weights_of(arena: Arena, policy: Policy, masks: Longs) -> Floats:
    """(states of the masks, n_options) float64: w, for no more masks than a chunk has."""
    states, n = arena.states, int(arena.states.lanes[masks].sum())
    weights = np.zeros((n, len(states.options)))
    if n:
        rolls_scored = np.zeros((states.options.lattice.n_rolls, len(arena.game.categories)))
        arena.kernel.play(masks, np.ones(n), policy.decide(masks, None), weights, rolls_scored)
    return weights
