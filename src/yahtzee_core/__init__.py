"""Exact solver for dice games of the Yahtzee family.

>>> from yahtzee_core import load_game, solve_expected
>>> round(solve_expected(load_game("yahtzee")).start_value, 4)
254.5896
"""

from .errors import UserError
from .expected import ExpectedTable, solve_expected
from .game import Game, builtin_games, load_game

__version__ = "0.1.0"
__all__ = ["ExpectedTable", "Game", "UserError", "builtin_games", "load_game", "solve_expected"]
