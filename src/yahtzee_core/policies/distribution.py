"""The exact distribution of a total, and two totals compared (Glenn 2007, sections II-C, II-D; table IV)."""

from dataclasses import dataclass
from math import ulp

import numpy as np

from ..arrays import Floats
from ..game.game import Game
from ..shown import html_table
from ..solve.bounds import Quantity
from ..solve.expected import ExpectedTable
from .arena import Arena
from .decisions import optimal_policy
from .walk import walk

DIGITS = 1e-12
"""Probabilities closer than this are equal when dominance is judged, and as a share in quantiles."""


@dataclass(frozen=True)
class Distribution:
    """A distribution of the total: probability[t] of exactly t points, (maximum + 1,) float64."""

    game: Game
    strategy: str
    probability: Floats

    def __repr__(self) -> str:
        return f"<Distribution {self.game.id}, {self.strategy}: mean {self.mean:.4f}, sd {self.sd:.4f}>"

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        rows = [(f"{p:.0%}", self.quantile(p)) for p in (0.05, 0.25, 0.5, 0.75, 0.95)]
        return html_table(repr(self).strip("<>"), ["share of games", "total or less"], rows)

    @property
    def at_least(self) -> Floats:
        """P(total >= t) for every t."""
        return at_least(self.probability)

    @property
    def below(self) -> Floats:
        """P(total < t) for every t."""
        return below(self.probability)

    @property
    def mean(self) -> float:
        """Expected total."""
        return float(self.probability @ np.arange(len(self.probability)))

    @property
    def sd(self) -> float:
        """Standard deviation of the total."""
        off = np.arange(len(self.probability)) - self.mean
        return float(np.sqrt(self.probability @ (off * off)))

    @property
    def mode(self) -> int:
        """The most probable total; the lowest of those that are equally probable, up to rounding."""
        return int(np.argmax(self.probability >= self.probability.max() * (1 - DIGITS)))

    def quantile(self, p: float) -> int:
        """The least t with P(total <= t) >= p, which is P(total > t) <= 1 - p; the maximum for p = 1.

        By the smaller of the two, which has more digits; what is met but for rounding is met.
        """
        if p <= 0.5:
            return int(np.argmax(np.cumsum(self.probability) >= p * (1 - DIGITS)))
        above = np.append(self.at_least[1:], 0.0)
        left = 1 - p + ulp(0.5) if p < 1 else 0.0  # p itself is rounded
        return int(np.argmax(above <= left * (1 + DIGITS)))


def expected_distribution(table: ExpectedTable) -> Distribution:
    """The distribution of the total under the policy of `expected`, ties by ties.py."""
    arena = Arena(table.game, table)
    played = walk(arena, optimal_policy(arena), [Quantity.TOTAL])
    return Distribution(table.game, "expected", played.amounts[Quantity.TOTAL])


def outcomes(own: Floats, other: Floats, n_others: int = 1) -> tuple[float, float, float]:
    """(win, draw, loss) of a total against so many others of one distribution, all drawn independently.

    A win is more than all others, a draw as much as the best of them.
    """
    n = max(len(own), len(other))
    own, other = _padded(own, n), _padded(other, n)
    win = float(own @ below(other) ** n_others)
    if n_others == 1:
        return win, float(own @ other), float(other @ below(own))
    not_lost = float(own @ np.cumsum(other) ** n_others)
    return win, not_lost - win, 1.0 - not_lost


def below(probability: Floats) -> Floats:
    """P(total < t) for every t, summed from the bottom."""
    return np.concatenate([[0.0], np.cumsum(probability)[:-1]])


def total_variation(one: Floats, other: Floats) -> float:
    """Half the sum of absolute differences of two distributions, from 0; 1 when they never meet."""
    n = max(len(one), len(other))
    return float(np.abs(_padded(one, n) - _padded(other, n)).sum() / 2)


def dominance(one: Floats, other: Floats) -> tuple[bool, int | None]:
    """Whether P(one >= t) >= P(other >= t) for every t, and if not the first t where it fails."""
    n = max(len(one), len(other))
    behind = at_least(_padded(one, n)) < at_least(_padded(other, n)) - DIGITS
    return not behind.any(), int(np.argmax(behind)) if behind.any() else None


def at_least(probability: Floats) -> Floats:
    """P(total >= t) for every t, summed from the top, so that small ones keep their digits."""
    return np.cumsum(probability[::-1])[::-1]


def _padded(distribution: Floats, n: int) -> Floats:
    return np.pad(distribution, (0, n - len(distribution)))
