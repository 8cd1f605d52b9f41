"""What every JSON answer about a game says first."""

from typing import Any

from ..version import VERSION
from .game import Game
from .joker_rules import joker_words

FORMAT = 1
"""Of JSON answers: another number when a key goes, or means something else. New keys do not change it."""


def about(game: Game) -> dict[str, Any]:
    """What every JSON answer says first: the format of the answers, the version, and the rules of the game.

    fingerprint: of all rules that change a value; the same in the metadata of files (`game_fingerprint`).
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "joker": joker_words(game),
        "fingerprint": game.fingerprint,
    }
