"""The formulas of partitioning against counting by enumeration, and the case of the thesis."""

from collections import defaultdict
from functools import cache

import pytest

from yahtzee_core.partition.formulas import (
    class_count,
    class_size,
    largest_cache,
    preloaded,
    reads_per_element,
)
from yahtzee_core.partition.partition import Partition

LARGEST = 8
Class = tuple[int, int]
"""The size of a set and what it shares with G."""

cases = pytest.mark.parametrize(("n", "g"), [(n, g) for n in range(LARGEST + 1) for g in range(n + 1)])
elements = pytest.mark.parametrize("b", [1, 3])


@cache
def classes(n: int, g: int) -> dict[Class, int]:
    """Sets of every class, by going through all sets; G is the last g elements."""
    found: dict[Class, int] = defaultdict(int)
    for mask in range(1 << n):
        found[class_of(n, g, mask)] += 1
    return found


def class_of(n: int, g: int, mask: int) -> Class:
    """The class of a set, by definition."""
    return mask.bit_count(), mask >> (n - g)


@cache
def reads(n: int, g: int) -> dict[Class, set[Class]]:
    """The other classes that each reads: those of its sets with one element less."""
    found: dict[Class, set[Class]] = {of: set() for of in classes(n, g)}
    for mask in range(1 << n):
        less = [mask ^ 1 << e for e in range(n) if mask >> e & 1]
        found[class_of(n, g, mask)] |= {class_of(n, g, other) for other in less}
    return found


@cases
def test_classes(n: int, g: int) -> None:
    assert class_count(n, g) == len(classes(n, g))


@cases
@elements
def test_the_size_of_a_class(n: int, g: int, b: int) -> None:
    for (size, shared), sets in classes(n, g).items():
        assert class_size(n, g, size - shared.bit_count(), b) == sets * b


@cases
@elements
def test_the_largest_cache(n: int, g: int, b: int) -> None:
    """The bound is reached."""
    sets = classes(n, g)
    held = [sets[of] + sum(sets[d] for d in read) for of, read in reads(n, g).items()]
    assert largest_cache(n, g, b) == max(held) * b


@cases
@elements
def test_what_is_preloaded(n: int, g: int, b: int) -> None:
    sets = classes(n, g)
    read = sum(sets[d] for read in reads(n, g).values() for d in read)
    assert preloaded(n, g, b) == read * b
    assert reads_per_element(n, g) == read / 2**n


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize("n", range(1, LARGEST + 1))
def test_sizes_are_those_of_partitions(n: int, mirrored: bool) -> None:
    for g in range(n + 1):
        partition = Partition(n, tuple(range(g)), mirrored=mirrored)
        assert class_count(n, g) == len(partition.classes())
        for of in partition.classes():
            free = of.first - of.fixed.bit_count()
            assert class_size(n, g, free) == len(partition.masks(of))


# The case of the thesis: 13 categories, 51200 elements of 8 bytes for a set


def cache_bytes(g: int) -> int:
    """The largest cache."""
    return 8 * largest_cache(13, g, 51200)


def test_five_fixed_categories_make_288_classes_of_186_mb() -> None:
    assert class_count(13, 5) == 288
    assert round(cache_bytes(5) / 2**20) == 186
    assert cache_bytes(5) == 8 * 51200 * (6 * 70 + 56)


def test_five_is_the_least_that_fits() -> None:
    fits = [g for g in range(14) if cache_bytes(g) <= 256 * 2**20]
    assert min(fits) == 5


def test_reads_of_the_thesis() -> None:
    """1 + 5/2 less 2^-8 for each element."""
    assert reads_per_element(13, 5) == 3.5 - 1 / 256
    assert preloaded(13, 5, 51200) == (7 * 4096 - 32) * 51200
