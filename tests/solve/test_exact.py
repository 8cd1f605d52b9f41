"""`exact`: digit for digit against the oracle and the twin, and what holds in every position."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import inf

import numpy as np
import pytest
from brute_force import BruteForce
from helpers import TOYS, merged, parse, rolls_of, toy_oracle, toy_states
from hypothesis import given, settings
from lanes import examples
from toy_games import TOY_GAMES, Raw, games, lower, upper
from toy_games import game as toy_game
from variants_of_games import saving, with_first_roll

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.solve.exact import ExactSolver, ExactTable, solve_exact
from yahtzee_core.solve.exact_numbers import Widths
from yahtzee_core.solve.exact_summary import Summary, upper_total
from yahtzee_core.solve.exact_twin import ExactTwin, Pair
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.turn.ready import Ready
from yahtzee_core.turn.states import State
from yahtzee_core.turn.ties import POINTS

AUDITED = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus"]
"""The oracle works all their positions out in a second."""


@cache
def exact(name: str) -> ExactTable:
    """A toy game, solved exactly."""
    return solve_exact(toy_states(name).game, threads=1)


def pairs(table: ExactTable) -> dict[State, Pair]:
    """Value and second moment of every state."""
    states = map(table.states.state, range(len(table.states)))
    return {state: (table.value(state), table.second(state)) for state in states}


# Against the oracle and the twin


def check_against_oracle(table: ExactTable, oracle: BruteForce) -> None:
    """The fractions of all states that can occur; second moments are those of some best policy."""
    for real in oracle.states():
        state = merged(table.states, real)
        least, most = oracle.second_moments(real)
        assert table.value(state) == oracle.value(real), real
        assert least <= table.second(state) <= most, real


@pytest.mark.parametrize("name", TOYS)
def test_fractions_of_toy_games(name: str) -> None:
    check_against_oracle(exact(name), toy_oracle(name))


@pytest.mark.parametrize("name", TOYS)
def test_the_twin(name: str) -> None:
    assert pairs(exact(name)) == ExactTwin(toy_states(name).game).solve()


@given(games())
@settings(max_examples=examples(15), deadline=None)
def test_any_game(raw: Raw) -> None:
    table = solve_exact(parse(raw), threads=1)
    check_against_oracle(table, BruteForce(raw))
    assert pairs(table) == ExactTwin(table.ready.game).solve()


LARGE = toy_game("large", 2, 2, 3, [*upper(1, 2), lower("pair", groups=[2], score=100_000)])
MANY_FACES = toy_game(
    "many-faces", 3, 12, 2, [lower("pair", groups=[2], score="all"), lower("chance", score="all")]
)
ONE_DIE = toy_game("one-die", 1, 2, 1, upper(1, 2))


@pytest.mark.parametrize("raw", [LARGE, ONE_DIE, MANY_FACES], ids=lambda raw: raw["id"])
def test_limbs_of_other_widths(raw: Raw) -> None:
    table = solve_exact(parse(raw), threads=1)
    assert pairs(table) == ExactTwin(table.ready.game).solve()


def test_all_numbers_fit_their_limbs() -> None:
    table = exact("joker-free")
    assert all(layer.numbers.max() < 1 << table.widths.bits for layer in table.layers)
    assert [layer.scale for layer in table.layers] == [27 ** (3 * to_come) for to_come in range(6)]


def test_limbs_of_whole_numbers() -> None:
    widths = Widths(load_game("yahtzee"), 1)
    number = 3 * 2**120 + 2**51 + 5
    assert widths.bits == 51
    assert widths.to_limbs(number, 3).tolist() == [5, 1, 3 << 18]
    assert widths.to_int(widths.to_limbs(number, 3).tolist()) == number


# Every position


def gaps(worths: list[Fraction]) -> tuple[float, float]:
    """The smallest difference of two that are not equal, of all and of those with the highest."""
    different = sorted(set(worths))
    apart = [high - low for low, high in pairwise(different)]
    return float(min(apart, default=inf)), float(apart[-1] if apart else inf)


def positions_of(table: ExactTable, oracle: BruteForce) -> list[list[Fraction]]:
    """What the actions are worth in every position of every merged state, by the oracle."""
    states = {merged(table.states, real): real for real in oracle.states()}
    rolls, game = rolls_of(table.states.options.lattice), table.ready.game
    turns = [real for state, real in states.items() if state.filled != game.full]
    return [
        list(oracle.option_values(real, dice, left).values())
        for real in turns
        for dice in rolls
        for left in range(game.rolls)
    ]


@pytest.mark.parametrize("name", AUDITED)
def test_the_audit(name: str) -> None:
    table, audit = exact(name), exact(name).audit
    worths = positions_of(table, toy_oracle(name))
    assert audit.positions == len(worths)
    assert audit.ties == sum(values.count(max(values)) > 1 for values in worths)
    assert audit.closest is not None and audit.margin is not None
    closest, margin = map(min, zip(*map(gaps, worths)))
    assert audit.closest.gap == pytest.approx(closest, rel=1e-12)
    assert audit.margin.gap == pytest.approx(margin, rel=1e-12)


@pytest.mark.parametrize("name", AUDITED)
def test_where_the_closest_actions_are(name: str) -> None:
    """The words that are told lead to the two actions and to their difference."""
    row, oracle = Summary.of(exact(name)).row(), toy_oracle(name)
    for gap in ("smallest_gap", "smallest_margin"):
        where, _, actions = row[f"{gap}_at"].partition(": ")
        parts = dict(part.split(" ", 1) for part in where.split(" | "))
        filled = frozenset(parts["filled"].replace("-", "").split())
        state = (filled, int(parts["upper"]), parts["chip"] == "yes")
        dice = tuple(map(int, parts["dice"].split()))
        worths = oracle.option_values(state, dice, int(parts["rerolls"]))
        better, worse = (worths[action] for action in actions.split(", "))
        assert float(better - worse) == pytest.approx(row[gap], rel=1e-12)


@pytest.mark.parametrize("name", [*TOYS, "crag"])
def test_the_policy_of_the_floats_is_exactly_best(name: str) -> None:
    """And an action within a tie of the best is exactly as good."""
    audit = (exact(name) if name in TOYS else solve_exact(load_game(name), threads=1)).audit
    assert (audit.not_best, audit.not_first) == (0, 0)
    assert audit.margin is None or audit.margin.gap > 2 * POINTS.points


def test_a_policy_that_is_not_best_is_found() -> None:
    """The audit of random estimates."""
    ready = Ready.of(toy_states("joker-free").game)
    floats = solve_expected(ready, threads=1)
    random = floats.table.of(
        ready.states,
        ready.states.masks,
        np.random.default_rng(0).uniform(size=len(floats.table.value)),
        floats.second,
    )
    audit = ExactSolver(ready, threads=1).solve(ExpectedTable(ready, random), lambda share: None).audit
    assert 0 < audit.not_best <= audit.not_first


def test_errors_of_the_floats() -> None:
    table = exact("joker-free")
    exacts = {state: pair[0] for state, pair in pairs(table).items()}
    errors = [
        abs(Fraction(float(table.floats.value[table.states.index(state)])) - value)
        for state, value in exacts.items()
    ]
    assert table.largest_error == float(max(errors))
    assert 0 < table.largest_error < 1e-12


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    game = load_game("crag")
    one, several = (solve_exact(game, n) for n in (1, threads))
    assert all((a.numbers == b.numbers).all() for a, b in zip(one.layers, several.layers, strict=True))
    assert one.audit == several.audit


def test_progress() -> None:
    shares: list[float] = []
    solve_exact(load_game("crag"), 1, shares.append)
    assert shares == sorted(shares) and shares[-1] == 1


def test_totals_of_merged_states() -> None:
    states = toy_states("upper-bonus")
    for state in map(states.state, range(len(states))):
        assert states.at(state.filled, upper_total(states, state), state.chip) == state


@pytest.mark.parametrize("change", [saving, with_first_roll])
def test_refusals(change: Callable[[Raw], Raw]) -> None:
    game: Game = parse(change(TOY_GAMES["upper-bonus"]))
    with pytest.raises(
        UserError, match=r"game upper-bonus: no exact values where .*; expected value without"
    ):
        solve_exact(game)
