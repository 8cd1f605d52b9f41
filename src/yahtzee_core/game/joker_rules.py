"""Rules of jokers that are both common: which one a game has, and the built-in game with another one."""

from dataclasses import replace

from .game import Game
from .load import builtin_games, load_game

JOKERS = {"free": "free joker", "forced": "forced joker", "always": "every Yahtzee a joker"}


def joker_words(game: Game) -> str | None:
    """The joker rule of a game in a few words, None when it has none."""
    return JOKERS[game.joker] if game.joker else None


def named(game: Game) -> str:
    """The id of a game with its joker rule, to stand beside a value: `yahtzee (free joker)`."""
    return with_words(game.id, joker_words(game))


def with_words(name: str, words: str | None) -> str:
    """The name of a game with the words of its joker rule, if there are any."""
    return f"{name} ({words})" if words else name


def other_jokers(game: Game) -> list[Game]:
    """The built-in games that differ from a game in where a joker may go, and in nothing else that counts."""
    others = map(load_game, builtin_games()) if game.joker else ()
    return [other for other in others if _parted_by_joker(game, other)]


def _parted_by_joker(one: Game, other: Game) -> bool:
    alike = replace(one, joker=other.joker)
    return one.joker != other.joker and alike.fingerprint == other.fingerprint
