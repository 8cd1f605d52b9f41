"""Policies played forwards: against exact fractions over ordered dice, the backward pass, and sums."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from brute_force import BruteForce
from helpers import (
    TOYS,
    Floats,
    Followed,
    History,
    arena,
    merged,
    optimal_policy,
    parse,
    some_policies,
    toy_arena,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import TOY_GAMES, Raw, game, games, lower

from yahtzee_core.policies import walk as walk_module
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import Policy
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.policies.walk import Walk, chunks, points_met, total_twin, walk
from yahtzee_core.solve.bounds import Quantity, most_behind
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.marks import marked, marked_category
from yahtzee_core.turn.options import Options

ROUNDING = 1e-12
SUMS = 1e-9
FOLLOWED = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus", "coins", "forced-upper-only"]
POLICIES = ["optimal", "zero", "random estimates", "random decisions"]
EVERY = list(Quantity)
by_policy = pytest.mark.parametrize("policy", POLICIES)


@cache
def played(name: str, policy: str) -> Walk:
    """A toy game, walked with all quantities."""
    return walk(toy_arena(name), some_policies(toy_arena(name))[policy], EVERY)


def close(found: Any, expected: Any) -> bool:
    """Equal but for rounding, relative to each number."""
    return np.allclose(found, expected, rtol=ROUNDING, atol=0)


# Against exact fractions


class Histories:
    """What walk.py counts, counted from all histories of a game."""

    def __init__(self, followed: Followed) -> None:
        self.followed, self.states = followed, followed.states
        self.layers = followed.layers()

    def visits(self) -> Floats:
        found: Counter[int] = Counter()
        for histories in self.layers:
            for (real, _), p in histories.items():
                found[self.states.index(merged(self.states, real))] += p
        return dense(found, len(self.states))

    def points_met(self) -> set[tuple[int, int]]:
        """(state, points so far) of all histories."""
        return {
            (self.states.index(merged(self.states, real)), sum(points))
            for histories in self.layers
            for (real, points), p in histories.items()
            if p
        }

    def mean(self) -> Floats:
        last = self.layers[-1].items()
        return floats(sum(p * np.array(points, dtype=object) for (_, points), p in last))

    def cross(self) -> Floats:
        last = self.layers[-1].items()
        return floats(sum(p * np.multiply.outer(x, x) for x, p in [(objects(h), p) for h, p in last]))

    def amount(self, quantity: Quantity, length: int) -> Floats:
        found: Counter[int] = Counter()
        for history, p in self.layers[-1].items():
            found[self._amount(history, quantity)] += p
        return dense(found, length)

    def _amount(self, history: History, quantity: Quantity) -> int:
        (_, upper, _), points = history
        if quantity == Quantity.EXTRA_YAHTZEES:
            return points[-1] // (self.states.game.yahtzee_bonus or 1)
        if quantity == Quantity.MARKED_TOTAL:
            category = marked_category(self.states.game)
            equal = category is not None and points[category] > 0
            return marked(self.states.options, sum(points), points[-2] > 0, equal)
        return upper if quantity == Quantity.UPPER_TOTAL else sum(points)

    def taken(self) -> Floats:
        found = np.zeros((len(self.followed.ids), len(self.states.options)))
        for turn, real, p in self._turns():
            for q, dice, *_ in self.followed.turn(real):
                found[turn, self.followed.decision(real, dice, 0)] += float(p * q)
        return found

    def secured(self) -> Floats:
        found = np.zeros(len(self.states.upper) + 1)
        upper = {self.followed.ids[category] for category in self.states.upper}
        for _, real, p in self._turns():
            for q, _, _, gains, after in self.followed.turn(real):
                found[len(upper - after[0])] += float(p * q) * (gains[1] > 0)
        return found

    def final(self) -> Floats:
        lattice, ids = self.states.options.lattice, self.followed.ids
        found = np.zeros((lattice.n_rolls, len(ids)))
        for _, real, p in self._turns():
            for q, dice, category, *_ in self.followed.turn(real):
                found[lattice.keep_index(dice) - lattice.first_roll, ids.index(category)] += float(p * q)
        return found

    def _turns(self) -> Any:
        for turn, histories in enumerate(self.layers[:-1]):
            for (real, _), p in histories.items():
                yield turn, real, p


def objects(history: History) -> Any:
    """The points of a history as an array of whole numbers of Python."""
    return np.array(history[1], dtype=object)


def floats(fractions: Any) -> Floats:
    return np.asarray(fractions).astype(np.float64)


def dense(numbers: Counter[int], length: int) -> Floats:
    """Numbers by place."""
    found = np.zeros(length)
    for place, number in numbers.items():
        found[place] = float(number)
    return found


def check_exact(arena: Arena, policy: Policy, oracle: BruteForce, found: Walk) -> None:
    """Everything that a walk counts."""
    exact = Histories(Followed(arena, policy, oracle))
    assert sum(exact.layers[-1].values()) == Fraction(1)
    assert close(found.visits, exact.visits())
    assert set(zip(*map(np.ndarray.tolist, np.nonzero(points_met(arena, policy))))) == exact.points_met()
    assert close(found.mean, exact.mean())
    assert close(found.cross, exact.cross())
    assert close(found.taken, exact.taken())
    assert close(found.secured, exact.secured())
    assert close(found.final, exact.final())
    for quantity, amount in found.amounts.items():
        assert close(amount, exact.amount(quantity, len(amount))), quantity


@by_policy
@pytest.mark.parametrize("name", FOLLOWED)
def test_all_histories_of_toy_games(name: str, policy: str) -> None:
    one = some_policies(toy_arena(name))[policy]
    check_exact(toy_arena(name), one, BruteForce(TOY_GAMES[name]), played(name, policy))


@given(raw=games(), seed=st.integers(0, 99), policy=st.sampled_from(POLICIES))
@settings(max_examples=examples(8), deadline=None)
def test_all_histories_of_any_game(raw: Raw, seed: int, policy: str) -> None:
    arena = Arena(parse(raw))
    one = some_policies(arena, seed)[policy]
    check_exact(arena, one, BruteForce(raw), walk(arena, one, EVERY))


# What must hold


def check_sums(arena: Arena, policy: Policy, found: Walk) -> None:
    """Probabilities make 1, and both passes agree on mean and variance."""
    table, start = policy_table(arena, policy), arena.states.index(arena.states.start)
    layers = [found.visits[arena.states.of_masks(masks)].sum() for masks in arena.states.layers()]
    assert layers == pytest.approx([1] * len(layers), abs=ROUNDING)
    assert found.mean.sum() == pytest.approx(table.value[start], rel=0, abs=SUMS)
    variance = (found.cross - np.outer(found.mean, found.mean)).sum()
    assert variance == pytest.approx(table.second[start] - table.value[start] ** 2, rel=0, abs=SUMS * 100)
    check_amount(found.amounts[Quantity.TOTAL], found.mean.sum(), variance)


def check_amount(amount: Floats, mean: float, variance: float | None = None) -> None:
    """A distribution with this mean, and this variance if it is given."""
    points = np.arange(len(amount))
    assert (amount >= 0).all() and amount.sum() == pytest.approx(1, abs=ROUNDING)
    assert amount @ points == pytest.approx(mean, rel=0, abs=SUMS)
    if variance is not None:
        assert amount @ (points - mean) ** 2 == pytest.approx(variance, rel=0, abs=SUMS * 100)


def check_parts(arena: Arena, found: Walk) -> None:
    """The distributions of parts of the total agree with the statistics of the categories."""
    game, upper = arena.game, arena.states.upper
    variance = (found.cross - np.outer(found.mean, found.mean))[np.ix_(upper, upper)].sum()
    check_amount(found.amounts[Quantity.UPPER_TOTAL], found.mean[upper].sum(), variance)
    extra = found.amounts[Quantity.EXTRA_YAHTZEES]
    assert extra.sum() == pytest.approx(1, abs=ROUNDING)
    assert extra @ np.arange(len(extra)) * game.yahtzee_bonus == pytest.approx(found.mean[-1], abs=SUMS)
    if game.upper_bonus:
        reached = found.amounts[Quantity.UPPER_TOTAL][game.threshold :].sum()
        assert found.secured.sum() == pytest.approx(reached, abs=ROUNDING)
        assert found.mean[-2] == pytest.approx(game.upper_bonus * reached, abs=SUMS)
    else:
        assert not found.secured.any() and found.mean[-2] == 0


def check_categories(arena: Arena, found: Walk) -> None:
    """Every turn takes one option, every category is filled once, with the points of its mean."""
    options, n = arena.states.options, len(arena.game.categories)
    assert found.taken.sum(axis=1) == pytest.approx([1] * n, abs=ROUNDING)
    taken = found.taken.sum(axis=0)
    filled = np.bincount(options.category, weights=taken, minlength=n)
    assert filled == pytest.approx([1] * n, abs=ROUNDING)
    assert found.final.sum(axis=0) == pytest.approx(filled, abs=ROUNDING)
    points = np.bincount(options.category, weights=taken * options.points, minlength=n)
    squares = np.bincount(options.category, weights=taken * options.points**2, minlength=n)
    assert points == pytest.approx(found.mean[:n], abs=SUMS)
    assert squares == pytest.approx(np.diag(found.cross)[:n], abs=SUMS)
    assert np.allclose(found.cross, found.cross.T, rtol=ROUNDING, atol=0)


def check_walk(arena: Arena, policy: Policy, found: Walk) -> None:
    """All of that."""
    check_sums(arena, policy, found)
    check_parts(arena, found)
    check_categories(arena, found)


@by_policy
@pytest.mark.parametrize("name", TOYS)
def test_toy_games(name: str, policy: str) -> None:
    check_walk(toy_arena(name), some_policies(toy_arena(name))[policy], played(name, policy))


@pytest.mark.parametrize("name", ["toy", "yaht", "crag"])
def test_builtin_games(name: str) -> None:
    policy = optimal_policy(arena(name))
    check_walk(arena(name), policy, walk(arena(name), policy, EVERY))


@given(raw=games(), seed=st.integers(0, 99), policy=st.sampled_from(POLICIES))
@settings(max_examples=examples(20), deadline=None)
def test_any_game(raw: Raw, seed: int, policy: str) -> None:
    arena = Arena(parse(raw))
    one = some_policies(arena, seed)[policy]
    check_walk(arena, one, walk(arena, one, EVERY))


def test_the_policies_differ() -> None:
    """Else the tests above would look at one policy only; the best is the best."""
    best, *others = [played("joker-free", policy).mean.sum() for policy in POLICIES]
    assert len({best, *others}) == 4 and max(others) < best - 0.01


def test_quantities_are_asked_for() -> None:
    """Without them nothing else changes."""
    arena = toy_arena("joker-forced")
    bare, full = walk(arena, optimal_policy(arena)), played("joker-forced", "optimal")
    assert bare.amounts == {} and list(full.amounts) == EVERY
    assert_same(bare, full)


# Same bits


def assert_same(one: Walk, other: Walk) -> None:
    """Two walks agree in every bit, in the quantities that both have."""
    for name in ("visits", "mean", "cross", "taken", "secured", "final"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    for quantity in one.amounts.keys() & other.amounts.keys():
        assert one.amounts[quantity].tobytes() == other.amounts[quantity].tobytes(), quantity


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize("name", [*TOYS, "builtin toy"])
def test_variants_give_the_same_bits(name: str, variant: str) -> None:
    best = arena("toy") if name == "builtin toy" else toy_arena(name)
    other = Arena(best.game, best.optimal)
    other.kernel = _turn.Kernel(other.states, other.transitions, variant)
    for policy in POLICIES:
        one, two = (walk(a, some_policies(a)[policy], EVERY) for a in (best, other))
        assert_same(one, two)


@by_policy
@pytest.mark.parametrize("chunk", [40, 100, 10**6])
def test_chunks_change_nothing(chunk: int, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions are asked for in pieces; sums over a piece do not depend on where it ends."""
    toy = arena("toy")
    expected = walk(toy, some_policies(toy)[policy], EVERY)
    monkeypatch.setattr(walk_module, "CHUNK", chunk)
    found = walk(toy, some_policies(toy)[policy], EVERY)
    assert_same(found, expected)
    n_chunks = sum(len(list(chunks(toy.states, masks))) for masks in toy.states.layers())
    assert n_chunks == 8 if chunk == 10**6 else n_chunks > 8


