"""`yahtzee card` and `yahtzee review --card`: text, JSON and page agree; breaks cost what they cost."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import ABOUT, COLUMNS, Capture, error_of, printed, run
from helpers import advisor, arena
from played import play

from yahtzee_core.advice.card_review import held_against
from yahtzee_core.advice.notation import parse_action
from yahtzee_core.advice.review import review_text
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.decisions import decided
from yahtzee_core.policies.strategies.card import CardPlay, load_card
from yahtzee_core.turn.positions import Position, format_action

CARD = {
    "id": "small",
    "title": "Small",
    "source": "Test",
    "keep": [
        {"keep": "all", "made": "straight", "open": ["straight"]},
        {"keep": "kind", "count": 2, "prefer": "most"},
        {"keep": "kind", "own": "open"},
    ],
    "par": {"ones": 2, "twos": 3, "threes": 5, "fours": 7, "pair": 5, "straight": 4, "yahtzee": 3},
    "smaller": [1, 3, 2],
}


@pytest.fixture(name="card")
def a_card(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(CARD), encoding="utf-8")
    return str(path)


def test_a_card(capsys: Capture, card: str, tmp_path: Path) -> None:
    """The terminal, JSON and the page show the same lines, costs, pars and means."""
    page = tmp_path / "card.html"
    text = printed(capsys, "card", "toy", "--card-file", card, "--out", str(page))
    found = json.loads(printed(capsys, "card", "toy", "--card-file", card, "--json"))
    assert list(found)[: len(ABOUT)] == ABOUT and max(map(len, text.splitlines())) <= COLUMNS
    evaluated = json.loads(printed(capsys, "evaluate", "toy", card, "--json"))
    assert (found["mean"], found["loss"]) == (evaluated["mean"], evaluated["loss"])
    whole, shown = " ".join(text.split()), " ".join(re.sub("<.*?>", " ", unescape(page.read_text())).split())
    assert f"mean {found['mean']:.4f}, best play {found['optimum']:.4f}" in whole
    assert f"scores {found['mean']:.2f} points a game on average" in shown
    for line in found["lines"]:
        assert f"{line['line']} {line['words']} ({line['cost']:.2f})." in whole
        assert f"{line['line']} {line['words']}. {line['cost']:.2f}" in shown
    for category in load_game("toy").categories:
        par = found["par"][category.id]
        assert f"{category.title} {par}" in whole and f"{category.title} {par}" in shown
    assert "toy (free joker)" in shown and found["source"] == "Test"


def test_frontier(capsys: Capture, card: str) -> None:
    """By number of lines; each is the mean of the smaller card."""
    _, _, *rows = printed(capsys, "card", "toy", "--card-file", card, "--frontier").splitlines()
    means = {int(lines): float(mean) for lines, mean in map(str.split, rows)}
    assert list(means) == [0, 1, 2, 3]
    for lines in (0, 2, 3):
        smaller = json.loads(
            printed(capsys, "card", "toy", "--card-file", card, "--lines", str(lines), "--json")
        )
        assert smaller["mean"] == pytest.approx(means[lines], abs=1e-5) and len(smaller["lines"]) == lines
    (only,) = json.loads(printed(capsys, "card", "toy", "--card-file", card, "--lines", "1", "--json"))[
        "lines"
    ]
    assert only["words"].startswith("Keep two or more equal dice")


def by_card(dice_of_card: CardPlay) -> Any:
    """A player who follows a card, for play."""
    states = dice_of_card.arena.states
    ids = [c.id for c in dice_of_card.arena.game.categories]

    def choose(real: Any, dice: tuple[int, ...], left: int) -> str:
        filled = sum(1 << ids.index(name) for name in real[0])
        position = Position(filled, real[1], real[2], dice, left)
        return format_action(states.game, decided(dice_of_card.arena, dice_of_card.policy, position))

    return choose


@cache
def small() -> CardPlay:
    from yahtzee_core.policies.strategies.card import Card

    return CardPlay(arena("toy"), Card(load_game("toy"), "small.yaml", CARD))


@pytest.mark.parametrize("seed", [1, 2])
def test_who_follows_the_card_breaks_no_line(seed: int) -> None:
    game = play("toy", seed, by_card(small()))
    review = review_text(advisor("toy"), game.text)
    held = held_against(advisor("toy"), review, small().card)
    assert held.broken == () and held.decisions == len(review.decisions) and held.cost == 0


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_what_breaks_cost(seed: int) -> None:
    """Who keeps nothing and takes the first open category: each break by its line, cost by the values."""
    first = lambda real, dice, left: (  # noqa: E731
        "keep -"
        if left
        else f"score {next(c.id for c in load_game('toy').categories if c.id not in real[0])}"
    )
    judge, play_of = advisor("toy"), small()
    review = review_text(judge, play("toy", seed, first).text)
    held = held_against(judge, review, play_of.card)
    broken = {each.line: each for each in held.broken}
    assert len(broken) > 2
    for decision in review.decisions:
        says = decided(play_of.arena, play_of.policy, decision.position)
        cost = judge.expected(decision.position).taken(says).value - decision.value
        assert (decision.line in broken) == (abs(cost) > 1e-9)
        if decision.line in broken:
            each = broken[decision.line]
            assert each.cost == cost and each.card_plays == says and each.played == decision.action
            line = play_of.line(decision.position)
            assert each.card_line == line
            if line:
                assert each.words == play_of.card.words[line - 1]
    assert held.cost == pytest.approx(sum(each.cost for each in broken.values()))


def test_review_by_card(capsys: Capture, card: str, tmp_path: Path) -> None:
    """Text and JSON name the same breaks."""
    log = tmp_path / "log.txt"
    nothing = lambda real, dice, left: (  # noqa: E731
        "keep -"
        if left
        else f"score {next(c.id for c in load_game('toy').categories if c.id not in real[0])}"
    )
    log.write_text(play("toy", 1, nothing).text, encoding="utf-8")
    asked = ("review", "toy", str(log), "--card-file", card)
    text, found = " ".join(printed(capsys, *asked).split()), json.loads(printed(capsys, *asked, "--json"))
    held = found["card"]
    assert f"small: {len(held['broken'])} of {held['decisions']} decisions are not the card's" in text
    for each in held["broken"]:
        rule = f"line {each['card_line'] or '-'}" if "rerolls 0" not in each["position"] else "score by par"
        told = f"cost {each['cost']:.4f}" if each["cost"] > 0 else f"gained {-each['cost']:.4f}"
        assert f"{each['played']}, where {rule} of the card says {each['card_plays']}: {told}." in text
        parse_action(each["card_plays"], load_game("toy"))
    assert "card" not in json.loads(printed(capsys, "review", "toy", str(log), "--json"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["card", "toy"], "game toy: no card comes with it; expected one of "),
        (["card", "toy", "--card-file", "no.yaml"], "no.yaml: No such file or directory; expected a card"),
        (
            ["search", "toy", "card", "--out", "a.yaml", "--lines", "31"],
            "search: --lines 31; expected 1 to 30",
        ),
    ],
)
def test_errors(capsys: Capture, arguments: list[str], message: str) -> None:
    assert error_of(capsys, *arguments).startswith(message)


def test_a_search_writes_a_card(capsys: Capture, tmp_path: Path) -> None:
    """What it writes is a card: it is loaded, judged, and begun with again."""
    path, again = tmp_path / "found.yaml", tmp_path / "again.yaml"
    search = ("search", "toy", "card", "--lines", "3", "--generations", "1")
    assert run(*search, "--out", str(path)) == 0
    mean = float(capsys.readouterr().out.split()[3])
    card = load_card(load_game("toy"), path)
    assert len(card.lines) == 3 and sorted(card.given_up) == [0, 1, 2]
    found = json.loads(printed(capsys, "card", "toy", "--card-file", str(path), "--json"))
    assert found["mean"] == pytest.approx(mean, abs=1e-4)
    assert run(*search, "--start", str(path), "--out", str(again)) == 0
    assert float(capsys.readouterr().out.split()[3]) >= mean - 1e-4
    assert "--start found.yaml" in load_card(load_game("toy"), again).source
