"""Advice in one call."""

from pathlib import Path

from ..errors import UserError
from ..game.game import Game
from ..game.load import load_game
from .advisor import Advice, Advisor
from .notation import parse_position


def advise(
    position: str,
    game: Game | str = "yahtzee",
    objective: str = "expected",
    score: int | None = None,
    results: Path = Path("results"),
) -> Advice:
    """Advice for a position in any notation, as `yahtzee advise` gives it; for many, make an Advisor once.

    game: one, or its id or file. objective: expected, or maxprob or beat with a score. UserError for what
    cannot be.
    """
    advisor = Advisor(load_game(game) if isinstance(game, str) else game, results)
    here = parse_position(position, advisor.arena.states)
    if objective == "expected" and score is None:
        return advisor.expected(here)
    if objective in ("maxprob", "beat") and score is not None:
        return advisor.maxprob(here, score) if objective == "maxprob" else advisor.beat(here, score)
    raise UserError(
        f"objective {objective} with score {score}; expected the objective expected without a score, "
        "or maxprob or beat with one"
    )
