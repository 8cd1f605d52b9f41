"""Rows of pairs of states: value and probability of a draw, by the points that the other player is behind."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Longs = npt.NDArray[np.int64]
Reals = npt.NDArray[Any]


class Places:
    """Where the rows of pairs begin; a row has span(mover) + span(other) + 1 numbers."""

    def __init__(self, mover_span: Longs, other_span: Longs) -> None:
        self.mover_span, self.other_span = mover_span, other_span
        self.before = np.cumsum(other_span) - other_span
        blocks = (mover_span + 1) * len(other_span) + other_span.sum()
        self.block = np.cumsum(blocks) - blocks
        self.cells = int(blocks.sum())

    def of_mover(self, i: int) -> tuple[Longs, Longs]:
        """(places, lengths) of the rows of one state of the mover with every state of the other."""
        j = np.arange(len(self.other_span))
        place = self.block[i] + j * (self.mover_span[i] + 1) + self.before
        return place, self.mover_span[i] + self.other_span + 1

    def of_other(self, j: int) -> tuple[Longs, Longs]:
        """The same of one state of the other with every state of the mover."""
        place = self.block + j * (self.mover_span + 1) + self.before[j]
        return place, self.mover_span + self.other_span[j] + 1


@dataclass(frozen=True)
class PairRows:
    """Rows of all pairs of some states of the mover and of the other, as the *other* sees them (Q, then D).

    mover, other: numbers of the states. numbers: value and draw, one row after another, the pairs of the
    first mover first. A row runs over the points that the other is behind, rising: from -most(mover) +
    certain(other) to -certain(mover) + most(other).
    """

    mover: Longs
    other: Longs
    place: Places
    numbers: tuple[Reals, Reals]

    @property
    def cells(self) -> int:
        """Numbers in a table."""
        return len(self.numbers[0])

    def row(self, i: int, j: int) -> tuple[Reals, Reals]:
        """Q and D of a pair, by places in mover and other; views."""
        places, lengths = self.place.of_mover(i)
        here = slice(int(places[j]), int(places[j] + lengths[j]))
        return self.numbers[0][here], self.numbers[1][here]
