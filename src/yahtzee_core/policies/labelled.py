"""Positions with what every action is worth, exactly, as arrays: examples for a program that learns to play.

Where positions come from: of the games of a strategy; of the same games with some actions replaced at random,
so that what follows on a mistake is there, too; or uniform over the states, rolls and rerolls left.
"""

from collections.abc import Callable
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
from .decisions import Policy
from .judged_games import Chooser, Side, chooser_of
from .strategies.custom import Positions

if TYPE_CHECKING:
    import pyarrow as pa

NO_ACTION = -1
"""Where a position has fewer actions than others."""
Seed = int | tuple[int, int]
"""Of the dice; two numbers for one of many parts that are made apart, with dice of its own."""


@dataclass(frozen=True)
class Labelled:
    """n positions. at, roll, rerolls: (n,), numbers of states and of rolls, and rerolls left.

    ends: (n + 1,), where the actions of each position begin and end in `listed`, numbers of actions
    (layout.py) that rise, int32, and in `worth`: of each action the expected points to come when best play
    follows. best: (n,), the action of the best policy, by the tie rule.
    """

    arena: Arena
    at: Longs
    roll: Longs
    rerolls: Longs
    ends: Longs
    listed: Ints
    worth: Floats
    best: Longs

    def __len__(self) -> int:
        return len(self.at)

    def __repr__(self) -> str:
        return f"<Labelled {self.game.id}: {len(self):,} positions>"

    @property
    def game(self) -> Game:
        return self.arena.game

    @cached_property
    def actions(self) -> Ints:
        """(n, m) int32: the actions of each position, NO_ACTION to the right."""
        return self._side_by_side(self.listed, NO_ACTION)

    @cached_property
    def values(self) -> Floats:
        """(n, m) float64: what each action is worth; NaN where there is none."""
        return self._side_by_side(self.worth, np.nan)

    @cached_property
    def losses(self) -> Floats:
        """(n, m): what each action loses against the best one; NaN where there is none."""
        return self._side_by_side(self._lost, np.nan)

    @cached_property
    def observations(self) -> Reals:
        """(n, n_columns) float32, what an agent sees (layout.py)."""
        layout = self.arena.layout
        observed = np.empty((len(self), len(layout.columns)), dtype=np.float32)
        for left in range(self.game.rolls):
            here = np.flatnonzero(self.rerolls == left)
            observed[here] = layout.observations(self.at[here], self.roll[here], left)
        return observed

    def part(self, first: int, end: int) -> "Labelled":
        """The positions from `first` to before `end`."""
        rows, ends = slice(first, end), self.ends[first : end + 1]
        held = slice(int(ends[0]), int(ends[-1]))
        columns = (self.at[rows], self.roll[rows], self.rerolls[rows], ends - ends[0])
        return Labelled(self.arena, *columns, self.listed[held], self.worth[held], self.best[rows])

    def to_arrow(self) -> "pa.Table":
        """Columns filled, need, chip, dice, rerolls, best, and the lists actions, values and losses."""
        import pyarrow as pa

        filled, need, chip = (column[self.at] for column in self.arena.layout.keys)
        ends = pa.array(self.ends.astype(np.int32))

        def lists(numbers: Reals) -> "pa.Array":
            return pa.ListArray.from_arrays(ends, pa.array(numbers))

        dice = self.arena.states.options.lattice.rolls.astype(np.int8)[self.roll].ravel()
        return pa.table(
            {
                "filled": filled,
                "need": need,
                "chip": chip,
                "dice": pa.FixedSizeListArray.from_arrays(pa.array(dice), self.game.faces),
                "rerolls": self.rerolls.astype(np.int8),
                "best": self.best.astype(np.int32),
                "actions": lists(self.listed),
                "values": lists(self.worth),
                "losses": lists(self._lost),
            }
        )

    @property
    def _lost(self) -> Floats:
        """What each of `listed` loses."""
        best = np.maximum.reduceat(self.worth, self.ends[:-1])
        lost: Floats = np.repeat(best, np.diff(self.ends)) - self.worth
        return lost

    def _side_by_side(self, numbers: Reals, nothing: float) -> Reals:
        """(n, m), m the same for all positions of a game: a list a row, with `nothing` to the right."""
        width = max(self.arena.layout.keeps.shape[1], len(self.game.categories))
        rows = np.full((len(self), width), nothing, dtype=numbers.dtype)
        rows[np.arange(width) < np.diff(self.ends)[:, None]] = numbers
        return rows


