"""`maxprob` for every score of a game, or for the states after one; the recurrence is in maxprob.py."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import Floats, Longs
from ..errors import UserError
from ..game.game import Game
from ..turn.ready import Ready
from ..turn.states import State, States
from .expected import ExpectedTable, solve_expected, standard_deviation
from .maxprob import Bounds, Rows, Solver


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

    def __repr__(self) -> str:
        return f"<MaxProbTable {self.game.id}: scores 0 to {len(self.start) - 1}>"

    @property
    def game(self) -> Game:
        return self.states.game

    def probability(self, state: State, needed: int) -> float:
        """The highest probability of at least `needed` more points from a state."""
        if self.rows is None:
            raise ValueError("the rows were not kept; expected solve_maxprob(..., keep='all')")
        return row_of(self.rows, self.states.index(state)).at(needed)


def solve_maxprob(
    game: Game | Ready,
    threads: int | None = None,
    keep: Literal["start", "all"] = "start",
    moments: bool = False,
    start: State | None = None,
    highest: int | None = None,
    progress: Callable[[float], None] | None = None,
    variant: str | None = None,
) -> MaxProbTable:
    """Solve `maxprob` for all scores at once, in memory.

    keep: "start" holds two layers at a time, "all" every row (1.5 GB for yahtzee, four times that with
    moments). moments: mean and sd of MaxProb_s too. start: solve only what this state needs, from which
    scores then count. highest: solve no higher score than this one; UserError when it is out of range.
    progress: told the share that is done, 0 to 1.
    """
    solver = Solver(game, threads, variant)
    states = solver.states
    start = start or states.start
    masks = states.masks[states.masks & start.filled == start.filled]
    table = solve_expected(solver.ready, threads) if moments else None
    limits = _limits(solver, masks, start, highest, moments)
    whole = Rows(limits, states.of_masks(masks), table) if keep == "all" else None
    rows = whole or Rows(limits, states.of_masks(masks[-1:]), table)
    (rows,) = deque(_solved_layers(solver, masks, rows, whole, progress), maxlen=1)
    return MaxProbTable(states, limits, *start_rows(rows, states.index(start)), whole)


def _solved_layers(
    solver: Solver,
    masks: Longs,
    rows: Rows,
    whole: Rows | None,
    progress: Callable[[float], None] | None,
) -> Iterator[Rows]:
    """The rows of the layers of some masks: those of the last, which are there, then each as it is solved.

    whole: where all rows stay, None for rows of each layer alone.
    """
    states, done = solver.states, 0
    total = max(int(rows.bounds.length.sum()), 1)
    yield rows
    for layer in reversed(states.layers(masks)[:-1]):
        numbers = states.of_masks(layer)
        into = whole or Rows(rows.bounds, numbers, rows.moments)
        solver.solve(layer, rows, into)
        rows, done = into, done + int(rows.bounds.length[numbers].sum())
        if progress:
            progress(done / total)
        yield rows


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


def row_of(rows: Rows, at: int) -> Row:
    """The row of the state with number `at`."""
    return Row(int(rows.bounds.certain[at]), rows.row(at).copy())


def most_to_come(game: Game | Ready, state: State) -> int:
    """The most points that can come from a state."""
    solver = Solver(game, threads=1)
    masks = solver.states.masks
    bounds = solver.bounds(masks[masks & state.filled == state.filled])
    return int(bounds.most[solver.states.index(state)])


def maxprob_rows(
    game: Game | Ready,
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
    (rows,) = deque(layers_after(Solver(game), state, highest, progress, draw), maxlen=1)
    return {at: row_of(rows, at) for at in wanted}


def layers_after(
    solver: Solver,
    state: State,
    highest: int,
    progress: Callable[[float], None] | None = None,
    draw: float = 0.0,
) -> Iterator[Rows]:
    """The rows of the states that follow on a state, the last layer first; see maxprob_rows."""
    states = solver.states
    masks = states.masks[states.masks & state.filled == state.filled]
    masks = masks[masks != state.filled]
    limits = solver.bounds(masks)
    last = limits.most + (draw > 0)
    limits = Bounds(np.minimum(limits.certain, highest), np.minimum(last, highest).astype(np.int32))
    ends = states.of_masks(masks[-1:])
    rows = Rows(limits, ends)
    for end in ends:
        rows.row(end)[:] = draw
    return _solved_layers(solver, masks, rows, None, progress)


def _limits(solver: Solver, masks: Longs, start: State, highest: int | None, moments: bool) -> Bounds:
    """The needed that the rows run over."""
    bounds = solver.bounds(masks)
    most = int(bounds.most[solver.states.index(start)])
    if highest is not None and not 0 <= highest <= most:
        game = solver.states.game.id
        raise UserError(f"game {game}: score {highest}; expected 0 to {most}, the most that can come")
    last = bounds.most if highest is None else np.minimum(bounds.most, highest)
    return Bounds(np.zeros_like(last) if moments else np.minimum(bounds.certain, last), last)


def start_rows(rows: Rows, at: int) -> tuple[Floats, Floats | None, Floats | None]:
    """Probability, mean and sd for the scores 0 .. most from the state with number `at`."""
    sure = int(rows.bounds.certain[at]) + 1
    start = np.concatenate([np.ones(sure), rows.row(at)])
    if rows.moments is None:
        return start, None, None
    return start, *with_start(rows.moments, at, rows.row(at, 2), rows.row(at, 3))


def with_start(table: ExpectedTable, at: int, mean: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Mean and sd of MaxProb_s for s = 0, 1, ... from state `at`; MaxProb_0 is the policy of `expected`."""
    means = np.concatenate([table.value[at : at + 1], mean])
    return means, standard_deviation(means, np.concatenate([table.second[at : at + 1], second]))
