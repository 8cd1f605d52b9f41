"""The utility of the total: the highest expected u(total), for any u over totals.

    U[s](t) = turn of the leaves   max over categories c of  U[s after c](t + gain(s, c, roll))
    U[end](t) = u(t)

The lanes of a state are the points behind it. Stored from the most points down, its rows are those of
`maxprob` under other bounds, so the same kernel solves them: MaxProb_s is the step u(t) = [t >= s], the
win against a known distribution is its cumulative sum.
"""

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


def solve_utility(game: Game, u: Floats, threads: int | None = None) -> float:
    """The highest expected utility of the total from the start of a game, over all strategies.

    u: (maximum + 1,) float64, the utility of each total from 0; UserError when it has another length.
    """
    solver = Solver(game, threads)
    states = solver.states
    most = solver.most_behind()
    at_end = states.of_masks(states.masks[-1:])
    maximum = int(most[at_end].max())
    if np.shape(u) != (maximum + 1,):
        raise UserError(f"game {game.id}: u has {np.size(u)} values; expected {maximum + 1}")
    bounds = Bounds(-most - 1, np.zeros_like(most))
    rows = Rows(bounds, at_end)
    for state in at_end:
        rows.row(state)[:] = u[: most[state] + 1][::-1]
    for masks in reversed(states.layers()[:-1]):
        into = Rows(bounds, states.of_masks(masks))
        solver.solve(masks, rows, into)
        rows = into
    return float(rows.row(states.index(states.start))[0])
