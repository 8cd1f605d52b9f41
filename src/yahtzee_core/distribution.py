"""The exact distribution of a total (Glenn 2007, sections II-C and II-D; table IV)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .decisions import optimal_policy
from .expected import ExpectedTable
from .game import Game
from .quantities import Quantity
from .walk import walk

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Distribution:
    """A distribution of the total: probability[t] of exactly t points, (maximum + 1,) float64."""

    game: Game
    strategy: str
    probability: Floats

    @property
    def at_least(self) -> Floats:
        """P(total >= t) for every t, summed from the top, so that small ones keep their digits."""
        return np.cumsum(self.probability[::-1])[::-1]

    @property
    def below(self) -> Floats:
        """P(total < t) for every t, summed from the bottom."""
        return np.concatenate([[0.0], np.cumsum(self.probability)[:-1]])

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
        """The most probable total."""
        return int(np.argmax(self.probability))

    def quantile(self, p: float) -> int:
        """The least t with P(total <= t) >= p; the maximum for p = 1."""
        return min(int(np.searchsorted(np.cumsum(self.probability), p)), len(self.probability) - 1)


def expected_distribution(table: ExpectedTable) -> Distribution:
    """The distribution of the total under the policy of `expected`, ties by turn.py."""
    arena = Arena(table.game, table)
    played = walk(arena, optimal_policy(arena), [Quantity.TOTAL])
    return Distribution(table.game, "expected", played.amounts[Quantity.TOTAL])
