"""Where the points come from: what is still to come from every state under a policy, part by part.

The parts of a total are the categories, the upper bonus and the Yahtzee bonus. With `w[s](o)`, the
probability that a turn of state s ends with option o, and g(s, o), the points that the option adds to a part,

    X[s]  =  sum over o  w[s](o) (g(s, o) + X[s after o])                            its expected points
    Z[s]  =  sum over o  w[s](o) (1 if g(s, o) > 0 else Z[s after o])                the chance of more than 0

backwards; at the end both are 0. The X of all parts sum to the value of the state under the policy.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Floats, Ints
from ..game.game import Game
from ..turn.machine import require_room
from ..turn.states import State, States
from .arena import Arena
from .decisions import Policy
from .to_come import weighed
from .walk import part_names

UNWANTED = -1


@dataclass(frozen=True)
class Parts:
    """What is to come from every state between turns, part by part.

    rows: (n_states, n_columns) float64, in state order. columns: (2, n_parts) int32, by part in the order of
    walk.part_names: in which column its points stand, and in which its chance; UNWANTED: in none.
    """

    states: States
    rows: Floats
    columns: Ints

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
        rows = np.zeros((self.rows.shape[1], len(self.states.options)))
        for option in self.states.options.in_situation(state.filled):
            added = option_parts(self.states, state, option)
            row = self.rows[self.states.index(self.states.successor(state, option)[0])].copy()
            for part in np.flatnonzero(added).tolist():
                points, chance = self.columns[:, part].tolist()
                if points != UNWANTED:
                    row[points] += added[part]
                if chance != UNWANTED:
                    row[chance] = 1.0
            rows[:, option] = row
        return rows


def parts_to_come(arena: Arena, policy: Policy) -> Parts:
    """The points and the chance of every part when a policy plays on; 75 MB for yahtzee."""
    return _solved(arena, policy, every_column(arena.game))


def chances_to_come(arena: Arena, policy: Policy) -> Parts:
    """Two columns: probability that the upper bonus is still to be earned, and that the category for equal
    dice is still to score above 0, when a policy plays on; 0 in games without."""
    return _solved(arena, policy, _chance_columns(arena.game))


def chances_of(parts: Parts) -> Parts:
    """The same two columns, from those of parts_to_come."""
    rows = np.zeros((len(parts.rows), 2))
    for column, part in enumerate(two_parts(parts.states.game)):
        if part is not None:
            rows[:, column] = parts.chance[:, part]
    return Parts(parts.states, rows, _chance_columns(parts.states.game))


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


def _solved(arena: Arena, policy: Policy, columns: Ints) -> Parts:
    """Backwards over the layers, in the columns that are asked for."""
    states, width = arena.states, max(int(columns.max()) + 1, 2)
    require_room(f"game {arena.game.id}: the parts of {len(states):,} states", 8 * width * len(states))
    rows = np.zeros((len(states), width))
    for layer in reversed(states.layers()[:-1]):
        for masks, weights in weighed(arena, policy, layer):
            arena.kernel.parts(masks, weights, columns, rows)
    return Parts(states, rows, columns)
