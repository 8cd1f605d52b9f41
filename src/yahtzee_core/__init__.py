"""Exact solver for dice games of the Yahtzee family.

>>> from yahtzee_core import load_game, solve_expected
>>> round(solve_expected(load_game("yahtzee")).start_value, 4)
254.5896
"""

from typing import TYPE_CHECKING

from .lazy import face
from .version import VERSION

if TYPE_CHECKING:
    from .errors import UserError
    from .game.game import Game
    from .game.load import builtin_games, load_game
    from .solve.expected import ExpectedTable, solve_expected

__version__ = VERSION
__all__ = ["ExpectedTable", "Game", "UserError", "builtin_games", "load_game", "solve_expected"]
__getattr__ = face(
    __name__,
    {
        "ExpectedTable": "solve.expected",
        "Game": "game.game",
        "UserError": "errors",
        "builtin_games": "game.load",
        "load_game": "game.load",
        "solve_expected": "solve.expected",
    },
)
