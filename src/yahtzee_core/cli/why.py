"""How commands print why an action is better than another one."""

from typing import TYPE_CHECKING

from ..game.game import Game
from ..turn.positions import format_action
from .output import print_rows, print_wrapped

if TYPE_CHECKING:
    from ..advice.gains import PartOfWhy
    from ..advice.why import Why

HEAD = ("points A", "points B", "A - B", "chance A", "chance B", "turn A", "turn B")
CHANCE_DECIMALS = 3


def print_why(game: Game, why: "Why") -> None:
    """The sentences, and the table that they are made from."""
    one, other = (format_action(game, action) for action in (why.action, why.against))
    print()
    print_wrapped(" ".join(why.sentences))
    print_wrapped(f"A: {one}, B: {other}; chance of more than 0 points, and that this turn ends there")
    print()
    rows = [
        [part.part, part.points, part.points_against, part.difference, *map(_cell, _chances(part))]
        for part in why.parts
    ]
    print_rows(["", *HEAD], rows)


def _chances(part: "PartOfWhy") -> list[float | None]:
    return [part.chance, part.chance_against, part.turn, part.turn_against]


def _cell(chance: float | None) -> str | None:
    return None if chance is None else f"{chance:.{CHANCE_DECIMALS}f}"
