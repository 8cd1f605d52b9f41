"""Two players in turn, both seeing everything: the race that Massey sized (2001) and nobody had solved.

A pair is (state of the mover, state of the other); its lanes are the points that the mover is behind, n. With
Q = 1 - P, the same seen by the other player,

    P[m, o](n) = turn of the leaves   max over categories c of  Q[o, m after c](n - gain),
    Q[o, m'](n) = 1 - P[o, m'](-n)

so a pair is solved by the turn kernel of `maxprob`, with rows of the next ply, shifted by the gain. Beyond
what is certain or impossible a row is 1 or 0 and not held. P counts a draw as `draw` for the player who
begins; beside it goes D, the probability of a draw under these choices. A *ply* is all pairs with given
numbers of filled categories; two plies are held at a time.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ._turn import flip_rows, pad, pad_rows, widen_rows
from .game import Game
from .maxprob import Bounds, Solver

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]
Reals = npt.NDArray[Any]


@dataclass(frozen=True)
class Ply:
    """Rows of all pairs of a layer of the mover and one of the other, as the *other* sees them (Q, then D).

    mover, other: numbers of the states. numbers: value and draw, one row after another, the pairs of the
    first mover first. A row runs over the points that the other is behind, rising: from -most(mover) +
    certain(other) to -certain(mover) + most(other).
    """

    mover: Longs
    other: Longs
    place: "Places"
    numbers: tuple[Reals, Reals]

    @property
    def cells(self) -> int:
        """Numbers in a table."""
        return len(self.numbers[0])

    def row(self, i: int, j: int) -> tuple[Reals, Reals]:
        """Q and D of a pair, by places in mover and other; views."""
        places, lengths = self.place.of_mover(i)
        here = slice(int(places[j]), int(places[j] + lengths[j]))
        return self.numbers[0][here], self.numbers[1][here]


class Places:
    """Where the rows of the pairs of a ply begin; a row has span(mover) + span(other) + 1 numbers."""

    def __init__(self, mover_span: Longs, other_span: Longs) -> None:
        self.mover_span, self.other_span = mover_span, other_span
        self.before = np.cumsum(other_span) - other_span
        blocks = (mover_span + 1) * len(other_span) + other_span.sum()
        self.block = np.cumsum(blocks) - blocks
        self.cells = int(blocks.sum())

    def of_mover(self, i: int) -> tuple[Longs, Longs]:
        """(places, lengths) of the rows of one state of the mover with every state of the other."""
        j = np.arange(len(self.other_span))
        place = self.block[i] + j * (self.mover_span[i] + 1) + self.before
        return place, self.mover_span[i] + self.other_span + 1

    def of_other(self, j: int) -> tuple[Longs, Longs]:
        """The same of one state of the other with every state of the mover."""
        place = self.block + j * (self.mover_span + 1) + self.before[j]
        return place, self.mover_span + self.other_span[j] + 1


@dataclass(frozen=True)
class Duel:
    """A duel solved, for every lead of the player who begins at which it is undecided.

    lead: rising. values: P(win) + draw_counts P(draw) of the player who begins; draws: P(draw). cells:
    numbers solved. bytes_held: of the two largest plies together.
    """

    game: Game
    draw_counts: float
    lead: Ints
    values: Floats
    draws: Floats
    cells: int
    bytes_held: int

    @property
    def wins(self) -> Floats:
        """P(win) by lead."""
        return self.values - self.draw_counts * self.draws

    @property
    def value(self) -> float:
        """What the game is worth to the player who begins."""
        return float(self.values[self._level])

    @property
    def win(self) -> float:
        """Probability that the player who begins wins."""
        return float(self.wins[self._level])

    @property
    def draw(self) -> float:
        """Probability of a draw."""
        return float(self.draws[self._level])

    @property
    def loss(self) -> float:
        """Probability that the player who begins loses."""
        return 1.0 - self.win - self.draw

    @property
    def _level(self) -> int:
        return int(np.searchsorted(self.lead, 0))


def solve_duel(
    game: Game,
    threads: int | None = None,
    draw: float = 0.5,
    single: bool = True,
    progress: Callable[[float], None] | None = None,
    solved: Callable[[int, Ply], None] | None = None,
    begin: tuple[int, tuple[Reals, Reals]] | None = None,
) -> Duel:
    """Solve a duel of a whole game.

    draw: what a draw is worth to the player who begins (1 - draw to the other). single: rows are held in
    float32 and worked in float64. solved: told the number of plies solved and the last of them, first 0 and
    the end of a game. begin: the same, to go on from there.
    """
    solver = _DuelSolver(game, threads, np.float32 if single else np.float64)
    plies = solver.plies()
    cells = [solver.places(*layers).cells for layers in plies]
    first, ply = (0, solver.end(draw)) if begin is None else (begin[0], solver.ply(begin[0], begin[1]))
    if solved:
        solved(first, ply)
    for k in range(first, len(plies)):
        ply = solver.solve(ply, plies[k])
        if solved:
            solved(k + 1, ply)
        if progress:
            progress(sum(cells[: k + 1]) / sum(cells))
    lead = solver.leads()
    values, draws = (numbers.astype(np.float64) for numbers in ply.numbers)
    return Duel(game, draw, lead, 1.0 - values, draws, sum(cells), duel_size(game, single)[1])


def duel_size(game: Game, single: bool = True) -> tuple[int, int]:
    """(cells, bytes of the two largest plies together) of a duel."""
    solver = _DuelSolver(game, 1, np.float32 if single else np.float64)
    cells = [1, *(solver.places(*layers).cells for layers in solver.plies())]
    two = max(one + other for one, other in pairwise(cells))
    return sum(cells) - 1, 2 * two * np.dtype(solver.kind).itemsize


class _DuelSolver:
    def __init__(self, game: Game, threads: int | None, kind: Any) -> None:
        self.solver = Solver(game, 1)
        self.states = self.solver.states
        self.bounds: Bounds = self.solver.bounds()
        self.span = (self.bounds.last - self.bounds.first).astype(np.int64)
        self.masks = self.states.layers()
        self.numbers = [self.states.of_masks(masks) for masks in self.masks]
        self.threads, self.kind = threads or len(os.sched_getaffinity(0)), kind

    def plies(self) -> list[tuple[int, int]]:
        """Layers of (mover, other), from the last turn of the game to the first."""
        n = len(self.masks) - 1
        return [(k, other) for k in reversed(range(n)) for other in (k + 1, k)]

    def end(self, draw: float) -> Ply:
        """The end of a game: the player who began would move; a row for a draw alone."""
        ends, places = self.numbers[-1], self.places(-1, -1)
        value = np.full(places.cells, 1 - draw, dtype=self.kind)
        return Ply(ends, ends, places, (value, np.ones(places.cells, dtype=self.kind)))

    def ply(self, solved: int, numbers: tuple[Reals, Reals]) -> Ply:
        """The ply after so many that are solved, with its numbers."""
        mover, other = (-1, -1) if solved == 0 else self.plies()[solved - 1]
        return Ply(self.numbers[mover], self.numbers[other], self.places(mover, other), numbers)

    def leads(self) -> Ints:
        """Leads of the player who begins in the row of the start, as the other sees them: rising."""
        certain, most = int(self.bounds.first[0]), int(self.bounds.last[0])
        return np.arange(certain - most, most - certain + 1, dtype=np.int32)

    def solve(self, after: Ply, layers: tuple[int, int]) -> Ply:
        """The ply of these layers, from the one in which the other moves next."""
        places = self.places(*layers)
        numbers = tuple(np.empty(places.cells, dtype=self.kind) for _ in range(2))
        ply = Ply(self.numbers[layers[0]], self.numbers[layers[1]], places, (numbers[0], numbers[1]))
        with ThreadPoolExecutor(self.threads) as pool:
            shares = np.array_split(np.arange(len(ply.other)), 8 * self.threads)
            list(pool.map(lambda share: self._share(after, ply, layers[0], share.tolist()), shares))
        return ply

    def _share(self, after: Ply, ply: Ply, layer: int, others: Sequence[int]) -> None:
        """All pairs with some states of the other."""
        place = np.full(len(self.states), -1, dtype=np.int64)
        for j in others:
            other = ply.other[j]
            first = self.bounds.first - self.bounds.last[other] - 1
            last = self.bounds.last - self.bounds.first[other]
            rows = self._rows(after, j, place)
            to, length = ply.place.of_other(j)
            start = np.cumsum(length) - length
            place[ply.mover] = start
            into = [np.empty(int(length.sum())) for _ in range(2)]
            offset, kernel = self.states.offset, self.solver.kernel
            kernel.maxprob(offset, place, first, last, rows, into, self.masks[layer])
            for source, target, complement in zip(into, ply.numbers, (True, False), strict=True):
                flip_rows(source, start, length, target, to, complement)

    def _rows(self, after: Ply, i: int, place: Longs) -> list[Floats]:
        """Padded rows of the next ply in which a state moves, the mover of now being the other."""
        at, length = after.place.of_mover(i)
        start = np.cumsum(length + 2 * pad) - length - pad
        place[after.other] = start
        ends = (np.ones(len(length)), np.zeros(len(length)))
        rows = []
        for numbers, before in zip(after.numbers, ends, strict=True):
            row = np.empty(int((length + 2 * pad).sum()))
            widen_rows(numbers, at, length, row, start)
            pad_rows(row, start, length, before, ends[1])
            rows.append(row)
        return rows

    def places(self, mover: int, other: int) -> Places:
        """Where the rows of the pairs of two layers begin."""
        return Places(self.span[self.numbers[mover]], self.span[self.numbers[other]])
