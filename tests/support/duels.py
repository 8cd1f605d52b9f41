"""Two-player games small enough for fractions, and their oracle."""

from fractions import Fraction
from functools import cache

from brute_force import BruteForce, Dice, Goal
from brute_force import State as RealState
from toy_games import Raw, game, lower, upper

from yahtzee_core.game.game import Game

HALF = Fraction(1, 2)


TINY: dict[str, Raw] = {
    "two": game("two", 2, 3, 2, [lower("chance", score="all"), lower("pair", groups=[2], score=7)]),
    "three": game(
        "three",
        1,
        3,
        2,
        [lower("chance", score="all"), lower("high", total=3, score=2), lower("low", total=1, score=4)],
    ),
    "in-order": game(
        "in-order",
        1,
        3,
        2,
        [lower("chance", score="all"), lower("high", total=3, score=2), lower("low", total=1, score=4)],
        order="down",
    ),
    "luck": game("luck", 2, 2, 1, [lower("chance", score="all")]),
}


class Race(BruteForce):
    """A game of the oracle for two players."""

    @cache  # noqa: B019
    def race(self, mover: RealState, other: RealState, lead: int, draw: Fraction) -> Fraction:
        """P(win) + draw P(draw) of the mover, who is ahead by `lead`; the other counts a draw 1 - draw."""
        if len(mover[0]) == len(self.categories):
            return Fraction(lead > 0) + draw * (lead == 0)

        def best(dice: Dice) -> Goal:
            choices = self.choices(*mover, dice)
            losses = [self.race(other, after, -lead - points, 1 - draw) for _, points, after in choices]
            return (1 - min(losses),)

        return self._turn(mover, best)[0]


def real_state(played: Game, mask: int) -> RealState:
    """A state of a game without upper section, for the oracle."""
    return frozenset(played.names(mask)), 0, False


SHEET = [*upper(1, 3), lower("chance", score="all")]


UPPER = game("small-duel", 2, 3, 2, SHEET, upper={"threshold": 6, "bonus": 5})
