"""Exact solver for dice games of the Yahtzee family.

>>> from yahtzee_core import load_game, solve_expected
>>> round(solve_expected(load_game("yahtzee")).start_value, 4)
254.5896
"""

from typing import TYPE_CHECKING

from .lazy import face
from .version import VERSION

if TYPE_CHECKING:
    from .advice.single import advise
    from .calls import (
        advise_many,
        card,
        compare,
        distribution,
        estimate,
        evaluate,
        export,
        games,
        labelled,
        layout,
        open_results,
        position,
        review,
        review_folder,
        simulate,
        strategies,
    )
    from .errors import UserError
    from .game.game import Game
    from .game.load import builtin_games, load_game
    from .players.duel import solve_duel
    from .solve.expected import ExpectedTable, solve_expected
    from .solve.scores import solve_maxprob

__version__ = VERSION
_MODULES = {
    "ExpectedTable": "solve.expected",
    "Game": "game.game",
    "UserError": "errors",
    "advise": "advice.single",
    "builtin_games": "game.load",
    "load_game": "game.load",
    "solve_duel": "players.duel",
    "solve_expected": "solve.expected",
    "solve_maxprob": "solve.scores",
    **dict.fromkeys(("advise_many", "card", "compare", "distribution", "estimate", "evaluate"), "calls"),
    **dict.fromkeys(("games", "labelled", "layout", "open_results", "position", "review"), "calls"),
    **dict.fromkeys(("export", "review_folder", "simulate", "strategies"), "calls"),
}
__all__ = [
    "ExpectedTable",
    "Game",
    "UserError",
    "advise",
    "advise_many",
    "builtin_games",
    "card",
    "compare",
    "distribution",
    "estimate",
    "evaluate",
    "export",
    "games",
    "labelled",
    "layout",
    "load_game",
    "open_results",
    "position",
    "review",
    "review_folder",
    "simulate",
    "solve_duel",
    "solve_expected",
    "solve_maxprob",
    "strategies",
]
__getattr__ = face(__name__, _MODULES)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
