"""Where every lane of a mask goes with every option: `States.successor` as arrays for the kernels."""

import numpy as np

from ..arrays import Floats, Ints, Longs
from .machine import require_room
from .states import IDENTITY, States

BLOCK = 8
"""Lanes are stored in multiples of the widest kernel's vector."""


class Transitions:
    """Lane moves by *type* (packed upper categories, chips or not) and *transition*.

    A transition is an upper (category, points), numbered from 1, or IDENTITY for lower categories.

    type: (2**n_categories,) int32 by mask.
    transition: (n_options,) int32.
    next: (n_types, n_transitions, stride) int32, lane in the mask that follows.
    bonus: same shape, float64, points of the upper bonus paid on the way.
    chip: (n_types, stride) float64, 1 where the lane has the chip.
    shift: (n_types, n_options) int32, lanes to skip when the option earns the chip.
    """

    def __init__(self, states: States) -> None:
        options, n_upper = states.options, len(states.upper)
        self.type: Ints = 2 * states.upper_filled + states.has_chips
        self.n_types = 2 << n_upper
        self.stride = BLOCK * -(-2 * int(states.n_needs.max()) // BLOCK)
        scored = list(zip(options.category.tolist(), options.points.tolist(), strict=True))
        keys = sorted({key for key in scored if key[0] in states.upper})
        number = {key: t for t, key in enumerate(keys, start=1)}
        self.transition: Ints = np.array([number.get(key, IDENTITY) for key in scored], dtype=np.int32)
        size = 12 * self.n_types * (1 + len(keys)) * self.stride
        require_room(f"game {states.game.id}: the transitions between upper totals", size)
        need, self.chip = _lanes(states, self.n_types, self.stride)
        shape = (self.n_types, 1 + len(keys), self.stride)
        self.next: Ints = np.zeros(shape, dtype=np.int32)
        self.bonus: Floats = np.zeros(shape)
        self.next[:, IDENTITY] = np.arange(self.stride)
        for key, t in number.items():
            self.next[:, t], self.bonus[:, t] = _moves(states, need, self.chip, key)
        earns = (options.category == states.game.yahtzee) & (options.points > 0)
        earns &= states.game.yahtzee_bonus > 0
        self.shift: Ints = np.repeat(states.n_needs, 2)[:, None] * earns[None, :].astype(np.int32)

    def follow(self, states: States, index: Longs, option: Longs) -> tuple[Longs, Ints, Ints]:
        """(next state, upper bonus, Yahtzee bonus) of options in states, (n,) each; points not included."""
        options = states.options
        mask = np.searchsorted(states.offset, index, side="right") - 1
        lane, kind = index - states.offset[mask], self.type[mask]
        move = (kind, self.transition[option], lane)
        after = states.offset[mask | 1 << options.category[option].astype(np.int64)]
        extra = (options.extra[option] & (self.chip[kind, lane] > 0)) * states.game.yahtzee_bonus
        lane_after = self.next[move] + self.shift[kind, option]
        return after + lane_after, self.bonus[move].astype(np.int32), extra.astype(np.int32)


def _lanes(states: States, n_types: int, stride: int) -> tuple[Ints, Floats]:
    """Need and chip of every lane of every type; padding lanes have need 0 and no chip."""
    need, chip = np.zeros((n_types, stride), dtype=np.int32), np.zeros((n_types, stride))
    for u, needs in enumerate(states.needs):
        n = len(needs)
        need[2 * u : 2 * u + 2, :n] = needs
        need[2 * u + 1, n : 2 * n] = needs
        chip[2 * u + 1, n : 2 * n] = 1
    return need, chip


def _moves(states: States, need: Ints, chip: Floats, key: tuple[int, int]) -> tuple[Ints, Floats]:
    """Next lane and bonus of every (type, lane) for one upper (category, points)."""
    category, points = key
    bit = 1 << states.upper.index(category)
    after = np.arange(len(need)) // 2 | bit
    left = np.maximum(need - points, 0)
    bonus = states.paid(need, left).astype(np.float64)
    need_after = np.where(need > 0, states.canonical[after[:, None], left], 0)
    lane = states.rank[after[:, None], need_after] + chip.astype(np.int32) * states.n_needs[after, None]
    return lane, bonus
