"""Two actions side by side: what each brings, category by category.

The expected points still to come after an action are the sum, over the categories and bonuses of the sheet,
of the expected points in each. So the difference of two actions is a list of gains and losses that sums up to
it.
"""

from dataclasses import dataclass, field
from math import isnan

from ..arrays import Floats
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
    For a total to reach, points and chances are those of the games that reach it, and usual is the chance in
    play for the expected score; the chance of the Yahtzee bonus is then None.
    """

    part: str
    title: str = field(repr=False)
    """What it is called in a sentence."""
    points: float
    points_against: float
    difference: float
    chance: float | None
    chance_against: float | None
    turn: float | None
    turn_against: float | None
    usual: float | None = None


def parts_of_why(
    game: Game, ahead: Prospects, behind: Prospects, usual: Floats | None = None
) -> tuple[PartOfWhy, ...]:
    """The parts of two actions, in sheet order; without those that get nothing under either.

    usual: (n_parts,), the chances in play for the expected score.
    """
    titles = [*(category.title for category in game.categories), *BONUSES.values()]
    parts = (
        _part(name, title, place, ahead, behind, usual)
        for place, (name, title) in enumerate(zip(part_names(game), titles, strict=True))
    )
    return tuple(p for p in parts if p.points or p.points_against or p.turn or p.turn_against)


def _part(
    name: str, title: str, place: int, ahead: Prospects, behind: Prospects, usual: Floats | None
) -> PartOfWhy:
    points, points_against = float(ahead.points[place]), float(behind.points[place])
    chance, chance_against = (_known(one.chance[place]) for one in (ahead, behind))
    is_category = place < len(ahead.turn)
    turn, turn_against = (float(one.turn[place]) if is_category else None for one in (ahead, behind))
    return PartOfWhy(
        name,
        title,
        points,
        points_against,
        points - points_against,
        chance,
        chance_against,
        turn,
        turn_against,
        None if usual is None else float(usual[place]),
    )


def _known(number: float) -> float | None:
    """A number, None where it is not known."""
    return None if isnan(number) else float(number)
