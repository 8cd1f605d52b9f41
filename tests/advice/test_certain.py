"""Totals that are certain, hopeless, or beyond what can come: advice goes by points, or is refused."""

from dataclasses import replace

import pytest
from commands import Capture, error_of, printed
from helpers import advisor, some_positions
from toy_games import TOY_GAMES

from yahtzee_core.advice.advice import Advice
from yahtzee_core.errors import UserError
from yahtzee_core.solve.scores import most_to_come
from yahtzee_core.turn.positions import Position, state_of

PLAYED = ["toy", *(name for name, raw in TOY_GAMES.items() if "saved_rolls" not in raw)]


def order(advice: Advice) -> list[str]:
    return [action.text for action in advice.actions]


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_certain_is_played_as_for_points(name: str) -> None:
    here = advisor(name)
    for position in some_positions(name, 12):
        known = replace(position, points=position.upper)
        expected = order(here.expected(position))
        assert order(here.maxprob(position, 0)) == expected
        assert order(here.maxprob(known, position.upper)) == expected


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_hopeless_is_played_as_for_points(name: str) -> None:
    """The most that can come is out of reach for many a last roll."""
    here, hopeless = advisor(name), 0
    for position in some_positions(name, 40):
        last = replace(position, rerolls=0)
        most = most_to_come(here.arena.ready, state_of(here.arena.states, last))
        for advice in (here.maxprob(last, most), here.beat(last, most)):
            if advice.best.value == 0:
                hopeless += 1
                assert order(advice) == order(here.expected(last))
    assert hopeless or name in ("upper-sure", "coins", "forced-order", "plain")


@pytest.mark.parametrize("name", PLAYED)
def test_actions_below_the_tied_ones_are_ranked_by_probability(name: str) -> None:
    here = advisor(name)
    for position in some_positions(name, 12):
        most = most_to_come(here.arena.ready, state_of(here.arena.states, position))
        actions = here.maxprob(position, max(most - 3, 0)).actions
        values = [action.value for action in actions if not action.is_best]
        assert values == pytest.approx(sorted(values, reverse=True), rel=1e-12)
        assert [action.is_best for action in actions] == sorted((a.is_best for a in actions), reverse=True)


@pytest.mark.parametrize("name", ["toy", "joker-free", "upper-bonus"])
@pytest.mark.parametrize("points", [None, 30])
def test_a_total_that_no_game_has_is_refused_with_the_most(name: str, points: int | None) -> None:
    here = advisor(name)
    position = replace(some_positions(name, 1)[0], points=points)
    most = most_to_come(here.game, here.arena.states.start)
    assert here.maxprob(position, most).target == here.beat(position, most).opponent_total == most
    for ask in (here.maxprob, here.beat):
        with pytest.raises(UserError, match=f"score {most + 1}; expected 0 to {most}, the most"):
            ask(position, most + 1)


@pytest.mark.parametrize("name", ["toy", "joker-free", "upper-bonus"])
def test_a_total_that_has_got_out_of_reach_is_no_error(name: str) -> None:
    here = advisor(name)
    for position in some_positions(name, 12):
        lost = replace(position, points=position.upper)
        if most_to_come(here.arena.ready, state_of(here.arena.states, lost)) + position.upper < here.most:
            assert order(here.maxprob(lost, here.most)) == order(here.expected(lost))


@pytest.mark.slow
def test_the_opening_of_yahtzee(capsys: Capture) -> None:
    """No die at all brings 30 points: what scores more is first, and ones at once is far below."""
    advice = advisor("yahtzee").maxprob(Position(0, 0, False, (1, 3, 3, 5, 6), 2), 30)
    assert order(advice)[:4] == order(advisor("yahtzee").expected(advice.position))[:4]
    assert order(advice).index("score ones") > 10


def test_the_commands_refuse_in_the_same_words(capsys: Capture) -> None:
    words = "game toy: score 5000; expected 0 to 195, the most that can come"
    assert error_of(capsys, "maxprob", "toy", "--target", "5000") == words
    for aim in ("--target", "--to-come", "--opponent-total"):
        assert error_of(capsys, "advise", "toy", "dice 1 3 3 | rerolls 1", aim, "5000") == words


def test_the_command_ranks_what_is_certain_by_points(capsys: Capture) -> None:
    lines = printed(capsys, "advise", "toy", "--target", "1", "dice 1 3 3 | rerolls 1").splitlines()
    assert [line.split("  ")[0] for line in lines[4:7]] == ["keep 3 3", "keep 3", "keep -"]
