"""The classes of two sheets that are filled in turn."""

from itertools import product

import pytest

from yahtzee_core.partition.pairs import Pair, Pairs

PARTITIONS = [Pairs(1), Pairs(4), Pairs(4, (2,)), Pairs(5, (0, 3)), Pairs(3, (0, 1, 2)), Pairs(5, (1, 2), 2)]


def sets(partition: Pairs) -> dict[tuple[int, int], Pair]:
    """(mover, other) of every class."""
    found = {}
    for part in partition.classes():
        mover, other = partition.masks(part)
        for pair in product(mover.tolist(), other.tolist()):
            assert pair not in found, "a pair is in one class"
            found[pair] = part
    return found


@pytest.mark.parametrize("partition", PARTITIONS, ids=str)
def test_classes_hold_every_pair_of_a_turn_once(partition: Pairs) -> None:
    least = 0 if partition.open_at_most is None else partition.n - partition.open_at_most
    masks = range(1 << partition.n)
    turns = {
        (mover, other)
        for mover, other in product(masks, masks)
        if least <= mover.bit_count() < partition.n and other.bit_count() - mover.bit_count() in (0, 1)
    }
    assert set(sets(partition)) == turns


@pytest.mark.parametrize("partition", PARTITIONS, ids=str)
def test_dependencies_are_those_of_the_pairs(partition: Pairs) -> None:
    """(other, mover and one more), but for the end; each class comes after those that it reads."""
    found, n = sets(partition), partition.n
    needed: dict[Pair, set[Pair]] = {part: set() for part in partition.classes()}
    for (mover, other), part in found.items():
        after = [mover | 1 << c for c in range(n) if not mover >> c & 1]
        needed[part] |= {found[other, m] for m in after if (other, m) in found}
        assert all((other, m) in found or other.bit_count() == m.bit_count() == n for m in after)
    assert {part: set(partition.dependencies(part)) for part in needed} == needed
    order = partition.classes()
    assert all(order.index(d) < order.index(part) for part in order for d in needed[part])


def test_names() -> None:
    partition = Pairs(5, (0, 3))
    names = [partition.name(part) for part in partition.classes()]
    assert len(set(names)) == len(names) and all(partition.named(name) for name in names)
    assert names[-1] == "turns=00/mover=00/other=00"
    part = partition.named("turns=05/mover=01/other=10")
    assert part.turns == 5 and partition.masks(part)[0].tolist() == [0b01010, 0b01100, 0b11000]
    assert Pairs(5).name(Pairs(5).classes()[0]) == "turns=09"
    with pytest.raises(KeyError):
        partition.named("turns=05/mover=11/other=11x")
