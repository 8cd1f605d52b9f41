"""The best answer to an opponent whose distribution of the total is known, and whose game is not seen.

Glenn 2007, section II-D: the utility of a total t is what it is worth against that distribution. Three are
offered: `win`, P(opponent < t); `half`, and half of P(opponent = t); `margin`, t less the opponent's mean,
which `expected` maximises.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..game.game import Game
from ..policies.distribution import Distribution, below, outcomes
from ..solve.best_play import play_utility

UTILITIES = ("win", "half", "margin")


@dataclass(frozen=True)
class BestAnswer:
    """A best answer: value is its expected utility, probability that of each of its totals."""

    utility: str
    value: float
    win: float
    draw: float
    loss: float
    probability: Floats


def best_answer(
    game: Game,
    opponent: Floats,
    utility: str = "half",
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> BestAnswer:
    """The best answer to a distribution of the opponent's total, (maximum + 1,) float64.

    The strategy is a function of state and points so far.
    """
    play = play_utility(game, utility_of(opponent, utility), threads, progress)
    return BestAnswer(utility, play.value, *outcomes(play.probability, opponent), play.probability)


def utility_of(opponent: Floats, utility: str) -> Floats:
    """What each total is worth against a distribution, the same length."""
    totals = np.arange(len(opponent), dtype=np.float64)
    if utility == "margin":
        return totals - float(opponent @ totals)
    wins = below(opponent)
    return wins + opponent / 2 if utility == "half" else wins


def blind_rows(
    opponent: Distribution, expected: Distribution, threads: int | None = None
) -> list[dict[str, str | float]]:
    """The best answers to an opponent by win and by half, and `expected` instead: rows of the table blind."""
    rows = []
    instead = outcomes(expected.probability, opponent.probability)
    for utility in ("half", "win"):
        answer = best_answer(opponent.game, opponent.probability, utility, threads)
        total = Distribution(opponent.game, "", answer.probability)
        row: dict[str, str | float] = {"opponent": opponent.strategy, "utility": utility}
        row |= {"value": answer.value, "p_win": answer.win, "p_draw": answer.draw, "p_lose": answer.loss}
        row |= {"mean": total.mean, "sd": total.sd}
        rows.append(
            row | dict(zip(("expected_p_win", "expected_p_draw", "expected_p_lose"), instead, strict=True))
        )
    return rows


def same_strategy(opponent: Floats) -> tuple[float, float, float]:
    """(win, draw, loss) of answering with the opponent's own strategy."""
    return outcomes(opponent, opponent)
