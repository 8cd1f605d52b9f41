"""Logs of played games as text: moves `position => action`, ending in `final N`, or a filled score sheet.

A move's position is in words (notation 3); `filled`, `upper`, `chip` and `points` may be left out, as the
moves before tell them. Blank lines and lines that begin with # are skipped. A sheet is one line of points,
top to bottom, or a line `category points` for each category; `extra N` adds N Yahtzee bonuses.
"""

from dataclasses import dataclass

from ..errors import UserError
from ..game.game import Game
from ..turn.positions import Action, Position, sheet_position
from ..turn.states import States
from .notation import parse_action, parse_parts

ARROW, FINAL, EXTRA = "=>", "final", "extra"


@dataclass(frozen=True)
class Move:
    """One line of a log; what it does not say is None."""

    line: int
    dice: tuple[int, ...]
    rerolls: int
    action: Action
    filled: int | None = None
    upper: int | None = None
    chip: bool | None = None
    points: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A filled score sheet: points by category, extra Yahtzees with a bonus, and the total."""

    points: tuple[int, ...]
    extra: int
    total: int


@dataclass(frozen=True)
class Log:
    """A log as it is written: moves and the final score with its line, or a sheet."""

    moves: list[Move]
    final: int | None
    sheet: Sheet | None
    final_line: int | None = None


def parse_log(text: str, states: States) -> Log:
    """A log of any kind; UserError names the line of what is wrong."""
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), start=1)]
    lines = [(i, line) for i, line in lines if line and not line.startswith("#")]
    if not lines:
        raise UserError("log: empty; expected moves (position => action) or a score sheet")
    if not any(ARROW in line for _, line in lines):
        return Log([], None, _sheet(lines, states))
    moves, final, final_line = [], None, None
    for i, line in lines:
        try:
            if final is not None:
                raise UserError("text after final; expected it last")
            if line.startswith(FINAL + " "):
                final, final_line = _whole(line.removeprefix(FINAL).strip(), FINAL), i
            else:
                moves.append(_move(i, line, states.game))
        except UserError as error:
            raise UserError(f"line {i}: {error}") from None
    return Log(moves, final, None, final_line)


def check_roll(dice: tuple[int, ...], rerolls: int, kept: tuple[int, ...], expected: int) -> None:
    """UserError for a roll that does not follow on the kept dice, or with other than the expected rerolls."""
    if rerolls != expected:
        raise UserError(f"rerolls {rerolls}; expected {expected}")
    if any(kept.count(face) > dice.count(face) for face in kept):
        found, held = (" ".join(map(str, each)) for each in (dice, kept))
        raise UserError(f"dice {found}; expected the kept {held} among them")


def check_said(game: Game, move: Move, position: Position) -> None:
    """UserError when a move says of its position what the moves before do not."""
    said: list[tuple[str, int | None, int | None]] = [
        ("filled", move.filled, position.filled),
        ("upper", move.upper, position.upper),
        ("chip", move.chip, position.chip),
        ("points", move.points, position.points),
    ]
    for name, value, expected in said:
        if value is not None and value != expected:
            words = {
                "filled": " ".join(game.names(position.filled)) or "-",
                "chip": "yes" if position.chip else "no",
            }
            raise UserError(f"{name} is not that of the moves before; expected {words.get(name, expected)}")


def _move(number: int, line: str, game: Game) -> Move:
    position, arrow, action = line.partition(ARROW)
    if not arrow:
        raise UserError(f"'{line[:40]}'; expected position => action")
    said = parse_parts(position, game)
    return Move(
        number,
        said.dice,
        said.rerolls,
        parse_action(action, game),
        said.filled,
        said.upper,
        said.chip,
        said.points,
    )


def _sheet(lines: list[tuple[int, str]], states: States) -> Sheet:
    game = states.game
    points: dict[int, int] = {}
    extra = 0
    for i, line in lines:
        try:
            words = line.split()
            if len(words) == len(game.categories):
                if points:
                    raise UserError("points are there twice; expected them once")
                points = {c: _whole(word, "points") for c, word in enumerate(words)}
            elif len(words) == 2 and words[0] == EXTRA:
                if extra:
                    raise UserError(f"{EXTRA} is there twice; expected it once")
                extra = _whole(words[1], EXTRA)
            elif len(words) == 2:
                category = game.index(words[0])
                if category in points:
                    raise UserError(f"{words[0]} is there twice; expected it once")
                points[category] = _whole(words[1], words[0])
            else:
                raise UserError(f"'{line[:40]}'; expected {len(game.categories)} points, or category points")
        except UserError as error:
            raise UserError(f"line {i}: {error}") from None
    missing = [c.id for i, c in enumerate(game.categories) if i not in points]
    if missing:
        raise UserError(f"sheet: no points for {missing[0]}; expected all {len(game.categories)} categories")
    return checked_sheet(states, tuple(points[i] for i in range(len(game.categories))), extra)


def checked_sheet(states: States, points: tuple[int, ...], extra: int) -> Sheet:
    """A sheet with its total; UserError for points or bonuses that cannot be."""
    game = states.game
    chip = game.yahtzee is not None and points[game.yahtzee] > 0 and game.yahtzee_bonus > 0
    if extra and not (chip and extra < len(game.categories)):
        raise UserError(f"sheet: {extra} extra Yahtzees; expected none, or a Yahtzee scored and fewer")
    position = sheet_position(states, points, (), 0, extra)
    return Sheet(points, extra, position.points or 0)


def _whole(text: str, key: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UserError(f"{key}: '{text[:20]}'; expected a whole number")
    return int(text)
