"""Games as score sheets."""

from typing import Any

from ..game.game import Category, Game
from ..game.joker_rules import joker_words
from ..game.words import category_words
from ..turn.options import Options
from .models import CategoryAnswer, GameAnswer, answer


def sheet_json(game: Game) -> dict[str, Any]:
    """A game and its sheet, with all points that each category can score."""
    options = Options(game)
    categories = [_category(options, i, category) for i, category in enumerate(game.categories)]
    yahtzee = None if game.equal_dice is None else game.categories[game.equal_dice].id
    own = {"game": game.id, "joker": joker_words(game), "yahtzee": yahtzee}
    return answer(GameAnswer, game, categories=categories, **own)


def _category(options: Options, index: int, category: Category) -> dict[str, Any]:
    points = sorted(set(options.points[options.possible & (options.category == index)].tolist()))
    return answer(CategoryAnswer, category, scores=category_words(category), points=points)
