"""Policies: the decision in every position, a keep while rerolls are left, else a category.

*Decisions* of some masks are a uint16 array (blocks, rolls, n_rolls, BLOCK). The lanes of every mask fill
blocks of BLOCK lanes; the second axis is the number of rerolls left, the third the roll. An entry is a keep
of the lattice, and with no reroll left an option of the game. Entries of lanes that are not asked for may
be any keep or option: kernels index with them.
"""

from collections.abc import Sequence
from math import prod
from typing import Protocol

import numpy as np

from ..arrays import Bools, Floats, Longs, Numbers, Shorts
from ..errors import UserError
from ..turn.machine import require_room
from ..turn.positions import Action, Position, state_of
from ..turn.states import States
from ..turn.transitions import BLOCK
from .arena import Arena

Decisions = Shorts


class Policy(Protocol):
    """The decisions of a strategy in a game."""

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of some masks; any where nobody comes (visit; None: one comes to all)."""
        ...


def looks_at_sheets_alone(policy: Policy) -> bool:
    """Whether a policy says that it decides by filled categories and chip, whatever the upper total."""
    return bool(getattr(policy, "by_sheet", False))


class EstimatePolicy:
    """Plays every turn as well as can be when the states after it are worth what an estimate says.

    estimate: (n_states,) float64, points still to come. The optimal policy takes the exact values (Glenn
    2007, section III-B); ties by ties.py.
    """

    def __init__(self, arena: Arena, estimate: Floats) -> None:
        if estimate.shape != (len(arena.states),) or not np.isfinite(estimate).all():
            raise UserError(
                f"game {arena.game.id}: an estimate of shape {estimate.shape}; "
                f"expected {len(arena.states)} finite numbers, one for each state"
            )
        self._arena = arena
        self._value = np.concatenate([estimate, np.zeros(BLOCK)])

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of these masks."""
        states = self._arena.states
        decisions = empty_decisions(states, masks)
        self._arena.kernel.decide(masks, self._value, visit, decisions)
        return decisions


def optimal_policy(arena: Arena) -> EstimatePolicy:
    """The policy of `expected`."""
    return EstimatePolicy(arena, arena.optimal.value)


def decided(arena: Arena, policy: Policy, position: Position) -> Action:
    """What a policy does in a position."""
    states = arena.states
    state, lattice = state_of(states, position), states.options.lattice
    masks = np.array([state.filled], dtype=np.int64)
    lane = states.index(state) - int(states.offset[state.filled])
    roll = lattice.keep_index(position.dice) - lattice.first_roll
    decision = int(unpack(states, masks, policy.decide(masks, None))[position.rerolls, lane, roll])
    if position.rerolls:
        return Action(keep=lattice.faces_of(decision))
    return Action(category=int(states.options.category[decision]))


def empty_decisions(states: States, masks: Longs) -> Decisions:
    """Room for the decisions in the lanes of these masks."""
    return empty_blocks(states, states.lanes[masks].astype(np.int64))


def empty_blocks(states: States, lanes: Longs) -> Decisions:
    """Room for decisions in so many lanes each; the lanes of games side by side, say."""
    shape = (int(blocks_of(lanes).sum()), states.game.rolls, states.options.lattice.n_rolls, BLOCK)
    require_room(f"game {states.game.id}: the decisions of {int(lanes.sum()):,} states", 2 * prod(shape))
    return np.empty(shape, dtype=np.uint16)


def n_blocks(states: States, masks: Longs) -> Longs:
    """(n_masks,) int64: blocks of each mask."""
    return blocks_of(states.lanes[masks].astype(np.int64))


def blocks_of(lanes: Longs) -> Longs:
    """Blocks that so many lanes each fill."""
    return -(-lanes // BLOCK)


def lane_places(states: States, masks: Longs) -> Longs:
    """(n_lanes,) int64: where each lane of these masks stands, counted in lanes of their blocks."""
    return places_of(states.lanes[masks].astype(np.int64))


def places_of(lanes: Longs) -> Longs:
    """(lanes.sum(),) int64: the same for so many lanes each."""
    blocks = BLOCK * blocks_of(lanes)
    first = np.repeat(np.cumsum(blocks) - blocks - (np.cumsum(lanes) - lanes), lanes)
    return first + np.arange(int(lanes.sum()))


def pack(states: States, masks: Longs, arrays: Sequence[Numbers], lanes: Bools | None = None) -> Decisions:
    """Decisions from arrays (n_lanes, n_rolls), one for each number of rerolls left from 0.

    lanes: which lanes of the masks the arrays are of; None for all. Blocks without one are left alone.
    """
    decisions = empty_decisions(states, masks)
    _, rolls, n_rolls, _ = decisions.shape
    place = lane_places(states, masks)
    place = place if lanes is None else place[lanes]
    blocks, block = np.unique(place // BLOCK, return_inverse=True)
    row = block * BLOCK + place % BLOCK
    flat = np.zeros((len(blocks) * BLOCK, n_rolls), dtype=np.uint16)
    for left in range(rolls):
        flat[row] = arrays[left]
        decisions[blocks, left] = flat.reshape(len(blocks), BLOCK, n_rolls).transpose(0, 2, 1)
    return decisions


def unpack(states: States, masks: Longs, decisions: Decisions) -> Decisions:
    """(rolls, n_lanes, n_rolls): decisions by rerolls left, lane and roll; inverse of `pack`."""
    return by_lane(states.lanes[masks].astype(np.int64), decisions)


def by_lane(lanes: Longs, decisions: Decisions) -> Decisions:
    """The same for so many lanes each."""
    blocks, rolls, n_rolls, _ = decisions.shape
    flat = decisions.transpose(1, 0, 3, 2).reshape(rolls, blocks * BLOCK, n_rolls)
    decisions_by_lane: Decisions = flat[:, places_of(lanes)]
    return decisions_by_lane
