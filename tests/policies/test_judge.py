"""Policies judged backwards: against exact fractions over ordered dice, and the table of the best policy."""

from functools import cache

import numpy as np
import pytest
from brute_force import BruteForce
from helpers import (
    TOYS,
    Followed,
    arena,
    merged,
    optimal_policy,
    parse,
    some_policies,
    toy_arena,
    toy_oracle,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from toy_games import Raw, game, games, lower

from yahtzee_core.policies import walk as walk_module
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import EstimatePolicy, Policy
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.solve.expected import Table
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.transitions import BLOCK

ROUNDING = 1e-12
POLICIES = ["optimal", "zero", "random estimates", "random decisions"]
FOLLOWED = [name for name in TOYS if name != "joker-free"]
"""One of two like games is enough to follow."""
QUICK = ("plain", "coins", "joker-always", "upper-bonus", "lax-house")
by_policy = pytest.mark.parametrize("policy", POLICIES)


@cache
def judged(name: str, policy: str) -> Table:
    """A policy of a toy game."""
    return policy_table(toy_arena(name), some_policies(toy_arena(name))[policy])


def check_exact(arena: Arena, policy: Policy, oracle: BruteForce, found: Table) -> None:
    """Value and second moment of every state that can occur."""
    followed = Followed(arena, policy, oracle)
    for real in oracle.states():
        at = arena.states.index(merged(arena.states, real))
        exact = [float(moment) for moment in followed.moments(real)]
        assert [found.value[at], found.second[at]] == pytest.approx(exact, rel=ROUNDING, abs=0), real


@by_policy
@pytest.mark.parametrize("name", slow_but(FOLLOWED, *QUICK))
def test_toy_games(name: str, policy: str) -> None:
    one = some_policies(toy_arena(name))[policy]
    check_exact(toy_arena(name), one, toy_oracle(name), judged(name, policy))


@given(raw=games(), seed=st.integers(0, 99), policy=st.sampled_from(POLICIES))
@settings(max_examples=examples(13), deadline=None)
def test_any_game(raw: Raw, seed: int, policy: str) -> None:
    arena = Arena(parse(raw))
    one = some_policies(arena, seed)[policy]
    check_exact(arena, one, BruteForce(raw), policy_table(arena, one))


def check_is_optimal(arena: Arena) -> None:
    """The best policy has the values of `expected`, and with the same ties its second moments."""
    n, found = len(arena.states), policy_table(arena, optimal_policy(arena))
    assert np.allclose(found.value[:n], arena.optimal.value, rtol=ROUNDING, atol=ROUNDING)
    assert np.allclose(found.second[:n], arena.optimal.second, rtol=ROUNDING, atol=ROUNDING)


@pytest.mark.parametrize("name", TOYS)
def test_the_best_policy_of_toy_games(name: str) -> None:
    check_is_optimal(toy_arena(name))


@pytest.mark.parametrize("name", ["toy", "yaht", "crag", "yahtzee"])
def test_the_best_policy_of_builtin_games(name: str) -> None:
    check_is_optimal(arena(name))


@given(raw=games())
@settings(max_examples=examples(20), deadline=None)
def test_the_best_policy_of_any_game(raw: Raw) -> None:
    check_is_optimal(Arena(parse(raw)))


@pytest.mark.parametrize("policy", POLICIES[1:])
@pytest.mark.parametrize("name", TOYS)
def test_no_state_is_worth_more_than_the_best(name: str, policy: str) -> None:
    """And some are worth less; in one game there is hardly anything to choose."""
    best, found = toy_arena(name).optimal.value, judged(name, policy).value[: len(toy_arena(name).states)]
    assert (found <= best + ROUNDING * best.max()).all()
    assert (found < best - 0.01).any() or (name, policy) == ("upper-sure", "zero")


@given(raw=games(), shift=st.floats(-20, 20))
@settings(max_examples=examples(10), deadline=None)
def test_the_same_number_more_everywhere_changes_nothing(raw: Raw, shift: float) -> None:
    """Policies look at differences between the values of states of one layer."""
    arena = Arena(parse(raw))
    shifted = EstimatePolicy(arena, arena.optimal.value + shift)
    assert policy_table(arena, shifted).value[:-BLOCK] == pytest.approx(arena.optimal.value, abs=1e-7)


def test_the_end_is_worth_nothing_and_padding_is_left_alone() -> None:
    arena, found = toy_arena("joker-free"), judged("joker-free", "optimal")
    end = arena.states.of_masks(arena.states.layers()[-1])
    assert not found.value[end].any() and not found.second[end].any()
    assert np.isfinite(found.value[:-BLOCK]).all() and np.isnan(found.value[-BLOCK:]).all()


# Same bits


def assert_same(one: Table, other: Table) -> None:
    """Both tables agree in every bit."""
    assert one.value.tobytes() == other.value.tobytes()
    assert one.second.tobytes() == other.second.tobytes()


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize("name", TOYS)
def test_variants_give_the_same_bits(name: str, variant: str) -> None:
    other = Arena(toy_arena(name).game, toy_arena(name).optimal)
    other.kernel = _turn.Kernel(other.states, other.transitions, variant)
    for policy in POLICIES:
        assert_same(judged(name, policy), policy_table(other, some_policies(other)[policy]))


@by_policy
@pytest.mark.parametrize("chunk", [40, 100, 10**6])
def test_chunks_change_nothing(chunk: int, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = arena("toy")
    expected = policy_table(toy, some_policies(toy)[policy])
    monkeypatch.setattr(walk_module, "CHUNK", chunk)
    assert_same(policy_table(toy, some_policies(toy)[policy]), expected)


# By hand


def test_one_turn_by_hand() -> None:
    """A die of 3 faces with a reroll; who keeps a 1 where the best rolls again is worth 2, not 7 / 3."""
    one = Arena(parse(game("die", 1, 3, 2, [lower("chance", score="all")])))
    assert policy_table(one, optimal_policy(one)).value[0] == pytest.approx(1 / 3 * 2 + 1 / 3 * 2 + 1 / 3 * 3)
    assert policy_table(one, optimal_policy(one)).second[0] == pytest.approx((14 / 3 + 4 + 9) / 3)
    assert policy_table(one, Standing()).value[0] == pytest.approx(2)


class Standing:
    """Keeps all dice, and scores in the one category of a game with one die of 3 faces."""

    def decide(self, masks: np.ndarray, visit: np.ndarray | None) -> np.ndarray:
        """Keep 0 is no die, then come the faces; options are numbered by roll."""
        decisions = np.zeros((1, 2, 3, BLOCK), dtype=np.uint16)
        decisions[:, 0], decisions[:, 1] = np.arange(3)[:, None], np.arange(1, 4)[:, None]
        return decisions
