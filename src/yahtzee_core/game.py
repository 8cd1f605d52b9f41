"""What a game is: dice, a score sheet of categories, bonuses and a joker rule; loading and checks."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from .errors import UserError
from .schema import check_schema, load_yaml
from .scoring import Pattern

GAMES = resources.files(__package__) / "games"
PATTERN_KEYS = ("score", "face", "groups", "distinct", "run", "faces", "total")
MATCHABLE = ("face", "groups", "run", "faces")


@dataclass(frozen=True)
class Category:
    """One line of the score sheet. `title` is for people and does not enter the fingerprint."""

    id: str
    title: str
    upper: bool
    pattern: Pattern


@dataclass(frozen=True)
class Game:
    """The rule set of a game, checked. Bonuses that the game lacks are 0, a joker that it lacks None.

    `yahtzee` is the index of the category for equal dice, `joker` is "free" or "forced", and
    `joker_scores` maps the index of a lower category to the points of a joker there.
    """

    id: str
    title: str
    rule: str
    source: str
    dice: int
    faces: int
    rolls: int
    categories: tuple[Category, ...]
    threshold: int
    upper_bonus: int
    yahtzee: int | None
    yahtzee_bonus: int
    joker: str | None
    joker_scores: dict[int, int]

    def index(self, category: str) -> int:
        """Place of a category on the sheet, from 0; UserError names the ones that exist."""
        ids = [c.id for c in self.categories]
        if category not in ids:
            raise UserError(f"game {self.id}: no category '{category}'; expected one of {', '.join(ids)}")
        return ids.index(category)

    def mask(self, categories: list[str] | tuple[str, ...]) -> int:
        """Bit mask of categories; bit i is the i-th category of the sheet."""
        return sum({1 << self.index(c) for c in categories})

    def names(self, mask: int) -> list[str]:
        """Categories of a bit mask, in sheet order."""
        return [c.id for i, c in enumerate(self.categories) if mask >> i & 1]

    @property
    def full(self) -> int:
        """Mask of the whole sheet."""
        return (1 << len(self.categories)) - 1

    def upper_category(self, face: int) -> int | None:
        """Index of the upper category of a face, None when the sheet has none."""
        for i, c in enumerate(self.categories):
            if c.upper and c.pattern.face == face:
                return i
        return None

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 (hex, 16 digits) of all that changes a value: not of titles, words or comments."""
        rules = {
            "dice": [self.dice, self.faces, self.rolls],
            "sheet": [[c.id, c.upper, repr(c.pattern)] for c in self.categories],
            "upper": [self.threshold, self.upper_bonus],
            "yahtzee": [self.yahtzee, self.yahtzee_bonus],
            "joker": [self.joker, sorted(self.joker_scores.items())],
        }
        return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]


def builtin_games() -> list[str]:
    """Ids of the games that the package carries, sorted."""
    return sorted(p.name[:-5] for p in GAMES.iterdir() if p.name.endswith(".yaml"))


def load_game(name: str | Path) -> Game:
    """The built-in game of that id, or the game in a file when `name` ends in .yaml or .yml or has a slash.

    Raises UserError, one line that names the file, the key and what was expected.
    """
    text = str(name)
    if "/" in text or text.endswith((".yaml", ".yml")):
        return parse_game(_read(Path(text)), text)
    if text not in builtin_games():
        raise UserError(
            f"no game '{text}'; expected one of {', '.join(builtin_games())}, or a path to a YAML file"
        )
    return parse_game((GAMES / f"{text}.yaml").read_text(encoding="utf-8"), f"{text}.yaml")


def parse_game(text: str, where: str) -> Game:
    """A game from YAML text; `where` is the file name that errors give."""
    raw = load_yaml(text, where)
    check_schema(raw, _schema(), where)
    _check_rules(raw, where)
    return _build(raw)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise UserError(f"{path}: {reason}; expected a game file in YAML") from None


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((GAMES / "schema.json").read_text(encoding="utf-8"))
    return schema


