"""The pairs of a duel from those of the turn before; the recurrence is in duel.py.

Rows of pairs hold value and probability of a draw, by the points that the other player is behind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Floats, Longs, Reals
from ..game.game import Game
from ..solve.maxprob import Bounds, Solver
from ..turn.kernel import Needed, Spans, flip_rows, move_rows, pad, pad_rows
from ..turn.machine import cores
from ..turn.threads import in_threads

SHARES = 64
"""Shares of the pairs of a class, whatever the number of threads: sums over them have the same bits."""


class Places:
    """Where the rows of pairs begin; a row has span(mover) + span(other) + 1 numbers."""

    def __init__(self, mover_span: Longs, other_span: Longs) -> None:
        self.mover_span, self.other_span = mover_span, other_span
        self.before = np.cumsum(other_span) - other_span
        blocks = (mover_span + 1) * len(other_span) + other_span.sum()
        self.block = np.cumsum(blocks) - blocks
        self.cells = int(blocks.sum())

    def of_mover(self, i: int) -> Spans:
        """The rows of one state of the mover with every state of the other."""
        j = np.arange(len(self.other_span))
        place = self.block[i] + j * (self.mover_span[i] + 1) + self.before
        return Spans(place, self.mover_span[i] + self.other_span + 1)

    def of_other(self, j: int) -> Spans:
        """The same of one state of the other with every state of the mover."""
        place = self.block + j * (self.mover_span + 1) + self.before[j]
        return Spans(place, self.mover_span + self.other_span[j] + 1)


@dataclass(frozen=True)
class PairRows:
    """Rows of all pairs of some states of the mover and of the other, as the *other* sees them (Q, then D).

    mover, other: numbers of the states. numbers: value and draw, one row after another, the pairs of the
    first mover first. A row runs over the points that the other is behind, rising: from -most(mover) +
    certain(other) to -certain(mover) + most(other).
    """

    mover: Longs
    other: Longs
    place: Places
    numbers: tuple[Reals, Reals]

    @property
    def cells(self) -> int:
        """Numbers in a table."""
        return len(self.numbers[0])

    def row(self, i: int, j: int) -> tuple[Reals, Reals]:
        """Q and D of a pair, by places in mover and other; views."""
        rows = self.place.of_mover(i)
        here = slice(int(rows.place[j]), int(rows.place[j] + rows.length[j]))
        return self.numbers[0][here], self.numbers[1][here]


@dataclass(frozen=True)
class Turned:
    """The rows of one state of the other with all of the mover, as the *mover* sees them, when solved.

    share: of the work, for sums in a fixed order. other: place among the others. behind: (n_movers,) the
    points behind of the first number of each row. spans: (n_movers,) of the rows. rows: P, then D.
    """

    share: int
    other: int
    behind: Longs
    spans: Spans
    rows: list[Reals]


Work = Callable[[Floats, int], list[Reals]]
"""The same rows (P, or P and D) when the mover plays by given probabilities of options."""
Told = Callable[[Turned, Work], None]


class DuelSolver:
    """What the pairs of a game share, and the step from pairs to those of the turn before.

    kind: rows are held and worked in float32, or in float64.
    """

    def __init__(self, game: Game, threads: int | None = None, kind: Any = np.float32) -> None:
        self.game, self.solver = game, Solver(game, 1)
        self.states = self.solver.states
        self.bounds: Bounds = self.solver.bounds()
        self.span = (self.bounds.most - self.bounds.certain).astype(np.int64)
        self.threads, self.kind = threads or cores(), np.dtype(kind)
        self._pad = pad * 8 // self.kind.itemsize

    def end(self, draw: float) -> PairRows:
        """The end of a game: the player who began would move; a row for a draw alone."""
        pairs = self.empty(*[self.states.of_masks(self.states.masks[-1:])] * 2)
        pairs.numbers[0][:], pairs.numbers[1][:] = 1 - draw, 1
        return pairs

    def empty(self, mover: Longs, other: Longs) -> PairRows:
        """Room for the rows of all pairs of some states."""
        places = Places(self.span[mover], self.span[other])
        value, draw = (np.empty(places.cells, dtype=self.kind) for _ in range(2))
        return PairRows(mover, other, places, (value, draw))

    def cells(self, mover: Longs, other: Longs) -> int:
        """Numbers in a table of all pairs of some states."""
        one, two = self.span[mover], self.span[other]
        return int(one.sum() * len(two) + two.sum() * len(one) + len(one) * len(two))

    def solve(
        self, after: Sequence[PairRows], masks: Longs, other: Longs, weights: Floats | None = None,
        told: Told | None = None,
    ) -> PairRows:  # fmt: skip
        """The pairs of all states of some masks of the mover and some states of the other.

        after: the pairs that follow; in each the movers are `other`, in that order. weights: (states of the
        masks, n_options) when the mover plays by given probabilities. told: for every state of the other,
        by SHARES threads' shares, in no order.
        """
        pairs = self.empty(self.states.of_masks(masks), other)

        def share(part: tuple[int, Longs]) -> None:
            self._share(after, pairs, masks, part, weights, told)

        shares = enumerate(np.array_split(np.arange(len(other)), SHARES))
        list(in_threads(share, [one for one in shares if len(one[1])], self.threads))
        return pairs

    def _share(
        self, after: Sequence[PairRows], pairs: PairRows, masks: Longs, share: tuple[int, Longs],
        weights: Floats | None, told: Told | None,
    ) -> None:  # fmt: skip
        """All pairs with some states of the other."""
        place = np.full(len(self.states), -1, dtype=np.int64)
        for j in share[1].tolist():
            first = self.bounds.certain - self.bounds.most[pairs.other[j]] - 1
            last = self.bounds.most - self.bounds.certain[pairs.other[j]]
            rows = self._rows(after, j, place)
            to = pairs.place.of_other(j)
            spans = Spans(np.cumsum(to.length) - to.length, to.length)
            place[pairs.mover] = spans.place
            needed = Needed(place, first, last)
            work = self._mixture(masks, needed, rows, spans)
            if weights is None:
                into = self._room(spans)
                self.solver.kernel.maxprob(masks, needed, rows, into)
            else:
                into = work(weights, 2)
            for source, target, complement in zip(into, pairs.numbers, (True, False), strict=True):
                flip_rows(source, spans, target, to.place, complement)
            if told:
                behind = first[pairs.mover].astype(np.int64) + 1
                told(Turned(share[0], j, behind, spans, into), work)

    def _mixture(self, masks: Longs, needed: Needed, rows: list[Reals], spans: Spans) -> Work:
        def work(options: Floats, width: int) -> list[Reals]:
            into = self._room(spans)[:width]
            self.solver.kernel.mixture(masks, needed, rows[:width], into, options)
            return into

        return work

    def _room(self, spans: Spans) -> list[Reals]:
        return [np.empty(int(spans.length.sum()), dtype=self.kind) for _ in range(2)]

    def _rows(self, after: Sequence[PairRows], i: int, place: Longs) -> list[Reals]:
        """Padded rows of the pairs in which the other of now moves, and where they are, in `place`."""
        held = [rows.place.of_mover(i) for rows in after]
        length = np.concatenate([spans.length for spans in held])
        start = np.cumsum(length + 2 * self._pad) - length - self._pad
        place[np.concatenate([rows.other for rows in after])] = start
        size = int((length + 2 * self._pad).sum())
        starts = np.split(start, np.cumsum([len(spans.length) for spans in held])[:-1])
        ends, padded = (np.ones(len(length)), np.zeros(len(length))), []
        for which, before in enumerate(ends):
            into = np.empty(size, dtype=self.kind)
            for rows, spans, to in zip(after, held, starts, strict=True):
                move_rows(rows.numbers[which], spans, into, to)
            pad_rows(into, Spans(start, length), before, ends[1])
            padded.append(into)
        return padded
