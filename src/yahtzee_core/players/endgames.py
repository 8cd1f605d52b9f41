"""What players who do not look all the way lose in an endgame of two, judged by exact play of both.

In a position the mover takes every option to be worth A, and plays the turn as well as can be for A:

    expected        the points of the option and the expected points after it; the other is not looked at
    variance        P(nobody is above), all totals being normal (Ecker, section 4.3; race.py)
    distribution    P(win) + P(draw) / 2 when both play `expected` from the next turn on

Exactly, an option is worth B, P(win) + P(draw) / 2 when both see everything and play as well as can be
(duel_position.py). The cost of a player is the best turn by B less the turn by A, both in B.

Positions are those that two players of `expected` come to: as many games at random. A position whose mover
began has as many open categories for each; when the mover is second, the other has one less.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from ..arrays import Floats, Longs
from ..errors import UserError
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..solve.expected import option_rows
from ..turn.one_turn import OneTurn
from ..turn.ties import POINTS
from .beliefs import PLAYERS, Belief, race_values
from .duel import Ply, plies_from, size_of, solve_plies
from .duel_position import option_values
from .pair_solver import DuelSolver
from .races import CHUNK, play_histories

SEATS = ("first", "second")
"""Of the mover, in every round."""
MOST_CELLS, MOST_BYTES = 3e9, 3e9
"""Half an hour of one core; two plies of one position."""


@dataclass(frozen=True)
class Positions:
    """Where two players stand before a turn of the mover: numbers of states and points so far, (n,) each."""

    mover: Longs
    other: Longs
    points: Longs
    others_points: Longs

    def __len__(self) -> int:
        return len(self.mover)


@dataclass(frozen=True)
class Judged:
    """P(win) + P(draw) / 2 of the best turn, and what it is less in that of each player; (n,) each.

    A cost within a tie is 0: what rounding leaves depends on where NumPy's sums lie in memory.
    """

    best: Floats
    costs: dict[str, Floats]


def draw_positions(arena: Arena, n_open: int, games: int, seed: int) -> dict[str, Positions]:
    """By seat of the mover, who has `n_open` open categories: one position of each pair of games."""
    random = np.random.default_rng(seed)
    (mover, points), (other, others_points) = (
        play_histories(arena, optimal_policy(arena), games, random) for _ in range(2)
    )
    turn = len(arena.game.categories) - n_open
    return {
        seat: Positions(mover[turn], other[turn + after], points[turn], others_points[turn + after])
        for after, seat in enumerate(SEATS)
    }


def judge(
    arena: Arena, positions: Positions, n_open: int, progress: Callable[[float], None] | None = None
) -> Judged:
    """The turns of all players in positions in which nobody has more than `n_open` open categories.

    UserError when what follows on the positions is too large to be solved.
    """
    states, solver = arena.states, DuelSolver(arena.game, kind=np.float64)
    groups = _by_sheets(arena, positions)
    plies = [plies_from(solver, *sheets)[:-1] for sheets in groups]
    work = np.cumsum([0, *_cells(solver, plies, f"{len(positions)} positions with {n_open} open")])
    values = _values(arena, positions, n_open)
    turns = np.empty((1 + len(values), len(positions)))
    for places, after, done in zip(groups.values(), plies, work[1:], strict=True):
        rows = solve_plies(solver, after)
        for i in places.tolist():
            mover, other = (states.state(int(at[i])) for at in (positions.mover, positions.other))
            lead = int(positions.points[i] - positions.others_points[i])
            exact = option_values(solver, rows, mover, other, lead)
            turns[:, i] = _turns(arena, mover.filled, exact, [value[i] for value in values.values()])
        if progress:
            progress(float(done / work[-1]) if work[-1] else 1.0)
    costs = turns[0] - turns[1:]
    costs[costs <= POINTS.points] = 0.0
    return Judged(turns[0], dict(zip(values, costs, strict=True)))


def endgame_rows(
    arena: Arena, n_open: int, games: int, seed: int, progress: Callable[[float], None] | None = None
) -> list[dict[str, Any]]:
    """What every player loses on average, in either seat, in a position of each of so many pairs of games."""
    rows = []
    for done, (seat, positions) in enumerate(draw_positions(arena, n_open, games, seed).items()):

        def show(share: float, done: int = done) -> None:
            if progress:
                progress((done + share) / len(SEATS))

        judged = judge(arena, positions, n_open, show)
        head = {"game": arena.game.id, "open": n_open, "seat": seat, "positions": games, "seed": seed}
        rows += [{**head, "player": name, **_summary(judged, name)} for name in judged.costs]
    return rows


def _summary(judged: Judged, player: str) -> dict[str, float]:
    """Means over the positions."""
    cost = judged.costs[player]
    return {
        "best": float(judged.best.mean()),
        "cost": float(cost.mean()),
        "cost_se": float(cost.std(ddof=1)) / sqrt(len(cost)),
        "differs": float((cost > 0).mean()),
        "largest": float(cost.max()),
    }


def _by_sheets(arena: Arena, positions: Positions) -> dict[tuple[int, int], Longs]:
    """Places of the positions that share the filled categories of (mover, other), and so what follows."""
    offset = arena.states.offset
    sheets = [np.searchsorted(offset, at, side="right") - 1 for at in (positions.mover, positions.other)]
    kinds, kind = np.unique(np.stack(sheets), axis=1, return_inverse=True)
    return {
        (int(mover), int(other)): np.flatnonzero(kind.ravel() == k)
        for k, (mover, other) in enumerate(kinds.T.tolist())
    }


def _cells(solver: DuelSolver, plies: Sequence[Sequence[Ply]], what: str) -> list[int]:
    """Numbers to solve for each list of plies; UserError when they are too many, or too large to be held."""
    sizes = [size_of(solver, after) for after in plies]
    cells, held = sum(size for size, _ in sizes), max(bytes_held for _, bytes_held in sizes)
    if cells > MOST_CELLS or held > MOST_BYTES:
        raise UserError(
            f"game {solver.game.id}: {cells:.2g} numbers follow on {what}, {held / 1e9:.1f} GB at once; "
            f"expected at most {MOST_CELLS:.2g} and {MOST_BYTES / 1e9:.0f} GB, so fewer open or positions"
        )
    return [size for size, _ in sizes]


def _values(arena: Arena, positions: Positions, n_open: int) -> dict[str, Floats]:
    """(n, n_options) by player: what it takes the options to be worth."""
    states, table = arena.states, arena.optimal.table
    expected = [option_rows(states, states.state(at), table)[0] for at in positions.mover.tolist()]
    values = {"expected": np.stack(expected)}
    for name, kind in PLAYERS.items():
        belief = kind(arena, n_open)
        values[name] = np.concatenate(
            [_looking(arena, belief, positions, part) for part in _parts(positions)]
        )
    return values


def _looking(arena: Arena, belief: Belief, positions: Positions, part: Longs) -> Floats:
    """(n, n_options): the same of a player with a belief, in some of the positions."""
    chance = belief.chance([positions.other[part]], [positions.others_points[part]])
    return race_values(arena, belief.rows, positions.mover[part], positions.points[part], chance)


def _parts(positions: Positions) -> list[Longs]:
    """Places of the positions, as many at once as a race decides: the chances of all totals are large."""
    return np.array_split(np.arange(len(positions)), -(-len(positions) // CHUNK))


def _turns(arena: Arena, filled: int, exact: Floats, values: Sequence[Floats]) -> list[float]:
    """The best turn in a position, then that of each player, by what the options are worth exactly."""
    options = arena.states.options
    best = float(OneTurn(options, filled, exact).value[0])
    return [best, *(float(OneTurn(options, filled, np.stack([w, exact])).value[1]) for w in values)]
