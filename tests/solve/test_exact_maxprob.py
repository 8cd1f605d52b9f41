"""`maxprob` in fractions: digit for digit against the oracle, and what holds in every position."""

import json
from fractions import Fraction
from functools import cache

import pytest
from brute_force import BruteForce, Dice, Goal, keeps
from brute_force import State as RealState
from commands import COLUMNS, Capture, error_of, printed
from helpers import TOYS, merged, rolls_of, toy_maxprob, toy_oracle, toy_states
from lanes import slow_but

from yahtzee_core.game.load import load_game
from yahtzee_core.solve.exact_maxprob import ExactMaxProb, solve_exact_maxprob
from yahtzee_core.solve.rounding import probability_error
from yahtzee_core.solve.scores import solve_maxprob
from yahtzee_core.turn.ties import PROBABILITIES

SMALL = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus", "coins"]
"""The oracle works all their probabilities out in a second."""


@cache
def exact(name: str) -> ExactMaxProb:
    """A toy game, solved exactly."""
    return solve_exact_maxprob(toy_states(name).game, threads=1)


@pytest.mark.parametrize("name", SMALL)
def test_all_probabilities(name: str) -> None:
    table, oracle = exact(name), toy_oracle(name)
    for real in oracle.states():
        state = merged(table.ready.states, real)
        for needed in range(-1, oracle.most(real) + 2):
            assert table.probability(state, needed) == oracle.maxprob(real, needed), (real, needed)


@pytest.mark.parametrize("name", slow_but(TOYS, *SMALL))
def test_floats_are_within_their_bound(name: str) -> None:
    table, floats, game = exact(name), toy_maxprob(name), toy_states(name).game
    for state in map(table.ready.states.state, range(len(table.ready.states))):
        bound = Fraction(probability_error(game, len(game.categories) - state.filled.bit_count()))
        for needed in range(1, len(floats.start) + 1):
            found = table.probability(state, needed)
            assert abs(Fraction(floats.probability(state, needed)) - found) <= bound * found


def worths(oracle: BruteForce, real: RealState, needed: int, dice: Dice, left: int) -> list[Fraction]:
    """The probabilities of the actions of a position."""

    def best(roll: Dice) -> Goal:
        return (max(of_options(roll)),)

    def of_options(roll: Dice) -> list[Fraction]:
        return [oracle.maxprob(after, needed - points) for _, points, after in oracle.choices(*real, roll)]

    if left == 0:
        return of_options(dice)
    after = oracle._rolls(best, left - 1)
    return [oracle._mean(keep, after)[0] for keep in keeps(dice)]


def margin(values: list[Fraction]) -> Fraction:
    """What the best is ahead of the next that is not equal, as a share of the best; 1 where none is."""
    best = max(values)
    return min(((best - value) / best for value in values if value < best), default=Fraction(1))


@pytest.mark.parametrize("name", ["plain", "upper-sure", "coins"])
def test_the_audit(name: str) -> None:
    table, oracle, game = exact(name), toy_oracle(name), toy_states(name).game
    states = {merged(table.ready.states, real): real for real in oracle.states()}
    found = [
        worths(oracle, real, needed, dice, left)
        for real in states.values()
        if len(real[0]) < len(game.categories)
        for needed in range(1, oracle.most(real) + 1)
        for dice in rolls_of(table.ready.states.options.lattice)
        for left in range(game.rolls)
    ]
    audit = table.audit
    assert audit.positions == len(found)
    assert audit.ties == sum(values.count(max(values)) > 1 for values in found)
    assert audit.near == sum(margin(values) < Fraction(PROBABILITIES.share) for values in found)
    assert audit.margin is not None
    assert audit.margin.gap == pytest.approx(float(min(map(margin, found))), rel=1e-12)


@pytest.mark.parametrize("name", slow_but(["toy", "crag"]))
def test_every_score_of_a_game(name: str) -> None:
    """The floats are within their bound."""
    game = load_game(name)
    table, floats = solve_exact_maxprob(game, threads=1), solve_maxprob(game, threads=1)
    bound, start = Fraction(probability_error(game)), table.ready.states.start
    for score, found in enumerate(floats.start.tolist()):
        probability = table.probability(start, score)
        assert abs(Fraction(found) - probability) <= bound * probability, score
    assert table.audit.near > 0
    assert table.audit.near > 0


def test_threads_change_nothing() -> None:
    one, two = (solve_exact_maxprob(load_game("toy"), threads) for threads in (1, 2))
    assert all((a.numbers == b.numbers).all() for a, b in zip(one.layers, two.layers, strict=True))
    assert one.audit == two.audit


def test_the_command(capsys: Capture) -> None:
    table = solve_exact_maxprob(load_game("toy"))
    probability = table.probability(table.ready.states.start, 100)
    found = json.loads(printed(capsys, "maxprob", "toy", "--target", "100", "--exact", "--json"))
    assert Fraction(int(found["exact"]["numerator"]), int(found["exact"]["denominator"])) == probability
    assert (found["game"], found["to_come"], found["probability"]) == ("toy", 100, float(probability))
    lines = printed(capsys, "maxprob", "toy", "--target", "100", "--exact").splitlines()
    assert lines[0] == "toy (free joker): at least 100 points with probability, at best,"
    assert lines[1] == f"  {found['exact']['digits']}"
    assert f"  {probability.numerator}" in lines
    assert max(map(len, lines)) <= COLUMNS


def test_errors_of_the_command(capsys: Capture) -> None:
    asked = ("maxprob", "toy", "--target", "100", "--exact", "--moments")
    assert error_of(capsys, *asked) == "--exact with --moments; expected one of them"
    assert "no exact values" in error_of(capsys, "maxprob", "generala-served", "--target", "9", "--exact")
