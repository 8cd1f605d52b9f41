"""`yahtzee quiz`: guesses typed, what is told of each, the score, JSON, and errors in one line."""

import io
import json
import re
from pathlib import Path

import pytest
from commands import ABOUT, COLUMNS, Capture, error_of, printed
from helpers import advisor
from played import GAME

from yahtzee_core.advice.notation import parse_action, parse_position

QUIZ = ("quiz", "toy", "--seed", "1", "--questions", "3")


@pytest.fixture
def questions(capsys: Capture) -> list[dict[str, object]]:
    """What is asked, with the answers."""
    found = json.loads(printed(capsys, *QUIZ, "--json"))
    assert list(found) == [*ABOUT, "seed", "questions"] and found["seed"] == 1
    listed: list[dict[str, object]] = found["questions"]
    return listed


def typed(monkeypatch: pytest.MonkeyPatch, capsys: Capture, *lines: str) -> str:
    """What is printed when this is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    text = printed(capsys, *QUIZ)
    assert max(map(len, text.splitlines())) <= COLUMNS
    return " ".join(text.split())


def test_questions_as_json(questions: list[dict[str, object]]) -> None:
    here = advisor("toy")
    assert len(questions) == 3
    for question in questions:
        assert list(question) == ["position", "played", "loss", "best", "value", "why"]
        advice = here.expected(parse_position(str(question["position"]), here.arena.states))
        played = advice.taken(parse_action(str(question["played"]), here.game))
        assert (question["best"], question["value"]) == (advice.best.text, advice.best.value)
        assert question["loss"] == played.loss > 0
        (why,) = advice.why(played.action)
        told = question["why"]
        assert isinstance(told, dict) and told["sentences"] == list(why.sentences)


def test_a_whole_quiz(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, questions: list[dict[str, object]]
) -> None:
    """The first guess is the best one, the others are what was played; what cannot be is asked again."""
    guesses = [
        str(questions[0]["best"]),
        "keep 4 4 4 4",
        str(questions[1]["played"]),
        str(questions[2]["played"]),
    ]
    text = typed(monkeypatch, capsys, *guesses)
    assert text.startswith(
        "toy (free joker), seed 1: 3 questions, for the highest expected score question 1 of 3"
    )
    assert f"{questions[0]['played']} was played, and loses {questions[0]['loss']:.2f}" in text
    assert "keep 4 4 4 4 is not possible in" in text
    for question in questions[1:]:
        assert f"{question['loss']:.2f} points lost; the best is to {question['best']}" in text
    for question in questions:
        why = question["why"]
        assert isinstance(why, dict) and " ".join(why["sentences"]) in text
    found = re.search(r"all 3 1 (\S+)$", text)
    losses = [float(str(question["loss"])) for question in questions[1:]]
    assert found and float(found[1]) == pytest.approx(sum(losses) / 3, abs=5.1e-6)


@pytest.mark.parametrize("lines", [(), ("quit",)])
def test_a_quiz_that_ends_at_once_has_no_score(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, lines: tuple[str, ...]
) -> None:
    text = typed(monkeypatch, capsys, *lines)
    assert "question 1 of 3" in text and "mean loss" not in text


def test_a_quiz_of_a_log(capsys: Capture, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("\n".join(GAME), encoding="utf-8")
    found = json.loads(printed(capsys, "quiz", "toy", "--log", str(log), "--seed", "2", "--json"))
    played = {line.partition(" => ")[2] for line in GAME}
    assert found["questions"] and {question["played"] for question in found["questions"]} <= played


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--questions", "0"], "quiz: --questions 0; expected at least 1"),
        (["--seed", "-1"], "quiz: --seed -1; expected at least 0"),
        (["--strategy", "expected"], "strategy expected: it loses nothing in 20 games; expected another one"),
        (["--strategy", "nix"], "no strategy 'nix'"),
        (["--log", "nowhere.log"], "nowhere.log: No such file or directory; expected a log"),
    ],
)
def test_what_cannot_be_asked(capsys: Capture, arguments: list[str], message: str) -> None:
    assert message in error_of(capsys, "quiz", "toy", *arguments)


def test_strategy_and_log_exclude_each_other(capsys: Capture) -> None:
    message = error_of(capsys, "quiz", "toy", "--log", "a", "--strategy", "greedy")
    assert "argument --strategy: not allowed with argument --log" in message
