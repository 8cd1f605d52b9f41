"""Estimates with numbers in them: what the numbers are called, and the points to come that they give."""

from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np

from ...arrays import Floats
from ...game.game import Game
from .estimates import additive_with_normal, additive_with_step, bonus_probability
from .strategy import Batch

PART = 4096
"""States whose columns are held at once: those of all states of `yahtzee` would be 315 MB."""


class Formula(Protocol):
    """names: one for each number. estimate: (n,) points to come in a batch of n states."""

    def names(self, game: Game) -> list[str]: ...

    def estimate(self, batch: Batch, numbers: Floats) -> Floats: ...


@dataclass(frozen=True)
class Means:
    """Glenn's equation (13) with any worth of the categories; the upper bonus when they suffice for it."""

    def names(self, game: Game) -> list[str]:
        return [f"worth {c.id}" for c in game.categories]

    def estimate(self, batch: Batch, numbers: Floats) -> Floats:
        return additive_with_step(batch, numbers)


@dataclass(frozen=True)
class MeansWithVariances:
    """The same with variances: the upper bonus times its probability by a normal distribution."""

    def names(self, game: Game) -> list[str]:
        return [f"{kind} {c.id}" for kind in ("worth", "variance") for c in game.categories]

    def estimate(self, batch: Batch, numbers: Floats) -> Floats:
        worth, variance = np.split(numbers, 2)
        return additive_with_normal(batch, worth, np.abs(variance))


@dataclass(frozen=True)
class Pairs:
    """Linear in the open categories and their pairs, in the chip with each, and in the chance of the bonus.

    The chance B of the upper bonus is a normal distribution's, of `mean` and `variance` of every upper
    category. The other numbers are the coefficients of 1, of each open category, of each pair of them, of the
    chip alone and with each open category, of B alone, squared, with the chip and with each open category,
    and of B squared with each open upper category.
    """

    def names(self, game: Game) -> list[str]:
        upper = [c.id for c in game.categories if c.upper]
        nonlinear = [f"{kind} {c}" for kind in ("mean", "variance") for c in upper]
        return nonlinear + self.linear_names(game)

    def linear_names(self, game: Game) -> list[str]:
        every = [c.id for c in game.categories]
        upper = [c.id for c in game.categories if c.upper]
        chip = [c for i, c in enumerate(every) if i != game.yahtzee] if game.yahtzee is not None else []
        return [
            "one", *every, *(f"{a} {b}" for a, b in combinations(every, 2)),
            *(["chip"] if chip else []), *(f"chip {c}" for c in chip),
            "bonus", "bonus bonus", *(["bonus chip"] if chip else []), *(f"bonus {c}" for c in every),
            *(f"bonus bonus {c}" for c in upper),
        ]  # fmt: skip

    def columns(self, batch: Batch, mean: Floats, variance: Floats) -> Floats:
        """(n, n_linear): what the linear numbers multiply. mean, variance: (n_upper,)."""
        game, open_ = batch.game, batch.open.T.astype(np.float64)
        upper = [i for i, c in enumerate(game.categories) if c.upper]
        both = np.zeros((2, len(game.categories)))
        both[:, upper] = mean, variance
        bonus, one, chip = bonus_probability(batch, *both), np.ones(len(batch)), batch.chip.astype(np.float64)
        with_chip = [o for i, o in enumerate(open_) if i != game.yahtzee] if game.yahtzee is not None else []
        columns = [
            one, *open_, *(a * b for a, b in combinations(open_, 2)),
            *([chip] if with_chip else []), *(chip * o for o in with_chip),
            bonus, bonus**2, *([bonus * chip] if with_chip else []), *(bonus * o for o in open_),
            *(bonus**2 * open_[i] for i in upper),
        ]  # fmt: skip
        return np.column_stack(columns)

    def estimate(self, batch: Batch, numbers: Floats) -> Floats:
        n_upper = sum(c.upper for c in batch.game.categories)
        mean, variance, linear = np.split(numbers, [n_upper, 2 * n_upper])
        parts = np.split(np.arange(len(batch)), range(PART, len(batch), PART))
        return np.concatenate(
            [self.columns(batch.where(part), mean, np.abs(variance)) @ linear for part in parts]
        )


FORMULAS: dict[str, Formula] = {
    "means": Means(),
    "means_with_variances": MeansWithVariances(),
    "pairs": Pairs(),
}
