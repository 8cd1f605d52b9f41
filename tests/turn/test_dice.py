"""The keep lattice against published counts and against enumeration."""

import csv
from collections import Counter
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
import pytest
from helpers import REFERENCE, rolls_of
from hypothesis import given, settings
from hypothesis import strategies as st

from yahtzee_core.turn.dice import Lattice, lattice

COUNTS = REFERENCE / "counts.csv"
SHAPES = [(1, 1), (1, 2), (1, 6), (2, 1), (2, 6), (3, 4), (4, 3), (5, 6)]

shapes = pytest.mark.parametrize(("dice", "faces"), SHAPES)


def counts() -> dict[str, str]:
    """Published counts by what they count."""
    with COUNTS.open(encoding="utf-8") as file:
        return {row["what"]: row["count"] for row in csv.DictReader(file)}


def all_keeps(dice: int, faces: int) -> set[tuple[int, ...]]:
    """Sorted multisets of at most so many dice, from ordered dice."""
    sizes = range(dice + 1)
    ordered = (d for size in sizes for d in product(range(1, faces + 1), repeat=size))
    return {tuple(sorted(d)) for d in ordered}


def down_of(grid: Lattice, keep: int) -> list[int]:
    """The keeps with one die less, as the lattice has them."""
    return list(grid.down[grid.down_start[keep] : grid.down_start[keep + 1]].tolist())


def up_of(grid: Lattice, keep: int) -> list[int]:
    """The keeps with one die more; none for rolls."""
    return grid.up[keep].tolist() if keep < grid.first_roll else []


def test_published_counts() -> None:
    grid, published = lattice(5, 6), counts()
    assert grid.n_rolls == int(published["rolls of five dice (multisets)"]) == 252
    assert grid.n_keeps == int(published["keeps of at most five dice (multisets)"]) == 462
    edges = int(published["edges of the keep lattice (keep to keep minus one die)"])
    assert len(grid.down) == grid.up.size == edges == 1260
    positions = int(published["(keep or score) positions of one turn"])
    assert 1 + 3 * grid.n_rolls + 2 * grid.n_keeps == positions


