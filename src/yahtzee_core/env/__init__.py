"""Environments for learners: Gymnasium, one game or many, and PettingZoo (extra `rl`; docs/environment.md).

An import registers Yahtzee-v0, Yatzy-v0 and so on: `gymnasium.make("yahtzee_core.env:Yatzy-v0")`.
"""

from typing import TYPE_CHECKING

from ..lazy import face
from .registration import register_games

if TYPE_CHECKING:
    from .players import YahtzeePlayersEnv, players_env
    from .single import YahtzeeEnv
    from .vector import YahtzeeVectorEnv

__all__ = ["YahtzeeEnv", "YahtzeePlayersEnv", "YahtzeeVectorEnv", "players_env"]
_MODULES = {
    "YahtzeeEnv": "single",
    "YahtzeePlayersEnv": "players",
    "YahtzeeVectorEnv": "vector",
    "players_env": "players",
}
__getattr__ = face(__name__, _MODULES)

register_games()
