"""The shortest tour, city by city backwards through the table of Held-Karp."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pyarrow as pa

from ..arrays import Ints
from ..solve.held_karp import shortest
from .objectives.held_karp import HeldKarpProblem


def tour_rows(problem: HeldKarpProblem, lengths: Callable[[int], Ints]) -> pa.Table:
    """The table `tour`: cities in order from the first, and the length of the tour up to each.

    lengths: the row of the table of a set of cities.
    """
    instance, left, to = problem.instance, (1 << problem.n) - 1, 0
    cities = [0]
    while left:
        to = shortest(instance, lengths(left), to)[1]
        cities.append(to)
        left ^= 1 << (to - 1)
    tour = [0, *cities[:0:-1], 0]
    steps = [int(instance.distance[a, b]) for a, b in pairwise(tour)]
    up_to = np.concatenate([[0], np.cumsum(steps)])
    columns = [
        np.arange(len(tour), dtype=np.int16),
        instance.cities[tour],
        up_to.astype(np.int32),
    ]
    return pa.table(columns, ["position", "city", "length"])
