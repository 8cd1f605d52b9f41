"""`expected`: the highest expected points still to come, for every state (Cremers 2002, eq. 2.3).

    V[s] = turn of the leaves   max over categories c of  gain(s, c, roll) + V[s after c]
    M[s] = E[(points still to come)^2] under that choice,
           with leaves          gain^2 + 2 gain V[s after c] + M[s after c]

V[s] = M[s] = 0 when all categories are filled; the standard deviation is sqrt(M - V^2).

Where the rolls left of a turn matter, a chain of such passes with a leaf for each of them takes the place
of the turn (turn.chain): with saved rolls `V[s][r]` for every number r of them at once, `V[s after c][j]`
being in the leaf with j rerolls in hand, and with points for the first roll in its leaf alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Floats, Longs
from ..game.game import Game
from ..game.refusals import require_no_saved_rolls
from ..partition.partition import Partition
from ..turn.machine import cores, require_room
from ..turn.ready import Ready
from ..turn.states import State, States
from ..turn.threads import in_threads
from ..turn.ties import offer
from ..turn.transitions import BLOCK
from ..turn.twin import chain, turn

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Table:
    """Value and second moment of the states of some masks.

    offset: (2**n_categories,) int64, place of the first state of a mask, -1 where it is not held. With saved
    rolls the states of a mask come again for 1, 2, ... of them.
    value, second: float64, with BLOCK entries of padding at the end, which kernels may read.
    """

    offset: Longs
    value: Floats
    second: Floats

    @classmethod
    def empty(cls, states: States, masks: Longs) -> "Table":
        """A table of NaN for the states of these masks, in this order."""
        size = int((states.lanes[masks].astype(np.int64) * states.saves[masks]).sum()) + BLOCK
        require_room(f"game {states.game.id}: the values of {size - BLOCK:,} states", 16 * size)
        return cls.of(states, masks, np.full(size, np.nan), np.full(size, np.nan))

    @classmethod
    def of(cls, states: States, masks: Longs, value: Floats, second: Floats) -> "Table":
        """A table of numbers that are there already."""
        numbers = states.lanes[masks].astype(np.int64) * states.saves[masks]
        offset = np.full(len(states.masks), -1, dtype=np.int64)
        offset[masks] = np.cumsum(numbers) - numbers
        return cls(offset, value, second)


class Solver:
    """The tables of a game that its kernel needs; solves masks whose successors are in a table."""

    def __init__(self, game: Game | Ready, threads: int | None = None, variant: str | None = None) -> None:
        self.ready = Ready.of(game, variant)
        self.states, self._kernel = self.ready.states, self.ready.kernel
        self.threads = threads or cores()

    def solve(self, masks: Longs, table: Table) -> None:
        """Fill in the states of `masks`, layer by layer from the fullest."""
        for layer in reversed(self.states.layers(masks)):
            self._solve_layer(layer, table)

    def _solve_layer(self, masks: Longs, table: Table) -> None:
        """Masks of one layer do not depend on each other: threads take equal shares of their lanes."""
        lanes, n = np.cumsum(self.states.lanes[masks]), min(self.threads, len(masks))
        shares = np.searchsorted(lanes, lanes[-1] * np.arange(1, n) / n)
        parts = [part for part in np.split(masks, shares) if len(part)]
        list(in_threads(lambda part: self._solve_part(part, table), parts, self.threads))

    def _solve_part(self, masks: Longs, table: Table) -> None:
        if self.states.game.rolls_matter:
            self._kernel.chain(masks, table.offset, table.value, table.second)
        else:
            self._kernel.expected(masks, table.offset, table.value, table.second)


class Twin:
    """What `Solver` does, readably: one state at a time by `States.successor` and twin.py."""

    def __init__(self, game: Game) -> None:
        self.states = States(game)

    def solve(self, masks: Longs, table: Table) -> None:
        """Fill in the states of `masks`, given in an order in which successors come first."""
        for mask in masks.tolist():
            lanes, saves = int(self.states.lanes[mask]), int(self.states.saves[mask])
            for lane in range(lanes):
                at = int(table.offset[mask]) + lane + lanes * np.arange(saves)
                state = self.states.state(int(self.states.offset[mask]) + lane)
                table.value[at], table.second[at] = self._state(state, table)

    def _state(self, state: State, table: Table) -> Floats:
        """(2, saves): value and second moment of a state with each number of saved rolls."""
        grid, game, saves = self.states.options.lattice, self.states.game, self.states.saves[state.filled]
        if state.filled == game.full:
            return np.zeros((2, saves))
        if not game.rolls_matter:
            return turn(grid, self._leaf(option_rows(self.states, state, table), state), game.rolls)
        rows = (
            option_rows(self.states, state, table, rerolls * game.saved_rolls, rerolls == game.rolls - 1)
            for rerolls in range(game.rolls - 1 + saves)
        )
        starts = list(chain(grid, (self._leaf(of_options, state) for of_options in rows)))
        return np.concatenate(starts[game.rolls - 1 :], axis=1)

    def _leaf(self, rows: Floats, state: State) -> Floats:
        """(2, n_rolls, 1): the best option of every roll."""
        options = self.states.options
        leaf = np.empty((2, options.lattice.n_rolls, 1))
        for roll in range(options.lattice.n_rolls):
            first, *others = options.of(state.filled, roll)
            leaf[:, roll] = rows[:, first : first + 1]
            for option in others:
                offer(leaf[:, roll], rows[:, option : option + 1])
        return leaf


def option_rows(
    states: States, state: State, table: Table, saved: int = 0, first_roll: bool = False
) -> Floats:
    """(2, n_options): value and second moment when an option is taken in a state; NaN where it is filled.

    saved: rolls that the state after it has in hand. first_roll: whether the turn has seen no other roll.
    """
    rows = np.full((2, len(states.options)), np.nan)
    for option in states.options.in_situation(state.filled):
        after, gain = states.successor(state, option)
        gain += int(states.options.premium[option]) * first_roll
        at = int(table.offset[after.filled]) + states.index(after) - int(states.offset[after.filled])
        at += saved * int(states.lanes[after.filled])
        value, second = table.value[at], table.second[at]
        rows[:, option] = value + gain, second + gain * (value + value + gain)
    return rows


@dataclass(frozen=True)
class ExpectedTable:
    """`expected`, solved for every state of a game.

    value, second: (n_states,) float64 in state order; points still to come and its second moment.
    """

    ready: Ready
    table: Table

    @property
    def game(self) -> Game:
        return self.ready.game

    @property
    def states(self) -> States:
        return self.ready.states

    @property
    def value(self) -> Floats:
        return self.table.value[: len(self.states)]

    @property
    def second(self) -> Floats:
        return self.table.second[: len(self.states)]

    @property
    def sd(self) -> Floats:
        """(n_states,) float64: standard deviation of the points still to come."""
        return standard_deviation(self.value, self.second)

    @property
    def start_value(self) -> float:
        """Expected score of the game."""
        return float(self.value[self.states.index(self.states.start)])

    @property
    def start_sd(self) -> float:
        """Standard deviation of the score under the optimal policy, ties by ties.py."""
        return float(self.sd[self.states.index(self.states.start)])

    def __repr__(self) -> str:
        return f"<ExpectedTable {self.game.id}: {len(self.states):,} states, start {self.start_value:.4f}>"

    def at(self, filled: Sequence[str] = (), upper_total: int = 0, chip: bool = False) -> float:
        """Value of a state given by category ids and its real upper total; UserError when unreachable."""
        state = self.states.at(self.game.mask(tuple(filled)), upper_total, int(chip))
        return float(self.value[self.states.index(state)])

    def to_arrow(self) -> "pa.Table":
        """Columns filled, need, chip, value, sd, one row a state (docs/data.md)."""
        import pyarrow as pa  # slow to import, and most callers do without

        filled, need, chip = self.states.columns(self.states.masks)
        columns = {"filled": filled, "need": need, "chip": chip, "value": self.value, "sd": self.sd}
        return pa.table(columns)


def standard_deviation(value: Floats, second: Floats) -> Floats:
    """sqrt(second - value^2), with rounding below 0 taken as 0."""
    return np.sqrt(np.maximum(second - value * value, 0.0))


def solve_expected(
    game: Game | Ready,
    threads: int | None = None,
    partition: Partition | None = None,
    variant: str | None = None,
) -> ExpectedTable:
    """Solve `expected` for all states, in memory.

    threads: None for all cores that the process may use. partition: the order of work; the result has
    the same bits for each. variant: a kernel of `_turn.variants()`, None for the fastest.
    """
    solver = Solver(game, threads, variant)
    require_no_saved_rolls(solver.ready.game, "expected")
    n = len(solver.ready.game.categories)
    partition = partition or Partition(n, stride=n + 1)
    table = Table.empty(solver.states, solver.states.masks)
    for part in partition.classes():
        solver.solve(partition.masks(part), table)
    return ExpectedTable(solver.ready, table)