def label(
    arena: Arena, at: Longs, roll: Longs, rerolls: Longs, progress: Callable[[float], None] | None = None
) -> Labelled:
    """What every action is worth in some positions, (n,) numbers of states, of rolls, and rerolls left."""
    ends = np.concatenate([[0], np.cumsum(_count(arena, at, roll, rerolls))])
    require_room(f"game {arena.game.id}: the actions of {len(at):,} positions", 12 * int(ends[-1]))
    listed, worth = np.empty(ends[-1], dtype=np.int32), np.empty(ends[-1])
    best, done = np.empty(len(at), dtype=np.int64), 0
    for piece in ActionValues(arena, at).pieces():
        for left in range(arena.game.rolls):
            which = np.flatnonzero(rerolls[piece.here] == left)
            here = piece.here[which]
            many = ends[here + 1] - ends[here]
            number, decision = _listed(arena, at[here], roll[here], left, many)
            into = _runs(ends[here], many)
            listed[into] = number
            worth[into] = piece.values(left, decision, np.repeat(which, many))
            best[here] = _number_of(arena, left, piece.best(left, roll[here], which))
        done += len(piece.here)
        if progress:
            progress(done / len(at))
    return Labelled(arena, at, roll, rerolls, ends, listed, worth, best)


def _count(arena: Arena, at: Longs, roll: Longs, rerolls: Longs) -> Longs:
    """(n,): how many actions positions have."""
    count: Longs = (arena.layout.keeps >= 0).sum(axis=1)[roll]
    last = np.flatnonzero(rerolls == 0)
    count[last] = arena.layout.categories(at[last], roll[last]).sum(axis=1)
    return count


def _listed(arena: Arena, at: Longs, roll: Longs, rerolls: int, many: Longs) -> tuple[Longs, Longs]:
    """The actions of positions one after another, `many` of each, and the decisions that they are."""
    if rerolls:
        keeps, first = arena.layout.keep_lists
        number = keeps[_runs(first[roll], many)]
        return number, number
    number, decision = _actions(arena, at, roll, rerolls)
    return number[number >= 0], decision[number >= 0]


def _runs(first: Longs, many: Longs) -> Longs:
    """Whole numbers that rise by one, `many` from each `first` on, one after another."""
    runs: Longs = np.repeat(first - (np.cumsum(many) - many), many) + np.arange(int(many.sum()))
    return runs


def _number_of(arena: Arena, rerolls: int, decision: Longs) -> Longs:
    """(n,): the actions that decisions are."""
    if rerolls:
        return decision
    number: Longs = arena.layout.n_keeps + arena.states.options.category[decision].astype(np.int64)
    return number


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


def uniform_positions(
    arena: Arena, number: int, seed: Seed, progress: Callable[[float], None] | None = None
) -> Labelled:
    """Positions of any state with an open category, any roll and any rerolls left, each as likely."""
    random, states = np.random.default_rng(seed), arena.states
    at = random.integers(0, int(states.offset[-2]), size=number)
    roll = random.integers(0, states.options.lattice.n_rolls, size=number)
    return label(arena, at, roll, random.integers(0, arena.game.rolls, size=number), progress)


def played_positions(
    arena: Arena,
    policy: Policy,
    number: int,
    seed: Seed,
    perturbed: float = 0.0,
    progress: Callable[[float], None] | None = None,
) -> Labelled:
    """Positions of games of a policy, in any order. perturbed: the share of its actions that are replaced."""
    if not 0 <= perturbed <= 1:
        raise UserError(f"perturbed {perturbed}; expected a share from 0 to 1")
    random, rolls = np.random.default_rng(seed), arena.game.rolls
    chooser = _Perturbed(arena, chooser_of(arena, policy), perturbed, random)
    side = Side(arena, chooser, ceil(number / (rolls * len(arena.game.categories))))
    nobody = np.zeros(len(side.at), dtype=np.int64)
    turns = [side.turn(random, nobody) for _ in arena.game.categories]
    at = np.concatenate([np.repeat(turn.at, rolls) for turn in turns])
    roll = np.concatenate([turn.roll.ravel() for turn in turns])
    drawn = random.permutation(len(at))[:number]
    return label(arena, at[drawn], roll[drawn], drawn % rolls, progress)


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
