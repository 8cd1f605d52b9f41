"""The distribution of the points to come of every state under a policy.

With w[s](o), the probability that a turn of state s ends with option o, backwards

    X[s](x + gain(s, o))  +=  w[s](o) X[s after o](x),      X[end](0) = 1

the adjoint of walk.py, which gives the distribution at the end from one start alone.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .decisions import Policy
from .quantities import bounds_to_come
from .walk import chunks

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class PointRows:
    """A row of probabilities for every state: mass[place + i] of low + i points to come, i < length."""

    place: Longs
    low: Ints
    length: Ints
    mass: Floats

    def row(self, state: int) -> Floats:
        """Of one state, from low points; a view."""
        return self.mass[self.place[state] : self.place[state] + self.length[state]]


def rows_of(low: Ints, length: Ints) -> PointRows:
    """Rows of these lengths, of zeros."""
    ends = np.cumsum(length.astype(np.int64))
    return PointRows(ends - length, low, length, np.zeros(int(ends[-1])))


def points_to_come(arena: Arena, policy: Policy, open_at_most: int | None = None) -> PointRows:
    """The rows of all states, from 0 points to the most that can come; 1.5 GB for yahtzee.

    open_at_most: of the states of the end of the game alone, with so many open categories; others have a 0.
    """
    states, kernel = arena.states, arena.kernel
    *layers, end = states.layers()[-1 - open_at_most :] if open_at_most is not None else states.layers()
    _, last = bounds_to_come(states, kernel, np.concatenate([*layers, end]))
    found = rows_of(np.zeros_like(last), last + np.int32(1))
    found.mass[found.place[states.of_masks(end)]] = 1.0
    final = np.zeros((states.options.lattice.n_rolls, len(arena.game.categories)))
    for layer in reversed(layers):
        for masks in chunks(states, layer):
            visit = np.ones(int(states.lanes[masks].sum()))
            weights = np.empty((len(visit), len(states.options)))
            kernel.play(masks, visit, policy.decide(masks, None), weights, final)
            kernel.pull(states.offset, masks, weights, found.place, found.length, found.mass)
    return found
