"""What exact.py does, readably: one state at a time, in Python's fractions.

    V[s] = E max_c (gain + V[s after c]),    M[s] = E[gain^2 + 2 gain V + M] by the same choices

Pairs (V, M) go through the turn of turn/twin.py: expect and choose, by turns. A choice takes the first of
those with the highest V.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from ..game.game import Game
from ..turn.states import State, States

Pair = tuple[Fraction, Fraction]
"""Value and second moment."""
NOTHING: Pair = (Fraction(0), Fraction(0))


class ExactTwin:
    """Solves a game of a few hundred states in seconds."""

    def __init__(self, game: Game) -> None:
        self.game, self.states = game, States(game)
        self.lattice = self.states.options.lattice
        self.pairs: dict[State, Pair] = {}

    def solve(self) -> dict[State, Pair]:
        """Value and second moment of every state."""
        for index in reversed(range(len(self.states))):
            state = self.states.state(index)
            self.pairs[state] = NOTHING if state.filled == self.game.full else self._turn(state)
        return self.pairs

    def _turn(self, state: State) -> Pair:
        rolls = [self._scored(state, roll) for roll in range(self.lattice.n_rolls)]
        for _ in range(self.game.rolls - 1):
            rolls = self._choose(self._expect(rolls))
        return self._expect(rolls)[0]

    def _scored(self, state: State, roll: int) -> Pair:
        """The best option of a roll."""
        return first_best(self._option(state, o) for o in self.states.options.of(state.filled, roll))

    def _option(self, state: State, option: int) -> Pair:
        after, gain = self.states.successor(state, option)
        value, second = self.pairs[after]
        return gain + value, gain * gain + 2 * gain * value + second

    def _expect(self, rolls: list[Pair]) -> list[Pair]:
        """Every keep: the mean of the keeps with one die more."""
        keeps = [*([NOTHING] * self.lattice.first_roll), *rolls]
        for keep in reversed(range(self.lattice.first_roll)):
            keeps[keep] = mean([keeps[more] for more in self.lattice.up[keep]])
        return keeps

    def _choose(self, keeps: list[Pair]) -> list[Pair]:
        """Every roll: the best of the keeps inside it."""
        down, start = self.lattice.down, self.lattice.down_start
        best: list[Pair] = []
        for keep, pair in enumerate(keeps):
            below = down[start[keep] : start[keep + 1]]
            best.append(first_best([pair, *(best[less] for less in below)]))
        return best[self.lattice.first_roll :]


def first_best(pairs: Iterable[Pair]) -> Pair:
    """The first of the pairs with the highest value."""
    return reduce(lambda best, pair: pair if pair[0] > best[0] else best, pairs)


def mean(pairs: list[Pair]) -> Pair:
    """The mean of values and of second moments."""
    values, seconds = (sum(column, Fraction(0)) / len(pairs) for column in zip(*pairs, strict=True))
    return values, seconds
