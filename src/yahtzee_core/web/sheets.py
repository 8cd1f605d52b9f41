"""Games as score sheets."""

from typing import Any

from ..game.game import Game
from ..game.words import category_words
from ..turn.options import Options


def sheet_json(game: Game) -> dict[str, Any]:
    """A game and its sheet, with all points that each category can score."""
    options = Options(game)
    return {
        "game": game.id,
        "title": game.title,
        "rule": game.rule,
        "dice": game.dice,
        "faces": game.faces,
        "rolls": game.rolls,
        "categories": [
            {
                "id": c.id,
                "title": c.title,
                "upper": c.upper,
                "scores": category_words(c),
                "points": sorted(set(options.points[options.category == i].tolist())),
            }
            for i, c in enumerate(game.categories)
        ],
        "threshold": game.threshold,
        "upper_bonus": game.upper_bonus,
        "yahtzee": None if game.yahtzee is None else game.categories[game.yahtzee].id,
        "yahtzee_bonus": game.yahtzee_bonus,
    }
