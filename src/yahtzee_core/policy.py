"""Policy probes: every action in a position with its value, and which one the policy takes.

The tie rule is that of turn.py; the action that the policy takes is the one that the kernel follows.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .dice import Lattice
from .errors import UserError
from .expected import ExpectedTable, option_rows
from .refusals import require_policies
from .states import State
from .turn import TIE, levels

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Action:
    """An action and its value: `keep 5 5`, `keep -` (none), `score full_house`.

    value: points still to come when it is taken and optimal play follows; loss: below the best.
    """

    text: str
    value: float
    loss: float

    @property
    def tied(self) -> bool:
        """Whether it is within TIE points of the best."""
        return self.loss <= TIE


def actions(table: ExpectedTable, state: State, dice: tuple[int, ...], rerolls: int) -> list[Action]:
    """All actions in a position, best first; the first one is the policy's.

    dice: the faces, in any order. rerolls: left, 0 to rolls - 1; with 0 the actions are categories.
    UserError for dice or rerolls that the game does not have, and for the end of the game.
    """
    roll = _checked_roll(table, dice)
    if not 0 <= rerolls < table.game.rolls:
        raise UserError(f"game {table.game.id}: {rerolls} rerolls left; expected 0 to {table.game.rolls - 1}")
    if state.filled == table.game.full:
        raise UserError(f"game {table.game.id}: all categories are filled; expected an open one")
    return Turn(table, state).actions(roll, rerolls)


class Turn:
    """One turn of a state, solved for all its rolls."""

    def __init__(self, table: ExpectedTable, state: State) -> None:
        require_policies(table.game, "the values of actions")
        self.state, self.options = state, table.states.options
        self.lattice: Lattice = self.options.lattice
        self.rows = option_rows(table.states, state, table.table)[0]
        leaf = np.array([max(v for _, v in self._categories(r)) for r in range(self.lattice.n_rolls)])
        self.keeps = [a[0, :, 0].copy() for a in levels(self.lattice, leaf[None, :, None], table.game.rolls)]

    def actions(self, roll: int, rerolls: int) -> list[Action]:
        """All actions with a roll (its index among the rolls), best first."""
        if rerolls == 0:
            found = self._categories(roll)
            first = _first(found)
        else:
            values, keep = self.keeps[rerolls - 1], roll + self.lattice.first_roll
            found = [(f"keep {self.keep_text(k)}", values[k]) for k in self.lattice.keeps_of(keep)]
            first = f"keep {self.keep_text(chosen_keep(self.lattice, values, keep)[1])}"
        best = max(value for _, value in found)
        ranked = sorted(found, key=lambda item: (item[0] != first, -item[1]))
        return [Action(text, float(value), float(best - value)) for text, value in ranked]

    def keep_text(self, keep: int) -> str:
        """The dice of a keep: `1 1 5`, `-` for none."""
        return " ".join(map(str, self.lattice.faces_of(keep))) or "-"

    def _categories(self, roll: int) -> list[tuple[str, float]]:
        """`score <category>` and its value for a roll, in sheet order."""
        categories = self.options.game.categories
        return [
            (f"score {categories[self.options.category[option]].id}", float(self.rows[option]))
            for option in self.options.of(self.state.filled, roll)
        ]


def chosen_keep(lattice: Lattice, values: Floats, keep: int) -> tuple[float, int]:
    """The best value among the keeps inside `keep`, and the keep that the tie rule takes."""
    best, chosen = float(values[keep]), keep
    for below in lattice.down[lattice.down_start[keep] : lattice.down_start[keep + 1]]:
        value, at = chosen_keep(lattice, values, int(below))
        chosen = at if best + TIE < value else chosen
        best = max(best, value)
    return best, chosen


def _first(found: list[tuple[str, float]]) -> str:
    """The category that the tie rule takes."""
    first, best = found[0]
    for text, value in found[1:]:
        first = text if best + TIE < value else first
        best = max(best, value)
    return first


def _checked_roll(table: ExpectedTable, dice: tuple[int, ...]) -> int:
    game, lattice = table.game, table.states.options.lattice
    if len(dice) != game.dice or not all(1 <= face <= game.faces for face in dice):
        raise UserError(
            f"game {game.id}: dice {' '.join(map(str, dice))}; "
            f"expected {game.dice} dice with faces 1 to {game.faces}"
        )
    return lattice.keep_index(dice) - lattice.first_roll
