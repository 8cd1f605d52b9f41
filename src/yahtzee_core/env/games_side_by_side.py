"""Many games at once, for learners: NumPy arrays that one step moves on, all at the same decision of a game.

Every game has as many decisions as turns times rolls (policies/layout.py), so games that begin together stay
together: each step is one keep, or one category, of all of them.
"""

from functools import cached_property

import numpy as np

from ..arrays import Bools, Flags, Floats, Ints, Longs, Reals
from ..policies.action_values import ActionValues
from ..policies.arena import Arena
from ..policies.simulation import rolled
from ..turn.options import NO_OPTION

MOST_THROWS = 1 << 20
"""Ordered throws of all dice that are listed; where there are more, dice fall one by one."""


class Dice:
    """The roll that comes of each keep; every ordered throw of the other dice is as likely as any other."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._lattice = arena.states.options.lattice
        self.throws = arena.game.faces**arena.game.dice

    @cached_property
    def _listed(self) -> tuple[Ints, Longs, Longs]:
        """(rolls, start, ways): rolls[start[k] + i] is the roll of keep k after its throw i of ways[k]."""
        lattice = self._lattice
        ways = lattice.faces ** (lattice.dice - lattice.counts.sum(axis=1)).astype(np.int64)
        listed: list[Ints] = [np.zeros(0, dtype=np.int32)] * lattice.n_keeps
        for keep in reversed(range(lattice.n_keeps)):
            if keep >= lattice.first_roll:
                listed[keep] = np.array([keep - lattice.first_roll], dtype=np.int32)
            else:
                listed[keep] = np.concatenate([listed[above] for above in lattice.up[keep].tolist()])
        return np.concatenate(listed), np.cumsum(ways) - ways, ways

    def after(self, keep: Longs, random: np.random.Generator) -> Longs:
        """(n,): a roll after each keep."""
        if self.throws > MOST_THROWS:
            return rolled(self._arena, keep, random)
        rolls, start, ways = self._listed
        throw = random.integers(0, self.throws, size=len(keep), dtype=np.int32)
        after: Longs = rolls[start[keep] + throw % ways[keep]].astype(np.int64)
        return after


class GamesSideBySide:
    """n games. at, roll, totals: (n,), of each game its state, its roll, and its points, bonuses included.

    left: rerolls left, and turn: from 0; both the same for all games.
    """

    def __init__(self, arena: Arena, n: int) -> None:
        self.arena, self.layout, self.n = arena, arena.layout, n
        self._dice, self._start = Dice(arena), arena.states.index(arena.states.start)
        self._sheet = len(arena.game.categories) + 2
        self._rolls = arena.states.options.lattice.rolls.astype(np.float32)
        self._observed = np.zeros((n, len(self.layout.columns)), dtype=np.float32)
        self._scoring = np.zeros((n, self.layout.n_actions), dtype=np.int8)
        self.totals = np.zeros(n, dtype=np.int64)

    @cached_property
    def _keeping(self) -> Flags:
        """(n_rolls, n_actions) int8: which actions keep some of a roll."""
        none = np.zeros((len(self.layout.inside), len(self.arena.game.categories)), dtype=bool)
        keeping: Flags = np.ascontiguousarray(np.hstack([self.layout.inside, none])).view(np.int8)
        return keeping

    @property
    def over(self) -> bool:
        """Whether all categories are filled."""
        return self.turn == len(self.arena.game.categories)

    def begin(self, random: np.random.Generator) -> None:
        """All games anew."""
        self.random, self.turn = random, 0
        self.at = np.full(self.n, self._start, dtype=np.int64)
        self.totals = np.zeros(self.n, dtype=np.int64)
        self._new_turn()

    def possible(self) -> Flags:
        """(n, n_actions) int8: 1 where the rules allow an action."""
        if self.left:
            return self._keeping[self.roll]
        self._scoring[:, self.layout.n_keeps :] = (
            0 if self.over else self.layout.categories(self.at, self.roll)
        )
        return self._scoring.copy()

    def observations(self) -> Reals:
        """(n, n_columns) float32 (layout.py)."""
        return self._observed.copy()

    def refused(self, action: Longs) -> Bools:
        """(n,): which actions the rules do not allow."""
        within = (action >= 0) & (action < self.layout.n_actions)
        if self.left:
            kept = np.where(within & (action < self.layout.n_keeps), action, 0)
            return ~(within & (action < self.layout.n_keeps) & self.layout.inside[self.roll, kept])
        refused: Bools = self.layout.option(self.at, self.roll, action) == NO_OPTION
        return refused

    def losses(self, action: Longs) -> Floats:
        """(n,): what each action loses against best play; before the step that takes it."""
        loss = np.empty(self.n)
        decision = action if self.left else self.layout.option(self.at, self.roll, action)
        for piece in ActionValues(self.arena, self.at).pieces():
            here = piece.here
            best = piece.values(self.left, piece.best(self.left, self.roll[here]))
            loss[here] = best - piece.values(self.left, decision[here])
        return loss

    def step(self, action: Longs) -> Longs:
        """(n,): the points that actions gain; they must be possible."""
        if self.left:
            self.left -= 1
            self._throw(action)
            return np.zeros(self.n, dtype=np.int64)
        option, states = self.layout.option(self.at, self.roll, action), self.arena.states
        self.at, upper_bonus, yahtzee_bonus = self.arena.transitions.follow(states, self.at, option)
        gain: Longs = states.options.points[option].astype(np.int64) + upper_bonus + yahtzee_bonus
        self.totals += gain
        self.turn += 1
        self._new_turn()
        return gain

    def _new_turn(self) -> None:
        self._observed[:, : self._sheet] = self.layout.sheets[self.at]
        self.left = 0 if self.over else self.arena.game.rolls - 1
        self._throw(np.zeros(self.n, dtype=np.int64))

    def _throw(self, keep: Longs) -> None:
        self.roll = self._dice.after(keep, self.random)
        self._observed[:, self._sheet : -1] = self._rolls[self.roll]
        self._observed[:, -1] = self.left
