"""Held-Karp class by class: shards with the row of path lengths of every set of cities."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from ...arrays import Longs
from ...made_of import Subject
from ...partition.problem import OnSets, Shard, Solution
from ...solve.held_karp import NEVER, Lengths, solve_sets
from ...solve.tsplib import Instance

PIECE = 1 << 14
"""Sets in one piece of a shard."""


class HeldKarpProblem(OnSets):
    """See objectives.Problem; sets are those of the cities 1, 2, ..., and depend on smaller ones."""

    mirrored = False
    shard_schema = table_schema = objective = "held_karp"

    def __init__(self, instance: Instance) -> None:
        self.instance, self.n = instance, len(instance.distance) - 1

    @property
    def subject(self) -> Subject:
        return Subject(self.instance.name, self.instance.fingerprint)

    def sizes(self) -> Longs:
        return np.full(1 << self.n, 4 * self.n, dtype=np.int64)

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Solution:
        place, length = self._table([masks, *(shard.masks for shard in shards)])
        for shard in shards:
            for here, rows in shard.pieces({"cities": shard.masks}, ["length"]):
                length[place[shard.masks[here]]] = _rows(rows, self.n)
        layer = np.bitwise_count(masks)
        for size in np.unique(layer):
            solve_sets(self.instance, masks[layer == size], place, length)
        return Solution(self._pieces(masks, place, length))

    def _pieces(self, masks: Longs, place: Longs, length: Lengths) -> Iterator[pa.Table]:
        for at in range(0, len(masks), PIECE):
            part = masks[at : at + PIECE]
            lists = pa.FixedSizeListArray.from_arrays(length[place[part]].ravel(), self.n)
            yield pa.table({"cities": part, "length": lists.cast(pa.list_(pa.int32()))})

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        for shard in shards:
            for _, rows in shard.pieces({"cities": shard.masks}, ["length"]):
                yield rows

    def _table(self, held: list[Longs]) -> tuple[Longs, Lengths]:
        """Places of the sets held, and their rows, NEVER so far."""
        masks = np.concatenate(held)
        place = np.full(1 << self.n, -1, dtype=np.int64)
        place[masks] = np.arange(len(masks))
        return place, np.full((len(masks), self.n), NEVER, dtype=np.int32)


def _rows(table: pa.Table, n: int) -> Lengths:
    flat: Lengths = table["length"].combine_chunks().flatten().to_numpy().reshape(-1, n)
    return flat
