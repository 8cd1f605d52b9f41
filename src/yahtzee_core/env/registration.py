"""The names of the environments: a game's id in capitals of its words, as in YahtzeeForced-v0."""

from ..extras import missing
from ..game.load import all_games

ENTRY = "yahtzee_core.env"


def environment_id(game: str) -> str:
    """The name of the environment of a game."""
    return f"{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register_games() -> None:
    """Tell Gymnasium of all games that the package carries; UserError when it is missing."""
    try:
        from gymnasium import register, registry
    except ImportError:
        raise missing("environments", "gymnasium", "rl") from None
    for game in all_games():
        if environment_id(game) not in registry:
            register(
                environment_id(game),
                entry_point=f"{ENTRY}:YahtzeeEnv",
                vector_entry_point=f"{ENTRY}:YahtzeeVectorEnv",
                kwargs={"game": game},
            )
