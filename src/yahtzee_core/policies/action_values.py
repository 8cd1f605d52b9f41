"""What every action is worth in some positions, of any states: blocks of lanes, some of them at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Longs
from ..turn.transitions import BLOCK
from .arena import Arena
from .decisions import Decisions, empty_blocks

BLOCKS = 256
"""Blocks of lanes whose actions are held at once, at the most: 20 MB for five dice."""
KEEPS_BYTES = 1 << 28
"""What the keeps of these blocks may take: more dice, fewer blocks at once."""


@dataclass(frozen=True)
class Piece:
    """The blocks of some positions, and what their actions are worth; see Kernel.actions.

    here: which positions. place, lane: of each of them, its block in the arrays and its lane in the block.
    """

    here: Longs
    place: Longs
    lane: Longs
    keeps: Floats
    options: Floats
    decisions: Decisions

    def values(self, rerolls: int, decision: Longs, which: Longs | slice = slice(None)) -> Floats:
        """(n,) or (n, m): what keeps, or options with no reroll left, are worth in some of `here`."""
        table = self.keeps if rerolls else self.options
        first = self.place[which] * table[0].size + self.lane[which]
        if rerolls:
            first += (rerolls - 1) * table[0, 0].size
        first = first if decision.ndim == 1 else first[:, None]
        worth: Floats = table.ravel().take(first + decision * BLOCK)
        return worth

    def best(self, rerolls: int, roll: Longs, which: Longs | slice = slice(None)) -> Longs:
        """(n,): the decisions of the best policy with a roll each, in some of `here`."""
        best: Longs = self.decisions[self.place[which], rerolls, roll, self.lane[which]].astype(np.int64)
        return best


class ActionValues:
    """Of positions in these states, (n,) numbers, by the exact values."""

    def __init__(self, arena: Arena, at: Longs) -> None:
        self._arena = arena
        mask = arena.layout.filled[at]
        lane = at - arena.states.offset[mask]
        # Mask and block in one number, to find the different ones: a mask has far less than 2^32 blocks.
        self._keys, block = np.unique(mask * (1 << 32) + lane // BLOCK, return_inverse=True)
        block_bytes = 8 * BLOCK * arena.game.rolls * arena.states.options.lattice.n_keeps
        self._blocks = min(BLOCKS, max(KEEPS_BYTES // block_bytes, 1))
        self._order = np.argsort(block, kind="stable")
        self._sorted, self._lane = block[self._order], lane % BLOCK

    def pieces(self) -> Iterator[Piece]:
        """Some blocks at a time, until every position was in one; a piece has the arrays of the last one."""
        keeps, options, decisions = self._room()
        for first in range(0, len(self._keys), self._blocks):
            keys = self._keys[first : first + self._blocks]
            begin, end = np.searchsorted(self._sorted, [first, first + len(keys)])
            here = self._order[begin:end]
            worked = (keeps[: len(keys)], options[: len(keys)], decisions[: len(keys)])
            self._work(keys, *worked)
            yield Piece(here, self._sorted[begin:end] - first, self._lane[here], *worked)

    def _room(self) -> tuple[Floats, Floats, Decisions]:
        """Arrays for the most blocks at once."""
        states, blocks = self._arena.states, min(self._blocks, len(self._keys))
        keeps = np.empty((blocks, states.game.rolls - 1, states.options.lattice.n_keeps, BLOCK))
        options = np.empty((blocks, len(states.options), BLOCK))
        return keeps, options, empty_blocks(states, np.full(blocks, BLOCK))

    def _work(self, keys: Longs, keeps: Floats, options: Floats, decisions: Decisions) -> None:
        value = self._arena.optimal.table.value
        self._arena.kernel.actions(keys >> 32, keys & 0xFFFFFFFF, value, options, keeps, decisions)
