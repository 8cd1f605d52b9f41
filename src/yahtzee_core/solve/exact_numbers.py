"""Whole numbers in limbs for the exact recurrence: how many, how wide, and where they stand.

With k turns to come, d dice of f faces and r rolls, a value is a whole number over the scale S_k = B^(r k),
with B = f^d. A limb has the 64 bits of a word less those of B, so that B limbs can be added without a carry.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, Longs
from ..game.game import Game
from ..turn.machine import require_room
from ..turn.ready import Ready
from ..turn.states import States

Limbs = npt.NDArray[np.uint64]


class Moves:
    """Where every lane goes with every option, by type of mask (turn/transitions.py): whole numbers alone.

    type: (2**n_categories,) int32. lane_after, gain: (n_types, n_options, stride) int32; bonuses are in gain.
    """

    def __init__(self, ready: Ready) -> None:
        states, moves = ready.states, ready.transitions
        options, game = states.options, states.game
        shape = (moves.n_types, len(options), moves.stride)
        require_room(f"game {game.id}: the moves of {len(options):,} options", 8 * int(np.prod(shape)))
        self.type: Ints = moves.type
        self.lane_after: Ints = moves.next[:, moves.transition] + moves.shift[:, :, None]
        bonus = moves.bonus[:, moves.transition].astype(np.int32)
        extra = options.extra[:, None] * (moves.chip[:, None] > 0) * np.int32(game.yahtzee_bonus)
        self.gain: Ints = options.points[:, None] + bonus + extra

    @property
    def most(self) -> int:
        """The most points of a turn."""
        return int(self.gain.max())


@dataclass(frozen=True)
class Widths:
    """The limbs of a game. most: points of a turn, at most."""

    game: Game
    most: int

    @property
    def bits(self) -> int:
        """Bits of a limb."""
        return 64 - (self.base - 1).bit_length()

    @property
    def base(self) -> int:
        """B, the ordered rolls of all dice."""
        return int(self.game.faces**self.game.dice)

    def scale(self, to_come: int) -> int:
        """S_k with k turns to come."""
        return int(self.base ** (self.game.rolls * to_come))

    def value_limbs(self, to_come: int) -> int:
        """Limbs of a value: points are at most `most` a turn."""
        return self._limbs((to_come * self.most + 1) * self.scale(to_come))

    def second_limbs(self, to_come: int) -> int:
        """Limbs of a second moment."""
        return self._limbs(((to_come * self.most) ** 2 + 1) * self.scale(to_come))

    def _limbs(self, largest: int) -> int:
        return -(-largest.bit_length() // self.bits)

    def to_limbs(self, number: int, n: int) -> Limbs:
        """A whole number in n limbs, the lowest first."""
        low = (1 << self.bits) - 1
        return np.array([number >> self.bits * i & low for i in range(n)], dtype=np.uint64)

    def to_int(self, limbs: list[int]) -> int:
        """The whole number of some limbs."""
        number = 0
        for limb in reversed(limbs):
            number = number << self.bits | limb
        return number


@dataclass(frozen=True)
class Layer:
    """The numbers of the states with k turns to come.

    masks: their masks. first: (2**n_categories,) int64, row of the first state of a mask, -1 in other layers.
    numbers: (states, n + m) uint64, the limbs of value and second moment, over scale.
    """

    masks: Longs
    first: Longs
    numbers: Limbs
    n: int
    m: int
    scale: int

    @classmethod
    def empty(cls, states: States, masks: Longs, widths: Widths, to_come: int) -> "Layer":
        """Room for the states of some masks, in their order; zeros."""
        lanes = states.lanes[masks].astype(np.int64)
        first = np.full(len(states.masks), -1, dtype=np.int64)
        first[masks] = np.cumsum(lanes) - lanes
        n, m = widths.value_limbs(to_come), widths.second_limbs(to_come)
        size, what = int(lanes.sum()), f"game {states.game.id}: exact values of {int(lanes.sum()):,} states"
        require_room(what, 8 * size * (n + m))
        return cls(masks, first, np.zeros((size, n + m), dtype=np.uint64), n, m, widths.scale(to_come))
