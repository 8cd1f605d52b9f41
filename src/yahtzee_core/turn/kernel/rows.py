"""Rows of numbers, as the kernel takes them: where they stand in an array, and what they are of."""

from dataclasses import dataclass

from ...arrays import Floats, Ints, Longs


@dataclass(frozen=True)
class Spans:
    """Where rows stand in an array: each begins at `place` and has `length` numbers."""

    place: Longs
    length: Longs


@dataclass(frozen=True)
class Needed:
    """Where the rows of states stand, by state: a row is of needed first + 1 .. last; place -1: not held."""

    place: Longs
    first: Ints
    last: Ints


@dataclass(frozen=True)
class PointRows:
    """A row of probabilities for every state: mass[place + i] of low + i points to come, i < length."""

    place: Longs
    low: Ints
    length: Ints
    mass: Floats

    def row(self, state: int) -> Floats:
        """Of one state, from low points; a view."""
        return self.mass[self.place[state] : self.place[state] + self.length[state]]


@dataclass(frozen=True)
class Reached:
    """What a total holds that is reached, added up where it is played for; see policies/reached.py.

    sure: (n_states,), probability that a state makes it sure. points, times: (n_parts,), expected points and
    number of times that each part gets some, each counted as much as the total is reached.
    """

    sure: Floats
    points: Floats
    times: Floats


@dataclass(frozen=True)
class Sums:
    """What adds up over the turns of a game: see tally in once.c. upper: the mask of the upper categories."""

    cross: Floats
    taken: Floats
    secured: Floats
    upper: int
