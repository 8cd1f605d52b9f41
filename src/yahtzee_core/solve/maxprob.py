"""`maxprob`: the highest probability of at least so many more points (Cremers 2002, eqs 3.1-3.3).

    P[s](needed) = turn of the leaves   max over categories c of  P[s after c](needed - gain(s, c, roll))
    P[s](needed) = 1 for needed <= 0;  P[end](needed) = 0 for needed > 0

The lanes of a state are the points needed. Rows hold needed = first + 1 .. last, where `first` points are
certain and more than `last` impossible; the ones before and the zeros after are implied.

**Which MaxProb policy.** Many policies reach the same probability. MaxProb_s is the one that maximises
(probability, then expected points): its mean and second moment are further rows, with
`mean[s](needed) = V[s]` for needed <= 0 and needed > last, V being `expected`. Probabilities within 1e-12 of
the best (relative; they go down to 1e-19) are tied, means within 1e-9 points.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..errors import UserError
from ..game.game import Game
from ..game.refusals import require_plain_turns
from ..turn.kernel import Kernel, Needed, Spans, pad, pad_rows
from ..turn.states import State, States
from ..turn.transitions import Transitions
from .bounds import add_bounds, bounds_to_come, most_behind
from .expected import ExpectedTable, solve_expected, standard_deviation


@dataclass(frozen=True)
class Bounds:
    """By state, int32: `first` points are certain to come, more than `last` are impossible."""

    first: Ints
    last: Ints

    @property
    def length(self) -> Longs:
        """(n_states,) int64: numbers in a row."""
        return (self.last - self.first).astype(np.int64)

    def by_mask(self, states: States, masks: Longs) -> Longs:
        """(len(masks),) int64: numbers in the rows of all states of each mask."""
        before = np.concatenate([[0], np.cumsum(self.length)])
        numbers: Longs = before[states.offset[masks + 1]] - before[states.offset[masks]]
        return numbers


class Rows:
    """Rows of some states: probabilities, and means and second moments when there are moments.

    place: (n_states,) int64, where the row of a state begins, -1 where it is not held.
    numbers: one or three float64 arrays, a row being padded by `pad` numbers on either side.
    """

    estimates: tuple[float, ...] = ()
    """Before a row of estimates, if there is one; they stand before the probabilities."""

    def __init__(self, bounds: Bounds, states: Longs, moments: ExpectedTable | None = None) -> None:
        self.bounds, self.moments = bounds, moments
        length = bounds.length[states]
        self.place = np.full(len(bounds.first), -1, dtype=np.int64)
        self.place[states] = np.cumsum(length + 2 * pad) - length - pad
        size = int((length + 2 * pad).sum())
        self.numbers = [np.empty(size) for _ in range(len(self.estimates) + (1 if moments is None else 3))]
        ends = [(np.full(len(states), most), np.zeros(len(states))) for most in (*self.estimates, 1.0)]
        if moments is not None:
            ends += [(moments.value[states],) * 2, (moments.second[states],) * 2]
        for rows, (before, after) in zip(self.numbers, ends, strict=True):
            pad_rows(rows, self.spans(states), before, after)

    def spans(self, states: Longs) -> Spans:
        """Where the rows of some states stand."""
        return Spans(self.place[states], self.bounds.length[states])

    def needed(self, others: "Rows") -> Needed:
        """Where these rows stand, and others of the same bounds."""
        return Needed(np.maximum(self.place, others.place), self.bounds.first, self.bounds.last)

    def solved(self, states: Longs) -> None:
        """Told when the rows of some states have been solved."""

    def row(self, state: int, which: int = 0) -> Floats:
        """The numbers of a state for needed = first + 1 .. last; a view."""
        place, length = int(self.place[state]), int(self.bounds.length[state])
        return self.numbers[which][place : place + length]


class Solver:
    """The tables of a game that its kernel needs; bounds, and rows of masks whose successors are held."""

    def __init__(self, game: Game, threads: int | None = None, variant: str | None = None) -> None:
        require_plain_turns(game, "a probability of scores")
        self.states = States(game)
        self.threads = threads or len(os.sched_getaffinity(0))
        self.kernel = Kernel(self.states, Transitions(self.states), variant)

    def bounds(self, masks: Longs | None = None) -> Bounds:
        """The bounds of the states of some masks, with all that follow on them; of all when None."""
        return Bounds(
            *bounds_to_come(self.states, self.kernel, self.states.masks if masks is None else masks)
        )

    def add_bounds(self, masks: Longs, bounds: Bounds) -> None:
        """Fill in the bounds of the states of `masks`; those of their successors must be there."""
        add_bounds(self.states, self.kernel, masks, bounds.first, bounds.last)

    def most_behind(self) -> Ints:
        """(n_states,) int32: the most points that can lie behind a state, -1 where no game gets there."""
        return most_behind(self.states, self.kernel)

    def solve(self, masks: Longs, rows: Rows, into: Rows | None = None) -> None:
        """Fill in the rows of the states of `masks`, in `rows` or else in `into`, from those after."""
        into = into or rows
        needed = rows.needed(into)

        def work(part: Longs) -> None:
            self.kernel.maxprob(part, needed, rows.numbers, into.numbers)

        for layer in reversed(self.states.layers(masks)):
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(work, self.shares(layer, rows.bounds)))
            into.solved(self.states.of_masks(layer))

    def shares(self, masks: Longs, bounds: Bounds) -> list[Longs]:
        """Masks in shares of about equal work, a few for each thread."""
        work = np.cumsum(bounds.by_mask(self.states, masks))
        n = 1 if self.threads == 1 else 8 * self.threads
        return np.split(masks, np.searchsorted(work, work[-1] * np.arange(1, n) / n))


@dataclass(frozen=True)
class MaxProbTable:
    """`maxprob`, solved for every score of a game.

    start: (maximum + 1,) float64, the highest probability of at least that many points in a game.
    mean, sd: the same length, of the score of MaxProb_s; None without moments.
    rows: of all states; None when only the start was kept.
    """

    states: States
    bounds: Bounds
    start: Floats
    mean: Floats | None
    sd: Floats | None
    rows: Rows | None

    @property
    def game(self) -> Game:
        return self.states.game

    def probability(self, state: State, needed: int) -> float:
        """The highest probability of at least `needed` more points from a state."""
        if self.rows is None:
            raise ValueError("the rows were not kept; expected solve_maxprob(..., keep='all')")
        at = self.states.index(state)
        if needed <= self.bounds.first[at]:
            return 1.0
        row = self.rows.row(at)
        return float(row[needed - self.bounds.first[at] - 1]) if needed <= self.bounds.last[at] else 0.0


def solve_maxprob(
    game: Game,
    threads: int | None = None,
    keep: Literal["start", "all"] = "start",
    moments: bool = False,
    start: State | None = None,
    highest: int | None = None,
    progress: Callable[[float], None] | None = None,
    variant: str | None = None,
) -> MaxProbTable:
    """Solve `maxprob` for all scores at once, in memory.

    keep: "start" holds two layers at a time, "all" every row (1.5 GB for yahtzee, three times that with
    moments). moments: mean and sd of MaxProb_s too. start: solve only what this state needs, from which
    scores then count. highest: solve no higher score than this one; UserError when it is out of range.
    progress: told the share that is done, 0 to 1.
    """
    solver = Solver(game, threads, variant)
    states = solver.states
    start = start or states.start
    masks = states.masks[states.masks & start.filled == start.filled]
    table = solve_expected(game, threads, variant=variant) if moments else None
    limits = _limits(solver, masks, start, highest, moments)
    whole = Rows(limits, states.of_masks(masks), table) if keep == "all" else None
    rows = whole or Rows(limits, states.of_masks(masks[-1:]), table)
    rows = _solve_layers(solver, masks, rows, whole, progress)
    return MaxProbTable(states, limits, *start_rows(rows, states.index(start)), whole)


def _solve_layers(
    solver: Solver,
    masks: Longs,
    rows: Rows,
    whole: Rows | None,
    progress: Callable[[float], None] | None,
) -> Rows:
    """Solve the layers of some masks but the last, whose rows are there; the rows of the first layer.

    whole: where all rows stay, None to hold two layers at a time.
    """
    states, done = solver.states, 0
    total = max(int(rows.bounds.length.sum()), 1)
    for layer in reversed(states.layers(masks)[:-1]):
        numbers = states.of_masks(layer)
        into = whole or Rows(rows.bounds, numbers, rows.moments)
        solver.solve(layer, rows, into)
        rows, done = into, done + int(rows.bounds.length[numbers].sum())
        if progress:
            progress(done / total)
    return rows


@dataclass(frozen=True)
class Row:
    """Probabilities of a state: 1 for needed <= certain, then a number for each, then 0."""

    certain: int
    probability: Floats

    def at(self, needed: int) -> float:
        """Probability of at least so many more points."""
        if needed <= self.certain:
            return 1.0
        at = needed - self.certain - 1
        return float(self.probability[at]) if at < len(self.probability) else 0.0


def maxprob_rows(
    game: Game,
    state: State,
    highest: int,
    wanted: set[int],
    progress: Callable[[float], None] | None = None,
    draw: float = 0.0,
) -> dict[int, Row]:
    """The rows of some states that follow on a state, by number, for needed up to `highest`.

    draw: what it is worth to end one point short of what is needed, a draw against a known total; the rows
    then hold P(win) + draw P(draw), maximised.
    """
    solver = Solver(game)
    states = solver.states
    masks = states.masks[states.masks & state.filled == state.filled]
    masks = masks[masks != state.filled]
    limits = solver.bounds(masks)
    last = limits.last + (draw > 0)
    limits = Bounds(np.minimum(limits.first, highest), np.minimum(last, highest).astype(np.int32))
    ends = states.of_masks(masks[-1:])
    rows = Rows(limits, ends)
    for end in ends:
        rows.row(end)[:] = draw
    rows = _solve_layers(solver, masks, rows, None, progress)
    return {at: Row(int(limits.first[at]), rows.row(at).copy()) for at in wanted}


def _limits(solver: Solver, masks: Longs, start: State, highest: int | None, moments: bool) -> Bounds:
    """The needed that the rows run over."""
    bounds = solver.bounds(masks)
    most = int(bounds.last[solver.states.index(start)])
    if highest is not None and not 0 <= highest <= most:
        game = solver.states.game.id
        raise UserError(f"game {game}: score {highest}; expected 0 to {most}, the most that can come")
    last = bounds.last if highest is None else np.minimum(bounds.last, highest)
    return Bounds(np.zeros_like(last) if moments else np.minimum(bounds.first, last), last)


def start_rows(rows: Rows, at: int) -> tuple[Floats, Floats | None, Floats | None]:
    """Probability, mean and sd for the scores 0 .. most from the state with number `at`."""
    sure = int(rows.bounds.first[at]) + 1
    start = np.concatenate([np.ones(sure), rows.row(at)])
    if rows.moments is None:
        return start, None, None
    return start, *with_start(rows.moments, at, rows.row(at, 1), rows.row(at, 2))


def with_start(table: ExpectedTable, at: int, mean: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Mean and sd of MaxProb_s for s = 0, 1, ... from state `at`; MaxProb_0 is the policy of `expected`."""
    means = np.concatenate([table.value[at : at + 1], mean])
    return means, standard_deviation(means, np.concatenate([table.second[at : at + 1], second]))
