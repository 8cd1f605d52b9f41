"""Advice in one call."""

from pathlib import Path

from ..game.game import Game
from ..game.load import game_of
from .advice import Advice
from .advisor import Advisor
from .aims import Aim
from .notation import parse_position


def advise(
    position: str,
    game: Game | str = "yahtzee",
    target: int | None = None,
    to_come: int | None = None,
    opponent_total: int | None = None,
    results: Path | str = "results",
) -> Advice:
    """Advice for a position in any notation, as `yahtzee advise` gives it; for many, make an Advisor once.

    game: one, or its id or file. target, to_come, opponent_total: an aim other than the expected score, at
    most one of them (aims.Aim). UserError for what cannot be.
    """
    aim = Aim(target, to_come, opponent_total)
    advisor = Advisor(game_of(game), Path(results))
    return aim.advice(advisor, parse_position(position, advisor.arena.states))
