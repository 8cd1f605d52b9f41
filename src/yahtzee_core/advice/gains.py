"""Two actions side by side: what each brings, category by category.

The expected points still to come after an action are the sum, over the categories and bonuses of the sheet,
of the expected points in each. So the difference of two actions is a list of gains and losses that sums up to
it.
"""

from dataclasses import dataclass, field

from ..game.game import Game
from ..policies.prospects import Prospects
from ..policies.walk import UPPER_BONUS, YAHTZEE_BONUS, part_names

BONUSES = {UPPER_BONUS: "the upper bonus", YAHTZEE_BONUS: "extra Yahtzees"}
"""The bonuses by what they are called in a sentence."""


@dataclass(frozen=True)
class PartOfWhy:
    """A category or a bonus under two actions.

    part: its id, or upper_bonus or yahtzee_bonus. points: expected points still to come in it; chance: the
    probability of more than 0; turn: that this turn ends in it, None for a bonus. difference: of the points.
    """

    part: str
    title: str = field(repr=False)
    """What it is called in a sentence."""
    points: float
    points_against: float
    difference: float
    chance: float
    chance_against: float
    turn: float | None
    turn_against: float | None


def parts_of_why(game: Game, ahead: Prospects, behind: Prospects) -> tuple[PartOfWhy, ...]:
    """The parts of two actions, in sheet order; without those that get nothing under either."""
    titles = [*(category.title for category in game.categories), *BONUSES.values()]
    parts = (
        _part(name, title, place, ahead, behind)
        for place, (name, title) in enumerate(zip(part_names(game), titles, strict=True))
    )
    return tuple(part for part in parts if part.chance or part.chance_against)


def _part(name: str, title: str, place: int, ahead: Prospects, behind: Prospects) -> PartOfWhy:
    points, points_against = float(ahead.points[place]), float(behind.points[place])
    chances = float(ahead.chance[place]), float(behind.chance[place])
    turns = (float(one.turn[place]) if place < len(one.turn) else None for one in (ahead, behind))
    return PartOfWhy(name, title, points, points_against, points - points_against, *chances, *turns)
