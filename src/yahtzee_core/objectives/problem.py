"""What the class driver asks of a problem, and what it hands to one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..errors import UserError
from ..game import Game
from ..provenance import Provenance, provenance
from ..states import States

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Shard:
    """A class as a problem reads it: which sets it holds, and its rows a piece at a time.

    name: for errors. masks: what it holds, in order. read: rows by piece, all columns or some.
    """

    name: str
    masks: Longs
    read: Callable[[list[str] | None], Iterator[pa.Table]]

    def pieces(
        self, keys: Mapping[str, npt.NDArray[Any]], columns: list[str]
    ) -> Iterator[tuple[slice, pa.Table]]:
        """(place, rows) by piece; UserError when the key columns are not `keys`, place by place."""
        at, n = 0, len(next(iter(keys.values())))
        for rows in self.read([*keys, *columns]):
            here = slice(at, at + len(rows))
            if not all(np.array_equal(rows[key].to_numpy(), keys[key][here]) for key in keys):
                break
            at = here.stop
            yield here, rows
        if at != n:
            raise UserError(f"{self.name}: other states than those of its class; delete it and run again")


class Problem(Protocol):
    """A recurrence on P(A) x B that is solved class by class.

    n: |A|. mirrored: as in Partition. shard_schema, table_schema: names in storage.SCHEMAS of a shard and
    of the merged table.
    """

    n: int
    mirrored: bool
    shard_schema: str
    table_schema: str

    def made_of(self, part: str = "") -> Provenance:
        """The provenance of the shard of the class named `part`, or of the merged table."""
        ...

    def sizes(self) -> Longs:
        """(2**n,) int64: bytes in memory of each set."""
        ...

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Iterable[pa.Table]:
        """Solve the sets `masks` from the shards that they depend on; rows of their own shard."""
        ...

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        """Rows of the merged table, the last class first, from all shards in that order."""
        ...


class GameProblem:
    """What the objectives of a game share. name: of the objective, as in provenance.SOURCES."""

    name: str
    mirrored = True
    states: States

    def __init__(self, game: Game) -> None:
        self.game, self.n = game, len(game.categories)

    def made_of(self, part: str = "") -> Provenance:
        return provenance(self.game, self.name, part)

    def pieces(self, shard: Shard, columns: list[str]) -> Iterator[tuple[Longs, pa.Table]]:
        """(numbers of the states, rows) of a shard, by piece."""
        numbers = self.states.of_masks(shard.masks)
        keys = dict(zip(("filled", "need", "chip"), self.states.columns(shard.masks), strict=True))
        for here, rows in shard.pieces(keys, columns):
            yield numbers[here], rows

    def keys(self, masks: Longs) -> dict[str, pa.Array]:
        """The columns filled, need and chip of the states of some masks."""
        filled, need, chip = self.states.columns(masks)
        return {"filled": pa.array(filled), "need": pa.array(need, pa.int16()), "chip": pa.array(chip)}
