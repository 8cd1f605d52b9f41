"""Best answers to an opponent that is not seen: against exact strategies, bounds, and the command."""

import json

import numpy as np
import pytest
from helpers import TOYS, toy_expected, toy_states

from yahtzee_core.blind import UTILITIES, best_answer, same_strategy
from yahtzee_core.cli import main
from yahtzee_core.comparison import duel
from yahtzee_core.distribution import expected_distribution
from yahtzee_core.errors import UserError
from yahtzee_core.utility import solve_followed, solve_utility

ROUNDING = 1e-12


def opponent_of(name: str) -> np.ndarray:
    """The total of optimal play in a toy game."""
    return expected_distribution(toy_expected(name)).probability


@pytest.mark.parametrize("name", TOYS)
def test_a_best_answer_is_no_worse_than_the_same_strategy(name: str) -> None:
    """By its own utility; what wins most wins no less than what counts draws half."""
    game, opponent = toy_states(name).game, opponent_of(name)
    win, half = (best_answer(game, opponent, utility, 1) for utility in ("win", "half"))
    same = same_strategy(opponent)
    assert win.value >= max(same[0], half.win) - ROUNDING
    assert half.value >= max(same[0] + same[1] / 2, win.win + win.draw / 2) - ROUNDING
    for found in (win, half):
        assert min(found.win, found.draw, found.loss) >= -ROUNDING
    assert win.value == pytest.approx(win.win, abs=0)
    assert half.value == pytest.approx(half.win + half.draw / 2, abs=ROUNDING)


@pytest.mark.parametrize("name", TOYS)
def test_the_values_are_those_of_the_utility(name: str) -> None:
    """By solve_utility, which is tested against all decisions in fractions."""
    game, opponent = toy_states(name).game, opponent_of(name)
    below = np.concatenate([[0.0], np.cumsum(opponent)[:-1]])
    for utility, u in (("win", below), ("half", below + opponent / 2)):
        value = best_answer(game, opponent, utility, 1).value
        assert value == pytest.approx(solve_utility(game, u, 1), abs=ROUNDING)


@pytest.mark.parametrize("name", ["plain", "upper-bonus", "coins"])
def test_the_margin_is_won_by_the_highest_expected_score(name: str) -> None:
    """Its strategy is that of `expected`, so it wins as often, where no two strategies are tied."""
    table, opponent = toy_expected(name), np.zeros(len(opponent_of(name)))
    opponent[len(opponent) // 2] = 1
    found = best_answer(table.game, opponent, "margin", 1)
    assert found.value == pytest.approx(table.start_value - len(opponent) // 2, abs=1e-9)
    win, draw, _ = duel(opponent_of(name), opponent)
    assert (found.win, found.draw) == pytest.approx((win, draw), abs=0.02)


def test_what_is_followed_is_an_expectation() -> None:
    """Of 1 it is 1, and of the utility itself the value."""
    game, opponent = toy_states("yahtzee-bonus").game, opponent_of("yahtzee-bonus")
    u = np.cumsum(opponent)
    value, one = solve_followed(game, u, np.ones(len(u)), 1)
    assert one == pytest.approx(1, abs=ROUNDING)
    assert solve_followed(game, u, u, 1) == pytest.approx((value, value), abs=ROUNDING)


def test_another_length_is_refused() -> None:
    with pytest.raises(UserError, match="u has 3 values; expected"):
        best_answer(toy_states("plain").game, np.ones(3) / 3)


@pytest.mark.parametrize("utility", UTILITIES)
def test_the_command(utility: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blind", "toy", "expected", "--utility", utility, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["opponent"], found["utility"]) == ("toy", "expected", utility)
    for key in ("best_answer", "same_strategy"):
        assert sum(found[key].values()) == pytest.approx(1, abs=ROUNDING)
    assert found["same_strategy"]["win"] == pytest.approx(found["same_strategy"]["loss"], abs=ROUNDING)


def test_the_command_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blind", "toy", "greedy"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("toy, against greedy") and max(map(len, out.splitlines())) <= 80


def test_the_opponent_is_the_strategy_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """A worse opponent loses more often."""
    wins = []
    for strategy in ("greedy", "expected"):
        assert main(["blind", "toy", strategy, "--json"]) == 0
        wins.append(json.loads(capsys.readouterr().out)["best_answer"]["win"])
    assert wins[0] > wins[1] + 0.01
