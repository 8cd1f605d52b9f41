"""The objectives, class by class: how each solves the states of a class from the shards of others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..game import Game
from ..states import States
from .expected import ExpectedClasses
from .maxprob import MaxProbClasses, MaxProbMomentsClasses
from .shard import Shard

Longs = npt.NDArray[np.int64]


class Classes(Protocol):
    """What a class driver asks of an objective.

    shard_schema, table_schema: names in storage.SCHEMAS of a shard and of the merged table.
    """

    shard_schema: str
    table_schema: str
    states: States

    def __init__(self, game: Game, threads: int) -> None: ...

    def sizes(self) -> Longs:
        """(2**n_categories,) int64: bytes in memory of the states of each mask."""
        ...

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Iterable[pa.Table]:
        """Solve the states of `masks` from the shards that they depend on; rows of their own shard."""
        ...

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        """Rows of the merged table, the emptiest layer first, from all shards in that order."""
        ...


OBJECTIVES: dict[str, type[Classes]] = {
    "expected": ExpectedClasses,
    "maxprob": MaxProbClasses,
    "maxprob_moments": MaxProbMomentsClasses,
}

__all__ = ["OBJECTIVES", "Classes", "Shard"]
