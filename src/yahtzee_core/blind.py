"""The best answer to an opponent whose distribution of the total is known, and whose game is not seen.

Glenn 2007, section II-D: the utility of a total t is what it is worth against that distribution. Three are
offered: `win`, P(opponent < t); `half`, and half of P(opponent = t); `margin`, t less the opponent's mean,
which `expected` maximises.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .comparison import duel
from .game import Game
from .utility import solve_followed

Floats = npt.NDArray[np.float64]
UTILITIES = ("win", "half", "margin")


@dataclass(frozen=True)
class BestAnswer:
    """A best answer: value is its expected utility."""

    utility: str
    value: float
    win: float
    draw: float

    @property
    def loss(self) -> float:
        """Probability of a loss."""
        return 1.0 - self.win - self.draw


def best_answer(
    game: Game,
    opponent: Floats,
    utility: str = "half",
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> BestAnswer:
    """The best answer to a distribution of the opponent's total, (maximum + 1,) float64.

    The strategy is a function of state and points so far, and each total counts: it takes twice as long as
    maxprob of every score.
    """
    below = np.concatenate([[0.0], np.cumsum(opponent)[:-1]])
    if utility == "half":
        value, win = solve_followed(game, below + opponent / 2, below, threads, progress)
        return BestAnswer(utility, value, win, 2 * (value - win))
    totals = np.arange(len(opponent), dtype=np.float64)
    u = below if utility == "win" else totals - float(opponent @ totals)
    value, draw = solve_followed(game, u, opponent, threads, progress)
    win = value if utility == "win" else solve_followed(game, u, below, threads)[1]
    return BestAnswer(utility, value, win, draw)


def same_strategy(opponent: Floats) -> tuple[float, float, float]:
    """(win, draw, loss) of answering with the opponent's own strategy."""
    return duel(opponent, opponent)
