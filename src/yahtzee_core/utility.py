"""The utility of the total: the highest expected u(total), for any u over totals.

    U[s](t) = turn of the leaves   max over categories c of  U[s after c](t + gain(s, c, roll))
    U[end](t) = u(t)

The lanes of a state are the points behind it. Stored from the most points down, its rows are those of
`maxprob` under other bounds, so the same kernel solves them: MaxProb_s is the step u(t) = [t >= s], the
win against a known distribution is its cumulative sum.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from .errors import UserError
from .game import Game
from .maxprob import Bounds, Rows, Solver

Floats = npt.NDArray[np.float64]


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
    return _solve(game, [u], Rows, threads, None)[0]


def solve_followed(
    game: Game,
    u: Floats,
    followed: Floats,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> tuple[float, float]:
    """The highest expected utility, and the expected `followed` of a strategy that reaches it.

    u, followed: (maximum + 1,) float64, by total. Of options within TIE of the best, the first.
    """
    value, beside = _solve(game, [u, followed], FollowedRows, threads, progress)
    return value, beside


def _solve(
    game: Game,
    by_total: list[Floats],
    kind: type[Rows],
    threads: int | None,
    progress: Callable[[float], None] | None,
) -> list[float]:
    """Expected numbers at the start, of which the first is maximised."""
    solver = Solver(game, threads)
    states, most = solver.states, solver.most_behind()
    *layers, end = states.layers()
    at_end = states.of_masks(end)
    maximum = int(most[at_end].max())
    for numbers in by_total:
        if np.shape(numbers) != (maximum + 1,):
            raise UserError(f"game {game.id}: u has {np.size(numbers)} values; expected {maximum + 1}")
    bounds = Bounds(-most - 1, np.zeros_like(most))
    rows = kind(bounds, at_end)
    for which, numbers in enumerate(by_total):
        for state in at_end:
            rows.row(state, which)[:] = numbers[: most[state] + 1][::-1]
    total, done = int(bounds.length.sum()), 0
    for masks in reversed(layers):
        numbers_of = states.of_masks(masks)
        into = kind(bounds, numbers_of)
        solver.solve(masks, rows, into)
        rows, done = into, done + int(bounds.length[numbers_of].sum())
        if progress:
            progress(done / total)
    return [float(rows.row(states.index(states.start), which)[0]) for which in range(len(by_total))]
