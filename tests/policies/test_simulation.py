"""Games played at random: repeatable, possible, and as often as the exact numbers say."""

from functools import cache

import numpy as np
import pytest
from helpers import TOYS, Floats, RandomPolicy, arena, optimal_policy, parse, some_policies, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import Raw, games

from yahtzee_core.policies import simulation
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import EstimatePolicy, Policy
from yahtzee_core.policies.simulation import Simulation, estimates, simulate
from yahtzee_core.policies.walk import Walk, walk
from yahtzee_core.solve.bounds import Quantity

ERRORS = 4.5
"""Standard errors: one of 150,000 numbers is farther off."""
GAMES = 50_000
POLICIES = ["optimal", "zero", "random estimates", "random decisions"]


@cache
def played(name: str, policy: str) -> tuple[Walk, Simulation]:
    """A toy game, exactly and at random."""
    game = toy_arena(name)
    one = some_policies(game)[policy]
    return walk(game, one, list(Quantity)), simulate(game, one, GAMES, seed=1)


def check_means(exact: Walk, found: Simulation) -> None:
    """Every part, and the total, within the standard errors of the exact variance."""
    n = len(found.totals)
    variance = exact.cross - np.outer(exact.mean, exact.mean)
    error = np.sqrt(np.maximum(np.diag(variance), 0) / n)
    assert (np.abs(found.points.mean(axis=0) - exact.mean) <= ERRORS * error + 1e-9).all()
    assert abs(found.totals.mean() - exact.mean.sum()) <= ERRORS * np.sqrt(max(variance.sum(), 0) / n) + 1e-9


def check_possible(game: Arena, found: Simulation) -> None:
    """Points of every game are points of its categories, and bonuses are earned as the rules say."""
    options, n = game.states.options, len(game.game.categories)
    for category in range(n):
        possible = options.points[options.category == category]
        assert np.isin(found.points[:, category], possible).all()
    upper = found.points[:, game.states.upper].sum(axis=1)
    earned = (upper >= game.game.threshold) * game.game.upper_bonus
    assert np.array_equal(found.points[:, n], earned)
    check_yahtzees(game, found.points[:, n + 1], found.points[:, game.game.yahtzee or 0] > 0)
    assert np.array_equal(found.totals, found.points.sum(axis=1))


def check_yahtzees(game: Arena, bonus: np.ndarray, scored: np.ndarray) -> None:
    """Whole bonuses, fewer than the categories, and none without a Yahtzee that scored."""
    each = game.game.yahtzee_bonus
    if not each:
        assert not bonus.any()
        return
    assert (bonus % each == 0).all() and (bonus < each * len(game.game.categories)).all()
    assert not bonus[~scored].any()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", TOYS)
def test_means_of_toy_games(name: str, policy: str) -> None:
    check_means(*played(name, policy))


@pytest.mark.parametrize("policy", ["optimal", "random decisions"])
@pytest.mark.parametrize("name", TOYS)
def test_games_are_possible(name: str, policy: str) -> None:
    exact, found = played(name, policy)
    check_possible(toy_arena(name), found)
    total = exact.amounts[Quantity.TOTAL]
    assert (total[np.unique(found.totals)] > 0).all()


@pytest.mark.parametrize("name", TOYS)
def test_covariances(name: str) -> None:
    """Points belong to one game: products have the exact means."""
    exact, found = played(name, "optimal")
    assert found.points.T @ found.points / GAMES == pytest.approx(exact.cross, rel=0.05, abs=0.5)


@given(raw=games(), seed=st.integers(0, 99))
@settings(max_examples=examples(8), deadline=None)
def test_games_of_any_game_are_possible(raw: Raw, seed: int) -> None:
    game = Arena(parse(raw))
    check_possible(game, simulate(game, RandomPolicy(game, seed), 300, seed))


