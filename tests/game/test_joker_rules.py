"""The rule beside a value, where more than one is common."""

from dataclasses import replace

import pytest
from commands import Capture, printed
from helpers import solved

from yahtzee_core.game.joker_rules import joker_words, other_jokers
from yahtzee_core.game.load import builtin_games, load_game


@pytest.mark.parametrize(
    ("name", "others"), [("yahtzee", ["yahtzee-forced"]), ("yahtzee-forced", ["yahtzee"]), ("yatzy", [])]
)
def test_games_that_differ_in_the_joker_alone(name: str, others: list[str]) -> None:
    assert [game.id for game in other_jokers(load_game(name))] == others


def test_a_game_of_ones_own_has_them_too() -> None:
    own = replace(load_game("yahtzee"), id="mine", title="Mine")
    assert [game.id for game in other_jokers(own)] == ["yahtzee-forced"]
    assert other_jokers(replace(own, upper_bonus=36)) == []


def test_games_without_jokers_have_no_words() -> None:
    words = {name: joker_words(load_game(name)) for name in builtin_games()}
    assert words["yahtzee"] == "free joker" and words["yahtzee-forced"] == "forced joker"
    assert words["yatzy"] is None and words["yahtzee-no-joker"] is None


def test_the_value_says_its_rule_and_what_the_other_gives(capsys: Capture) -> None:
    *_, rule = printed(capsys, "value", "yahtzee").splitlines()
    forced = f"{solved('yahtzee-forced').start_value:.6f}"
    assert rule == f"rule: free joker; forced joker, yahtzee-forced: {forced}"
    assert len(printed(capsys, "value", "yatzy").splitlines()) == 2
