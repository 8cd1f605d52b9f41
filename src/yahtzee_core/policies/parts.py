"""Where the points come from: what is still to come from every state under a policy, part by part.

The parts of a total are the categories, the upper bonus and the Yahtzee bonus. With `w[s](o)`, the
probability that a turn of state s ends with option o, and g(s, o), the points that the option adds to a part,

    X[s]  =  sum over o  w[s](o) (g(s, o) + X[s after o])                            its expected points
    Z[s]  =  sum over o  w[s](o) (1 if g(s, o) > 0 else Z[s after o])                the chance of more than 0

backwards; at the end both are 0. The X of all parts sum to the value of the state under the policy.

A position late in a game has few states to come, so rows are solved when they are first asked for.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..game.game import Game
from ..turn.machine import require_room
from ..turn.states import State, States
from ..turn.threads import in_threads
from .arena import Arena
from .decisions import Policy
from .to_come import weights_of
from .walk import chunks, part_names

UNWANTED = -1


def _all_there(filled: int) -> None:
    """What is read from a file is solved."""


@dataclass(frozen=True)
class Parts:
    """What is to come from every state between turns, part by part. Threads may share it.

    held: (n_states, n_columns) float64, in state order. columns: (2, n_parts) int32, by part in the order of
    walk.part_names: in which column its points stand, and in which its chance; UNWANTED: in none.
    solve: fills in the rows of what follows on some filled categories, where they are not.
    """

    states: States
    held: Floats
    columns: Ints
    solve: Callable[[int], None] = _all_there

    @property
    def rows(self) -> Floats:
        """(n_states, n_columns): those of every state."""
        self.solve(0)
        return self.held

    @cached_property
    def points(self) -> Floats:
        """(n_states, n_parts): expected points of every part; of parts_to_come."""
        return self.rows[:, self.columns[0]]

    @cached_property
    def chance(self) -> Floats:
        """(n_states, n_parts): probability of more than 0 in every part; of parts_to_come."""
        return self.rows[:, self.columns[1]]

    def after(self, state: State) -> Floats:
        """(n_columns, n_options): what is to come when a turn ends with an option; 0 where it cannot."""
        self.solve(state.filled)
        rows = np.zeros((self.held.shape[1], len(self.states.options)))
        for option in self.states.options.in_situation(state.filled):
            added = option_parts(self.states, state, option)
            row = self.held[self.states.index(self.states.successor(state, option)[0])].copy()
            for part in np.flatnonzero(added).tolist():
                points, chance = self.columns[:, part].tolist()
                if points != UNWANTED:
                    row[points] += added[part]
                if chance != UNWANTED:
                    row[chance] = 1.0
            rows[:, option] = row
        return rows

    def total(self, shares: Floats, filled: int) -> tuple[Floats, Floats]:
        """(n_parts,) each: points and chances, each state times its share, added up; of parts_to_come.

        shares: (n_states,), 0 in states that do not follow on some filled categories.
        """
        self.solve(filled)
        sums = shares @ self.held
        return sums[self.columns[0]], sums[self.columns[1]]


def parts_to_come(arena: Arena, policy: Policy, threads: int = 1) -> Parts:
    """The points and the chance of every part when a policy plays on; 75 MB for yahtzee.

    threads: in which the policy is asked; the numbers have the same bits.
    """
    return _parts(arena, policy, every_column(arena.game), threads)


def chances_to_come(arena: Arena, policy: Policy, threads: int = 1) -> Parts:
    """Two columns: probability that the upper bonus is still to be earned, and that the category for equal
    dice is still to score above 0, when a policy plays on; 0 in games without."""
    return _parts(arena, policy, _chance_columns(arena.game), threads)


def chances_after(parts: Parts, state: State) -> Floats:
    """(2, n_options): what chances_to_come has after each option, from parts_to_come."""
    after = parts.after(state)
    rows = np.zeros((2, after.shape[1]))
    for column, part in enumerate(two_parts(parts.states.game)):
        if part is not None:
            rows[column] = after[parts.columns[1, part]]
    return rows


def parts_bytes(states: States) -> int:
    """What the rows of parts_to_come take."""
    return 8 * len(states) * every_column(states.game).size


def every_column(game: Game) -> Ints:
    """The columns of parts_to_come: all points, then all chances."""
    n = len(part_names(game))
    return np.arange(2 * n, dtype=np.int32).reshape(2, n)


def two_parts(game: Game) -> tuple[int, int | None]:
    """The numbers of the upper bonus and of the category for equal dice among the parts."""
    return len(game.categories), game.equal_dice


def option_parts(states: States, state: State, option: int) -> Ints:
    """(n_parts,) int32: the points that an option adds to each part in a state."""
    game, options = states.game, states.options
    n, category = len(game.categories), int(options.category[option])
    points, gain = int(options.points[option]), states.successor(state, option)[1]
    extra = bool(options.extra[option]) * state.chip * game.yahtzee_bonus
    added = np.zeros(n + 2, dtype=np.int32)
    added[[category, n, n + 1]] = points, gain - points - extra, extra
    return added


def _chance_columns(game: Game) -> Ints:
    columns = np.full((2, len(part_names(game))), UNWANTED, dtype=np.int32)
    for column, part in enumerate(two_parts(game)):
        if part is not None:
            columns[1, part] = column
    return columns


def _parts(arena: Arena, policy: Policy, columns: Ints, threads: int) -> Parts:
    """The columns that are asked for, of no state yet."""
    states, width = arena.states, max(int(columns.max()) + 1, 2)
    require_room(f"game {arena.game.id}: the parts of {len(states):,} states", 8 * width * len(states))
    rows = np.zeros((len(states), width))
    return Parts(states, rows, columns, _Solver(arena, policy, columns, rows, threads))


class _Solver:
    """Solves backwards over the layers what follows on some filled categories, each mask once."""

    def __init__(self, arena: Arena, policy: Policy, columns: Ints, rows: Floats, threads: int) -> None:
        self._arena, self._policy, self._columns, self._rows = arena, policy, columns, rows
        self._solved = arena.states.masks == arena.game.full
        self._threads, self._lock = threads, Lock()

    def __call__(self, filled: int) -> None:
        states = self._arena.states
        with self._lock:
            if self._solved[filled]:
                return
            todo = states.masks[(states.masks & filled == filled) & ~self._solved]
            for layer in reversed(states.layers(todo)):
                deque(in_threads(self._solve, chunks(states, layer), self._threads), maxlen=0)
            self._solved[todo] = True

    def _solve(self, masks: Longs) -> None:
        weights = weights_of(self._arena, self._policy, masks)
        self._arena.kernel.parts(masks, weights, self._columns, self._rows)
