"""What a game file means before it is solved: what some rolls score, and what solving it will cost."""

import numpy as np

from ..game.game import Category, Game
from ..partition.costs import DEFAULT
from ..solve.maxprob import Solver
from ..turn.options import Options
from ..turn.states import States
from .catalogue import expected_seconds, turn_edges

MOST_BOUNDED = 2_000_000
"""States for which the size of `maxprob` is counted, too: it takes a second."""
SAMPLES = 8
EDGES_OF_YAHTZEE = 5040
"""Of a turn of yahtzee, in which the cost of a number of maxprob was measured."""


def sample_scores(game: Game) -> list[tuple[str, str]]:
    """(roll, what it scores by category but for 0) of some rolls: the best of each category."""
    options = Options(game)
    points = np.array(options.plain_points)
    best: dict[int, None] = {}
    for row in points[:, ::-1]:
        best.setdefault(len(row) - 1 - int(row.argmax()))
    return [(_dice(options, roll), _scores(game, points[:, roll])) for roll in list(best)[:SAMPLES]]


def _dice(options: Options, roll: int) -> str:
    return " ".join(map(str, options.lattice.faces_of(options.lattice.first_roll + roll)))


def _scores(game: Game, points: np.ndarray) -> str:
    scored = [_score(category, int(p)) for category, p in zip(game.categories, points, strict=True) if p]
    return ", ".join(scored) or "nothing"


def _score(category: Category, points: int) -> str:
    more = f" (first roll {points + category.first_roll})" if category.first_roll else ""
    return f"{category.id} {points}{more}"


def cost_lines(game: Game) -> list[str]:
    """How large a game is, and what solving it will cost on one core of the machine that was measured."""
    states = States(game)
    numbers = states.size
    what = "states with each number of saved rolls" if game.saved_rolls else "states between turns"
    lines = [
        f"{numbers:,} {what}",
        f"expected: about {expected_seconds(states):.1f} CPU seconds, {16 * numbers / 1e6:,.1f} MB",
    ]
    if game.rolls_matter or numbers > MOST_BOUNDED:
        return lines
    cells = int(Solver(game, 1).bounds().length.sum())
    seconds = 8 * DEFAULT.solve["maxprob"] * cells * turn_edges(states) / EDGES_OF_YAHTZEE
    return [*lines, f"maxprob: {cells:,} numbers, about {seconds:.0f} CPU seconds, {8 * cells / 1e6:,.0f} MB"]
