"""The engine of the page without a server answers what the server answers: thousands of random positions."""

import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from games_played import played_log
from matrix import file_of
from serving import client_of
from static_site import Question, answered, served_folder

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.advice.notation import as_json, format_line, format_words
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.actions import roll_of
from yahtzee_core.turn.positions import Action, Position, format_action
from yahtzee_core.turn.ready import Ready
from yahtzee_core.turn.states import States
from yahtzee_core.web.game_data import VALUED
from yahtzee_core.web.service import Service
from yahtzee_core.web.site import write_site

pytest.importorskip("playwright", reason="needs the lane check: make setup")
pytestmark = pytest.mark.slow
BUILT_IN = ("toy", "crag", "yacht", "yahtzee", "yahtzee-forced")
LAST = 5
"""Turns of a game in which a total to reach or to beat is asked for."""
SMALL = ("toy", "crag", "yacht")
KINDS = ("in-order", "one-roll", "seven-rolls")
GAMES, LARGE = 10, 2
"""That are played at random in each game, and in the large ones."""
WRONG: list[Question] = [
    ("advise", {"position": "dice 1 3 3 5 6 | rerolls 2 | upper 50 | filled ones"}),
    ("advise", {"position": "dice 1 3 3 5 | rerolls 2"}),
    ("advise", {"position": "dice 1 3 3 5 7 | rerolls 2"}),
    ("advise", {"position": "dice 1 3 3 5 6 | rerolls 3"}),
    ("advise", {"position": "dice 1 3 3 5 6 | rolls 2"}),
    ("advise", {"position": "dice 1 3 3 5 6 | dice 1 3 3 5 6"}),
    ("advise", {"position": "rerolls 2 | upper 3"}),
    ("advise", {"position": "dice 1 3 3 5 6 | rerolls two"}),
    ("advise", {"position": "dice 1 3 3 5 6 | chip maybe"}),
    ("advise", {"position": "dice 1 3 3 5 6 | chip yes"}),
    ("advise", {"position": "dice 1 3 3 5 6 | filled elevens"}),
    ("advise", {"position": "dice 1 3 3 5 6 | upper 9 | filled threes | points 3"}),
    ("advise", {"position": "1 2 3 4"}),
    ("advise", {"game": "crag", "position": "dice 1 3 5 | rerolls 1 | filled ones | upper 9"}),
    ("advise", {"position": "13356", "target": 5000}),
    ("advise", {"position": "13356", "target": 200, "to_come": 200}),
    ("advise", {"position": "dice 1 3 3 5 6 | filled chance", "target": 200}),
    ("advise", {"position": "dice 1 3 3 5 6 | filled chance", "opponent_total": 200}),
    ("distribution", {"position": "13356", "action": "hold 3"}),
    ("distribution", {"position": "13356", "action": "keep 4"}),
    ("distribution", {"position": "dice 1 3 3 5 6 | upper 3 | filled threes", "action": "score threes"}),
    ("play", {"log": "dice 1 1 2 3 4 | rerolls 2 => keep 5"}),
    ("play", {"log": "dice 1 1 2 3 4 | rerolls 2 => keep 1 1\ndice 1 2 2 3 4 | rerolls 1 => score ones"}),
    ("play", {"log": "dice 1 1 2 3 4 | rerolls 0 => score ones\nfinal 2"}),
    ("play", {"log": "dice 1 1 2 3 4 | rerolls 0 => score ones\nfinal 2\nfinal 2"}),
    ("play", {"log": "dice 1 1 2 3 4 | rerolls 0 | upper 4 => score ones"}),
    ("play", {"log": "hello"}),
    ("play", {"log": "ones 3\ntwos 6"}),
    ("play", {"log": "ones 3\nones 6"}),
    ("play", {"sheet": {"ones": 7}}),
    ("play", {"sheet": {"yahtzee": 0}, "extra_yahtzees": 1}),
    ("play", {"dice": [1, 2, 3, 4, 5], "rerolls": 3}),
    ("review", {"log": ""}),
    ("review", {"log": "dice 1 1 2 3 4 | rerolls 2 => score ones\nfinal 9"}),
]
"""What cannot be, of yahtzee where no game is named."""
RIGHT: list[Question] = [
    ("advise", {"position": "13356"}),
    ("advise", {"position": "1 3 3 5 6"}),
    ("advise", {"position": "DICE 6,5,3,3,1 | rerolls 1 | filled Aces, Full House small straight"}),
    ("advise", {"position": '{"dice": [6, 5, 3, 3, 1], "rerolls": 1, "filled": ["chance"]}'}),
    ("advise", {"position": "- x x x x x x x x x x - x 62 False 2 1 2 2 2 6"}),
    ("advise", {"position": "- 4 9 - 15 24 20 - 25 30 - 50 - 1 2 2 5 5 6"}),
    ("play", {"log": "# a sheet\n3 6 9 12 15 18 20 0 25 30 0 50 20\nextra 1"}),
    ("play", {"game": "toy", "log": "ones 1\nTwos: 4\nthrees 0\nfours 0\npair, 0\nyahtzee 15\nstraight 8\n"}),
    ("why", {"position": "dice 1 2 3 4 6 | rerolls 1 | filled chance", "action": "keep 1 2 3 4"}),
    ("strategies", {"game": "crag"}),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> dict[str, Game]:
    folder = tmp_path_factory.mktemp("games")
    return {name: load_game(file_of(name, folder)) for name in (*BUILT_IN, *KINDS)}


@pytest.fixture(scope="module")
def url(games, tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    write_site(games.values(), folder)
    with served_folder(folder) as found:
        yield found


@pytest.fixture(scope="module")
def client(games, none):
    with client_of(Service(games, none)) as found:
        yield found


def from_server(client, questions: list[Question]) -> list[Any]:
    """What a server answers; two of its answers are read without a body."""
    reads = {"strategies"}
    each = (
        client.get(f"/api/{path}", params=body) if path in reads else client.post(f"/api/{path}", json=body)
        for path, body in questions
    )
    return [answer.json() for answer in each]


def different(one: Any, other: Any, at: str = "") -> list[Any]:
    """Where two JSON values differ, numbers by more than rounding, and the values there."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [(key, one.get(key, "-"), other.get(key, "-")) for key in {**one, **other}]
        return [each for key, *values in keys for each in different(*values, f"{at}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [each for i, values in pairs for each in different(*values, f"{at}.{i}")]
    numbers = all(isinstance(each, int | float) for each in (one, other))
    same = math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9) if numbers else one == other
    return [] if same else [(at, one, other)]


def moves(states: States, seed: int) -> Iterator[tuple[GameSoFar, Position, Action]]:
    """A game played at random: every position with the game before it and what is done."""
    random, game = Random(seed), states.game
    now = GameSoFar.start(states, game.rolls - 1)
    while not now.over:
        thrown = [random.randint(1, game.faces) for _ in range(game.dice - len(now.kept))]
        if random.random() < 0.2:
            thrown = [thrown[0] if thrown else 1] * len(thrown)
        position = now.rolled(tuple(sorted([*now.kept, *thrown])), now.rerolls or 0)
        kept = tuple(face for face in position.dice if random.random() < 0.6)
        options = states.options.of(position.filled, roll_of(states, position))
        action = Action(category=int(states.options.category[random.choice(options)]))
        if position.rerolls and random.random() < 0.6:
            action = Action(keep=kept)
        yield now, position, action
        now = now.after(position, action)


def questions_of(game: Game, seed: int) -> Iterator[Question]:
    """Where a random game stands after every move, and what to do there, in a notation drawn at random."""
    states, random, lines = Ready(game).states, Random(seed), []
    for _, position, action in moves(states, seed):
        dice = [*position.dice]
        random.shuffle(dice)
        ask = {"game": game.id, "log": "\n".join(lines), "dice": dice, "rerolls": position.rerolls}
        yield "play", ask
        written = random.choice([as_json, format_words, format_line])(game, position)
        if random.random() < 0.3:
            written = json.dumps(as_json(game, position))
        yield "advise", {"game": game.id, "position": written}
        if random.random() < 0.1:
            body = {"game": game.id, "position": written, "action": format_action(game, action)}
            yield "why", body
            yield "strategy/decision", {"game": game.id, "position": written, "strategy": "greedy"}
        if position.filled.bit_count() >= len(game.categories) - LAST and random.random() < 0.3:
            total = (position.points or 0) + random.randint(0, 60)
            aim = random.choice(["target", "opponent_total", "to_come"])
            aim_at = total - (position.points or 0) if aim == "to_come" else total
            yield "advise", {"game": game.id, "position": as_json(game, position), aim: aim_at}
        lines.append(f"{format_words(game, position)} => {format_action(game, action)}")
    yield "play", {"game": game.id, "log": "\n".join(lines)}


@pytest.mark.parametrize("name", [*BUILT_IN, *KINDS])
def test_random_games_and_positions(browser, url, client, games, name):
    questions = [
        each
        for seed in range(GAMES if name in (*SMALL, *KINDS) else LARGE)
        for each in questions_of(games[name], seed)
    ]
    first: list[Question] = [("why", {"game": name, "position": questions[1][1]["position"]})]
    found = answered(browser, url, [*first, *questions])[1:]
    expected = from_server(client, questions)
    assert 10 * sum("error" in each for each in expected) < len(expected)
    for question, one, other in zip(questions, found, expected, strict=True):
        assert different(one, other) == [], question


def test_what_cannot_be_is_refused_in_the_same_words(browser, url, client):
    found = answered(browser, url, WRONG)
    for question, one, other in zip(WRONG, found, from_server(client, WRONG), strict=True):
        assert "error" in other and different(one, other) == [], question


def test_other_notations(browser, url, client):
    first: list[Question] = [("why", {"position": "13356"})]
    found = answered(browser, url, [*first, *RIGHT])[1:]
    for question, one, other in zip(RIGHT, found, from_server(client, RIGHT), strict=True):
        strategies = question[0] == "strategies"
        known = [each for each in other if each["id"] in VALUED] if strategies else other
        assert different(one, known) == [], question


@pytest.mark.parametrize("name", ["toy", "crag", "yahtzee"])
def test_reviews_and_distributions(browser, url, client, games, none, name):
    advisor = Advisor(games[name], none)
    log = played_log(advisor, seed=5)
    lines = log.splitlines()
    *_, (_, late, action) = moves(advisor.arena.states, 5)
    questions: list[Question] = [
        ("review", {"game": name, "log": log}),
        ("review", {"game": name, "log": "\n".join(lines[:3])}),
        ("review", {"game": name, "log": "\n".join(random_log(advisor.arena.states))}),
        (
            "distribution",
            {
                "game": name,
                "position": as_json(games[name], late),
                "action": format_action(games[name], action),
            },
        ),
        (
            "distribution",
            {"game": name, "position": lines[0].split(" => ")[0], "action": lines[0].split(" => ")[1]},
        ),
    ]
    if name == "yahtzee":  # whose whole games take a browser long
        questions = [questions[1], questions[3]]
    for one, other in zip(answered(browser, url, questions), from_server(client, questions), strict=True):
        assert different(one, other) == []


@pytest.mark.parametrize("name", ["toy", "yahtzee"])
def test_questions_of_a_quiz_are_positions_in_which_the_strategy_loses(browser, url, client, name):
    ask: Question = ("quiz", {"game": name, "strategy": "greedy", "questions": 8, "seed": 3})
    one, again, none_lost = answered(
        browser, url, [ask, ask, ("quiz", {"game": name, "strategy": "expected"})]
    )
    assert one == again and len(one["questions"]) == 8
    assert none_lost["error"].startswith("strategy expected: it loses nothing in 20 games")
    (server,) = from_server(client, [ask])
    assert one.keys() == server.keys() and one["questions"][0].keys() == server["questions"][0].keys()
    for each in one["questions"]:
        known: list[Question] = [
            ("strategy/decision", {"game": name, "strategy": "greedy", "position": each["position"]}),
            ("play", {
                "game": name, "sheet": {c: p for c, p in each["sheet"].items() if p is not None},
                "extra_yahtzees": each["extra_yahtzees"], "dice": each["dice"], "rerolls": each["rerolls"],
            }),
        ]  # fmt: skip
        decision, standing = from_server(client, known)
        assert (decision["action"], decision["position"]) == (each["played"], each["position"])
        assert math.isclose(decision["loss"], each["loss"], abs_tol=1e-9) and each["loss"] > 0
        assert standing["position"]["points"] == standing["points"]
        assert f"points {standing['points']}" in each["position"]


def random_log(states: States) -> list[str]:
    game = states.game
    return [
        f"{format_words(game, position)} => {format_action(game, action)}"
        for _, position, action in moves(states, 7)
    ]
