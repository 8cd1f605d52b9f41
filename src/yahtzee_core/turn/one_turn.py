"""One turn of one state, worked out for all its rolls: what a player does in it, and what comes of it.

The options of the turn have the values A; further rows are numbers that follow the choices (true values,
say, or the probability of a bonus after them). With a the choices by A,

    J[roll, 0] = row[a(roll)],      J[roll, n] = E[ J[roll after a(roll, n), n - 1] ]

and a turn is worth the mean of J over its first rolls. The kernel does the same for many states.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Ints, Longs
from .options import NO_OPTION, Options
from .positions import Action
from .ties import POINTS, Tie, offer
from .twin import choose, expect, mean


@dataclass(frozen=True)
class Level:
    """The keeps with some rerolls left. keeps: (width, n_keeps), what follows when one is kept.

    best: (width, n_rolls), the highest value of each roll, and what follows the choice.
    chosen: (n_rolls,), the keep that each roll takes, of which the value may be a tie below the highest.
    """

    keeps: Floats
    best: Floats
    chosen: Longs


class OneTurn:
    """The turn of a state with some filled categories.

    values: (width, n_options) float64; the first row is maximised, the others follow (ties.py: that of the
    contrary is minimised). Entries of options that the turn does not have do not count.
    leaf: (width, n_rolls), when a category is chosen; chosen: (n_rolls,), the option that each roll takes.
    levels: for 1, 2, ... rerolls left.
    """

    def __init__(self, options: Options, filled: int, values: Floats, rule: Tie = POINTS) -> None:
        self.options, self.filled, self.values, self.rule = options, filled, np.atleast_2d(values), rule
        self.leaf, self.chosen = self._best_options()
        self.levels = self._levels()

    @property
    def value(self) -> Floats:
        """(width,): the mean over the first rolls."""
        lattice = self.options.lattice
        first = self.levels[-1].best if self.levels else self.leaf
        return mean(lattice, first[:, :, None])[:, 0]

    def action(self, roll: int, rerolls: int) -> Action:
        """What is done with a roll (its index among the rolls) and so many rerolls left."""
        if rerolls == 0:
            return Action(category=int(self.options.category[self.chosen[roll]]))
        return Action(keep=self.options.lattice.faces_of(int(self.levels[rerolls - 1].chosen[roll])))

    def scores(self, roll: int) -> dict[Action, int]:
        """The options of a roll by their actions, from the top of the sheet."""
        options = self.options
        return {Action(category=int(options.category[o])): o for o in options.of(self.filled, roll)}

    def keeps(self, roll: int) -> dict[Action, int]:
        """The keeps inside a roll by their actions, in the order of the tie rule."""
        lattice = self.options.lattice
        return {Action(keep=lattice.faces_of(k)): k for k in lattice.keeps_in_order(roll)}

    def _best_options(self) -> tuple[Floats, Longs]:
        """Leaf and chosen options, by the tie rule."""
        choices = self.options.open_choices(self.filled)
        best = self._rows(choices[:, 0])
        for option in choices[:, 1:].T:
            offer(best, self._rows(option), self.rule)
        return best[:-1], best[-1].astype(np.int64)

    def _rows(self, option: Ints) -> Floats:
        """(width + 1, n_rolls): what the options of the rolls are worth, and their numbers."""
        rows = np.vstack([self.values[:, option], option])
        rows[0, option == NO_OPTION] = -np.inf
        if self.rule.contrary:
            rows[1, option == NO_OPTION] = np.inf
        return rows

    def _levels(self) -> list[Level]:
        lattice, levels = self.options.lattice, []
        a = np.zeros((len(self.leaf) + 1, lattice.n_keeps, 1))
        a[:-1, lattice.first_roll :, 0] = self.leaf
        for _ in range(self.options.game.rolls - 1):
            expect(lattice, a)
            a[-1, :, 0] = np.arange(lattice.n_keeps)
            keeps = a[:-1, :, 0].copy()
            choose(lattice, a, self.rule)
            *best, chosen = a[:, lattice.first_roll :, 0].copy()
            levels.append(Level(keeps, np.array(best), chosen.astype(np.int64)))
        return levels
