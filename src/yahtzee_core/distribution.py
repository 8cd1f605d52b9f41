"""The exact distribution of the total under the policy of `expected` (Glenn 2007, sections II-C and II-D).

w[s](o), the probability that the turn of state s ends with option o, comes from the policy on the keep
lattice. Then, turn by turn, with D[s](t) the probability to be in state s with t points behind:

    D[s after o](t + gain(s, o))  +=  w[s](o) D[s](t)

Only sums and products of positive numbers: every probability is right to about 1e-13 of itself, down to
the rarest total.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._turn import Kernel
from .expected import ExpectedTable
from .game import Game
from .transitions import Transitions, most_behind

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]
CHUNK = 4096
"""States whose option probabilities are held at once."""


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
    return Distribution(table.game, "expected", _Forward(table).totals())


class _Forward:
    """Layer by layer from the start of the game."""

    def __init__(self, table: ExpectedTable) -> None:
        self.states, self.table = table.states, table.table
        self.kernel = Kernel(self.states, Transitions(self.states))
        self.layers = self.states.layers()
        self.most = most_behind(self.states, self.kernel)

    def totals(self) -> Floats:
        """(maximum + 1,) float64: probability of each total."""
        place, rows = self._rows(self.layers[0])
        rows[place[0]] = 1.0
        for masks, after in zip(self.layers, self.layers[1:], strict=False):
            next_place, next_rows = self._rows(after)
            both = np.where(place >= 0, place, next_place)
            for part in self._chunks(masks):
                self._push(part, both, rows, next_rows)
            place, rows = next_place, next_rows
        ends = np.flatnonzero(place >= 0)
        found = np.zeros(int(self.most[ends].max()) + 1)
        for state in ends:
            found[: self.most[state] + 1] += rows[place[state] : place[state] + self.most[state] + 1]
        return found

    def _push(self, masks: Longs, place: Longs, rows: Floats, next_rows: Floats) -> None:
        weights = np.empty((int(self.states.lanes[masks].sum()), len(self.states.options)))
        offset = self.states.offset
        self.kernel.weights(offset, masks, self.table.value, self.table.second, weights)
        self.kernel.push(offset, masks, weights, place, self.most, rows, next_rows)

    def _rows(self, masks: Longs) -> tuple[Longs, Floats]:
        """Places of the rows of a layer by state, -1 elsewhere, and the rows, all 0."""
        states = self.states.of_masks(masks)
        length = self.most[states].astype(np.int64) + 1
        place = np.full(len(self.states), -1, dtype=np.int64)
        place[states] = np.cumsum(length) - length
        return place, np.zeros(int(length.sum()))

    def _chunks(self, masks: Longs) -> Iterator[Longs]:
        lanes = np.cumsum(self.states.lanes[masks])
        yield from np.split(masks, np.searchsorted(lanes, np.arange(CHUNK, lanes[-1], CHUNK)))
