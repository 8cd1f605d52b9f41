"""Positions with what every action is worth, exactly, as arrays: examples for a program that learns to play.

Where positions come from: of the games of a strategy; of the same games with some actions replaced at random,
so that what follows on a mistake is there, too; or uniform over the states, rolls and rerolls left.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Floats, Ints, Longs, Reals
from ..errors import UserError
from ..game.game import Game
from ..turn.machine import require_room
from .action_values import ActionValues
from .arena import Arena
from .judged_games import Chooser, Side, chooser_of
from .strategies.custom import Positions
from .strategies.strategy import Strategy

if TYPE_CHECKING:
    import pyarrow as pa

NO_ACTION = -1
"""Where a position has fewer actions than others."""


@dataclass(frozen=True)
class Labelled:
    """n positions. at, roll, rerolls: (n,), numbers of states and of rolls, and rerolls left.

    actions: (n, m) int32, numbers of actions (layout.py), NO_ACTION to the right. values: (n, m) float64, of
    each action the expected points to come when best play follows, NaN where there is none. best: (n,), the
    action of the best policy, by the tie rule.
    """

    arena: Arena
    at: Longs
    roll: Longs
    rerolls: Longs
    actions: Ints
    values: Floats
    best: Longs

    def __len__(self) -> int:
        return len(self.at)

    def __repr__(self) -> str:
        return f"<Labelled {self.game.id}: {len(self):,} positions>"

    @property
    def game(self) -> Game:
        return self.arena.game

    @cached_property
    def losses(self) -> Floats:
        """(n, m): what each action loses against the best one; NaN where there is none."""
        losses: Floats = np.nanmax(self.values, axis=1, keepdims=True) - self.values
        return losses

    @cached_property
    def observations(self) -> Reals:
        """(n, n_columns) float32, what an agent sees (layout.py)."""
        layout = self.arena.layout
        observed = np.empty((len(self), len(layout.columns)), dtype=np.float32)
        for left in range(self.game.rolls):
            here = np.flatnonzero(self.rerolls == left)
            observed[here] = layout.observations(self.at[here], self.roll[here], left)
        return observed

    def to_arrow(self) -> "pa.Table":
        """Columns filled, need, chip, dice, rerolls, best, and the lists actions, values and losses."""
        import pyarrow as pa

        states, lattice, is_action = self.arena.states, self.arena.states.options.lattice, self.actions >= 0
        filled, need, chip = states.columns(states.masks)
        ends = pa.array(np.concatenate([[0], np.cumsum(is_action.sum(axis=1))]).astype(np.int32))

        def lists(numbers: Reals) -> "pa.Array":
            return pa.ListArray.from_arrays(ends, pa.array(numbers[is_action]))

        dice = pa.array(lattice.rolls[self.roll].astype(np.int8).ravel())
        return pa.table(
            {
                "filled": filled[self.at],
                "need": need[self.at],
                "chip": chip[self.at],
                "dice": pa.FixedSizeListArray.from_arrays(dice, self.game.faces),
                "rerolls": self.rerolls.astype(np.int8),
                "best": self.best.astype(np.int16),
                "actions": lists(self.actions.astype(np.int16)),
                "values": lists(self.values),
                "losses": lists(self.losses),
            }
        )


def label(arena: Arena, at: Longs, roll: Longs, rerolls: Longs) -> Labelled:
    """What every action is worth in some positions, (n,) numbers of states, of rolls, and rerolls left."""
    layout, n = arena.layout, len(arena.game.categories)
    width = max(layout.keeps.shape[1], n)
    require_room(f"game {arena.game.id}: the actions of {len(at):,} positions", 20 * width * len(at))
    actions = np.full((len(at), width), NO_ACTION, dtype=np.int32)
    values, best = np.full((len(at), width), np.nan), np.empty(len(at), dtype=np.int64)
    for piece in ActionValues(arena, at).pieces():
        for left in range(arena.game.rolls):
            which = np.flatnonzero(rerolls[piece.here] == left)
            here = piece.here[which]
            decided = piece.best(left, roll[here], which)
            number, decision = _actions(arena, at[here], roll[here], left)
            worth = piece.values(left, np.maximum(decision, 0), which)
            filled = slice(0, number.shape[1])
            actions[here, filled] = number
            values[here, filled] = np.where(number >= 0, worth, np.nan)
            best[here] = decided if left else layout.n_keeps + arena.states.options.category[decided]
    return Labelled(arena, at, roll, rerolls, actions, values, best)


def _actions(arena: Arena, at: Longs, roll: Longs, rerolls: int) -> tuple[Longs, Longs]:
    """(n, m) numbers of the actions of positions, NO_ACTION to the right, and the decisions that they are."""
    layout = arena.layout
    if rerolls:
        keeps = layout.keeps[roll].astype(np.int64)
        return keeps, keeps
    is_open = layout.categories(at, roll)
    place = np.argsort(~is_open, axis=1, kind="stable")
    allowed = np.take_along_axis(is_open, place, axis=1)
    number = np.where(allowed, layout.n_keeps + place, NO_ACTION)
    situation = arena.states.options.situation[layout.filled[at]]
    option = arena.states.options.choice[situation[:, None], place, roll[:, None]].astype(np.int64)
    return number, np.where(allowed, option, NO_ACTION)


def uniform_positions(arena: Arena, number: int, seed: int) -> Labelled:
    """Positions of any state with an open category, any roll and any rerolls left, each as likely."""
    random, states = np.random.default_rng(seed), arena.states
    at = random.integers(0, int(states.offset[-2]), size=number)
    roll = random.integers(0, states.options.lattice.n_rolls, size=number)
    return label(arena, at, roll, random.integers(0, arena.game.rolls, size=number))


def played_positions(
    arena: Arena, strategy: Strategy, number: int, seed: int, perturbed: float = 0.0
) -> Labelled:
    """Positions of games of a strategy. perturbed: the share of its actions that are replaced at random."""
    if not 0 <= perturbed <= 1:
        raise UserError(f"perturbed {perturbed}; expected a share from 0 to 1")
    random, rolls = np.random.default_rng(seed), arena.game.rolls
    chooser = _Perturbed(arena, chooser_of(arena, strategy.policy(arena)), perturbed, random)
    side = Side(arena, chooser, ceil(number / (rolls * len(arena.game.categories))))
    nobody = np.zeros(len(side.at), dtype=np.int64)
    turns = [side.turn(random, nobody) for _ in arena.game.categories]
    at = np.concatenate([np.repeat(turn.at, rolls) for turn in turns])
    roll = np.concatenate([turn.roll.ravel() for turn in turns])
    drawn = np.sort(random.permutation(len(at))[:number])
    return label(arena, at[drawn], roll[drawn], np.tile(np.arange(rolls), len(at) // rolls)[drawn])


class _Perturbed:
    """A chooser of whose decisions a share is replaced by others, each that is possible as likely."""

    def __init__(self, arena: Arena, chooser: Chooser, share: float, random: np.random.Generator) -> None:
        self._arena, self._chooser, self._share, self._random = arena, chooser, share, random

    def choose(self, positions: Positions) -> Ints:
        """(n,): a decision each."""
        decision = self._chooser.choose(positions)
        if not self._share:
            return decision
        here = np.flatnonzero(self._random.random(len(positions)) < self._share)
        number, others = _actions(self._arena, positions.at[here], positions.roll[here], positions.rerolls)
        place = (self._random.random(len(here)) * (number >= 0).sum(axis=1)).astype(np.int64)
        return _with(decision, here, others[np.arange(len(here)), place])


def _with(decision: Ints, here: Longs, others: Longs) -> Ints:
    changed = decision.copy()
    changed[here] = others
    return changed
