"""What piles up in a game: the total, the real upper total, the extra Yahtzees that earned a bonus."""

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from ..arrays import Ints, Longs
from ..turn.kernel import Kernel
from ..turn.states import States


class Quantity(IntEnum):
    """Numbers as in gain.h. MARKED_TOTAL: turn/marks.py."""

    TOTAL = 0
    UPPER_TOTAL = 1
    EXTRA_YAHTZEES = 2
    MARKED_TOTAL = 3


def most_behind(
    states: States,
    kernel: Kernel,
    quantity: Quantity = Quantity.TOTAL,
    start: Mapping[int, int] | None = None,
) -> Ints:
    """(n_states,) int32: the most of a quantity that can lie behind a state, -1 where no game gets there.

    start: what lies behind the states that a game may begin with, all of one layer; None: the start, with 0.
    """
    most = np.full(len(states), -1, dtype=np.int32)
    for state, amount in (start or {states.index(states.start): 0}).items():
        most[state] = amount
    for masks in states.layers():
        kernel.most_behind(masks, int(quantity), most)
    return most


def bounds_to_come(states: States, kernel: Kernel, masks: Longs) -> tuple[Ints, Ints]:
    """(n_states,) int32 each: the points that are certain to come and the most that can, 0 in other masks.

    masks: with all that follow on them.
    """
    first, last = (np.zeros(len(states), dtype=np.int32) for _ in range(2))
    add_bounds(states, kernel, masks, first, last)
    return first, last


def add_bounds(states: States, kernel: Kernel, masks: Longs, first: Ints, last: Ints) -> None:
    """Fill in these bounds for the states of some masks; those of their successors must be there."""
    for layer in reversed(states.layers(masks)):
        kernel.bounds(layer, first, last)