def chi_square(counts: Floats, probability: Floats) -> tuple[float, int]:
    """Pearson's statistic, and its degrees of freedom; what is expected less than 5 times is one cell."""
    expected = probability * counts.sum()
    often = expected >= 5
    found, wanted = (np.append(x[often], x[~often].sum()) for x in (counts, expected))
    kept = wanted > 0
    return float((((found - wanted)[kept]) ** 2 / wanted[kept]).sum()), int(kept.sum()) - 1


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["joker-free", "joker-forced-gap", "yahtzee-bonus", "matching"])
def test_distribution_of_totals(name: str, policy: str) -> None:
    """Mean df, variance 2 df: 5 deviations are far beyond chance."""
    exact, found = played(name, policy)
    probability = exact.amounts[Quantity.TOTAL]
    counts = np.bincount(found.totals, minlength=len(probability)).astype(np.float64)
    statistic, df = chi_square(counts, probability)
    assert df > 10 and df - 4 * np.sqrt(2 * df) < statistic < df + 5 * np.sqrt(2 * df)


def test_the_check_of_the_distribution_sees_a_shift() -> None:
    """One game of ten with a point more is enough for it to fail."""
    exact, found = played("matching", "optimal")
    probability = exact.amounts[Quantity.TOTAL]
    shifted = found.totals + (np.arange(GAMES) % 10 == 0)
    counts = np.bincount(shifted, minlength=len(probability) + 1)[: len(probability)].astype(np.float64)
    statistic, df = chi_square(counts, probability)
    assert statistic > df + 5 * np.sqrt(2 * df)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zero", "optimal"])
def test_means_of_yahtzee(name: str) -> None:
    game = arena("yahtzee")
    policy = optimal_policy(game) if name == "optimal" else EstimatePolicy(game, np.zeros(len(game.states)))
    found = simulate(game, policy, GAMES, seed=2)
    check_means(walk(game, policy), found)
    check_possible(game, found)


# Seeds


def toy_games_of(policy: Policy, seed: int, games: int = 500) -> Simulation:
    return simulate(arena("toy"), policy, games, seed)


def test_no_deviation_without_variance() -> None:
    """Where all games of the sample have the same points, there is no error to count in."""
    game = toy_arena("yahtzee-bonus")
    found = Simulation(np.array([7, 7, 9]), np.zeros((3, len(game.game.categories) + 2), dtype=np.int64))
    found.points[:, 0], found.points[:, 1] = 7, [0, 0, 2]
    first, second, *rest, total = estimates(game, optimal_policy(game), found)
    assert (first.mean, first.standard_error, first.deviation) == (7, 0, None) and first.exact != 7
    assert second.deviation == pytest.approx((2 / 3 - second.exact) / second.standard_error)
    assert all(part.deviation is None for part in rest) and total.deviation is not None


def test_a_seed_gives_the_same_games() -> None:
    policy = optimal_policy(arena("toy"))
    one, same, other = (toy_games_of(policy, seed) for seed in (5, 5, 6))
    assert np.array_equal(one.points, same.points) and np.array_equal(one.totals, same.totals)
    assert not np.array_equal(one.totals, other.totals)


def test_a_seed_by_hand() -> None:
    """The same on every machine: these are the first games of seed 5."""
    found = toy_games_of(optimal_policy(arena("toy")), 5)
    assert found.totals[:8].tolist() == [104, 51, 80, 57, 60, 62, 129, 123]
    assert found.totals.dtype == found.points.dtype == np.int64
    assert found.points.shape == (500, 9)


@pytest.mark.parametrize("games", [1, 7, 8, 15, 16, 17])
def test_batches_and_progress(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight at a time; what is told rises to 1, and games are not played twice."""
    monkeypatch.setattr(simulation, "BATCH", 8)
    told: list[float] = []
    found = simulate(arena("toy"), optimal_policy(arena("toy")), games, 3, told.append)
    assert len(found.totals) == len(found.points) == games
    assert told == [min(done, games) / games for done in range(8, games + 8, 8)]
    assert games < 16 or not np.array_equal(found.points[:8], found.points[8:16])
