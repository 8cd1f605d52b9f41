"""The utility of the total: the highest expected u(total), for any u over totals.

    U[s](t) = turn of the leaves   max over categories c of  U[s after c](t + gain(s, c, roll))
    U[end](t) = u(t)

The lanes of a state are the points behind it. Stored from the most points down, its rows are those of
`maxprob` under other bounds, so the same kernel solves them: MaxProb_s is the step u(t) = [t >= s], the
win against a known distribution is its cumulative sum.
"""

from collections import deque
from collections.abc import Callable, Iterator

import numpy as np

from ..arrays import Floats, Ints
from ..errors import UserError
from ..game.game import Game
from .maxprob import Bounds, Rows, Solver


def maximum_total(game: Game) -> int:
    """The most points that a game can end with."""
    solver = Solver(game, threads=1)
    return int(solver.bounds().most[solver.states.index(solver.states.start)])


def solve_utility(game: Game, u: Floats, threads: int | None = None) -> float:
    """The highest expected utility of the total from the start of a game, over all strategies.

    u: (maximum + 1,) float64, the utility of each total from 0; UserError when it has another length.
    """
    solver = Solver(game, threads)
    (rows,) = deque(utility_layers(solver, [u]), maxlen=1)  # two layers are held at a time
    return float(rows.row(solver.states.index(solver.states.start))[0])


def scale_of(u: Floats) -> float:
    """The power of two that brings the range of a utility to at most 1,024, and to more than 512.

    Ties are judged to TIE points; scaled, they are to 2e-12 of the range, whatever u is measured in. No
    other bit of a utility changes.
    """
    size = float(np.ptp(u))
    return 2.0 ** (10 - np.ceil(np.log2(size))) if size > 0 else 1.0


def utility_layers(
    solver: Solver,
    by_total: list[Floats],
    kind: type[Rows] = Rows,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Rows]:
    """The rows of each layer, the last layer first.

    by_total: (maximum + 1,) float64 each, the numbers at the end that `kind` has rows for; the first one's
    expectation is maximised.
    """
    states, most = solver.states, solver.most_behind()
    bounds = Bounds(-most - 1, np.zeros_like(most))
    *layers, end = states.layers()
    rows = kind(bounds, states.of_masks(end))
    _fill_end(solver, rows, by_total, most)
    yield rows
    total, done = int(bounds.length.sum()), 0
    for masks in reversed(layers):
        numbers_of = states.of_masks(masks)
        into = kind(bounds, numbers_of)
        solver.solve(masks, rows, into)
        rows, done = into, done + int(bounds.length[numbers_of].sum())
        if progress:
            progress(done / total)
        yield rows


def _fill_end(solver: Solver, rows: Rows, by_total: list[Floats], most: Ints) -> None:
    """The rows of the last layer; UserError when there is not a number for each total."""
    at_end = solver.states.of_masks(solver.states.layers()[-1])
    maximum = int(most[at_end].max())
    for which, numbers in enumerate(by_total):
        if np.shape(numbers) != (maximum + 1,):
            game = solver.states.game.id
            raise UserError(f"game {game}: u has {np.size(numbers)} values; expected {maximum + 1}")
        for state in at_end:
            rows.row(state, which)[:] = numbers[: most[state] + 1][::-1]
