"""Why the best action is better than another one: the difference of their values, told apart and in words."""

from dataclasses import dataclass

from ..game.game import Game
from ..policies.actions import RankedAction
from ..policies.prospects import Prospects
from ..turn.positions import Action
from .gains import PartOfWhy, parts_of_why
from .sentences import DECIMALS, points_sentences, tie_sentence


@dataclass(frozen=True)
class Why:
    """The best action beside another one.

    difference: of their values, in the unit of the objective. tie: whether they are tied. sentences: what the
    numbers say. parts: the categories and bonuses that can still get points.
    """

    action: Action
    against: Action
    difference: float
    tie: bool
    sentences: tuple[str, ...]
    parts: tuple[PartOfWhy, ...]


def why_points(
    game: Game, best: RankedAction, other: RankedAction, ahead: Prospects, behind: Prospects
) -> Why:
    """Of the expected points: their difference is the sum of those of the parts.

    ahead, behind: what the best action and the other one bring.
    """
    parts = parts_of_why(game, ahead, behind)
    if other.is_best:
        each = f"is worth {best.value:.{DECIMALS}f} points"
        sentences = [tie_sentence(game, best.action, other.action, each)]
    else:
        sentences = points_sentences(game, best.action, other.action, other.loss, parts)
    return Why(best.action, other.action, other.loss, other.is_best, tuple(sentences), parts)
