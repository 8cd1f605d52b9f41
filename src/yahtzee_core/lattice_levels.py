"""One turn of one state on the keep lattice, sizes at once: the vectorised twin of turn.py for few lanes."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from .dice import Lattice
from .turn import TIE

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]


def expected_keeps(lattice: Lattice, at_rolls: Floats) -> Floats:
    """(width, n_keeps): what each keep is worth, from what the rolls are worth, (width, n_rolls)."""
    a = np.empty((len(at_rolls), lattice.n_keeps))
    a[:, lattice.first_roll :] = at_rolls
    for keeps in reversed(_sizes(lattice)[:-1]):
        a[:, keeps] = a[:, lattice.up[keeps]].sum(axis=2) / lattice.faces
    return a


def keep_values(lattice: Lattice, leaf: Floats, rolls: int) -> Iterator[Floats]:
    """(n_keeps,) float64: what every keep is worth with 1, 2, ... rerolls left under best play.

    leaf: (n_rolls,), what each roll is worth when a category is chosen.
    """
    at_rolls = leaf
    for _ in range(rolls - 1):
        a = expected_keeps(lattice, at_rolls[None])[0]
        yield a
        best = a.copy()
        for keeps in _sizes(lattice)[1:]:
            best[keeps] = np.maximum(best[keeps], best[_down(lattice)[keeps]].max(axis=1))
        at_rolls = best[lattice.first_roll :]


@cache
def keeps_in_order(lattice: Lattice, roll: int) -> tuple[int, ...]:
    """The keeps inside a roll, in the order in which the tie rule of turn.py prefers them."""
    seen: dict[int, None] = {}

    def visit(keep: int) -> None:
        seen.setdefault(keep)
        for below in lattice.down[lattice.down_start[keep] : lattice.down_start[keep + 1]]:
            visit(int(below))

    visit(lattice.first_roll + roll)
    return tuple(seen)


def chosen_keeps(lattice: Lattice, values: Floats, tie: float = TIE) -> Longs:
    """(n_rolls,): the keep that each roll takes when keeps are worth `values`, (n_keeps,)."""
    inside = _inside(lattice)
    worth = values[inside]
    place = np.argmax(worth >= worth.max(axis=1, keepdims=True) - tie, axis=1)
    chosen: Longs = inside[np.arange(len(inside)), place]
    return chosen


def first_best(values: Floats, tie: float = TIE) -> int:
    """Place of the first value that is within a tie of the best."""
    return int(np.argmax(values >= values.max() - tie))


@cache
def _inside(lattice: Lattice) -> Longs:
    """(n_rolls, most): keeps_in_order of every roll, filled up with its first."""
    orders = [keeps_in_order(lattice, roll) for roll in range(lattice.n_rolls)]
    most = max(map(len, orders))
    return np.array([[*order, *order[:1] * (most - len(order))] for order in orders], dtype=np.int64)


@cache
def _sizes(lattice: Lattice) -> list[Longs]:
    """The keeps by number of dice."""
    size = lattice.counts.sum(axis=1)
    return [np.flatnonzero(size == n) for n in range(lattice.dice + 1)]


@cache
def _down(lattice: Lattice) -> Longs:
    """(n_keeps, faces): the keeps with one die less, the keep itself where there are fewer."""
    down = np.repeat(np.arange(lattice.n_keeps)[:, None], lattice.faces, axis=1)
    for keep in range(lattice.n_keeps):
        below = lattice.down[lattice.down_start[keep] : lattice.down_start[keep + 1]]
        down[keep, : len(below)] = below
    return down
