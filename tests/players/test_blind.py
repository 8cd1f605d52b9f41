"""Best answers to an opponent that is not seen: against exact strategies, bounds, and the command."""

import json
import re

import numpy as np
import pytest
from helpers import TOYS, toy_expected, toy_states

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.players.blind import UTILITIES, best_answer, same_strategy
from yahtzee_core.policies.distribution import expected_distribution, outcomes
from yahtzee_core.solve.utility import solve_utility

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
    assert win.value == pytest.approx(win.win, rel=0, abs=ROUNDING)
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
    win, draw, _ = outcomes(opponent_of(name), opponent)
    assert (found.win, found.draw) == pytest.approx((win, draw), abs=0.02)


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
    assert found["same_strategy"]["p_win"] == pytest.approx(found["same_strategy"]["p_lose"], abs=ROUNDING)


def test_the_command_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blind", "toy", "greedy"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("toy (free joker), against greedy") and max(map(len, out.splitlines())) <= 80


def test_the_opponent_is_the_strategy_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """A worse opponent loses more often."""
    wins = []
    for strategy in ("greedy", "expected"):
        assert main(["blind", "toy", strategy, "--json"]) == 0
        wins.append(json.loads(capsys.readouterr().out)["best_answer"]["p_win"])
    assert wins[0] > wins[1] + 0.01


# Answers to answers


def test_the_command_for_a_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    """Each answer's value is of the utility asked for, and no less than a half."""
    assert main(["blind", "toy", "expected", "--sequence", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["answer"] for one in found["answers"]] == [1, 2, 3]
    for one in found["answers"]:
        assert one["value"] == pytest.approx(one["p_win"] + one["p_draw"] / 2, abs=ROUNDING) and one["sd"] > 0
        assert one["value"] >= 0.5 - ROUNDING
    assert main(["blind", "toy", "expected", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == found["answers"][0]["value"]


def test_the_command_for_the_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    """toy has one in which nobody mixes."""
    assert main(["blind", "toy", "greedy", "--equilibrium", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    gaps = [one["gap"] for one in found["rounds"]]
    assert found["gap"] == gaps[-1] < 1e-12 < min(gaps[:-1])
    assert [one["weight"] for one in found["mix"]] == [1.0]


@pytest.mark.parametrize("asked", [["--sequence", "2"], ["--equilibrium", "2"]])
def test_the_commands_for_people(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blind", "toy", "greedy", *asked]) == 0
    out = capsys.readouterr().out
    assert out.startswith("toy (free joker), against greedy") and max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--sequence", "0"], "--sequence 0; expected a number of answers from 1"),
        (["--equilibrium", "-1"], "--equilibrium -1; expected a number of answers from 1"),
        (["--equilibrium", "2", "--utility", "win"], "--utility win: an equilibrium needs .* expected half"),
    ],
)
def test_bad_requests(asked: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blind", "toy", "expected", *asked]) == 2
    assert re.fullmatch(f"error: {message}\n", capsys.readouterr().err)
