"""The table `parts`: what is still to come from every state under optimal play, part by part."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from ..arrays import Floats
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..policies.parts import parts_to_come


def part_rows(arena: Arena) -> Iterator[pa.Table]:
    """The table, layer by layer."""
    states, parts = arena.states, parts_to_come(arena, optimal_policy(arena))
    for masks in states.layers():
        here = states.of_masks(masks)
        columns = dict(zip(("filled", "need", "chip"), states.columns(masks), strict=True))
        lists = {"points": _lists(parts.points[here]), "chance": _lists(parts.chance[here])}
        yield pa.table({**columns, **lists})


def _lists(numbers: Floats) -> pa.Array:
    """A list for each row of an array."""
    ends = np.arange(len(numbers) + 1, dtype=np.int32) * numbers.shape[1]
    return pa.ListArray.from_arrays(ends, np.ascontiguousarray(numbers).ravel())
