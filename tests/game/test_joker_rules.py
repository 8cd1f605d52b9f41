"""The rule beside a value, where more than one is common."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from commands import ABOUT, Capture, printed
from helpers import solved
from toy_games import TOY_GAMES

from yahtzee_core.game.about import about
from yahtzee_core.game.joker_rules import joker_words, other_jokers
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.runs.facts import game_row
from yahtzee_core.turn.states import States
from yahtzee_core.web.sheets import sheet_json


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
    assert rule == f"with the forced joker, yahtzee-forced: {forced}"
    assert len(printed(capsys, "value", "yacht").splitlines()) == 2


ASKED = [
    ("value", "{}"),
    ("distribution", "{}"),
    ("evaluate", "{}", "expected"),
    ("maxprob", "{}", "--target", "50"),
    ("compare", "{}", "expected", "greedy"),
    ("simulate", "{}", "greedy", "--games", "10"),
    ("race", "{}", "--against", "expected", "--games", "2"),
    ("blind", "{}", "expected"),
    ("duel", "{}"),
    ("advise", "{}", "dice 1 2 3 | rerolls 0"),
    ("advise", "{}", "dice 1 2 3 | rerolls 0", "--target", "50"),
    ("endgames", "{}", "--positions", "2"),
    ("plan", "{}", "--objective", "expected"),
    ("certificate", "{}", "--out", "bounds.parquet"),
]
"""Commands that show values of a game."""


@pytest.mark.parametrize("arguments", ASKED, ids=" ".join)
@pytest.mark.parametrize(("joker", "shown"), [("free", "free joker"), ("forced", "forced joker"), ("", None)])
def test_every_answer_says_its_rules(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    arguments: tuple[str, ...],
    joker: str,
    shown: str | None,
) -> None:
    raw = {**deepcopy(TOY_GAMES["joker-free"]), "id": "tiny"}
    if joker:
        raw["joker"]["placement"] = joker
    else:
        del raw["joker"]
    own = tmp_path / "small.yaml"
    own.write_text(yaml.safe_dump(raw), encoding="utf-8")
    command = [word.format(own) for word in arguments] + ["--results", str(tmp_path)] * (
        arguments[0] in ("distribution", "maxprob", "blind", "duel", "advise", "plan")
    )
    monkeypatch.chdir(tmp_path)
    first = printed(capsys, *command).splitlines()[0]
    assert first.startswith(f"tiny ({shown})" if shown else "tiny")
    assert ("joker" in first) == bool(shown)
    found, game = json.loads(printed(capsys, *command, "--json")), load_game(str(own))
    assert list(found)[: len(ABOUT)] == ABOUT and found["joker"] == shown
    assert {name: found[name] for name in ABOUT} == about(game)


def test_the_words_stand_on_the_page_and_in_the_table_of_games() -> None:
    for name in builtin_games():
        game = load_game(name)
        words = joker_words(game)
        assert sheet_json(game)["joker"] == words
        assert game_row(States(game))["joker"].to_pylist() == [words]
