"""Rolls, keeps and the keep lattice: multisets of dice, and how one die more leads from one to the next."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement, pairwise
from math import factorial

import numpy as np

from ..arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class Lattice:
    """The keeps of a number of dice, smallest first; the last `n_rolls` keeps are the rolls.

    counts: (n_keeps, faces) int32, dice by face.
    up: (n_keeps - n_rolls, faces) int32; up[k, f] is the keep k with a die of face f + 1 added.
    down, down_start: int32; down[down_start[k]:down_start[k + 1]] are the keeps with one die less
    than k, by rising face. Yahtzee has 462 keeps, 252 rolls, 1,260 edges each way (Glenn, section II).
    """

    dice: int
    faces: int
    counts: Ints
    up: Ints
    down: Ints
    down_start: Ints

    @property
    def n_keeps(self) -> int:
        return len(self.counts)

    @property
    def first_roll(self) -> int:
        """Index of the first keep that holds all dice."""
        return len(self.up)

    @property
    def n_rolls(self) -> int:
        return self.n_keeps - self.first_roll

    @property
    def rolls(self) -> Ints:
        """(n_rolls, faces) int32, dice by face of every roll."""
        return self.counts[self.first_roll :]

    def keep_index(self, dice: tuple[int, ...] | list[int]) -> int:
        """Index of a multiset of dice given as faces, in any order; KeyError when it is none."""
        return _index(self.dice, self.faces)[tuple(sorted(dice))]

    def faces_of(self, keep: int) -> tuple[int, ...]:
        """The dice of a keep as rising faces: (1, 1, 5)."""
        return tuple(np.repeat(np.arange(1, self.faces + 1), self.counts[keep]).tolist())

    def keeps_of(self, keep: int) -> list[int]:
        """Indices of all keeps contained in a keep, itself included, rising."""
        return np.flatnonzero((self.counts <= self.counts[keep]).all(axis=1)).tolist()

    @cached_property
    def sizes(self) -> list[slice]:
        """The keeps of 0, 1, ... dice; those of a number of dice stand together."""
        ends = np.cumsum([0, *np.bincount(self.counts.sum(axis=1), minlength=self.dice + 1)]).tolist()
        return [slice(*pair) for pair in pairwise(ends)]

    @cached_property
    def down_by_place(self) -> Ints:
        """(n_keeps, faces) int32: the keeps with one die less, the keep itself where there are fewer."""
        down = np.repeat(np.arange(self.n_keeps, dtype=np.int32)[:, None], self.faces, axis=1)
        counts = np.diff(self.down_start)
        place = np.arange(len(self.down)) - np.repeat(self.down_start[:-1], counts)
        down[np.repeat(np.arange(self.n_keeps), counts), place] = self.down
        return down

    def keeps_in_order(self, roll: int) -> tuple[int, ...]:
        """The keeps inside a roll, in the order in which the tie rule meets them first (ties.py)."""
        seen: dict[int, None] = {}

        def visit(keep: int) -> None:
            if keep not in seen:
                seen[keep] = None
                for below in self.down[self.down_start[keep] : self.down_start[keep + 1]].tolist():
                    visit(below)

        visit(self.first_roll + roll)
        return tuple(seen)

    @cached_property
    def stacks(self) -> Ints:
        """(n_stacks, dice + 2) int32: keeps by their dice of all faces but the last three; none of two faces.

        A row is the most dice of the last three faces, then the first keep with 0, 1, ... of them: the
        TRIANGLE(r) keeps with r of them stand together (kernel/stack_body.h). Rows rise by the dice that
        they share; so the rolls in order are those of the last row, ..., of the first.
        """
        first: dict[tuple[int, ...], list[int]] = {}
        for keep in np.flatnonzero(self.counts[:, -2:].sum(axis=1) == 0).tolist() if self.faces > 2 else []:
            first.setdefault(tuple(self.counts[keep, :-3].tolist()), []).append(keep)
        stacks = np.zeros((len(first), self.dice + 2), dtype=np.int32)
        for row, shared in zip(stacks, sorted(first), strict=True):
            row[: len(first[shared]) + 1] = [len(first[shared]) - 1, *first[shared]]
        return stacks

    @cached_property
    def ways(self) -> Floats:
        """(n_rolls,) float64: how many ordered rolls of all dice make each roll; whole numbers."""
        return np.array([_multinomial(c.tolist()) for c in self.rolls], dtype=np.float64)

    @property
    def probabilities(self) -> Floats:
        """(n_rolls,) float64: probability of each roll of all dice at once."""
        shares: Floats = self.ways / self.faces**self.dice
        return shares


@cache
def lattice(dice: int, faces: int) -> Lattice:
    """The keep lattice of `dice` dice with `faces` faces."""
    index = _index(dice, faces)
    counts = np.array([[keep.count(f + 1) for f in range(faces)] for keep in index], dtype=np.int32)
    up = [[index[tuple(sorted((*k, f + 1)))] for f in range(faces)] for k in index if len(k) < dice]
    down = [[index[_without(k, face)] for face in sorted(set(k))] for k in index]
    return Lattice(
        dice=dice,
        faces=faces,
        counts=counts,
        up=np.array(up, dtype=np.int32).reshape(-1, faces),
        down=np.array([i for row in down for i in row], dtype=np.int32),
        down_start=np.cumsum([0, *map(len, down)], dtype=np.int32),
    )


@cache
def _index(dice: int, faces: int) -> dict[tuple[int, ...], int]:
    keeps = (k for size in range(dice + 1) for k in combinations_with_replacement(range(1, faces + 1), size))
    return {keep: i for i, keep in enumerate(keeps)}


def _without(keep: tuple[int, ...], face: int) -> tuple[int, ...]:
    at = keep.index(face)
    return keep[:at] + keep[at + 1 :]


def _multinomial(counts: list[int]) -> int:
    ways = factorial(sum(counts))
    for n in counts:
        ways //= factorial(n)
    return ways
