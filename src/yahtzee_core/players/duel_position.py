"""One turn of a duel: what every option of the mover is worth when both play exactly from there on."""

from collections.abc import Callable

import numpy as np

from ..arrays import Floats, Numbers
from ..errors import UserError
from ..game.game import Game
from ..turn.states import State
from ..turn.ties import PROBABILITIES, SINGLE_PROBABILITIES, Tie
from .duel import plies_from, size_of, solve_plies
from .pair_solver import DuelSolver, PairRows

DOUBLE_BYTES = 1e9
"""What is larger is solved in single precision."""
MOST_BYTES = 5e9
"""Two plies of two-player Yacht, from the start, take 3.9 GB."""


def duel_options(
    game: Game, mover: State, other: State, lead: int, progress: Callable[[float], None] | None = None
) -> tuple[Floats, Tie]:
    """(n_options,) float64: P(win) + P(draw) / 2 of the mover after each option of an open category, else 0;
    and what is a tie, large games being solved in single precision.

    lead: points that the mover is ahead. UserError when the sheets are not those of one turn, or when what
    follows is too large to be held.
    """
    filled, others = mover.filled.bit_count(), other.filled.bit_count()
    if others - filled not in (0, 1):
        raise UserError(
            f"opponent: {others} categories filled, the player who moves has {filled}; "
            f"expected {filled} or {filled + 1}"
        )
    solver = DuelSolver(game, kind=np.float64)
    *plies, _ = plies_from(solver, mover.filled, other.filled)
    cells, held = size_of(solver, plies)
    rule = PROBABILITIES
    if held > DOUBLE_BYTES:
        solver, held, rule = DuelSolver(game, kind=np.float32), held // 2, SINGLE_PROBABILITIES
    if held > MOST_BYTES:
        raise UserError(
            f"game {game.id}: {cells:.3g} numbers follow on this position, {held / 1e9:.0f} GB; expected at "
            f"most {MOST_BYTES / 1e9:.0f} GB, so fewer open categories"
        )
    rows = solve_plies(solver, plies, 0.5, progress)
    return option_values(solver, rows, mover, other, lead), rule


def option_values(solver: DuelSolver, rows: PairRows, mover: State, other: State, lead: int) -> Floats:
    """(n_options,) float64, as above, from the pairs of the turn that follows on the mover's."""
    states, values = solver.states, np.zeros(len(solver.states.options))
    opponent = int(np.flatnonzero(rows.mover == states.index(other))[0])
    place = {int(state): j for j, state in enumerate(rows.other)}
    for option in states.options.in_situation(mover.filled):
        after, gain = states.successor(mover, option)
        at = place[states.index(after)]
        values[option] = _behind(solver, rows.row(opponent, at)[0], other, after, -lead - gain)
    return values


def _behind(solver: DuelSolver, row: Numbers, mover: State, other: State, n: int) -> float:
    """What a pair is worth to the other who is `n` points behind; 1 before its row, 0 after it."""
    bounds, index = solver.bounds, solver.states.index
    at = n - int(bounds.certain[index(other)]) + int(bounds.most[index(mover)])
    return 1.0 if at < 0 else 0.0 if at >= len(row) else float(row[at])
