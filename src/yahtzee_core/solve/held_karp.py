"""Held-Karp for the travelling salesman: a second problem with the dependences of (5.1), not a game.

    L[S](j) = min over k in S \\ {j} of  L[S \\ {j}](k) + d(k, j);   L[{j}](j) = d(0, j)

L[S](j) is the length of the shortest path from city 0 through all cities of S that ends in j. Sets are
masks over the cities 1, 2, ..., bit i being city i + 1, and depend on sets with one city less.
The shortest tour is min over j of L[all](j) + d(j, 0).
"""

import numpy as np

from ..arrays import Ints, Longs
from .tsplib import Instance

Lengths = Ints
NEVER = np.int32(1 << 29)
"""The length of a path that ends outside its set."""


def solve_sets(instance: Instance, masks: Longs, place: Longs, length: Lengths) -> None:
    """Fill in L for the sets `masks`, which have equally many cities, from those with one less.

    place: (2**(n - 1),) int64, row of a set in `length`, (rows, n - 1) int32, NEVER where not filled in.
    """
    distance = instance.distance
    for j in range(len(distance) - 1):
        with_j = masks[masks >> j & 1 == 1]
        before = with_j ^ 1 << j
        alone = before == 0
        length[place[with_j[alone]], j] = distance[0, j + 1]
        paths = length[place[before[~alone]]] + distance[1:, j + 1]
        length[place[with_j[~alone]], j] = paths.min(axis=1, initial=NEVER)


def shortest(instance: Instance, row: Lengths, to: int = 0) -> tuple[int, int]:
    """(length, last city) of the shortest path of a set's row when it goes on to city `to`."""
    ways = row + instance.distance[1:, to]
    last = int(np.argmin(ways))
    return int(ways[last]), last + 1
