"""Partitions of a powerset against enumeration of its sets."""

import json
from collections import defaultdict
from functools import cache
from itertools import combinations
from math import comb

import pytest

from yahtzee_core.partition.partition import Class, Partition

LARGEST = 6
Key = tuple[int, int]
"""The block of layers and what is shared with G: what sets of one class have in common."""


def subsets(n: int) -> list[tuple[int, ...]]:
    """All subsets of 0..n - 1."""
    return [fixed for size in range(n + 1) for fixed in combinations(range(n), size)]


def partitions(n: int) -> list[Partition]:
    """All partitions of the subsets of n elements."""
    kinds = [(s, mirrored) for s in range(1, n + 2) for mirrored in (True, False)]
    return [Partition(n, fixed, *kind) for fixed in subsets(n) for kind in kinds]


def key(partition: Partition, mask: int) -> Key:
    """What decides the class of a set, by definition."""
    inside = sum(1 << g for g in partition.fixed if mask >> g & 1)
    return bin(mask).count("1") // partition.stride, inside


@cache
def by_key(partition: Partition) -> dict[Key, list[int]]:
    """The sets of each class, by enumeration."""
    found = defaultdict(list)
    for mask in range(1 << partition.n):
        found[key(partition, mask)].append(mask)
    return found


def key_of(partition: Partition, of: Class) -> Key:
    """The same for a class."""
    return of.first // partition.stride, of.fixed


def needed(partition: Partition, mask: int) -> list[int]:
    """The sets that a set depends on: with one element less, or mirrored, with one more."""
    elements = [e for e in range(partition.n) if (mask >> e & 1) != partition.mirrored]
    return [mask ^ 1 << element for element in elements]


sizes = pytest.mark.parametrize("n", range(1, LARGEST + 1))


@sizes
def test_classes_partition_the_powerset(n: int) -> None:
    for partition in partitions(n):
        classes = partition.classes()
        expected = by_key(partition)
        assert len(classes) == len(set(classes)) == len(expected)
        for of in classes:
            masks = partition.masks(of).tolist()
            assert sorted(masks) == expected[key_of(partition, of)]


@sizes
def test_class_of_a_set_holds_it(n: int) -> None:
    for partition in partitions(n):
        classes = set(partition.classes())
        for mask in range(1 << n):
            of = partition.class_of(mask)
            assert of in classes
            assert key_of(partition, of) == key(partition, mask)
            assert of.first <= mask.bit_count() <= of.last <= n


@sizes
def test_dependencies_are_those_of_the_sets(n: int) -> None:
    for partition in partitions(n):
        for of in partition.classes():
            masks = by_key(partition)[key_of(partition, of)]
            read = {partition.class_of(other) for mask in masks for other in needed(partition, mask)}
            found = partition.dependencies(of)
            assert len(found) == len(set(found))
            assert set(found) == read - {of}, (partition, of)


@sizes
def test_classes_come_after_what_they_depend_on(n: int) -> None:
    for partition in partitions(n):
        seen: set[Class] = set()
        for of in partition.classes():
            assert set(partition.dependencies(of)) <= seen, (partition, of)
            seen.add(of)


@sizes
def test_sets_come_after_what_they_depend_on(n: int) -> None:
    """In a class, and rising in a layer."""
    for partition in partitions(n):
        for of in partition.classes():
            masks = partition.masks(of).tolist()
            place = {mask: i for i, mask in enumerate(masks)}
            for mask, at in place.items():
                assert all(place.get(other, -1) < at for other in needed(partition, mask))
            rising = -1 if partition.mirrored else 1
            assert masks == sorted(masks, key=lambda mask: (rising * mask.bit_count(), mask))


@sizes
def test_names_are_unique_and_lead_back(n: int) -> None:
    for partition in partitions(n):
        classes = partition.classes()
        names = [partition.name(of) for of in classes]
        assert len(set(names)) == len(names)
        if n <= 4:
            assert [partition.named(name) for name in names] == classes


@sizes
def test_counts_and_sizes(n: int) -> None:
    """2^|G| (n - |G| + 1) classes, and binomial sizes (5.6)."""
    for fixed in subsets(n):
        partition, free = Partition(n, fixed), n - len(fixed)
        classes = partition.classes()
        assert len(classes) == 2 ** len(fixed) * (free + 1)
        for of in classes:
            chosen = of.first - of.fixed.bit_count()
            assert len(partition.masks(of)) == comb(free, chosen) > 0


