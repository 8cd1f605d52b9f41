"""What a game is: dice, a score sheet of categories, bonuses and a joker rule; loading and checks."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from .errors import UserError
from .game_checks import check_rules
from .refused import refuse_game
from .schema import check_schema, load_yaml
from .scoring import Pattern

GAMES = resources.files(__package__) / "games"
MORE = GAMES / "more"
PATTERN_KEYS = ("score", "face", "groups", "distinct", "run", "faces", "total", "plus")


@dataclass(frozen=True)
class Category:
    """One line of the score sheet. `title` is for people and does not enter the fingerprint.

    first_roll: points more when a first roll scores above 0 in it.
    """

    id: str
    title: str
    upper: bool
    pattern: Pattern
    first_roll: int = 0


@dataclass(frozen=True)
class Game:
    """The rule set of a game, checked. Bonuses that the game lacks are 0, a joker that it lacks None.

    `yahtzee` is the index of the category for equal dice, `joker` is "free", "forced" or "always", and
    `joker_scores` maps the index of a lower category to the points of a joker there. `further` are more upper
    bonuses, (threshold, points), rising. `order` is "down" or "up" where the sheet is filled in order.
    `limit` is the most Yahtzee bonuses in a game, which States refuses.
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
    saved_rolls: bool = False
    further: tuple[tuple[int, int], ...] = ()
    order: str | None = None
    limit: int | None = None

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

    @property
    def upper_bonuses(self) -> tuple[tuple[int, int], ...]:
        """(threshold, points) of every upper bonus, rising; none is one of 0 points."""
        return (self.threshold, self.upper_bonus), *self.further

    @property
    def top(self) -> int:
        """The highest threshold."""
        return self.upper_bonuses[-1][0]

    @property
    def rolls_matter(self) -> bool:
        """Whether the rolls left at the end of a turn count: they are saved, or a first roll scores more."""
        return self.saved_rolls or any(c.first_roll for c in self.categories)

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
        if self.further or self.order:
            rules["more"] = [self.further, self.order]
        if self.rolls_matter:
            rules["turns"] = [self.saved_rolls, *(c.first_roll for c in self.categories)]
        return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]


def builtin_games() -> list[str]:
    """Ids of the games that the default run solves, and of the toy game, sorted."""
    return sorted(p.name[:-5] for p in GAMES.iterdir() if p.name.endswith(".yaml"))


def more_games() -> list[str]:
    """Ids of the further games that the package carries, sorted: large ones, and variants."""
    return sorted(p.name[:-5] for p in MORE.iterdir() if p.name.endswith(".yaml"))


def all_games() -> list[str]:
    """Ids of all games that the package carries."""
    return [*builtin_games(), *more_games()]


def load_game(name: str | Path) -> Game:
    """The built-in game of that id, or the game in a file when `name` ends in .yaml or .yml or has a slash.

    Raises UserError, one line that names the file, the key and what was expected.
    """
    text = str(name)
    if "/" in text or text.endswith((".yaml", ".yml")):
        return parse_game(_read(Path(text)), text)
    return parse_game(game_text(text), f"{text}.yaml")


def game_text(name: str) -> str:
    """The YAML text of a game that the package carries."""
    for folder, names in ((GAMES, builtin_games()), (MORE, more_games())):
        if name in names:
            return (folder / f"{name}.yaml").read_text(encoding="utf-8")
    refuse_game(name)
    known = ", ".join(builtin_games())
    raise UserError(
        f"no game '{name}'; expected one of {known}, one of the {len(more_games())} others that "
        "'yahtzee games' lists, or a path to a YAML file"
    )


def parse_game(text: str, where: str) -> Game:
    """A game from YAML text; `where` is the file name that errors give."""
    raw = load_yaml(text, where)
    check_schema(raw, _schema(), where)
    check_rules(raw, where)
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


def _build(raw: dict[str, Any]) -> Game:
    categories = tuple(
        Category(c["id"], c["title"], c["section"] == "upper", _pattern(c, raw), c.get("first_roll", 0))
        for c in raw["categories"]
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
        saved_rolls=raw.get("saved_rolls", False),
        further=tuple((more["threshold"], more["bonus"]) for more in upper.get("further", [])),
        order=raw.get("order"),
        limit=yahtzee.get("limit"),
    )


def _pattern(category: dict[str, Any], raw: dict[str, Any]) -> Pattern:
    given: dict[str, Any] = {
        key: tuple(category[key]) if isinstance(category[key], list) else category[key]
        for key in PATTERN_KEYS
        if key in category
    }
    colours = tuple(map(tuple, raw["colours"])) if category.get("one_colour", False) else None
    return Pattern(**given, colours=colours)
