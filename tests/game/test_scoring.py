"""Scoring patterns against published tables and against an independent scoring."""

import csv
import re
from collections import defaultdict
from itertools import combinations_with_replacement
from typing import Any

import pytest
import yaml
from brute_force import BruteForce, pattern_points
from helpers import REFERENCE, builtin_raw
from hypothesis import given, settings
from toy_games import Raw, games

from yahtzee_core.game.load import GAMES, all_games, builtin_games, load_game, parse_game
from yahtzee_core.game.scoring import Pattern
from yahtzee_core.game.words import category_words

Dice = tuple[int, ...]
SCORING = REFERENCE / "scoring.csv"
JOKER = "yahtzee (joker in force)"


def count(dice: Dice, faces: int = 6) -> list[int]:
    """Dice by face."""
    return [dice.count(face) for face in range(1, faces + 1)]


def all_rolls(dice: int, faces: int) -> list[Dice]:
    """All rolls, sorted dice."""
    return list(combinations_with_replacement(range(1, faces + 1), dice))


def reference() -> dict[str, list[tuple[str, Dice, int]]]:
    """Rows (category, dice, points) of the reference file by game."""
    rows = defaultdict(list)
    with SCORING.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            dice = tuple(int(die) for die in row["dice"])
            category = (
                row["category"].split("_", maxsplit=1)[0] if "+" in row["category"] else row["category"]
            )
            rows[row["game"]].append((category, dice, int(row["points"])))
    return rows


REFERENCE = reference()
REFERENCE_GAMES = sorted(REFERENCE.keys() & set(all_games()))


def test_reference_has_the_games_that_it_should() -> None:
    assert {"crag", "generala", "maxi-yatzy", "yacht-classic", "yahtzee", "yatzy"} <= set(REFERENCE_GAMES)
    assert len(REFERENCE[JOKER]) == 12 * 20


@pytest.mark.parametrize("name", REFERENCE_GAMES)
def test_reference_scores(name: str) -> None:
    game = load_game(name)
    rows = REFERENCE[name]
    assert {category for category, _, _ in rows} == {c.id for c in game.categories}
    found = [
        (category, dice, game.categories[game.index(category)].pattern.points(count(dice)))
        for category, dice, _ in rows
    ]
    assert found == rows


def test_reference_scores_of_jokers() -> None:
    game = load_game("yahtzee")
    found = []
    for category, dice, _ in REFERENCE[JOKER]:
        index = game.index(category)
        points = game.categories[index].pattern.points(count(dice))
        if len(set(dice)) == 1:
            points = game.joker_scores.get(index, points)
        found.append((category, dice, points))
    assert found == REFERENCE[JOKER]


def assert_scores_agree(raw: dict[str, Any]) -> None:
    """Every pattern of a game scores every roll as the oracle does."""
    game, oracle = parse_game(yaml.safe_dump(raw), "game.yaml"), BruteForce(raw)
    rolls = all_rolls(game.dice, game.faces)
    for category in game.categories:
        found = {dice: category.pattern.points(count(dice, game.faces)) for dice in rolls}
        assert found == {dice: oracle.points(category.id, dice) for dice in rolls}, category.id


@pytest.mark.parametrize("name", builtin_games())
def test_every_roll_of_builtin_games(name: str) -> None:
    assert_scores_agree(yaml.safe_load((GAMES / f"{name}.yaml").read_text(encoding="utf-8")))


@given(games())
@settings(deadline=None)
def test_every_roll_of_random_games(raw: Raw) -> None:
    assert_scores_agree(raw)


@pytest.mark.parametrize(
    ("pattern", "dice", "points"),
    [
        (Pattern("all"), (1, 3, 3, 5, 6), 18),
        (Pattern(7), (1, 3, 3, 5, 6), 7),
        (Pattern("matching", face=3), (1, 3, 3, 5, 6), 6),
        (Pattern("matching", face=2), (1, 3, 3, 5, 6), 0),
        (Pattern(9, face=3), (1, 3, 3, 5, 6), 9),
        (Pattern("all", face=2), (1, 3, 3, 5, 6), 0),
        (Pattern("matching", groups=(2,)), (2, 2, 5, 5, 6), 10),
        (Pattern("matching", groups=(2, 2)), (2, 2, 5, 5, 6), 14),
        (Pattern("matching", groups=(2, 2)), (5, 5, 5, 5, 6), 0),
        (Pattern("matching", groups=(2, 2), distinct=False), (5, 5, 5, 5, 6), 20),
        (Pattern("matching", groups=(1, 2)), (2, 2, 5, 5, 5), 12),
        (Pattern("matching", groups=(2, 3)), (2, 2, 5, 5, 5), 19),
        (Pattern(25, groups=(3, 2)), (4, 4, 4, 4, 4), 0),
        (Pattern(25, groups=(3, 2), distinct=False), (4, 4, 4, 4, 4), 25),
        (Pattern(25, groups=(3, 2), distinct=False), (4, 4, 4, 4, 5), 0),
        (Pattern(30, run=4), (1, 3, 4, 5, 6), 30),
        (Pattern(30, run=4), (1, 2, 3, 5, 6), 0),
        (Pattern("matching", run=3), (1, 2, 3, 4, 6), 9),
        (Pattern("matching", faces=(1, 6)), (1, 1, 3, 6, 6), 7),
        (Pattern("matching", faces=(1, 6)), (1, 1, 3, 5, 5), 0),
        (Pattern(26, total=13), (1, 6, 6), 26),
        (Pattern(26, total=13), (1, 5, 6), 0),
        (Pattern(50, groups=(2,), total=13), (1, 6, 6), 50),
        (Pattern(50, groups=(2,), total=13), (3, 4, 6), 0),
        (Pattern("all", groups=(2,), run=3), (2, 2, 3, 4), 11),
        (Pattern("all", groups=(2,), run=3), (2, 2, 3, 5), 0),
        (Pattern("matching", groups=(2,), total=9), (2, 2, 5), 4),
    ],
)
def test_points_by_hand(pattern: Pattern, dice: Dice, points: int) -> None:
    assert pattern.points(count(dice)) == points


@pytest.mark.parametrize("name", all_games())
def test_words_say_when_equal_dice_are_enough(name: str) -> None:
    """Where several groups may show one face: as many equal dice as they have together score."""
    raw, game = builtin_raw(name), load_game(name)
    for category, rules in zip(raw["categories"], game.categories, strict=True):
        groups = category.get("groups", [])
        enough = sum(groups)
        equal = (*[1] * enough, *range(2, 2 + raw["dice"] - enough))
        scores = len(groups) > 1 and pattern_points(category, equal, raw.get("colours", [])) > 0
        said = re.findall(r"\(or (\d) equal\)", category_words(rules))
        assert said == ([str(enough)] if scores else []), category["id"]
