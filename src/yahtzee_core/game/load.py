"""Games read from YAML: those that the package carries, and files of one's own; checked, and built."""

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from ..checked_yaml import check_schema, load_yaml
from ..errors import UserError
from ..files import read_text
from .checks import check_rules
from .game import Category, Game
from .meant import expected_names
from .refused import refuse_game
from .scoring import Pattern

GAMES = resources.files(__package__) / "games"
MORE = GAMES / "more"
PATTERN_KEYS = ("score", "face", "groups", "distinct", "run", "faces", "total", "plus")


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
    if "/" in text or text.lower().endswith((".yaml", ".yml")):
        return _parsed_once(read_text(Path(text), "a game file in YAML"), text)
    return _carried(text)


def game_of(game: Game | str | Path) -> Game:
    """A game, or the one that a name stands for, as for load_game."""
    return game if isinstance(game, Game) else load_game(game)


@cache
def _parsed_once(text: str, where: str) -> Game:
    """A file is read each time, since it may have changed; the same text is parsed once."""
    return parse_game(text, where)


@cache
def _carried(name: str) -> Game:
    """A game of the package, whose text its tests check: no schema is read at each start."""
    return _build(load_yaml(game_text(name), f"{name}.yaml"))


def game_text(name: str) -> str:
    """The YAML text of a game that the package carries."""
    id = name.lower()
    for folder, names in ((GAMES, builtin_games()), (MORE, more_games())):
        if id in names:
            return (folder / f"{id}.yaml").read_text(encoding="utf-8")
    refuse_game(id)
    expected = expected_names(name, [*builtin_games(), *more_games()])
    raise UserError(f"no game '{name[:40]}'; {expected} (yahtzee games lists all; a file ends in .yaml)")


def parse_game(text: str, where: str) -> Game:
    """A game from YAML text; `where` is the file name that errors give."""
    raw = load_yaml(text, where)
    check_schema(raw, _schema(), where)
    check_rules(raw, where)
    return _build(raw)


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
