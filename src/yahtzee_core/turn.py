"""The turn, worked backwards on the keep lattice: the readable twin of the kernel in _turn_body.h.

Let A be an array over the keeps, filled at the rolls (the *leaf* step: the best category). For every
reroll, from the last to the first:

    expect   A[k] = 1/faces sum_f A[k + f]           for the keeps of falling size
    choose   A[k] = best of A[k] and A[k - f]        for the keeps of rising size

and at last the value of the turn is the mean of A over all ordered rolls. 1,260 edges each way for five dice,
where a roll-by-roll graph has 20,880 edges a turn (Glenn 2007, section II-A).

**Ties.** Options within TIE points of the best are tied. A tie keeps what came first: among categories
the one highest on the sheet, among keeps the one with more dice, and of those that lack one die the
one that lacks the lowest face. Values do not depend on it, second moments do.

Contract of kernel and twin: A is float64 (width, n_keeps, lanes) for the twin; A[0] are values to be
maximised, further rows follow the choice. Lanes never meet. Both sum in the same order, so they give
the same bits.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from .dice import Lattice

Floats = npt.NDArray[np.float64]
TIE = 1e-9


def offer(best: Floats, option: Floats) -> None:
    """Offer an option to the best so far, both (width, lanes); `best` is changed."""
    follow = best[0] + TIE < option[0]
    best[1:] = np.where(follow, option[1:], best[1:])
    best[0] = np.maximum(best[0], option[0])


def expect(lattice: Lattice, a: Floats) -> None:
    """a[k] = 1/faces sum_f a[k + f], in falling size; `a` is changed."""
    for k in reversed(range(lattice.first_roll)):
        total = a[:, lattice.up[k, 0]].copy()
        for above in lattice.up[k, 1:]:
            total += a[:, above]
        a[:, k] = total * (1.0 / lattice.faces)


def choose(lattice: Lattice, a: Floats) -> None:
    """a[k] = best of a[k] and a[k - f], in rising size; `a` is changed."""
    for k in range(1, lattice.n_keeps):
        for below in lattice.down[lattice.down_start[k] : lattice.down_start[k + 1]]:
            offer(a[:, k], a[:, below])


def levels(lattice: Lattice, leaf: Floats, rolls: int) -> Iterator[Floats]:
    """Values of all keeps with 1, 2, ... rolls - 1 rerolls left, before the choice among them.

    leaf: (width, n_rolls, lanes). Yields (width, n_keeps, lanes); the array is used again.
    """
    width, _, lanes = leaf.shape
    a = np.zeros((width, lattice.n_keeps, lanes))
    a[:, lattice.first_roll :] = leaf
    for _ in range(rolls - 1):
        expect(lattice, a)
        yield a
        choose(lattice, a)


def turn(lattice: Lattice, leaf: Floats, rolls: int) -> Floats:
    """(width, lanes): the start of the turn from the leaves (width, n_rolls, lanes)."""
    best = leaf
    for a in levels(lattice, leaf, rolls):
        best = a[:, lattice.first_roll :]
    return mean(lattice, best)


def mean(lattice: Lattice, at_rolls: Floats) -> Floats:
    """(width, lanes): the mean over all ordered rolls of (width, n_rolls, lanes)."""
    total = np.zeros((at_rolls.shape[0], at_rolls.shape[2]))
    for roll, ways in enumerate(lattice.ways):
        total += at_rolls[:, roll] * ways
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
