"""What cannot be asked of a game, and why: one place for all objectives and commands."""

from ..errors import UserError
from .game import Game

MOST_KEEPS = 65535
"""Keeps that a decision, a number of 16 bits, can name (policies/decisions.py)."""


def require_no_saved_rolls(game: Game, what: str) -> None:
    """UserError where rolls are saved, which only the objective `saved` knows of."""
    if game.saved_rolls:
        raise UserError(
            f"game {game.id}: {what} cannot be had where rolls are saved, as its states do not count them; "
            "expected the objective saved, or the command value"
        )


def require_policies(game: Game, what: str) -> None:
    """UserError where policies are not followed: the same, and games with several upper bonuses."""
    require_plain_turns(game, what)
    require_decisions(game, what)
    if game.further:
        raise UserError(
            f"game {game.id}: {what} cannot be had with several upper bonuses, as its tables know of one; "
            "expected the objective expected or maxprob, or the command value"
        )


def require_decisions(game: Game, what: str) -> None:
    """UserError where dice can be kept in more ways than a decision can name."""
    if game.n_keeps > MOST_KEEPS:
        raise UserError(
            f"game {game.id}: {what} cannot be had, as {game.dice} dice of {game.faces} faces can be kept in "
            f"{game.n_keeps:,} ways; expected at most {MOST_KEEPS:,}, or the command value"
        )


def require_plain_turns(game: Game, what: str) -> None:
    """UserError where the rolls left after a turn count: they are saved, or a first roll scores more."""
    require_no_saved_rolls(game, what)
    if game.rolls_matter:
        raise UserError(
            f"game {game.id}: {what} cannot be had where a first roll scores more, as its turns do not tell "
            "that roll from the others; expected the objective expected, or the command value"
        )
