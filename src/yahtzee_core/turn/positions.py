"""Positions of a game as people know them, and what they are as merged states."""

from dataclasses import dataclass

from ..errors import UserError
from ..game.game import Game
from .states import State, States


@dataclass(frozen=True)
class Position:
    """A position within a turn.

    filled: mask. upper: real upper total, uncapped. chip: whether extra Yahtzees earn a bonus. dice: faces,
    rising. rerolls: left. points: on the sheet so far, bonuses included; None when it is not known.
    """

    filled: int
    upper: int
    chip: bool
    dice: tuple[int, ...]
    rerolls: int
    points: int | None = None


@dataclass(frozen=True)
class Action:
    """What a player does: keep some dice, rising, or score in a category (its place on the sheet)."""

    keep: tuple[int, ...] | None = None
    category: int | None = None


def format_dice(dice: tuple[int, ...]) -> str:
    """Faces with blanks between, or -."""
    return " ".join(map(str, dice)) or "-"


def format_action(game: Game, action: Action) -> str:
    """`keep` and dice (or -), or `score` and a category; notation.parse_action reads it back."""
    if action.category is not None:
        return f"score {game.categories[action.category].id}"
    return f"keep {format_dice(action.keep or ())}"


def state_of(states: States, position: Position) -> State:
    """The merged state of a position; UserError says what cannot be, and why."""
    game = states.game
    if position.filled == game.full:
        raise UserError(f"game {game.id}: all categories are filled; expected an open one")
    if len(position.dice) != game.dice or not all(1 <= face <= game.faces for face in position.dice):
        raise UserError(
            f"game {game.id}: dice {format_dice(position.dice)}; "
            f"expected {game.dice} dice with faces 1 to {game.faces}"
        )
    if not 0 <= position.rerolls < game.rolls:
        raise UserError(f"game {game.id}: {position.rerolls} rerolls left; expected 0 to {game.rolls - 1}")
    if position.points is not None and position.points < position.upper:
        raise UserError(
            f"game {game.id}: {position.points} points with an upper total of {position.upper}; "
            "expected at least as many"
        )
    return states.at(position.filled, position.upper, int(position.chip))


def sheet_position(
    states: States,
    sheet: tuple[int | None, ...],
    dice: tuple[int, ...],
    rerolls: int,
    extra_yahtzees: int = 0,
) -> Position:
    """The position of a score sheet: points by category, None where it is open.

    UserError for points that a category cannot have. extra_yahtzees: with a bonus; a sheet does not tell.
    """
    game, options = states.game, states.options
    filled = sum(1 << i for i, points in enumerate(sheet) if points is not None)
    for category, points in enumerate(sheet):
        possible = sorted(set(options.points[options.category == category].tolist()))
        if points is not None and points not in possible:
            raise UserError(
                f"game {game.id}: {points} points in {game.categories[category].id}; "
                f"expected one of {', '.join(map(str, possible))}"
            )
    upper = sum(points or 0 for c, points in zip(game.categories, sheet, strict=True) if c.upper)
    chip = game.yahtzee is not None and game.yahtzee_bonus > 0 and bool(sheet[game.yahtzee])
    bonus = game.upper_bonus_of(upper)
    total = sum(points or 0 for points in sheet) + bonus + extra_yahtzees * game.yahtzee_bonus
    return Position(filled, upper, chip, tuple(sorted(dice)), rerolls, total)