@pytest.mark.parametrize("chunk", [1, 7, 40, 1024])
def test_chunks_are_pieces_in_order(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_module, "CHUNK", chunk)
    states = arena("toy").states
    for masks in states.layers():
        pieces = list(chunks(states, masks))
        assert np.array_equal(np.concatenate(pieces), masks)
        assert all(states.lanes[piece[1:]].sum() < chunk for piece in pieces)


# Quantities


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_most_behind_a_state(name: str) -> None:
    """The longest of all histories, of the oracle's game tree."""
    arena, oracle = toy_arena(name), BruteForce(TOY_GAMES[name])
    for quantity in Quantity:
        most = most_behind(arena.states, arena.kernel, quantity)
        assert most.tolist() == longest(arena, oracle, quantity), quantity


def longest(arena: Arena, oracle: BruteForce, quantity: Quantity) -> list[int]:
    """The most of a quantity behind every state, -1 where no game gets there."""
    found = [-1] * len(arena.states)
    here = {(state, 0) for state in oracle.states() if not state[0]}
    while here:
        for real, amount in here:
            at = arena.states.index(merged(arena.states, real))
            found[at] = max(found[at], amount)
        here = {
            (after, amount + added(arena.states.options, quantity, category, gains, after[1] - real[1]))
            for real, amount in here
            for dice in oracle._all_rolls()
            for category, gains, after in (
                oracle.gains(real, dice) if len(real[0]) < len(oracle.categories) else []
            )
        }
    return found


