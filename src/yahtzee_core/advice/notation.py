"""How people write states, positions, actions and games (docs/notations.md).

A state in words: `filled ones twos | upper 5 | chip no`. A position in one of four notations:

1. line     `- x x x x x x x x x x - x 62 False 2 1 2 2 2 6`: marks, upper total, chip, rerolls left, dice
2. sheet    `- 4 9 - 15 24 20 - 25 30 - 50 - 1 2 2 5 5 6`: points or `-`, rerolls left, dice
3. words    `dice 1 3 3 5 6 | rerolls 2 | upper 21 | filled ones twos chance | chip no`
4. JSON     `{"dice": [1, 3, 3, 5, 6], "rerolls": 2, "upper": 21, "filled": ["ones"], "chip": false}`

Dice alone, `13356` or `1 3 3 5 6`, are the first roll of a game; so are the dice of words without rerolls.
Words and JSON may say `points`, what is on the sheet so far. An action: `keep 3 3`, `keep -`, `score chance`.
"""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ..checked_yaml import check_schema
from ..errors import UserError
from ..files import unmarked
from ..game.game import Game
from ..turn.positions import Action, Position, sheet_position
from ..turn.states import States

STATE = ("filled", "upper", "chip")
POSITION = ("dice", "rerolls", *STATE, "points")
LINE = {"False": False, "True": True}
MOST_IN_A_WORD = 9
"""Faces of games whose dice may be written as one word, each of its digits being a die."""
LINE_OF = {False: "False", True: "True"}
Parts = dict[str, str]


def parse_state(text: str, game: Game) -> tuple[int, int, int]:
    """(mask of filled categories, real upper total, chip) of a state in words.

    `filled -` or no part `filled` is the start; `upper` is 0 and `chip` no when they are left out.
    UserError names the part and what was expected.
    """
    return _state(_parts(text, STATE, "state"), game, "state")


def format_state(game: Game, filled: int, upper: int, chip: int) -> str:
    """The state in words; parse_state reads it back."""
    names = " ".join(game.names(filled)) or "-"
    return f"filled {names} | upper {upper} | chip {'yes' if chip else 'no'}"


def parse_position(text: str, states: States) -> Position:
    """A position in any of the four notations; UserError says what is wrong with it."""
    game, text = states.game, unmarked(text).strip()
    if text.startswith("{"):
        return _from_json(text, game)
    if "|" in text or text.lower().startswith(POSITION):
        return _from_words(text, game)
    tokens, n = text.replace(",", " ").split(), len(game.categories)
    if len(tokens) in (1, game.dice) and all(token.isdigit() for token in tokens):
        return Position(0, 0, False, parse_roll(text, game), game.rolls - 1)
    has_chip = len(tokens) > n + 1 and tokens[n + 1].capitalize() in LINE
    if len(tokens) == n + 3 + game.dice or (has_chip and len(tokens) == n + 4):
        return _from_line(tokens, game)
    if len(tokens) == n + 1 + game.dice or len(tokens) == n + 2:
        return _from_sheet(tokens, states)
    raise UserError(
        f"position: {len(tokens)} words; expected {game.dice} dice, {n + 3 + game.dice} words (marks, upper "
        f"total, chip, rerolls, dice), {n + 1 + game.dice} (points, rerolls, dice), parts with | between, "
        "or JSON"
    )


def format_words(game: Game, position: Position) -> str:
    """Notation 3."""
    points = "" if position.points is None else f" | points {position.points}"
    dice = " ".join(map(str, position.dice))
    state = format_state(game, position.filled, position.upper, position.chip)
    upper = f"upper {position.upper} | filled {' '.join(game.names(position.filled)) or '-'}"
    chip = state.rpartition(" | ")[2]
    return f"dice {dice} | rerolls {position.rerolls} | {upper} | {chip}{points}"


