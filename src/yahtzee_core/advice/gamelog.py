"""Logs of played games as text: moves `position => action`, ending in `final N`, or a filled score sheet.

A move's position is in words (notation 3); `filled`, `upper`, `chip` and `points` may be left out, as the
moves before tell them. Blank lines and lines that begin with # are skipped. A sheet is one line of points,
top to bottom, or a line `category points` for each category; `extra N` adds N Yahtzee bonuses.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import UserError, naming
from ..files import unmarked
from ..game.game import Game
from ..turn.positions import Action, Position
from ..turn.states import States
from .game_so_far import GameSoFar
from .notation import PartialPosition, parse_action, parse_parts

ARROW, FINAL, EXTRA = "=>", "final", "extra"


@dataclass(frozen=True)
class Move:
    """One line of a log."""

    line: int
    written: PartialPosition
    action: Action


@dataclass(frozen=True)
class Log:
    """A log as it is written: moves and the final score with its line, or a filled sheet."""

    moves: list[Move]
    final: int | None = None
    sheet: GameSoFar | None = None
    final_line: int | None = None


@dataclass(frozen=True)
class Step:
    """A move that was made: where, and the game after it."""

    move: Move
    position: Position
    after: GameSoFar


def followed(game: GameSoFar, log: Log) -> Iterator[Step]:
    """The moves of a log, made one after another; UserError names the line of what cannot be."""
    for move in log.moves:
        with naming(f"line {move.line}"):
            position = game.read(move.written)
            game = game.after(position, move.action)
        yield Step(move, position, game)
    if log.final is not None:
        with naming(f"line {log.final_line}"):
            game.check_final(log.final)


def parse_log(text: str, states: States) -> Log:
    """A log of any kind; UserError names the line of what is wrong."""
    lines = lines_of(text)
    if not lines:
        raise UserError("log: empty; expected moves (position => action) or a score sheet")
    if not any(ARROW in line for _, line in lines):
        return Log([], sheet=_sheet(lines, states))
    moves, final, final_line = [], None, None
    for i, line in lines:
        with naming(f"line {i}"):
            if final is not None:
                raise UserError("text after final; expected it last")
            if line.lower().startswith(FINAL + " "):
                final, final_line = _whole(line[len(FINAL) :].strip(), FINAL), i
            else:
                moves.append(_move(i, line, states.game))
    return Log(moves, final, None, final_line)


def lines_of(text: str) -> list[tuple[int, str]]:
    """(number, text) of the lines of a log that say something."""
    lines = ((number, line.strip()) for number, line in enumerate(unmarked(text).splitlines(), start=1))
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def _move(number: int, line: str, game: Game) -> Move:
    position, arrow, action = line.partition(ARROW)
    if not arrow:
        raise UserError(f"'{line[:40]}'; expected position => action")
    return Move(number, parse_parts(position, game), parse_action(action, game))


def _sheet(lines: list[tuple[int, str]], states: States) -> GameSoFar:
    game = states.game
    points: dict[int, int] = {}
    extra = 0
    for i, line in lines:
        with naming(f"line {i}"):
            *name, last = line.replace(",", " ").replace(":", " ").split() or [line]
            words = [*name, last]
            if len(words) == len(game.categories) and (words[0] == "-" or words[0].isdigit()):
                if points:
                    raise UserError("points are there twice; expected them once")
                points = {c: _whole(word, "points") for c, word in enumerate(words)}
            elif [word.lower() for word in name] == [EXTRA]:
                if extra:
                    raise UserError(f"{EXTRA} is there twice; expected it once")
                extra = _whole(last, EXTRA)
            elif len(words) == 2 or (name and last.isdigit() and not words[0].isdigit()):
                category = game.index(" ".join(name))
                if category in points:
                    raise UserError(f"{' '.join(name)} is there twice; expected it once")
                points[category] = _whole(last, " ".join(name))
            else:
                raise UserError(f"'{line[:40]}'; expected {len(game.categories)} points, or category points")
    missing = [c.id for i, c in enumerate(game.categories) if i not in points]
    if missing:
        raise UserError(f"sheet: no points for {missing[0]}; expected all {len(game.categories)} categories")
    return GameSoFar(states, tuple(points[i] for i in range(len(game.categories))), extra).checked()


def _whole(text: str, key: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UserError(f"{key}: '{text[:20]}'; expected a whole number")
    return int(text)