def _check_rules(raw: dict[str, Any], where: str) -> None:
    """What a schema cannot say."""
    ids = [c["id"] for c in raw["categories"]]
    for i, category in enumerate(raw["categories"]):
        _check_category(raw, category, f"{where}: categories.{i} ({category['id']})")
        if category["id"] in ids[:i]:
            raise UserError(
                f"{where}: categories.{i}.id: '{category['id']}' is there twice; expected unique ids"
            )
    lower = [c["id"] for c in raw["categories"] if c["section"] == "lower"]
    faces = [c["face"] for c in raw["categories"] if c["section"] == "upper" and "face" in c]
    if len(faces) != len(set(faces)):
        raise UserError(f"{where}: categories: expected one upper category for a face at most")
    if "upper" in raw and len(lower) == len(ids):
        raise UserError(f"{where}: upper: expected at least one category with section: upper")
    if "yahtzee" in raw and raw["yahtzee"]["category"] not in lower:
        raise UserError(f"{where}: yahtzee.category: expected a lower category, one of {lower}")
    if "joker" in raw and "yahtzee" not in raw:
        raise UserError(f"{where}: joker: expected a key 'yahtzee' that names the Yahtzee category")
    for category in raw.get("joker", {}).get("scores", {}):
        if category not in lower or category == raw["yahtzee"]["category"]:
            raise UserError(f"{where}: joker.scores.{category}: expected a lower category other than Yahtzee")


def _check_category(raw: dict[str, Any], category: dict[str, Any], where: str) -> None:
    matchable = [key for key in MATCHABLE if key in category]
    if category["score"] == "matching" and len(matchable) != 1:
        raise UserError(f"{where}: score: 'matching' expects exactly one of {', '.join(MATCHABLE)}")
    if "distinct" in category and "groups" not in category:
        raise UserError(f"{where}: distinct: expected a key 'groups' beside it")
    for key in ("face", "run", "faces"):
        value = category.get(key, 1)
        highest = max(value) if isinstance(value, list) else value
        if highest > raw["faces"]:
            raise UserError(f"{where}: {key}: {highest}; expected at most {raw['faces']} faces")
    for key, needed in _dice_needed(category).items():
        if needed > raw["dice"]:
            raise UserError(f"{where}: {key}: needs {needed} dice; expected at most {raw['dice']}")


def _dice_needed(category: dict[str, Any]) -> dict[str, int]:
    return {
        "groups": sum(category.get("groups", [])),
        "run": category.get("run", 0),
        "faces": len(category.get("faces", [])),
    }


def _build(raw: dict[str, Any]) -> Game:
    categories = tuple(
        Category(c["id"], c["title"], c["section"] == "upper", _pattern(c)) for c in raw["categories"]
    )
    index = {c.id: i for i, c in enumerate(categories)}
    upper, yahtzee, joker = (raw.get(key, {}) for key in ("upper", "yahtzee", "joker"))
    return Game(
        id=raw["id"],
        title=raw["title"],
        rule=" ".join(raw.get("rule", "").split()),
        source=" ".join(raw.get("source", "").split()),
        dice=raw["dice"],
        faces=raw["faces"],
        rolls=raw["rolls"],
        categories=categories,
        threshold=upper.get("threshold", 0),
        upper_bonus=upper.get("bonus", 0),
        yahtzee=index[yahtzee["category"]] if yahtzee else None,
        yahtzee_bonus=yahtzee.get("bonus", 0),
        joker=joker.get("placement"),
        joker_scores={index[c]: points for c, points in joker.get("scores", {}).items()},
    )


def _pattern(category: dict[str, Any]) -> Pattern:
    given: dict[str, Any] = {
        key: tuple(category[key]) if isinstance(category[key], list) else category[key]
        for key in PATTERN_KEYS
        if key in category
    }
    return Pattern(**given)
