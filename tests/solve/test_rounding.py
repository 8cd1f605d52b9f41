"""Errors that are proved: no number of a small game is further from the exact one."""

from fractions import Fraction

import pytest
from brute_force import START
from duels import HALF, TINY, Race
from helpers import (
    TOYS,
    Followed,
    builtin_states,
    merged,
    optimal_policy,
    parse,
    toy_arena,
    toy_distribution,
    toy_maxprob,
    toy_oracle,
    toy_states,
)
from lanes import slow_but

from yahtzee_core.game.load import load_game
from yahtzee_core.players.duel import solve_duel
from yahtzee_core.solve.exact import ExactTable, solve_exact
from yahtzee_core.solve.rounding import (
    DOUBLE,
    certain_digits,
    distribution_error,
    duel_error,
    probability_error,
    proved_bounds,
    roundings_of_turn,
    sd_error,
    second_error,
    value_error,
)

SMALL = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus", "coins"]
"""The oracle works all their probabilities out in a second."""


def check_moments(table: ExactTable) -> float:
    """Compare both moments of all states; returns the largest error of a value as a share of its bound."""
    floats, game = table.floats, table.ready.game
    largest = 0.0
    for index in range(len(table.states)):
        state = table.states.state(index)
        to_come = len(game.categories) - state.filled.bit_count()
        value, second = table.value(state), table.second(state)
        off = abs(Fraction(float(floats.value[index])) - value)
        bound = Fraction(value_error(game, to_come)) * value
        assert off <= bound, state
        assert abs(Fraction(float(floats.second[index])) - second) <= second * Fraction(
            second_error(game, to_come)
        )
        largest = max(largest, float(off / bound) if bound else 0.0)
    return largest


@pytest.mark.parametrize("name", TOYS)
def test_moments_of_toy_games(name: str) -> None:
    assert check_moments(solve_exact(toy_states(name).game, threads=1)) <= 1


@pytest.mark.parametrize("name", slow_but(["crag", "yacht"]))
def test_moments_of_built_in_games(name: str) -> None:
    """And the bound is not idle: some error is a thousandth of it."""
    assert 1e-3 < check_moments(solve_exact(load_game(name), threads=1)) <= 1


@pytest.mark.parametrize("name", TOYS)
def test_standard_deviations_of_toy_games(name: str) -> None:
    game = toy_states(name).game
    table = solve_exact(game, threads=1)
    found, bound = table.floats.start_sd, sd_error(game, table.floats.start_value, table.floats.start_sd)
    assert abs(Fraction(found) ** 2 - table.start_variance) <= 2 * table.start_variance * Fraction(bound)


@pytest.mark.parametrize("name", SMALL)
def test_probabilities_of_toy_games(name: str) -> None:
    table, oracle, game = toy_maxprob(name), toy_oracle(name), toy_states(name).game
    for real in oracle.states():
        state = merged(table.states, real)
        bound = Fraction(probability_error(game, len(game.categories) - len(real[0])))
        for needed in range(len(table.start) + 1):
            exact = oracle.maxprob(real, needed)
            assert abs(Fraction(table.probability(state, needed)) - exact) <= bound * exact, (real, needed)


@pytest.mark.parametrize("name", SMALL)
def test_distributions_of_toy_games(name: str) -> None:
    """Every total under the policy of the floats, from all histories of a game."""
    arena, bound = toy_arena(name), Fraction(distribution_error(toy_states(name)))
    exact: dict[int, Fraction] = {}
    for (_, points), p in Followed(arena, optimal_policy(arena), toy_oracle(name)).layers()[-1].items():
        exact[sum(points)] = exact.get(sum(points), Fraction(0)) + p
    for total, found in enumerate(toy_distribution(name).probability.tolist()):
        probability = exact.get(total, Fraction(0))
        assert abs(Fraction(found) - probability) <= bound * probability, total


@pytest.mark.parametrize("name", TINY)
def test_duels(name: str) -> None:
    game = parse(TINY[name])
    exact = Race(TINY[name]).race(START, START, 0, HALF)
    single, double = (solve_duel(game, single=single).value for single in (True, False))
    assert abs(Fraction(single) - exact) <= Fraction(duel_error(game))
    assert abs(Fraction(double) - exact) <= Fraction(duel_error(game, DOUBLE))


def test_roundings_by_hand() -> None:
    """Yahtzee: two rerolls of five dice with seven roundings each, and the mean of 252 rolls."""
    game = load_game("yahtzee")
    assert roundings_of_turn(game) == 2 * 5 * 7 + 252 + 1
    assert value_error(game, 0) == pytest.approx(0, abs=1e-300)
    assert value_error(game, 1) == pytest.approx(324 * 2.0**-53)
    assert value_error(game) == pytest.approx(13 * 324 * 2.0**-53)


@pytest.mark.parametrize(
    ("number", "error", "digits"), [(254.6, 4.7e-13, 9), (1.0, 0.06, 0), (1.0, 0.04, 1), (0.0, 1.0, 15)]
)
def test_certain_digits(number: float, error: float, digits: int) -> None:
    assert certain_digits(number, error) == digits


@pytest.mark.parametrize("name", ["yahtzee", "crag", "yaht", "toy"])
def test_bounds_by_table(name: str) -> None:
    """Those that the tests above hold against exact numbers; twelve digits of a probability are certain."""
    states = builtin_states(name)
    bounds = proved_bounds(states)
    assert bounds["expected"].error == value_error(states.game)
    assert {bounds[name].error for name in ("maxprob", "maxprob_moments", "maxprob_scores")} == {
        probability_error(states.game)
    }
    assert bounds["distribution"].error == distribution_error(states)
    assert bounds["duel"].error == duel_error(states.game) and not bounds["duel"].relative
    assert all(bound.error * 10**bound.digits < 0.5 for bound in bounds.values())
    assert bounds["maxprob"].digits >= 11 and bounds["duel"].digits >= 2


@pytest.mark.parametrize("name", ["maxi-yatzy-saved", "toy"])
def test_nothing_is_said_of_turns_that_are_not_counted(name: str) -> None:
    assert bool(proved_bounds(builtin_states(name))) != load_game(name).rolls_matter
