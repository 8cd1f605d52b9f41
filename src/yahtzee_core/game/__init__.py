"""What a game is, as data: read from YAML, checked, and told in words."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .game import Category, Game
    from .load import all_games, builtin_games, load_game

__all__ = ["Category", "Game", "all_games", "builtin_games", "load_game"]
__getattr__ = face(
    __name__,
    {"Category": "game", "Game": "game", "all_games": "load", "builtin_games": "load", "load_game": "load"},
)
