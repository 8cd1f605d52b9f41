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
import numpy.typing as npt

from .errors import UserError
from .game import Game
from .maxprob import Bounds, Rows, Solver

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


def maximum_total(game: Game) -> int:
    """The most points that a game can end with."""
    solver = Solver(game, threads=1)
    return int(solver.bounds().last[solver.states.index(solver.states.start)])


class FollowedRows(Rows):
    """Rows of utilities, and of a number that follows the choices beside each."""

    estimates = (1.0,)


def solve_utility(game: Game, u: Floats, threads: int | None = None) -> float:
    """The highest expected utility of the total from the start of a game, over all strategies.

    u: (maximum + 1,) float64, the utility of each total from 0; UserError when it has another length.
    """
    return _at_start(Solver(game, threads), [u], Rows, None)[0]


def solve_followed(
    game: Game,
    u: Floats,
    followed: Floats,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> tuple[float, float]:
    """The highest expected utility, and the expected `followed` of a strategy that reaches it.

    u, followed: (maximum + 1,) float64, by total. Of options that are tied, the first (see `scale_of`).
    """
    scale = scale_of(u)
    value, beside = _at_start(Solver(game, threads), [u * scale, followed], FollowedRows, progress)
    return value / scale, beside


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
    kind: type[Rows],
    progress: Callable[[float], None] | None = None,
) -> Iterator[Rows]:
    """The rows of each layer, the last layer first: expected numbers, of which the first is maximised."""
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


def _at_start(
    solver: Solver,
    by_total: list[Floats],
    kind: type[Rows],
    progress: Callable[[float], None] | None,
) -> list[float]:
    """Expected numbers at the start; two layers are held at a time."""
    (rows,) = deque(utility_layers(solver, by_total, kind, progress), maxlen=1)
    start = solver.states.index(solver.states.start)
    return [float(rows.row(start, which)[0]) for which in range(len(by_total))]
