"""What exact values tell of the actions in every position: which are equal, and which are nearly so.

A *position* is a state, a roll and a number of rerolls left; its actions are the keeps inside the roll, or
with no reroll left the options of the roll.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from ..turn.positions import Action
from ..turn.states import State, States

Gap = tuple[float, int, int, int, int, int, int]
"""How far apart, mask, lane, rerolls, two actions, and points needed."""
Counted = tuple[tuple[int, int, int, int, int], tuple[Gap, Gap]]
"""The counts of an audit, and what is closest."""


@dataclass(frozen=True)
class Closest:
    """The two actions of one position that are closest without being equal, of all positions.

    gap: points between them, or in `maxprob` the share of the better one. dice: a roll that has both.
    actions: the worse one first. needed: points, in `maxprob`.
    """

    gap: float
    state: State
    dice: tuple[int, ...]
    rerolls: int
    actions: tuple[Action, Action]
    needed: int = 0


@dataclass(frozen=True)
class Audit:
    """Counts of positions. ties: those in which several actions are exactly best; near: those in which one is
    less than a tie (turn/ties.py) behind the best and not equal.

    not_best, not_first: those in which the policy of the float64 table takes an action that is not exactly
    best, or not the one that the tie rule takes among the exactly best. closest: the closest actions that are
    not equal; margin: the same of those of which one is best. None where no two actions differ.
    """

    positions: int
    ties: int
    near: int
    not_best: int
    not_first: int
    closest: Closest | None
    margin: Closest | None


def merged(states: States, counted: Iterable[Counted]) -> Audit:
    """The counts of all parts of a game."""
    counts, gaps = zip(*counted, strict=True)
    positions, ties, near, not_best, not_first = map(sum, zip(*counts, strict=True))
    closest, margin = (_closest(states, min(found)) for found in zip(*gaps, strict=True))
    return Audit(positions, ties, near, not_best, not_first, closest, margin)


def _closest(states: States, found: Gap) -> Closest | None:
    gap, mask, lane, rerolls, one, other, needed = found
    if gap == inf:
        return None
    state = states.state(int(states.offset[mask]) + lane)
    return Closest(gap, state, *_position(states, state, rerolls, one, other), needed)


def _position(
    states: States, state: State, rerolls: int, one: int, other: int
) -> tuple[tuple[int, ...], int, tuple[Action, Action]]:
    """(dice, rerolls, actions) of the first roll that has both actions."""
    options, lattice = states.options, states.options.lattice
    for roll in range(lattice.n_rolls):
        held = lattice.counts[lattice.first_roll + roll]
        if rerolls:
            found = all((lattice.counts[keep] <= held).all() for keep in (one, other))
        else:
            found = {one, other} <= set(options.of(state.filled, roll))
        if found:
            break
    dice = lattice.faces_of(lattice.first_roll + roll)
    if rerolls:
        return dice, rerolls, (_keep(states, one), _keep(states, other))
    return dice, 0, (_score(states, one), _score(states, other))


def _keep(states: States, keep: int) -> Action:
    return Action(keep=states.options.lattice.faces_of(keep))


def _score(states: States, option: int) -> Action:
    return Action(category=int(states.options.category[option]))