def added(
    options: Options, quantity: Quantity, category: str, gains: tuple[int, int, int], upper: int
) -> int:
    """What a turn adds to a quantity."""
    if quantity == Quantity.MARKED_TOTAL:
        equal = marked_category(options.game) == options.game.index(category) and gains[0] > 0
        return marked(options, sum(gains), gains[1] > 0, equal)
    if quantity == Quantity.EXTRA_YAHTZEES:
        return int(gains[2] > 0)
    return upper if quantity == Quantity.UPPER_TOTAL else sum(gains)


# By hand


def test_one_turn_by_hand() -> None:
    """A die of 3 faces and no reroll, one category that pays for a 3 alone."""
    one = Arena(parse(game("die", 1, 3, 1, [lower("three", faces=[3], score=9)])))
    found = walk(one, optimal_policy(one), EVERY)
    assert found.visits.tolist() == [1, 1]
    assert found.mean.tolist() == pytest.approx([3, 0, 0])
    assert found.cross[0].tolist() == pytest.approx([27, 0, 0])
    assert found.final[:, 0].tolist() == pytest.approx([1 / 3] * 3)
    assert found.secured.tolist() == [0]
    assert found.amounts[Quantity.TOTAL][[0, 9]].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert found.amounts[Quantity.UPPER_TOTAL].tolist() == pytest.approx([1])


# The twin


@pytest.mark.parametrize("policy", ["optimal", "random decisions"])
@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "joker-forced", "coins", "plain"])
def test_the_twin_has_the_same_distribution(name: str, policy: str) -> None:
    game = toy_arena(name)
    plays = some_policies(game)[policy]
    total = walk(game, plays, [Quantity.TOTAL]).amounts[Quantity.TOTAL]
    twin = total_twin(game, plays)
    assert {x for x, p in enumerate(total.tolist()) if p} == twin.keys()
    assert all(total[x] == pytest.approx(p, rel=1e-13) for x, p in twin.items())
