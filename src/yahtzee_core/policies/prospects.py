"""What an action brings, category by category, through the rest of its turn and of the game."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..turn.options import Options
from ..turn.positions import Action, Position
from ..turn.states import State
from ..turn.ties import POINTS, Tie
from .actions import Turn
from .parts import Parts


@dataclass(frozen=True)
class Prospects:
    """Parts are in the order of walk.part_names.

    points: (n_parts,) expected points still to come in each part. chance: (n_parts,) probability of more than
    0. turn: (n_categories,) probability that this turn ends in each category; these exclude each other.
    """

    points: Floats
    chance: Floats
    turn: Floats


def ends_of(options: Options, weights: Floats) -> Floats:
    """(n_categories,) probability that a turn ends in each category, from that of each option."""
    n = len(options.game.categories)
    return np.bincount(options.category, weights=weights, minlength=n).astype(np.float64)


class ProspectsOfTurn:
    """The prospects of every action in a turn of a state.

    values: as for Turn, by which the rest of the turn is played; parts: what follows on the turn.
    """

    def __init__(self, parts: Parts, state: State, values: Floats, rule: Tie = POINTS) -> None:
        options, self._n = parts.states.options, parts.columns.shape[1]
        n_categories = len(parts.states.game.categories)
        ends = np.arange(n_categories)[:, None] == options.category
        self._turn = Turn(parts.states, state, values, rule, np.vstack([parts.after(state), ends]))

    def of(self, position: Position, action: Action) -> Prospects:
        """Those of an action; UserError when it is not possible."""
        return Prospects(*np.split(self._turn.follow(position, action), [self._n, 2 * self._n]))
