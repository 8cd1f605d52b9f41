"""How commands print what an action loses, and why another one is better."""

from typing import TYPE_CHECKING

from ..turn.positions import format_action
from .output import print_rows, print_wrapped

if TYPE_CHECKING:
    from ..advice.advice import Advice
    from ..advice.gains import PartOfWhy
    from ..advice.why import Why
    from ..policies.actions import RankedAction

CHANCE_DECIMALS = 3
POINTS = ("points A", "points B", "A - B", "chance A", "chance B", "turn A", "turn B")
REACHED = ("points A", "points B", "chance A", "chance B", "usual", "turn A", "turn B")
"""The heads of the table, for the expected score and for a total to reach."""


def print_why(advice: "Advice", why: "Why") -> None:
    """The sentences, and the table that they are made from."""
    one, other = (format_action(advice.game, action) for action in (why.action, why.against))
    print()
    print_wrapped(" ".join(why.sentences))
    if not why.parts:
        return
    for_points = advice.objective == "expected"
    head, row = (POINTS, _points) if for_points else (REACHED, _reached)
    legend = "chance of more than 0 points, and that this turn ends there"
    if not for_points:
        legend = "where it is reached, points and chance of more; usual: played for the expected score"
    print_wrapped(f"A: {one}, B: {other}; {legend}")
    print()
    print_rows(["", *head], [[part.part, *row(part)] for part in why.parts])


def print_lost(advice: "Advice", guess: "RankedAction", best: str) -> None:
    """What an action loses, with its grade, and the best one. best: `the best was to`."""
    from ..advice.review import grade_of

    print(f"{grade_of(guess.loss)}: {guess.loss:.2f} points lost; {best} {advice.best.text}")


def _points(part: "PartOfWhy") -> list[float | str | None]:
    chances = (part.chance, part.chance_against, part.turn, part.turn_against)
    return [part.points, part.points_against, part.difference, *map(_cell, chances)]


def _reached(part: "PartOfWhy") -> list[float | str | None]:
    chances = (part.chance, part.chance_against, part.usual, part.turn, part.turn_against)
    return [part.points, part.points_against, *map(_cell, chances)]


def _cell(chance: float | None) -> str | None:
    return None if chance is None else f"{chance:.{CHANCE_DECIMALS}f}"
