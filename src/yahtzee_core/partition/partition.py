"""Fixed-subset partitioning (Cremers 2002, chapter 5): the classes of ~G, and what they depend on.

The domain is P(A) x B with A = {0, ..., n - 1}; a set is a bit mask. By (5.1) a set depends on itself and
on the sets with one element less; *mirrored*, on those with one element more, as the filled categories of
a game do. Two sets are in one class when their *layers* (numbers
of elements) and their intersections with `fixed` (the set G) agree, (5.4). With `stride` s > 1 a class
holds s consecutive layers, which is coarser than any ~G: s = n + 1 makes one class of everything.

Nothing here knows of dice.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..arrays import Longs


class Class(NamedTuple):
    """A partition class: its first and last layer, and its intersection with G as a mask of A."""

    first: int
    last: int
    fixed: int


@dataclass(frozen=True)
class Partition:
    """The partition of P({0, ..., n - 1}) by layer (or `stride` layers) and intersection with `fixed`."""

    n: int
    fixed: tuple[int, ...] = ()
    stride: int = 1
    mirrored: bool = True

    def __post_init__(self) -> None:
        if sorted(set(self.fixed)) != sorted(self.fixed) or not set(self.fixed) <= set(range(self.n)):
            raise ValueError(f"fixed {self.fixed}: expected different elements of 0..{self.n - 1}")
        if self.stride < 1:
            raise ValueError(f"stride {self.stride}: expected at least 1")

    def class_of(self, mask: int) -> Class:
        """The class that holds a set."""
        first = mask.bit_count() // self.stride * self.stride
        return Class(first, min(first + self.stride - 1, self.n), mask & self._fixed_mask)

    def classes(self) -> list[Class]:
        """All classes, each after those that it depends on. 2**|G| (n - |G| + 1) of them when stride = 1."""
        distinct = {self.class_of(subset | free) for subset in self._subsets() for free in self._prefixes()}
        return sorted(distinct, key=self._order)

    def dependencies(self, of: Class) -> list[Class]:
        """The other classes that a class reads: with another element of G, or another free one, (5.7)."""
        read = set()
        for layer in self._layers(of):
            free = layer - of.fixed.bit_count()
            left = self.n - len(self.fixed) - free if self.mirrored else free
            other = [of.fixed ^ 1 << g for g in self.fixed if (of.fixed >> g & 1) != self.mirrored]
            for fixed in other + [of.fixed] * (left > 0):
                first = (layer + self._step) // self.stride * self.stride
                read.add(Class(first, min(first + self.stride - 1, self.n), fixed))
        return sorted(read - {of}, key=self._order)

    def masks(self, of: Class) -> Longs:
        """(.,) int64: the sets of a class, each after those that it depends on; rising in a layer."""
        masks = self._free_sets | of.fixed
        layer = np.bitwise_count(masks).astype(np.int64)
        held = np.flatnonzero((layer >= of.first) & (layer <= of.last))
        return masks[held[np.argsort(-self._step * layer[held], kind="stable")]]

    def name(self, of: Class) -> str:
        """What a class is, e.g. layer=07/fixed=010 (G in its order), layer=00-13 for several layers."""
        layers = f"{of.first:02d}" if self.stride == 1 else f"{of.first:02d}-{of.last:02d}"
        bits = "".join(str(of.fixed >> g & 1) for g in self.fixed)
        return f"layer={layers}/fixed={bits}" if bits else f"layer={layers}"

    def named(self, name: str) -> Class:
        """The class with a name; KeyError when there is none."""
        return {self.name(c): c for c in self.classes()}[name]

    @property
    def key(self) -> tuple[tuple[int, ...], int]:
        """(fixed, stride), plain values, from which a problem makes its partition again."""
        return self.fixed, self.stride

    @property
    def _step(self) -> int:
        """From the layer of a set to that of the sets that it depends on."""
        return 1 if self.mirrored else -1

    def _order(self, of: Class) -> tuple[int, int, int]:
        """Sorts classes after those that they depend on."""
        return -self._step * of.first, -self._step * of.fixed.bit_count(), of.fixed

    @property
    def _fixed_mask(self) -> int:
        return sum(1 << g for g in self.fixed)

    @property
    def free(self) -> list[int]:
        """The elements outside G."""
        return [e for e in range(self.n) if e not in self.fixed]

    @cached_property
    def _free_sets(self) -> Longs:
        """(2**(n - |G|),) int64: the sets without an element of G, rising."""
        numbers = np.arange(1 << len(self.free), dtype=np.int64)
        return sum(((numbers >> i & 1) << e for i, e in enumerate(self.free)), np.zeros_like(numbers))

    def _subsets(self) -> list[int]:
        subsets = [0]
        for g in self.fixed:
            subsets += [s | 1 << g for s in subsets]
        return subsets

    def _prefixes(self) -> list[int]:
        """One set of free elements for each size."""
        free = self.free
        return [sum(1 << e for e in free[:size]) for size in range(len(free) + 1)]

    def _layers(self, of: Class) -> range:
        """The layers of a class that hold a set, but for one that depends on nothing."""
        fixed = of.fixed.bit_count()
        top = min(of.last, fixed + self.n - len(self.fixed), self.n - self.mirrored)
        return range(max(of.first, fixed, 1 - self.mirrored), top + 1)
