"""How far rounding can take a table from the exact numbers, by counting roundings along a turn.

All numbers are sums and products of numbers that are not negative, and maxima of them. If x is off by a
factor of (1 - u)^a to (1 + u)^a, then a rounded product is off by one factor more than both together, a
rounded sum by one more than the worse of its parts, and a maximum by no more than the worse. So only the
roundings on the longest way from the end of the game to a number count (docs/exactness.md has the proof).

In a turn of d dice of f faces, r rolls and R different rolls (turn/kernel/turn_body.h):

    leaf            gain + V                               1 rounding, 0 for probabilities, which have no gain
    each reroll     for each of d dice, f - 1 sums, 1/f and a product      d (f + 1)
    first rolls     a product, R - 1 sums and a quotient                   R + 1
"""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter

from ..game.game import Game
from ..turn.states import States

DOUBLE = Fraction(1, 1 << 53)
SINGLE = Fraction(1, 1 << 24)
"""The unit roundoff u of both kinds of numbers."""


def roundings_of_turn(game: Game) -> int:
    """Roundings of one turn, its leaf left out."""
    return (game.rolls - 1) * game.dice * (game.faces + 1) + game.n_rolls + 1


def value_error(game: Game, to_come: int | None = None) -> float:
    """The relative error of a value of `expected` with so many turns to come (None: all), at most."""
    return _above(_after(_turns(game, to_come) * (1 + roundings_of_turn(game))))


def second_error(game: Game, to_come: int | None = None) -> float:
    """The same of a second moment: its leaf M + gain (2 V + gain) has two roundings more than V.

    Where the float64 policy takes the actions that the tie rule takes by exact values: see the table `exact`.
    """
    return _above(_after(_turns(game, to_come) * (1 + roundings_of_turn(game)) + 2))


def probability_error(game: Game, to_come: int | None = None) -> float:
    """The relative error of a probability of `maxprob`, at most."""
    return _above(_after(_turns(game, to_come) * roundings_of_turn(game)))


def distribution_error(states: States) -> float:
    """The relative error of the probability of a total of a policy, at most (policies/distribution.py).

    A turn forwards (policy_body.h): the first rolls, 1; each reroll, at most R rolls and f keeps added up at
    a keep, then for each die a share of 2 roundings and f more keeps; R rolls added up at an option; a
    product, and as many sums as options of states can lead to one state.
    """
    game = states.game
    reroll = game.n_rolls + game.faces + game.dice * (game.faces + 2)
    sums = len(states.options) * int(states.lanes.max())
    turn = 1 + (game.rolls - 1) * reroll + game.n_rolls + 1 + sums
    return _above(_after(len(game.categories) * turn))


def duel_error(game: Game, unit: Fraction = SINGLE) -> float:
    """The absolute error of what a duel is worth, at most: 1 - P is no sum of numbers from 0.

    A ply adds the error of one turn, of numbers up to 1, and that of 1 - P, to that of the ply after it.
    """
    error, turn = Fraction(0), _after(roundings_of_turn(game), unit)
    for _ in range(2 * len(game.categories)):
        error += turn * (1 + error) + unit
    return _above(error)


def sd_error(game: Game, value: float, sd: float) -> float:
    """The relative error of the standard deviation of a score, at most, from those of both moments.

    sd^2 = M - V^2 loses digits where V is large beside it.
    """
    square, variance = Fraction(value) ** 2, Fraction(sd) ** 2
    second = square + variance
    off = (
        second * Fraction(second_error(game)) + square * 3 * Fraction(value_error(game)) + second * 3 * DOUBLE
    )
    return _above(off / variance) if variance else inf


def certain_digits(number: float, relative_error: float) -> int:
    """Digits after the point that are certain: the error is less than half of the last of them."""
    digits = 0
    while abs(number) * relative_error * 10 ** (digits + 1) < 0.5 and digits < 15:
        digits += 1
    return digits


PROVED = {"expected": value_error, "maxprob": probability_error, "maxprob_moments": probability_error}
"""By objective, the relative error of the number that it maximises."""


def proved_error(game: Game, objective: str) -> float | None:
    """The relative error of what an objective maximises, at most; None where none is proved."""
    return PROVED[objective](game) if objective in PROVED and not game.rolls_matter else None


@dataclass(frozen=True)
class Bound:
    """How far the numbers in a column of a table can be from the exact ones, at most.

    relative: whether the error is a share of the number.
    """

    column: str
    error: float
    relative: bool = True

    @property
    def digits(self) -> int:
        """Digits of every number that are certain: from its first digit if relative, else after the point."""
        return certain_digits(1, self.error)


def proved_bounds(states: States) -> dict[str, Bound]:
    """By name of a table, what is proved of its numbers; nothing for turns that are not counted here."""
    game = states.game
    if game.rolls_matter:
        return {}
    probability, duel = probability_error(game), Bound("value", duel_error(game), relative=False)
    return {
        "expected": Bound("value", value_error(game)),
        "maxprob": Bound("probability", probability),
        "maxprob_moments": Bound("probability", probability),
        "maxprob_scores": Bound("maxprob", probability),
        "distribution": Bound("probability", distribution_error(states)),
        **dict.fromkeys(("duel", "duel_expected_first", "duel_expected_second"), duel),
    }


def _turns(game: Game, to_come: int | None) -> int:
    return len(game.categories) if to_come is None else to_come


def _after(roundings: int, unit: Fraction = DOUBLE) -> Fraction:
    """The relative error after so many roundings: (1 + u)^n - 1 <= n u / (1 - n u)."""
    return roundings * unit / (1 - roundings * unit)


def _above(number: Fraction) -> float:
    """A double that is not less."""
    return nextafter(float(number), inf)
