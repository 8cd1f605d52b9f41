"""Questions of a quiz: whose they are, how they are drawn, and what guesses are worth."""

from collections import Counter
from functools import cache

import pytest
from helpers import advisor
from played import GAME, reviewed

from yahtzee_core.advice.quiz import GAMES, Answers, Question, _drawn, log_questions, strategy_questions
from yahtzee_core.errors import UserError
from yahtzee_core.policies.decisions import decided
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.turn.positions import Action, Position

LOG = "\n".join(GAME)


@cache
def asked(seed: int, number: int = 5) -> list[Question]:
    """Questions where greedy loses points in toy."""
    here = advisor("toy")
    return strategy_questions(here, load_strategy("greedy", here.game), number, seed)


def test_questions_are_where_the_strategy_loses() -> None:
    """Each is what it does there, and what that loses by the advice."""
    here = advisor("toy")
    policy = load_strategy("greedy", here.game).policy(here.arena)
    for question in asked(1):
        assert question.played == decided(here.arena, policy, question.position)
        taken = here.expected(question.position).taken(question.played)
        assert question.loss == taken.loss > 0 and not taken.is_best
    assert len({question.position for question in asked(1)}) == len(asked(1)) == 5


def test_a_seed_brings_the_same_questions() -> None:
    here = advisor("toy")
    again = strategy_questions(here, load_strategy("greedy", here.game), 5, 1)
    assert again == asked(1) != asked(2)


def test_progress_is_told() -> None:
    here, told = advisor("toy"), list[float]()
    strategy_questions(here, load_strategy("greedy", here.game), 1, 3, told.append)
    assert told == [(game + 1) / GAMES for game in range(GAMES)]


def test_questions_are_drawn_in_proportion_to_what_was_lost() -> None:
    """Of losses 1, 2 and 5, in 4,000 draws; within five standard errors."""
    losses = {1: 1.0, 2: 2.0, 3: 5.0}
    places = {face: Position(0, 0, False, (face,) * 3, 0) for face in losses}
    questions = [Question(places[face], Action(category=0), loss) for face, loss in losses.items()]
    draws = 4000
    first = Counter(_drawn(questions, 1, seed)[0].position.dice[0] for seed in range(draws))
    for face, loss in losses.items():
        share = loss / 8
        assert abs(first[face] / draws - share) < 5 * (share * (1 - share) / draws) ** 0.5
    assert len(_drawn(questions, 9, 0)) == 3 == len(_drawn([*questions, *questions], 9, 0))


def test_questions_of_a_log_are_its_losing_moves() -> None:
    found = log_questions(advisor("toy"), LOG, 100, 1)
    losing = {d.position: (d.action, d.loss) for d in reviewed("toy", LOG).decisions if d.loss > 1e-9}
    assert {q.position: (q.played, q.loss) for q in found} == losing != {}
    assert len(log_questions(advisor("toy"), LOG, 2, 1)) == 2


def test_where_nothing_is_lost_nothing_is_asked() -> None:
    here = advisor("toy")
    with pytest.raises(UserError, match="strategy expected: it loses nothing in 20 games"):
        strategy_questions(here, load_strategy("expected", here.game), 5, 1)
    with pytest.raises(UserError, match="no move that lost points"):
        log_questions(here, "1 2 3 4 5 8 15", 5, 1)


def test_answers_by_kind() -> None:
    """A guess that ties with the best loses nothing."""
    here, answers = advisor("toy"), Answers()
    position = Position(0, 0, False, (1, 1, 2), 2)
    actions = here.expected(position).actions
    for action in actions:
        answers.add(action)
    keeps = [0.0 if a.is_best else a.loss for a in actions if a.action.category is None]
    rows = {kind: rest for kind, *rest in answers.rows()}
    assert rows["keep"] == [len(keeps), keeps.count(0.0), pytest.approx(sum(keeps) / len(keeps))]
    assert list(rows) == [
        *dict.fromkeys("keep" if a.action.category is None else "category" for a in actions),
        "all",
    ]
    assert rows["all"] == [len(actions), rows["all"][1], pytest.approx(answers.mean_loss)]
    assert answers.number == len(actions) and rows["all"][1] >= 1
