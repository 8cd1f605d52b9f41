"""The partition of two sheets that are filled in turn: the classes of the fixed subset G on either sheet.

A set is (filled of the mover, filled of the other), a subset of the categories of both sheets; the mover
has as many filled as the other, or one less. It depends on (filled of the other, filled of the mover and
one more): the players change places. Two sets are in one class when they agree in the numbers of filled
categories and in their intersections with G on either sheet, which is ~G of partition.py for twice the
elements.

Nothing here knows of dice.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ..arrays import Longs
from .partition import Class, Partition


class Pair(NamedTuple):
    """A class of pairs: the class of the mover's sheet, and of the other's."""

    mover: Class
    other: Class

    @property
    def turns(self) -> int:
        """Turns played by both together."""
        return self.mover.first + self.other.first


@dataclass(frozen=True)
class Pairs:
    """The classes of pairs of a sheet of n categories, from `open_at_most` open ones of each player on.

    fixed: G of a sheet. The end of a game, both sheets full, is no class.
    """

    n: int
    fixed: tuple[int, ...] = ()
    open_at_most: int | None = None

    def classes(self) -> list[Pair]:
        """All classes, each after those that it depends on."""
        by_layer: dict[int, list[Class]] = {}
        for part in self._sheet.classes():
            by_layer.setdefault(part.first, []).append(part)
        return [
            Pair(mover, other)
            for filled, other_filled in self.plies()
            for mover in by_layer[filled]
            for other in by_layer[other_filled]
        ]

    def plies(self) -> list[tuple[int, int]]:
        """Filled categories of (mover, other), from the last turn to the first."""
        least = 0 if self.open_at_most is None else max(self.n - self.open_at_most, 0)
        return [(k, other) for k in reversed(range(least, self.n)) for other in (k + 1, k)]

    def dependencies(self, of: Pair) -> list[Pair]:
        """The classes that a class reads; none in the last turn of a game."""
        if of.turns == 2 * self.n - 1:
            return []
        return [Pair(of.other, mover) for mover in self._sheet.dependencies(of.mover)]

    def masks(self, of: Pair) -> tuple[Longs, Longs]:
        """The sets of filled categories of the mover, and of the other; a class holds all pairs of them."""
        return self._sheet.masks(of.mover), self._sheet.masks(of.other)

    def name(self, of: Pair) -> str:
        """What a class is, e.g. turns=13/mover=010/other=110 (G in its order)."""
        name = f"turns={of.turns:02d}"
        for player, part in (("mover", of.mover), ("other", of.other)):
            bits = "".join(str(part.fixed >> g & 1) for g in self.fixed)
            name += f"/{player}={bits}" if bits else ""
        return name

    def named(self, name: str) -> Pair:
        """The class with a name; KeyError when there is none."""
        return {self.name(pair): pair for pair in self.classes()}[name]

    @property
    def key(self) -> tuple[tuple[int, ...], int]:
        """(fixed, stride), plain values, from which a problem makes its partition again."""
        return self.fixed, 1

    @property
    def _sheet(self) -> Partition:
        return Partition(self.n, self.fixed)
