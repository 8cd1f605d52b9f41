"""The shortest tour, city by city backwards through the merged table of Held-Karp."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa

from .errors import UserError
from .held_karp import shortest
from .objectives.held_karp import HeldKarpClasses
from .storage import find_row


def tour_rows(problem: HeldKarpClasses, table: Path) -> pa.Table:
    """The table `tour`: cities in order from the first, and the length of the tour up to each."""
    instance, left, to = problem.instance, (1 << problem.n) - 1, 0
    cities = [0]
    while left:
        row = find_row(table, problem.table_schema, problem.made_of(), {"cities": left})
        if row is None:
            raise UserError(f"{table}: no row of a set; delete it and run again")
        to = shortest(instance, np.array(row["length"], dtype=np.int32), to)[1]
        cities.append(to)
        left ^= 1 << (to - 1)
    tour = [0, *cities[:0:-1], 0]
    steps = [int(instance.distance[a, b]) for a, b in pairwise(tour)]
    lengths = np.concatenate([[0], np.cumsum(steps)])
    columns = [
        np.arange(len(tour), dtype=np.int16),
        np.array(tour, dtype=np.int16) + 1,
        lengths.astype(np.int32),
    ]
    return pa.table(columns, ["position", "city", "length"])
