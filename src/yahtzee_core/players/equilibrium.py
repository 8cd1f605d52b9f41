"""Best answers to best answers: where blind play leads, and its equilibrium.

Two players who do not see each other play a symmetric game of constant sum when a draw counts half. Its
strategies matter through their distributions alone, and in them the payoff is linear. So the best answer to
a mix of strategies is that to the mean of their distributions, and the *double oracle* (McMahan, Gordon
and Blum 2003) finds the equilibrium: solve the game among the strategies found, add the best answer to
its mix, and so on, until that answer wins no more than half.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..game.game import Game
from ..policies.distribution import outcomes
from .blind import BestAnswer, best_answer
from .matrix_game import solve_matrix_game

Show = Callable[[float], None]
HALF = "half"
"""The utility by which the game has a constant sum."""


def answer_sequence(
    game: Game, first: Floats, utility: str, n: int, threads: int | None = None, progress: Show | None = None
) -> Iterator[BestAnswer]:
    """n best answers: to the distribution `first`, to that answer, and so on."""
    last = first
    for done in range(n):
        answer = best_answer(game, last, utility, threads, _share(progress, done, n))
        yield answer
        last = answer.probability


@dataclass(frozen=True)
class Round:
    """One round of the double oracle.

    mix: (n_found,) weights of the strategies found so far, the first one being given. probability: of each
    total under the mix. answer: the best answer to it; gap: what it wins above a half.
    """

    mix: Floats
    probability: Floats
    answer: BestAnswer

    @property
    def gap(self) -> float:
        """What the best answer to the mix wins above 1/2; 0 in the equilibrium."""
        return self.answer.value - 0.5


def equilibrium_rounds(
    game: Game,
    first: Floats,
    n: int,
    gap: float = 0.0,
    threads: int | None = None,
    progress: Show | None = None,
) -> Iterator[Round]:
    """At most n rounds from the distribution `first`, until the gap is not above `gap`."""
    strategies = [first]
    payoff = np.full((1, 1), 0.5)
    for done in range(n):
        mix = solve_matrix_game(payoff)[1]
        probability = mix @ np.array(strategies)
        answer = best_answer(game, probability, HALF, threads, _share(progress, done, n))
        last = Round(mix, probability, answer)
        yield last
        if last.gap <= gap:
            return
        payoff = _with(payoff, np.array([_value(answer.probability, other) for other in strategies]))
        strategies.append(answer.probability)


def _value(one: Floats, other: Floats) -> float:
    win, draw, _ = outcomes(one, other)
    return win + draw / 2


def _with(payoff: Floats, value: Floats) -> Floats:
    """The payoffs with a strategy more, which is worth so much against each of the others."""
    n = len(value)
    larger = np.full((n + 1, n + 1), 0.5)
    larger[:n, :n], larger[n, :n], larger[:n, n] = payoff, value, 1 - value
    return larger


def _share(progress: Show | None, done: int, n: int) -> Show | None:
    """Progress of one of n answers."""
    return progress and (lambda share: progress((done + share) / n))
