"""Two players in turn, both seeing everything: the race that Massey sized (2001) and nobody had solved.

A pair is (state of the mover, state of the other); its lanes are the points that the mover is behind, n. With
Q = 1 - P, the same seen by the other player,

    P[m, o](n) = turn of the leaves   max over categories c of  Q[o, m after c](n - gain),
    Q[o, m'](n) = 1 - P[o, m'](-n)

so a pair is solved by the turn kernel of `maxprob`, with rows of pairs in which the other moves, shifted by
the gain. Beyond what is certain or impossible a row is 1 or 0 and not held. P counts a draw as `draw` for the
player who begins; beside it goes D, the probability of a draw under these choices.

A player who does not look at the other plays a turn of m by given probabilities of options: the turn is then
their mixture of the same rows, and the value of the other is that of a best answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..game.game import Game
from ..partition.pairs import Pairs
from ..turn.one_turn import OneTurn
from ..turn.states import State, States
from .pair_solver import DuelSolver, PairRows

Ply = tuple[Longs, Longs]
"""Sets of filled categories of the mover, and of the other; all pairs of them."""


def outcomes_of(value: Floats, draw: Floats, draw_counts: float) -> tuple[Floats, Floats, Floats]:
    """(P(win), P(draw), P(loss)) from P(win) + draw_counts P(draw) and P(draw).

    Rounding takes none below 0, and their sum is 1.
    """
    draw = np.clip(draw, 0.0, 1.0)
    win = np.clip(value - draw_counts * draw, 0.0, 1.0 - draw)
    return win, draw, 1.0 - draw - win


@dataclass(frozen=True)
class Duel:
    """A duel solved, for every lead of the player who moves at which it is undecided.

    lead: rising. values: P(win) + draw_counts P(draw) of the player who moves first here; draws: P(draw).
    cells: numbers solved. bytes_held: of the two largest plies together.
    """

    game: Game
    draw_counts: float
    lead: Ints
    values: Floats
    draws: Floats
    cells: int
    bytes_held: int

    def __repr__(self) -> str:
        chances = f"wins {self.win:.4f}, draws {self.draw:.4f}, loses {self.loss:.4f}"
        return f"<Duel {self.game.id}: the player who begins {chances}>"

    @property
    def outcomes(self) -> tuple[Floats, Floats, Floats]:
        """P(win), P(draw) and P(loss) by lead."""
        return outcomes_of(self.values, self.draws, self.draw_counts)

    @property
    def wins(self) -> Floats:
        """P(win) by lead."""
        return self.outcomes[0]

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
        return float(self.outcomes[1][self._level])

    @property
    def loss(self) -> float:
        """Probability that the player who begins loses."""
        return float(self.outcomes[2][self._level])

    @property
    def _level(self) -> int:
        return int(np.searchsorted(self.lead, 0))


def solve_duel(
    game: Game,
    threads: int | None = None,
    draw: float = 0.5,
    single: bool = True,
    progress: Callable[[float], None] | None = None,
    solved: Callable[[PairRows], None] | None = None,
) -> Duel:
    """Solve a duel of a whole game in memory, two plies at a time.

    draw: what a draw is worth to the player who begins (1 - draw to the other). single: rows in float32.
    solved: told the pairs of every ply, first those of the end of a game.
    """
    solver = DuelSolver(game, threads, np.float32 if single else np.float64)
    plies = whole_game(solver)
    rows = solve_plies(solver, plies, draw, progress, solved)
    values, draws = (numbers.astype(np.float64) for numbers in rows.numbers)
    return Duel(game, draw, leads(solver), 1.0 - values, draws, *size_of(solver, plies))


def solve_plies(
    solver: DuelSolver,
    plies: Sequence[Ply],
    draw: float = 0.5,
    progress: Callable[[float], None] | None = None,
    solved: Callable[[PairRows], None] | None = None,
) -> PairRows:
    """The pairs of the last of some plies; the first follows from the end of a game."""
    cells = [solver.cells(*map(solver.states.of_masks, ply)) for ply in plies]
    rows = solver.end(draw)
    for k, (movers, others) in enumerate(plies):
        if solved:
            solved(rows)
        rows = solver.solve([rows], movers, solver.states.of_masks(others))
        if progress:
            progress(sum(cells[: k + 1]) / sum(cells))
    if solved:
        solved(rows)
    return rows


def whole_game(solver: DuelSolver) -> list[Ply]:
    """All plies, from the last to the first."""
    layers = solver.states.layers()
    return [(layers[mover], layers[other]) for mover, other in Pairs(len(layers) - 1).plies()]


def plies_from(solver: DuelSolver, mover: int, other: int) -> list[Ply]:
    """The plies that follow on a pair of filled categories, that of the pair included, from the last on.

    The mover has as many filled as the other, or one less. On a sheet filled in order, those that can follow.
    """
    states, n = solver.states, len(solver.game.categories)
    masks = states.masks[states.lanes > 0]
    sheets, plies = (mover, other), []
    filled = [mover.bit_count(), other.bit_count()]
    player = 0
    while filled[player] < n:
        held = [
            masks[(masks & sheet == sheet) & (np.bitwise_count(masks) == k)]
            for sheet, k in zip(sheets, filled, strict=True)
        ]
        plies.append((held[player], held[1 - player]))
        filled[player] += 1
        player = 1 - player
    return plies[::-1]


def leads(solver: DuelSolver) -> Ints:
    """Leads of the player who begins in the row of the start, as the other sees them: rising."""
    certain, most = int(solver.bounds.certain[0]), int(solver.bounds.most[0])
    return np.arange(certain - most, most - certain + 1, dtype=np.int32)


def size_of(solver: DuelSolver, plies: Sequence[Ply]) -> tuple[int, int]:
    """(cells, bytes of the two largest plies together)."""
    cells = [1, *(solver.cells(*map(solver.states.of_masks, ply)) for ply in plies)]
    two = max((one + other for one, other in pairwise(cells)), default=1)
    return sum(cells) - 1, 2 * two * solver.kind.itemsize


def duel_size(game: Game, single: bool = True) -> tuple[int, int]:
    """(cells, bytes of the two largest plies together) of a duel of a whole game."""
    solver = DuelSolver(game, 1, np.float32 if single else np.float64)
    return size_of(solver, whole_game(solver))


class Twin:
    """What `DuelSolver` does in double precision, readably: one pair and one number of points at a time.

    draw: what a draw is worth to the player who begins.
    """

    def __init__(self, game: Game, draw: float = 0.5) -> None:
        self.states, self.draw = States(game), draw
        self._known: dict[tuple[State, State, int], Floats] = {}

    def at(self, mover: State, other: State, n: int) -> Floats:
        """(2,): `P[m, o](n)` and `D[m, o](n)`, the mover being n points behind."""
        key = mover, other, n
        if key not in self._known:
            self._known[key] = self._solved(*key)
        return self._known[key]

    def _solved(self, mover: State, other: State, n: int) -> Floats:
        states, game = self.states, self.states.game
        if mover.filled == game.full:  # the player who began would move
            return np.array([float(n < 0) + self.draw * (n == 0), float(n == 0)])
        leaves = np.full((2, len(states.options)), np.nan)
        for option in states.options.in_situation(mover.filled):
            after, gain = states.successor(mover, option)
            P, D = self.at(other, after, gain - n)  # noqa: N806
            leaves[:, option] = 1 - P, D
        return OneTurn(states.options, mover.filled, leaves).value
