"""What a roll scores by a pattern: conditions that must all hold, and a way to count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Counts = Sequence[int]
"""Dice by face: `counts[f - 1]` dice show face f."""


@dataclass(frozen=True)
class Pattern:
    """A scoring pattern. Conditions left at None always hold.

    The words are those of the game files (games/schema.json): `face`, `groups` with `distinct`,
    `run`, `faces`, `total` are conditions; `score` is a number of points, "all" or "matching", and `plus`
    is added to it. `colours`, faces by colour, is a condition too: the groups, or all dice, show one.
    """

    score: int | str
    face: int | None = None
    groups: tuple[int, ...] | None = None
    distinct: bool = True
    run: int | None = None
    faces: tuple[int, ...] | None = None
    total: int | None = None
    colours: tuple[tuple[int, ...], ...] | None = None
    plus: int = 0

    def points(self, counts: Counts) -> int:
        """Points for a roll given by `counts`; 0 when a condition fails."""
        matches = [max(sums, default=None) for sums in self._matches(counts)]
        if any(best is None for best in matches):
            return 0
        if self.total is not None and _pips(counts) != self.total:
            return 0
        return self.plus + self._score(counts, [best for best in matches if best is not None])

    def _score(self, counts: Counts, matches: list[int]) -> int:
        if isinstance(self.score, int):
            return self.score
        return _pips(counts) if self.score == "all" else max(matches)

    def _matches(self, counts: Counts) -> Iterator[list[int]]:
        """For each condition on faces, the sums of the dice of every way in which it holds."""
        if self.face is not None:
            showing = counts[self.face - 1]
            yield [self.face * showing] if showing else []
        if self.groups is not None:
            groups = tuple(sorted(self.groups))
            coloured = [_of_colour(counts, colour) for colour in self.colours or (range(1, len(counts) + 1),)]
            yield [s for part in coloured for s in _group_sums(part, groups, self.distinct)]
        elif self.colours is not None:
            alike = any(_of_colour(counts, colour) == tuple(counts) for colour in self.colours)
            yield [0] if alike else []  # no dice of its own, so it adds nothing to `matching`
        if self.run is not None:
            starts = range(1, len(counts) - self.run + 2)
            runs = (range(start, start + self.run) for start in starts)
            yield [sum(run) for run in runs if _holds(counts, run)]
        if self.faces is not None:
            yield [sum(self.faces)] if _holds(counts, self.faces) else []


def _pips(counts: Counts) -> int:
    return sum(face * n for face, n in enumerate(counts, start=1))


def _of_colour(counts: Counts, colour: Sequence[int]) -> tuple[int, ...]:
    """The dice that show some faces, by face."""
    return tuple(n if face in colour else 0 for face, n in enumerate(counts, start=1))


def _holds(counts: Counts, faces: Sequence[int]) -> bool:
    return all(counts[face - 1] for face in faces)


def _group_sums(
    counts: tuple[int, ...], groups: tuple[int, ...], distinct: bool, first: int = 1
) -> Iterator[int]:
    """Sums of the dice in every choice of disjoint groups of equal dice.

    groups: sizes, rising. first: the least face of the first group; groups of one size are taken by rising
    faces, as their orders are one choice (eight single dice have 40,320 of them).
    """
    if not groups:
        yield 0
        return
    size, *rest = groups
    for face, n in enumerate(counts[first - 1 :], start=first):
        if n >= size:
            left = list(counts)
            left[face - 1] = 0 if distinct else n - size
            least = face if rest[:1] == [size] else 1
            for other in _group_sums(tuple(left), tuple(rest), distinct, least):
                yield face * size + other