@shapes
def test_keeps_are_all_multisets_smallest_first(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    keeps = [grid.faces_of(k) for k in range(grid.n_keeps)]
    assert len(keeps) == len(set(keeps)) == comb(dice + faces, faces)
    assert set(keeps) == all_keeps(dice, faces)
    sizes = [len(k) for k in keeps]
    assert sizes == sorted(sizes)
    assert [len(k) == dice for k in keeps].index(True) == grid.first_roll
    assert keeps == sorted(keeps, key=lambda k: (len(k), k))


@shapes
def test_counts_are_dice_by_face(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    assert grid.counts.shape == (grid.n_keeps, faces)
    for keep in range(grid.n_keeps):
        by_face = Counter(grid.faces_of(keep))
        assert grid.counts[keep].tolist() == [by_face[f] for f in range(1, faces + 1)]
    assert (grid.rolls == grid.counts[-grid.n_rolls :]).all()


@shapes
def test_up_adds_a_die(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    assert grid.up.shape == (grid.n_keeps - grid.n_rolls, faces)
    for keep in range(grid.first_roll):
        above = [grid.faces_of(k) for k in up_of(grid, keep)]
        assert above == [tuple(sorted((*grid.faces_of(keep), f))) for f in range(1, faces + 1)]


@shapes
def test_down_takes_a_die_by_rising_face(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    assert len(grid.down_start) == grid.n_keeps + 1
    for keep in range(grid.n_keeps):
        lost = [grid.counts[keep] - grid.counts[below] for below in down_of(grid, keep)]
        assert all(sorted(row) == [0] * (faces - 1) + [1] for row in lost)
        assert [int(np.argmax(row)) + 1 for row in lost] == sorted(set(grid.faces_of(keep)))


@shapes
def test_stacks_hold_the_keeps_that_differ_in_the_last_three_faces(dice: int, faces: int) -> None:
    """Each keep once; (a, b, c) dice of the last three faces stand at place (b + c)(b + c + 1) / 2 + c."""
    grid = lattice(dice, faces)
    keeps = {}
    for most, *first in grid.stacks.tolist():
        for rest in range(most + 1):
            for b in range(rest + 1):
                for c in range(rest - b + 1):
                    keeps[first[rest] + (b + c) * (b + c + 1) // 2 + c] = (first[0], rest - b - c, b, c)
    assert sorted(keeps) == (list(range(grid.n_keeps)) if faces > 2 else [])
    for keep, (shared, *last) in keeps.items():
        assert grid.counts[keep].tolist() == [*grid.counts[shared, :-3].tolist(), *last]
    rolls = [first[most] for most, *first in reversed(grid.stacks.tolist())]
    assert rolls == sorted(rolls)


@shapes
def test_up_and_down_are_inverse(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    up = {(k, above) for k in range(grid.n_keeps) for above in up_of(grid, k)}
    down = {(below, k) for k in range(grid.n_keeps) for below in down_of(grid, k)}
    assert up == down
    assert len(up) == grid.up.size == len(grid.down)


@shapes
def test_probabilities(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    seen = Counter(tuple(sorted(d)) for d in product(range(1, faces + 1), repeat=dice))
    expected = [seen[roll] / faces**dice for roll in rolls_of(grid)]
    assert grid.probabilities.tolist() == pytest.approx(expected, rel=1e-15)
    assert grid.probabilities.sum() == pytest.approx(1, abs=1e-14)
    assert grid.probabilities.shape == (grid.n_rolls,)


@given(st.lists(st.integers(1, 6), max_size=5), st.randoms())
@settings(max_examples=50, deadline=None)
def test_index_does_not_see_the_order(dice: list[int], random: Random) -> None:
    grid, shuffled = lattice(5, 6), list(dice)
    random.shuffle(shuffled)
    keep = grid.keep_index(tuple(dice))
    assert keep == grid.keep_index(shuffled)
    assert grid.faces_of(keep) == tuple(sorted(dice))


@shapes
def test_index_is_the_inverse_of_faces(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    assert [grid.keep_index(grid.faces_of(k)) for k in range(grid.n_keeps)] == list(range(grid.n_keeps))


@pytest.mark.parametrize("dice", [(1, 1, 1, 1, 1, 1), (7,), (0, 1), (1, -1)])
def test_index_of_what_is_no_keep(dice: tuple[int, ...]) -> None:
    with pytest.raises(KeyError):
        lattice(5, 6).keep_index(dice)


@pytest.mark.parametrize(("dice", "faces"), [(1, 1), (2, 6), (3, 4), (4, 3)])
def test_keeps_of_a_keep_are_its_sub_multisets(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    for keep in range(grid.n_keeps):
        held = grid.faces_of(keep)
        subsets = {k for size in range(len(held) + 1) for k in combinations(held, size)}
        found = grid.keeps_of(keep)
        assert found == sorted(found)
        assert [grid.faces_of(k) for k in found] == sorted(subsets, key=lambda k: (len(k), k))


def test_keeps_of_all_rolls_of_five_dice() -> None:
    """A roll and a keep of it: five dice of 12 kinds, which are a face and whether it is kept."""
    grid = lattice(5, 6)
    rolls = range(grid.first_roll, grid.n_keeps)
    assert sum(len(grid.keeps_of(roll)) for roll in rolls) == comb(16, 5)
    assert len(grid.keeps_of(grid.keep_index([1, 2, 3, 4, 5]))) == 32
    assert len(grid.keeps_of(grid.keep_index([4, 4, 4, 4, 4]))) == 6
    assert grid.keeps_of(grid.keep_index([])) == [0]


def test_lattices_are_shared() -> None:
    assert lattice(5, 6) is lattice(5, 6)
