"""The turn, worked backwards on the keep lattice: the readable twin of the kernel in turn_body.h.

Let A be an array over the keeps, filled at the rolls (the *leaf* step: the best category). For every
reroll, from the last to the first:

    expect   A[k] = 1/faces sum_f A[k + f]           for the keeps of falling size
    choose   A[k] = best of A[k] and A[k - f]        for the keeps of rising size

and at last the value of the turn is the mean of A over all ordered rolls. 1,260 edges each way for five dice,
where a roll-by-roll graph has 20,880 edges a turn (Glenn 2007, section II-A).

Contract of kernel and twin: A is float64 (width, n_keeps, lanes) for the twin; A[0] are values to be
maximised, further rows follow the choice, ties by ties.py. Lanes never meet. Both sum in the same order, so
they give the same bits.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from ..arrays import Floats, Shorts
from .dice import Lattice
from .ties import POINTS, Tie, offer


def expect(lattice: Lattice, a: Floats) -> None:
    """a[k] = 1/faces sum_f a[k + f], in falling size; `a` is changed."""
    for keeps in reversed(lattice.sizes[:-1]):
        total = a[:, lattice.up[keeps, 0]]
        for face in range(1, lattice.faces):
            total += a[:, lattice.up[keeps, face]]
        a[:, keeps] = total * (1.0 / lattice.faces)


def choose(lattice: Lattice, a: Floats, rule: Tie = POINTS) -> None:
    """a[k] = best of a[k] and a[k - f], in rising size; `a` is changed."""
    for keeps in lattice.sizes[1:]:
        best = a[:, keeps].copy()
        for below in lattice.down_by_place[keeps].T:
            offer(best, a[:, below], rule)
        a[:, keeps] = best


def levels(lattice: Lattice, leaf: Floats, rolls: int, rule: Tie = POINTS) -> Iterator[Floats]:
    """Values of all keeps with 1, 2, ... rolls - 1 rerolls left, before the choice among them.

    leaf: (width, n_rolls, lanes). Yields (width, n_keeps, lanes); the array is used again.
    """
    width, _, lanes = leaf.shape
    a = np.zeros((width, lattice.n_keeps, lanes))
    a[:, lattice.first_roll :] = leaf
    for _ in range(rolls - 1):
        expect(lattice, a)
        yield a
        choose(lattice, a, rule)


def turn(lattice: Lattice, leaf: Floats, rolls: int, rule: Tie = POINTS) -> Floats:
    """(width, lanes): the start of the turn from the leaves (width, n_rolls, lanes)."""
    best = leaf
    for a in levels(lattice, leaf, rolls, rule):
        best = a[:, lattice.first_roll :]
    return mean(lattice, best)


def mean(lattice: Lattice, at_rolls: Floats) -> Floats:
    """(width, lanes): the mean over all ordered rolls of (width, n_rolls, lanes), summed roll by roll."""
    total: Floats = np.cumsum(at_rolls * lattice.ways[:, None], axis=1)[:, -1]
    average: Floats = total / lattice.faces**lattice.dice
    return average


def chain(lattice: Lattice, leaves: Iterable[Floats]) -> Iterator[Floats]:
    """(width, lanes): the start of a turn with one roll, two rolls, ..., a leaf for each number of rerolls.

    W_j = best of leaf_j and of the keeps k by the mean of W_(j - 1) over their rolls; a roll that could be
    scored as it is stays before all keeps. One pass serves all starts, as W_j does not look beyond j.
    """
    a = np.zeros((0, 0, 0))
    for rerolls, leaf in enumerate(leaves):
        if rerolls == 0:
            a = np.zeros((leaf.shape[0], lattice.n_keeps, leaf.shape[2]))
        else:
            expect(lattice, a)
        a[:, lattice.first_roll :] = leaf
        if rerolls > 0:
            choose(lattice, a)
        yield mean(lattice, a[:, lattice.first_roll :])


def play(lattice: Lattice, decisions: Shorts, n_options: int) -> Floats:
    """(n_options,): w, the probability that a turn ends with each option under given decisions.

    decisions: (rolls, n_rolls), by rerolls left: a keep of the lattice, and with none left an option.
    """
    at_rolls = lattice.probabilities
    for keep in decisions[:0:-1]:
        kept: Floats = np.bincount(keep, at_rolls, lattice.n_keeps).astype(np.float64)
        for keeps in lattice.sizes[:-1]:
            for face in range(lattice.faces):
                np.add.at(kept, lattice.up[keeps, face], kept[keeps] / lattice.faces)
        at_rolls = kept[lattice.first_roll :]
    return np.bincount(decisions[0], at_rolls, n_options).astype(np.float64)
