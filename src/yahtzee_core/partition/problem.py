"""What the class driver asks of a problem, and what it hands to one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from ..arrays import Longs, Numbers
from ..errors import UserError
from ..made_of import Subject
from .partition import Class, Partition
from .sizes import working_set

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Shard:
    """A class as a problem reads it: which sets it holds, and its rows a piece at a time.

    name: for errors. masks: what it holds, in order, as its partition says. read: rows by piece, all columns
    or some.
    """

    name: str
    masks: Any
    read: "Callable[[list[str] | None], Iterator[pa.Table]]"

    def pieces(self, keys: Mapping[str, Numbers], columns: list[str]) -> "Iterator[tuple[slice, pa.Table]]":
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


class Solution(NamedTuple):
    """What solving a class gives: the rows of its shard, and a small table that stays when the shard goes."""

    rows: "Iterable[pa.Table]"
    sums: "pa.Table | None" = None


class Classes(Protocol):
    """A partition as the class driver sees it: Partition, or Pairs."""

    @property
    def fixed(self) -> tuple[int, ...]:
        """The set G."""
        ...

    def classes(self) -> list[Any]:
        """All classes, each after those that it depends on."""
        ...

    def dependencies(self, of: Any) -> list[Any]:
        """The other classes that a class reads."""
        ...

    def masks(self, of: Any) -> Any:
        """What a class holds."""
        ...

    def name(self, of: Any) -> str:
        """What a class is."""
        ...

    def named(self, name: str) -> Any:
        """The class with a name; KeyError when there is none."""
        ...

    @property
    def key(self) -> tuple[Any, ...]:
        """(fixed, stride), from which `Problem.partition` makes it again."""
        ...


class Problem(Protocol):
    """A recurrence that is solved class by class.

    n: the elements that G is taken from. sheets: how many sets of them a state has, each cut by G.
    shard_schema, table_schema: names in storage.SCHEMAS of a shard and of the merged table; sums_schema: of
    the sums of a class, which are merged instead of the shards when there are any, so that shards may go.
    """

    n: int
    sheets: int
    shard_schema: str
    table_schema: str

    @property
    def sums_schema(self) -> str | None: ...

    @property
    def subject(self) -> Subject:
        """The game or the instance."""
        ...

    @property
    def objective(self) -> str:
        """What is computed of it, in words."""
        ...

    def partition(self, fixed: tuple[int, ...] = (), stride: int = 1) -> Classes:
        """The partition by G, and by layer or so many of them."""
        ...

    def bytes_of(self, partition: Any) -> dict[Any, int]:
        """Bytes in memory of every class, in the order of Classes.classes()."""
        ...

    def working_set(self, partition: Any) -> int:
        """The most bytes that a class and its dependencies hold together."""
        ...

    def solve(self, masks: Any, shards: Sequence[Shard]) -> Solution:
        """Solve what a class holds from the shards that it depends on."""
        ...

    def merge(self, shards: Sequence[Shard]) -> "Iterator[pa.Table]":
        """Rows of the merged table, the last class first, from all shards (or sums) in that order."""
        ...


class SetProblem(Problem, Protocol):
    """A recurrence on P(A) x B, a set being a bit mask. mirrored: as in Partition."""

    mirrored: bool

    def sizes(self) -> Longs:
        """(2**n,) int64: bytes in memory of each set."""
        ...


class OnSets:
    """What the problems on sets share; see SetProblem."""

    n: int
    mirrored = True
    sheets = 1
    sums_schema: str | None = None

    def sizes(self) -> Longs:
        """(2**n,) int64: bytes in memory of each set."""
        raise NotImplementedError

    def partition(self, fixed: tuple[int, ...] = (), stride: int = 1) -> Partition:
        """See Problem."""
        return Partition(self.n, fixed, stride, self.mirrored)

    @cached_property
    def _size(self) -> Longs:
        """Those of sizes(), which for maxprob go over all states."""
        return self.sizes()

    def bytes_of(self, partition: Partition) -> dict[Class, int]:
        """See Problem."""
        return {part: int(self._size[partition.masks(part)].sum()) for part in partition.classes()}

    def working_set(self, partition: Partition) -> int:
        """See Problem; for partitions with stride 1."""
        return working_set(self._size, partition)