def format_sheet(game: Game, position: Position) -> str:
    """The sheet of a position in words, with its points; parse_sheet reads it back."""
    return f"{format_state(game, position.filled, position.upper, position.chip)} | points {position.points}"


def format_line(game: Game, position: Position) -> str:
    """Notation 1; it has no room for points."""
    marks = ["x" if position.filled >> i & 1 else "-" for i in range(len(game.categories))]
    rest = [position.upper, LINE_OF[bool(position.chip)], position.rerolls, *position.dice]
    return " ".join(map(str, [*marks, *rest]))


def as_json(game: Game, position: Position) -> dict[str, Any]:
    """Notation 4, as a value."""
    value = {
        "dice": list(position.dice),
        "rerolls": position.rerolls,
        "upper": position.upper,
        "filled": game.names(position.filled),
        "chip": bool(position.chip),
    }
    return value if position.points is None else {**value, "points": position.points}


def parse_action(text: str, game: Game) -> Action:
    """`keep` and dice (or -), or `score` and a category."""
    verb, _, rest = unmarked(text).strip().partition(" ")
    if verb.lower() == "score":
        return Action(category=game.index(rest.strip()))
    if verb.lower() == "keep" and rest.strip():
        return Action(keep=() if rest.strip() == "-" else _dice(rest, game, "action"))
    raise UserError(f"action: '{text.strip()[:40]}'; expected keep and dice (or -), or score and a category")


