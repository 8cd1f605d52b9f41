"""`saved`: `expected` where rolls that a turn leaves unused may be used in any later turn.

With r rolls saved before a turn and W_j(roll) the value of a roll with j rerolls in hand,

    W_j(roll) = best of   max over categories c of  gain(s, c, roll) + V[s after c][j]
                          max over keeps k of       E[W_(j - 1)(roll of the other dice, k kept)]
    V[s][r]   = E[W_(r + rolls - 1)]

so that one chain gives V[s][r] for every r, at most rolls - 1 for each turn played. Rolls are worth nothing
when all categories are filled. The second moment follows the choices.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Longs
from ..errors import UserError
from ..game.game import Game
from ..turn.states import States
from .expected import Solver, Table, standard_deviation


def require_saved_rolls(game: Game) -> None:
    """UserError where no rolls are saved."""
    if not game.saved_rolls:
        raise UserError(f"game {game.id}: saved: no rolls are saved; expected the objective expected")


@dataclass(frozen=True)
class SavedTable:
    """`saved`, solved for the states of some masks, with every number of saved rolls."""

    states: States
    table: Table

    def rows(self, mask: int) -> tuple[Floats, Floats]:
        """(value, second moment) of a mask, (saves, lanes) each."""
        lanes, saves = int(self.states.lanes[mask]), int(self.states.saves[mask])
        here = slice(int(self.table.offset[mask]), int(self.table.offset[mask]) + lanes * saves)
        return (
            self.table.value[here].reshape(saves, lanes),
            self.table.second[here].reshape(saves, lanes),
        )

    def at(
        self, filled: Sequence[str] = (), upper_total: int = 0, chip: bool = False, saved: int = 0
    ) -> float:
        """Value of a state given by category ids and its real upper total; UserError when unreachable."""
        states = self.states
        state = states.at(states.game.mask(tuple(filled)), upper_total, int(chip))
        saves = int(states.saves[state.filled])
        if not 0 <= saved < saves:
            raise UserError(f"game {states.game.id}: {saved} saved rolls; expected 0 to {saves - 1} then")
        return float(
            self.rows(state.filled)[0][saved, states.index(state) - int(states.offset[state.filled])]
        )

    @property
    def start_value(self) -> float:
        """Expected score of the game."""
        return float(self.rows(0)[0][0, 0])

    @property
    def start_sd(self) -> float:
        """Standard deviation of the score under the optimal policy, ties by ties.py."""
        return float(standard_deviation(*self.rows(0))[0, 0])


def solve_saved(game: Game, threads: int | None = None, variant: str | None = None) -> SavedTable:
    """Solve `saved` for all states, in memory."""
    require_saved_rolls(game)
    solver = Solver(game, threads, variant)
    table = Table.empty(solver.states, solver.states.masks)
    solver.solve(solver.states.masks, table)
    return SavedTable(solver.states, table)


def solve_saved_start(game: Game, threads: int | None = None) -> SavedTable:
    """The same for the start of the game alone, holding two layers at a time."""
    require_saved_rolls(game)
    solver = Solver(game, threads)
    states = solver.states
    after, held = Table.empty(states, states.masks[:0]), states.masks[:0]
    for masks in reversed(states.layers()):
        table = Table.empty(states, np.concatenate([masks, held]))
        begin = len(table.value) - len(after.value)
        table.value[begin:], table.second[begin:] = after.value, after.second
        solver.solve(masks, table)
        after, held = _first(table, states, masks), masks
    return SavedTable(states, after)


def _first(table: Table, states: States, masks: Longs) -> Table:
    """The part of a table that holds its first masks."""
    part = Table.empty(states, masks)
    part.value[:], part.second[:] = table.value[: len(part.value)], table.second[: len(part.value)]
    return part


@dataclass
class Gain:
    """What one more saved roll is worth in a layer, over all of its states: sums by saved rolls.

    value, variance: (saves,); states: how many. gain, least, most: (saves - 1,), by one roll more.
    """

    states: int
    value: Floats
    variance: Floats
    gain: Floats
    least: Floats
    most: Floats

    @classmethod
    def empty(cls, saves: int) -> "Gain":
        """No states yet."""
        least, most = np.full(saves - 1, np.inf), np.full(saves - 1, -np.inf)
        return cls(0, np.zeros(saves), np.zeros(saves), np.zeros(saves - 1), least, most)

    def add(self, value: Floats, second: Floats) -> None:
        """Count some states in, (saves, lanes) each."""
        more = np.diff(value, axis=0)
        self.states += value.shape[1]
        self.value += value.sum(axis=1)
        self.variance += (second - value * value).sum(axis=1)
        self.gain += more.sum(axis=1)
        self.least = np.minimum(self.least, more.min(axis=1))
        self.most = np.maximum(self.most, more.max(axis=1))

    def rows(self, layer: int) -> Iterator[dict[str, float | int | None]]:
        """Rows of the table `saved`, by number of saved rolls."""
        gains = [[*(part.tolist()), None] for part in (self.gain / self.states, self.least, self.most)]
        sd = np.sqrt(np.maximum(self.variance / self.states, 0))
        for saved, row in enumerate(zip(self.value / self.states, sd, *gains, strict=True)):
            numbers = dict(zip(("value", "sd", "gain", "least", "most"), row, strict=True))
            yield {"layer": layer, "saved": saved, "states": self.states, **numbers}
