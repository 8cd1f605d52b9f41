"""How people write a state: `filled ones twos | upper 5 | chip no`, parts in any order, all optional."""

from .errors import UserError
from .game import Game

PARTS = "filled, upper, chip"


def parse_state(text: str, game: Game) -> tuple[int, int, int]:
    """(mask of filled categories, real upper total, chip) of a state in words.

    `filled -` or no part `filled` is the start; `upper` is 0 and `chip` no when they are left out.
    UserError names the part and what was expected.
    """
    parts = _parts(text)
    filled = parts.get("filled", "-")
    names = [] if filled == "-" else filled.split()
    upper, chip = parts.get("upper", "0"), parts.get("chip", "no")
    if not (upper.isascii() and upper.isdigit() and len(upper) < 100):
        raise UserError(f"state: upper: '{upper[:20]}'; expected the total of the upper section")
    if chip not in ("yes", "no"):
        raise UserError(f"state: chip: '{chip}'; expected yes or no")
    return game.mask(tuple(names)), int(upper), int(chip == "yes")


def format_state(game: Game, filled: int, upper: int, chip: int) -> str:
    """The state in words; parse_state reads it back."""
    names = " ".join(game.names(filled)) or "-"
    return f"filled {names} | upper {upper} | chip {'yes' if chip else 'no'}"


def _parts(text: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in text.split("|"))):
        key, _, value = part.partition(" ")
        if key not in PARTS.split(", "):
            raise UserError(f"state: '{part}'; expected parts {PARTS}, with | between")
        if key in parts:
            raise UserError(f"state: {key} is there twice; expected it once")
        parts[key] = value.strip()
    return parts