def position_schema() -> dict[str, Any]:
    """The JSON schema of notation 4."""
    text = (resources.files(__package__) / "position_schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def position_of_json(raw: Any, game: Game) -> Position:
    """The same as notation 4, from a value."""
    check_schema(raw, position_schema(), "position")
    return Position(
        game.mask(tuple(raw["filled"])),
        raw.get("upper", 0),
        raw.get("chip", False),
        tuple(sorted(raw["dice"])),
        raw["rerolls"],
        raw.get("points"),
    )


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which a key may stand only once."""
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise UserError(f"position: {key} is there twice; expected it once")
    return dict(pairs)


def _from_json(text: str, game: Game) -> Position:
    try:
        raw = json.loads(text, object_pairs_hook=once)
    except UserError:
        raise
    except (ValueError, RecursionError) as error:
        raise UserError(f"position: not JSON: {error}; expected a JSON object") from None
    return position_of_json(raw, game)


def parse_sheet(text: str, game: Game, what: str) -> Position:
    """A state in words with the points on its sheet, as a position without dice; `what` is for errors."""
    parts = _parts(text, (*STATE, "points"), what)
    if "points" not in parts:
        raise UserError(f"{what}: no part 'points'; expected it")
    filled, upper, chip = _state(parts, game, what)
    return Position(filled, upper, bool(chip), (), 0, _number(parts["points"], "points", what))


@dataclass(frozen=True)
class PartialPosition:
    """What the words of a position say; None for what they leave out."""

    dice: tuple[int, ...]
    rerolls: int
    filled: int | None = None
    upper: int | None = None
    chip: bool | None = None
    points: int | None = None


def parse_parts(text: str, game: Game, rerolls: str | None = None) -> PartialPosition:
    """Notation 3, in which only dice and rerolls must be there; rerolls: where the text leaves them out."""
    parts = _parts(text, POSITION, "position")
    if rerolls is not None:
        parts.setdefault("rerolls", rerolls)
    for key in ("dice", "rerolls"):
        if key not in parts:
            raise UserError(f"position: no part '{key}'; expected it")
    filled, upper, chip = _state(parts, game, "position")
    return PartialPosition(
        parse_roll(parts["dice"], game),
        _number(parts["rerolls"], "rerolls", "position"),
        filled if "filled" in parts else None,
        upper if "upper" in parts else None,
        bool(chip) if "chip" in parts else None,
        _number(parts["points"], "points", "position") if "points" in parts else None,
    )


def _from_words(text: str, game: Game) -> Position:
    part = parse_parts(text, game, str(game.rolls - 1))
    return Position(part.filled or 0, part.upper or 0, bool(part.chip), part.dice, part.rerolls, part.points)


def _from_line(tokens: list[str], game: Game) -> Position:
    n = len(game.categories)
    marks, (upper, chip, rerolls), dice = tokens[:n], tokens[n : n + 3], tokens[n + 3 :]
    wrong = [mark for mark in marks if mark not in ("-", "x", "X")]
    if wrong:
        raise UserError(f"position: mark '{wrong[0][:20]}'; expected - (open) or x (filled)")
    if chip.capitalize() not in LINE:
        raise UserError(f"position: chip '{chip[:20]}'; expected True or False")
    filled = sum(1 << i for i, mark in enumerate(marks) if mark != "-")
    total, left = _number(upper, "upper total", "position"), _number(rerolls, "rerolls", "position")
    return Position(filled, total, LINE[chip.capitalize()], parse_roll(" ".join(dice), game), left)


def _from_sheet(tokens: list[str], states: States) -> Position:
    n = len(states.game.categories)
    sheet = tuple(None if t == "-" else _number(t, "points", "position") for t in tokens[:n])
    rerolls = _number(tokens[n], "rerolls", "position")
    return sheet_position(states, sheet, parse_roll(" ".join(tokens[n + 1 :]), states.game), rerolls)


def _state(parts: Parts, game: Game, what: str) -> tuple[int, int, int]:
    filled = parts.get("filled", "-")
    mask = 0 if filled == "-" else game.mask_of(filled)
    chip = parts.get("chip", "no").lower()
    upper = _number(parts.get("upper", "0"), "upper", what, "the total of the upper section")
    if chip not in ("yes", "no"):
        raise UserError(f"{what}: chip: '{chip}'; expected yes or no")
    return mask, upper, int(chip == "yes")


def _number(text: str, key: str, what: str, expected: str = "a whole number") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UserError(f"{what}: {key}: '{text[:20]}'; expected {expected}")
    return int(text)


def _dice(text: str, game: Game, what: str) -> tuple[int, ...]:
    """Faces in rising order, with blanks or commas between; digits are dice where no face has two of them."""
    words = text.replace(",", " ").split()
    if game.faces <= MOST_IN_A_WORD:
        digits = [digit for word in words for digit in (word if word.isdigit() else [word])]
        return tuple(sorted(_number(digit, "dice", what, "faces") for digit in digits))
    return tuple(sorted(_face(word, game, what) for word in words))


def _face(word: str, game: Game, what: str) -> int:
    face = _number(word, "dice", what, f"faces 1 to {game.faces} with blanks between")
    if not 1 <= face <= game.faces:
        expected = f"faces 1 to {game.faces} with blanks between, such as {' '.join(word)}"
        raise UserError(f"{what}: dice: '{word}'; expected {expected}")
    return face


def parse_roll(text: str, game: Game) -> tuple[int, ...]:
    """All dice of a position; UserError with both readings when a word is one die, and its digits are all."""
    dice = _dice(text, game, "position")
    word = text.strip()
    if len(dice) == 1 < game.dice == len(word):
        raise UserError(
            f"position: dice: '{word}' is one die that shows {word}, or {' and '.join(word)}; expected "
            f"{game.dice} dice with faces 1 to {game.faces} and blanks between"
        )
    return dice


def _parts(text: str, known: tuple[str, ...], what: str) -> Parts:
    parts: Parts = {}
    for part in filter(None, (p.strip() for p in text.split("|"))):
        word, _, value = part.partition(" ")
        key = word.lower()
        if key not in known:
            raise UserError(f"{what}: '{part}'; expected parts {', '.join(known)}, with | between")
        if key in parts:
            raise UserError(f"{what}: {key} is there twice; expected it once")
        parts[key] = value.strip()
    return parts