@sizes
def test_the_key_makes_the_partition_again(n: int) -> None:
    """Plain values, so that it goes through JSON."""
    for partition in partitions(n):
        fixed, stride = json.loads(json.dumps(partition.key))
        assert Partition(partition.n, tuple(fixed), stride, partition.mirrored) == partition


@sizes
def test_the_mirror_of_a_partition(n: int) -> None:
    """Complements turn a mirrored dependence into the other, class by class."""
    everything = (1 << n) - 1
    for fixed in subsets(n):
        one, other = Partition(n, fixed), Partition(n, fixed, mirrored=False)
        mirror = {of: other.class_of(everything ^ int(one.masks(of)[0])) for of in one.classes()}
        assert set(mirror.values()) == set(other.classes())
        for of, its in mirror.items():
            assert {everything ^ m for m in one.masks(of).tolist()} == set(other.masks(its).tolist())
            assert {mirror[d] for d in one.dependencies(of)} == set(other.dependencies(its))


@pytest.mark.parametrize(("n_fixed", "classes"), [(0, 14), (3, 88), (5, 288), (13, 8192)])
def test_counts_of_yahtzee(n_fixed: int, classes: int) -> None:
    assert len(Partition(13, tuple(range(n_fixed))).classes()) == classes


def test_one_class_of_everything() -> None:
    partition = Partition(4, stride=5)
    (everything,) = partition.classes()
    assert everything == Class(0, 4, 0)
    assert partition.dependencies(everything) == []
    assert partition.masks(everything).tolist()[:3] == [0b1111, 0b0111, 0b1011]
    assert partition.name(everything) == "layer=00-04"


def test_one_class_of_everything_that_is_not_mirrored() -> None:
    partition = Partition(4, stride=5, mirrored=False)
    (everything,) = partition.classes()
    assert partition.dependencies(everything) == []
    assert partition.masks(everything).tolist()[:3] == [0b0000, 0b0001, 0b0010]


def test_dependencies_by_hand() -> None:
    """Not mirrored: two layers and an element of G lead down, none from the empty set."""
    partition = Partition(4, fixed=(1,), mirrored=False)
    assert partition.classes()[0] == Class(0, 0, 0)
    assert partition.dependencies(Class(0, 0, 0)) == []
    assert partition.dependencies(Class(1, 1, 0b10)) == [Class(0, 0, 0)]
    assert partition.dependencies(Class(2, 2, 0b10)) == [Class(1, 1, 0), Class(1, 1, 0b10)]
    assert partition.dependencies(Class(2, 2, 0)) == [Class(1, 1, 0)]


def test_names_by_hand() -> None:
    partition = Partition(13, fixed=(11, 0, 5))
    of = partition.class_of(0b0_0000_0110_0001)
    assert partition.name(of) == "layer=03/fixed=011"
    assert partition.named("layer=03/fixed=011") == of
    assert partition.name(partition.class_of(1 << 11)) == "layer=01/fixed=100"
    assert Partition(13).name(Class(7, 7, 0)) == "layer=07"
    blocks = Partition(13, fixed=(0,), stride=4)
    assert blocks.name(blocks.class_of((1 << 13) - 1)) == "layer=12-13/fixed=1"


def test_order_of_fixed_elements_changes_names_only() -> None:
    one, other = Partition(5, (1, 3)), Partition(5, (3, 1))
    assert one.classes() == other.classes()
    assert [one.name(of) for of in one.classes()] != [other.name(of) for of in other.classes()]


@pytest.mark.parametrize("name", ["", "layer=00-13", "layer=14", "layer=00/fixed=1", "layer=0"])
def test_no_such_name(name: str) -> None:
    with pytest.raises(KeyError):
        Partition(13).named(name)


@pytest.mark.parametrize("fixed", [(0, 0), (3,), (-1,), (0, 7)])
def test_bad_fixed_elements(fixed: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"fixed .*expected different elements of 0\.\.2"):
        Partition(3, fixed)


@pytest.mark.parametrize("stride", [0, -1])
def test_bad_stride(stride: int) -> None:
    with pytest.raises(ValueError, match=rf"stride {stride}: expected at least 1"):
        Partition(3, stride=stride)
