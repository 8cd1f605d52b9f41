"""Loading games, their fingerprints, and the errors of bad files."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from toy_games import CHANCE, TOY_GAMES, Raw, games

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import GAMES, all_games, builtin_games, game_text, load_game, parse_game

BASE = TOY_GAMES["joker-free"]
"""Categories face_1, face_2, face_3, triple, yahtzee; all bonuses and a joker."""

SIZES = {
    "crag": 13,
    "kniffel": 13,
    "toy": 7,
    "yacht": 12,
    "yacht-classic": 12,
    "yaht": 13,
    "yahtzee": 13,
    "yahtzee-forced": 13,
    "yahtzee-no-joker": 13,
    "yahtzee-plain": 13,
    "yatzy": 15,
}
LONGEST_MESSAGE = 300


def edited(edit: Callable[[Raw], Any], base: Raw = BASE) -> str:
    """YAML text of the base game after an edit in place."""
    raw = copy.deepcopy(base)
    edit(raw)
    return yaml.safe_dump(raw, sort_keys=False)


def put(*path: str | int, value: Any) -> Callable[[Raw], None]:
    """An edit that sets one value."""

    def edit(raw: Raw) -> None:
        target: Any = raw
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return edit


def drop(key: str) -> Callable[[Raw], Any]:
    """An edit that removes a key at the top."""
    return lambda raw: raw.pop(key)


# Loading


@pytest.mark.parametrize("name", builtin_games())
def test_builtin_game_is_what_its_file_says(name: str) -> None:
    game = load_game(name)
    raw = yaml.safe_load((GAMES / f"{name}.yaml").read_text(encoding="utf-8"))
    assert game.id == raw["id"] == name
    assert (game.dice, game.faces, game.rolls) == (raw["dice"], raw["faces"], raw["rolls"])
    assert [(c.id, c.title) for c in game.categories] == [(c["id"], c["title"]) for c in raw["categories"]]
    assert game.title and game.rule and game.source


def test_builtin_games_have_the_right_number_of_categories() -> None:
    sizes = {name: len(load_game(name).categories) for name in builtin_games()}
    assert sizes | SIZES == sizes


def test_yahtzee() -> None:
    game = load_game("yahtzee")
    assert (game.dice, game.faces, game.rolls) == (5, 6, 3)
    assert (game.threshold, game.upper_bonus, game.yahtzee_bonus) == (63, 35, 100)
    assert game.joker == "free"
    scores = {game.categories[i].id: points for i, points in game.joker_scores.items()}
    assert scores == {"full_house": 25, "small_straight": 30, "large_straight": 40}
    assert game.yahtzee == game.index("yahtzee") == 11
    assert [game.upper_category(face) for face in range(1, 7)] == [0, 1, 2, 3, 4, 5]


def test_rules_that_a_game_lacks() -> None:
    game = load_game("crag")
    assert (game.threshold, game.upper_bonus) == (0, 0)
    assert (game.yahtzee, game.yahtzee_bonus, game.joker) == (None, 0, None)
    assert game.joker_scores == {}


@pytest.mark.parametrize("name", all_games())
def test_games_of_the_package_fit_the_schema(name: str) -> None:
    """Which load_game does not check again."""
    assert parse_game(game_text(name), f"{name}.yaml") == load_game(name)


def test_game_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(BASE), encoding="utf-8")
    assert load_game(path) == load_game(str(path)) == parse(yaml.safe_dump(BASE))


def parse(text: str) -> Game:
    """The game in a text."""
    return parse_game(text, "game.yaml")


def test_masks() -> None:
    game = parse(yaml.safe_dump(BASE))
    assert game.mask(["triple", "face_1"]) == 0b01001
    assert game.mask(["face_1", "face_1"]) == 1
    assert game.names(0b11000) == ["triple", "yahtzee"]
    assert game.full == 0b11111
    assert game.names(game.full) == [c.id for c in game.categories]


def test_unknown_category_names_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"joker-free.*'nines'.*expected.*face_1.*yahtzee"):
        parse(yaml.safe_dump(BASE)).mask(["face_1", "nines"])


def test_face_without_upper_category() -> None:
    game = parse(yaml.safe_dump(TOY_GAMES["joker-free-gap"]))
    assert [game.upper_category(face) for face in (1, 2, 3)] == [0, None, 1]


@pytest.mark.parametrize("name", TOY_GAMES)
def test_toy_games_are_valid(name: str) -> None:
    assert parse(yaml.safe_dump(TOY_GAMES[name])).id == name


@given(games())
@settings(deadline=None)
def test_random_games_are_valid(raw: Raw) -> None:
    assert len(parse(yaml.safe_dump(raw)).categories) == len(raw["categories"])


# Fingerprints

RULE_CHANGES = {
    "dice": put("dice", value=4),
    "faces": put("faces", value=4),
    "rolls": put("rolls", value=2),
    "threshold": put("upper", "threshold", value=9),
    "upper bonus": put("upper", "bonus", value=9),
    "no upper bonus": drop("upper"),
    "Yahtzee category, no joker scores": lambda raw: raw.update(
        yahtzee={"category": "triple", "bonus": 20}, joker={"placement": "free", "scores": {}}
    ),
    "Yahtzee bonus": put("yahtzee", "bonus", value=9),
    "joker placement": put("joker", "placement", value="forced"),
    "joker scores": put("joker", "scores", "triple", value=9),
    "no joker scores": put("joker", "scores", value={}),
    "no joker": drop("joker"),
    "category id": put("categories", 0, "id", value="aces"),
    "section": put("categories", 0, "section", value="lower"),
    "score": put("categories", 3, "score", value=9),
    "way of counting": put("categories", 3, "score", value="all"),
    "groups": put("categories", 3, "groups", value=[2, 1]),
    "other groups": put("categories", 3, "groups", value=[2]),
    "distinct": put("categories", 3, "distinct", value=False),
    "face": put("categories", 3, "face", value=1),
    "run": put("categories", 3, "run", value=2),
    "total": put("categories", 3, "total", value=9),
    "condition faces": put("categories", 3, "faces", value=[1]),
    "one more category": lambda raw: raw["categories"].append(CHANCE),
    "order": lambda raw: raw["categories"].reverse(),
}
WORD_CHANGES = {
    "id": put("id", value="other"),
    "title": put("title", value="Other"),
    "rule": put("rule", value="Other words."),
    "source": put("source", value="Other people"),
    "category title": put("categories", 0, "title", value="Aces"),
    "order of keys": lambda raw: raw.update(upper=raw.pop("upper")),
    "default spelt out": put("categories", 3, "distinct", value=True),
}


def test_fingerprint_changes_with_every_rule() -> None:
    prints = {name: parse(edited(edit)).fingerprint for name, edit in RULE_CHANGES.items()}
    prints["unchanged"] = parse(yaml.safe_dump(BASE)).fingerprint
    assert len(set(prints.values())) == len(prints), prints


@pytest.mark.parametrize("name", WORD_CHANGES)
def test_fingerprint_does_not_change_with_words(name: str) -> None:
    text = edited(WORD_CHANGES[name])
    assert text != yaml.safe_dump(BASE, sort_keys=False)
    assert parse(text).fingerprint == parse(yaml.safe_dump(BASE)).fingerprint


def test_fingerprints_of_builtin_games_differ() -> None:
    prints = [load_game(name).fingerprint for name in builtin_games()]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch("[0-9a-f]{16}", p) for p in prints)


# Errors

MANY = [{**CHANCE, "id": f"c{i}"} for i in range(25)]
ONLY_LOWER = [c for c in BASE["categories"] if c["section"] == "lower"]
BAD_GAMES: dict[str, tuple[Callable[[Raw], Any], list[str]]] = {
    "unknown key": (put("dices", value=3), ["'dices'", "expected only .*dice, faces, rolls"]),
    "unknown key below": (put("upper", "x", value=3), ["upper: ", "'x'", "threshold, bonus"]),
    "unknown pattern key": (
        put("categories", 3, "straight", value=3),
        [r"categories\.3", "'straight'", "expected only .*groups, distinct, run"],
    ),
    "missing key": (drop("rolls"), ["'rolls'", "missing; expected"]),
    "duplicate id": (
        put("categories", 1, "id", value="face_1"),
        [r"categories\.1\.id: ", "'face_1'", "expected unique"],
    ),
    "joker without yahtzee": (drop("yahtzee"), ["joker: ", "expected .*'yahtzee'"]),
    "25 categories": (put("categories", value=MANY), ["categories: 25 ", "expected at most 24"]),
    "no categories": (put("categories", value=[]), ["categories: 0 ", "expected at least 1"]),
    "threshold without upper categories": (
        put("categories", value=ONLY_LOWER),
        ["upper: ", "expected .*section: upper"],
    ),
    "zero dice": (put("dice", value=0), ["dice: 0; ", "expected at least 1"]),
    "dice as words": (put("dice", value="three"), ["dice: 'three'", "expected a whole number"]),
    "dice with a point": (put("dice", value=3.0), [r"dice: 3\.0", "expected a whole number"]),
    "face above faces": (
        put("categories", 0, "face", value=4),
        [r"categories\.0", "[.: ]face: ", "expected at most 3 faces"],
    ),
    "run above faces": (
        put("categories", 3, "run", value=4),
        [r"categories\.3", "[.: ]run: ", "expected at most 3 faces"],
    ),
    "faces above faces": (
        put("categories", 3, "faces", value=[1, 4]),
        [r"categories\.3", "[.: ]faces: ", "expected at most 3 faces"],
    ),
    "group too large": (
        put("categories", 3, "groups", value=[2, 2]),
        [r"categories\.3", "[.: ]groups: ", "needs 4 dice", "expected at most 3"],
    ),
    "matching without a condition": (
        put("categories", 3, value={**CHANCE, "score": "matching"}),
        [r"categories\.3", "score: ", "'matching' expect.*face, groups, run, faces"],
    ),
    "matching with two conditions": (
        put("categories", 0, "groups", value=[2]),
        [r"categories\.0", "score: ", "'matching' expect.*face, groups, run, faces"],
    ),
    "distinct without groups": (
        put("categories", 0, "distinct", value=False),
        [r"categories\.0", "distinct: ", "expected .*groups"],
    ),
    "unknown way of counting": (
        put("categories", 3, "score", value="half"),
        [r"categories\.3\.score: ", "'half'", "all", "matching"],
    ),
    "score with a point": (
        put("categories", 3, "score", value=12.0),
        [r"categories\.3\.score: ", r"12\.0"],
    ),
    "unknown section": (
        put("categories", 3, "section", value="middle"),
        [r"categories\.3\.section: ", "'middle'", "one of upper, lower"],
    ),
    "unknown Yahtzee category": (
        put("yahtzee", "category", value="nines"),
        [r"yahtzee\.category: ", "expected .*triple.*yahtzee"],
    ),
    "unknown joker category": (
        put("joker", "scores", "nines", value=3),
        [r"joker\.scores\.nines: ", "expected a lower category"],
    ),
    "joker in an upper category": (
        put("joker", "scores", "face_1", value=3),
        [r"joker\.scores\.face_1: ", "expected a lower category"],
    ),
    "unknown placement": (
        put("joker", "placement", value="anywhere"),
        [r"joker\.placement: ", "one of free, forced"],
    ),
}
BAD_FILES: dict[str, tuple[bytes, list[str]]] = {
    "list at the top": (b"- dice\n- faces\n", ["top level: ", "expected a mapping"]),
    "text at the top": (b"just words\n", ["top level: ", "expected a mapping"]),
    "empty": (b"", ["expected a mapping"]),
    "not YAML": (b"id: x\ndice: [1, 2\n", [r"line \d", "YAML", "expected"]),
    "bad tag": (b"id: !!python/object:os.system {}\n", ["line 1", "YAML"]),
    "impossible date": (b"id: 2020-99-99\n", ["YAML|id: "]),
    "not UTF-8": (bytes(range(256)), ["UTF-8", "expected a game file in YAML"]),
    "zero bytes": (b"\0\1\2\3", ["YAML"]),
}


def message_of(name: str | Path) -> str:
    """The message of the error that loading a game raises; it must be one short line."""
    with pytest.raises(UserError) as caught:
        load_game(name)
    message = str(caught.value)
    assert len(message.splitlines()) == 1, message
    assert len(message.replace(str(name), "")) <= LONGEST_MESSAGE, message
    return message


def assert_tells(message: str, where: str | Path, patterns: list[str]) -> None:
    """The message starts with the file name and has all patterns."""
    assert message.startswith(f"{where}: "), message
    told = message.removeprefix(f"{where}")
    assert [p for p in patterns if not re.search(p, told)] == [], message


@pytest.mark.parametrize("name", BAD_GAMES)
def test_bad_game(name: str, tmp_path: Path) -> None:
    edit, patterns = BAD_GAMES[name]
    path = tmp_path / "bad.yaml"
    path.write_text(edited(edit), encoding="utf-8")
    assert_tells(message_of(path), path, patterns)


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file(name: str, tmp_path: Path) -> None:
    content, patterns = BAD_FILES[name]
    path = tmp_path / "bad.yaml"
    path.write_bytes(content)
    assert_tells(message_of(path), path, patterns)


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    assert_tells(message_of(path), path, ["No such file", "expected a game file in YAML"])


def test_directory(tmp_path: Path) -> None:
    assert_tells(message_of(tmp_path), tmp_path, ["directory", "expected a game file in YAML"])


def test_unknown_name() -> None:
    message = message_of("yatzee")
    assert "'yatzee'" in message
    assert "did you mean yahtzee?" in message
    assert "a file ends in .yaml" in message
    assert "expected one of crag, " in message_of("nothing like it") and load_game("YATZY").id == "yatzy"
