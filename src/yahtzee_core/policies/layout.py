"""Positions and actions as numbers, the same for agents, environments and exported data (docs/agents.md).

An action is a number: below n_keeps a keep of the lattice (dice.py), from there on a category by its place on
the sheet. While rerolls are left a player keeps dice, all of them to stop; then a category is chosen. So a
game has as many decisions as turns times rolls. An observation is a row of numbers, as `columns` names them.
"""

from functools import cached_property

import numpy as np

from ..arrays import Bools, Ints, Longs, Reals
from ..errors import UserError
from ..turn.options import NO_OPTION
from ..turn.positions import Action, format_action
from ..turn.states import States


class Layout:
    """The numbers of a game. n_actions: keeps, then categories."""

    def __init__(self, states: States) -> None:
        self.states, self.game = states, states.game
        self.n_keeps = states.options.lattice.n_keeps
        self.n_actions = self.n_keeps + len(self.game.categories)

    def __repr__(self) -> str:
        columns, actions = len(self.columns), f"{self.n_keeps} keeps, {len(self.game.categories)} categories"
        return f"<Layout {self.game.id}: {actions}, observations of {columns} columns>"

    @cached_property
    def columns(self) -> list[str]:
        """What stands in each column of an observation."""
        return [
            *(f"open {category.id}" for category in self.game.categories),
            "need",
            "chip",
            *(f"dice {face}" for face in range(1, self.game.faces + 1)),
            "rerolls",
        ]

    @cached_property
    def most(self) -> Reals:
        """(n_columns,) float32: the most that each column of an observation can be; the least is 0."""
        game = self.game
        need = max(int(needs[-1]) for needs in self.states.needs)
        ends = [1] * len(game.categories) + [need, 1] + [game.dice] * game.faces + [game.rolls - 1]
        return np.array(ends, dtype=np.float32)

    @cached_property
    def inside(self) -> Bools:
        """(n_rolls, n_keeps): whether a keep can be kept from a roll."""
        lattice = self.states.options.lattice
        inside = np.empty((lattice.n_rolls, lattice.n_keeps), dtype=bool)
        for roll, dice in enumerate(lattice.rolls):
            inside[roll] = (lattice.counts <= dice).all(axis=1)
        return inside

    @cached_property
    def keeps(self) -> Ints:
        """(n_rolls, .) int32: the keeps inside each roll, rising; -1 where there are fewer."""
        each = [np.flatnonzero(row) for row in self.inside]
        keeps = np.full((len(each), max(map(len, each))), -1, dtype=np.int32)
        for row, numbers in zip(keeps, each, strict=True):
            row[: len(numbers)] = numbers
        return keeps

    @cached_property
    def keep_lists(self) -> tuple[Longs, Longs]:
        """The keeps inside all rolls one after another, and where those of each begin, (n_rolls,)."""
        is_keep = self.keeps >= 0
        count = is_keep.sum(axis=1)
        return self.keeps[is_keep].astype(np.int64), np.cumsum(count) - count

    @cached_property
    def filled(self) -> Longs:
        """(n_states,): the filled categories of every state."""
        return np.repeat(self.states.masks, self.states.lanes)

    @cached_property
    def keys(self) -> tuple[Ints, Ints, Bools]:
        """(n_states,) each: the filled categories, the need and the chip of every state."""
        return self.states.columns(self.states.masks)

    @cached_property
    def sheets(self) -> Reals:
        """(n_states, n_categories + 2) float32: the columns of an observation that a state decides."""
        filled, need, chip = self.keys
        is_open = (filled[:, None] >> np.arange(len(self.game.categories)) & 1) == 0
        return np.column_stack([is_open, need, chip]).astype(np.float32)

    @cached_property
    def scored(self) -> Bools:
        """(n_situations, n_rolls, n_categories): whether the rules let a roll be scored in a category."""
        return np.ascontiguousarray((self.states.options.choice != NO_OPTION).swapaxes(1, 2))

    def observations(self, at: Longs, roll: Longs, rerolls: int) -> Reals:
        """(n, n_columns) float32 of positions: numbers of states, of rolls, and rerolls left."""
        first = len(self.game.categories) + 2
        observed = np.empty((len(at), len(self.columns)), dtype=np.float32)
        observed[:, :first] = self.sheets[at]
        observed[:, first:-1] = self.states.options.lattice.rolls[roll]
        observed[:, -1] = rerolls
        return observed

    def possible(self, at: Longs, roll: Longs, rerolls: int) -> Bools:
        """(n, n_actions): which actions the rules allow."""
        possible = np.zeros((len(at), self.n_actions), dtype=bool)
        if rerolls:
            possible[:, : self.n_keeps] = self.inside[roll]
        else:
            possible[:, self.n_keeps :] = self.categories(at, roll)
        return possible

    def categories(self, at: Longs, roll: Longs) -> Bools:
        """(n, n_categories): the categories in which a roll may be scored."""
        situation = self.states.options.situation[self.filled[at]]
        allowed: Bools = self.scored[situation, roll] & (self.sheets[at, :-2] > 0)
        return allowed

    def option(self, at: Longs, roll: Longs, action: Longs) -> Longs:
        """(n,): the option of each action that chooses a category, NO_OPTION where it may not be."""
        options, category = self.states.options, action - self.n_keeps
        named = (category >= 0) & (category < len(self.game.categories))
        category = np.where(named, category, 0)
        filled = self.filled[at]
        option = options.choice[options.situation[filled], category, roll].astype(np.int64)
        return np.where(named & (filled >> category & 1 == 0), option, NO_OPTION)

    def number(self, action: Action) -> int:
        """The number of an action; UserError for dice or a category that the game does not have."""
        if action.category is not None and 0 <= action.category < len(self.game.categories):
            return self.n_keeps + action.category
        try:
            return self.states.options.lattice.keep_index(action.keep or ())
        except KeyError:
            dice = f"{self.game.dice} dice with faces 1 to {self.game.faces}"
            raise UserError(f"{action}: expected some of {dice}") from None

    def action(self, number: int) -> Action:
        """The action with a number; inverse of `number`."""
        if not 0 <= number < self.n_actions:
            raise UserError(f"game {self.game.id}: action {number}; expected 0 to {self.n_actions - 1}")
        if number >= self.n_keeps:
            return Action(category=number - self.n_keeps)
        return Action(keep=self.states.options.lattice.faces_of(number))

    def text(self, number: int) -> str:
        """An action in words."""
        return format_action(self.game, self.action(number))
