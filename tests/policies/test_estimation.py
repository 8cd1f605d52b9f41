"""Games with their luck and losses: the identity in each, and means that are those of exact evaluation."""

from typing import Any

import numpy as np
import pytest
from helpers import TOYS, arena, optimal_policy, parse, some_policies, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from toy_games import Raw, games

from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import Policy
from yahtzee_core.policies.estimation import Estimation, estimate
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.judged_games import PolicyChooser, Side
from yahtzee_core.policies.strategies.custom import Positions, strategy_of
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.policies.strategies.strategy import Strategy

SUMS = 1e-9
STANDARD_ERRORS = 4


def as_strategy(policy: Policy, name: str = "test") -> Strategy:
    """A policy as a strategy."""
    return Strategy(name, name, name, lambda arena: policy)


def check_identity(found: Estimation) -> None:
    """Total = start value + luck - losses, in every game; no decision wins."""
    explained = found.start_value + found.luck.sum(axis=(1, 2)) - found.loss.sum(axis=(1, 2))
    assert explained == pytest.approx(found.totals, abs=SUMS)
    assert (found.loss >= -SUMS).all()


def check_near(value: float, exact: float, error: float) -> None:
    """Within some standard errors."""
    assert abs(value - exact) <= STANDARD_ERRORS * error + SUMS, (value, exact, error)


@given(raw=games(), seed=st.integers(0, 99), kind=st.sampled_from(["zero", "random decisions"]))
@settings(max_examples=examples(15), deadline=None)
def test_every_game_is_explained(raw: Raw, seed: int, kind: str) -> None:
    game = Arena(parse(raw))
    check_identity(estimate(game, as_strategy(some_policies(game, seed)[kind]), 40, seed))


@pytest.mark.parametrize("name", slow_but(TOYS, "upper-bonus", "coins", "plain"))
def test_no_bias(name: str) -> None:
    """The mean, and the loss by rerolls, turn and category, are those of exact evaluation; luck is 0."""
    game = toy_arena(name)
    strategy = as_strategy(some_policies(game)["random decisions"])
    exact, found = evaluate(game, strategy), estimate(game, strategy, 4000, 3)
    check_identity(found)
    check_near(found.mean, exact.mean, found.standard_error)
    check_near(found.plain_mean, exact.mean, found.plain_standard_error)
    luck = found.luck.sum(axis=(1, 2))
    check_near(luck.mean(), 0, luck.std(ddof=1) / 4000**0.5)
    pairs = [
        (found.by_rerolls, exact.losses.loss.sum(axis=0)),
        (found.by_turn, exact.losses.loss.sum(axis=1)),
        (found.by_category, exact.losses.chosen),
    ]
    for estimated, exactly in pairs:
        for lost, right in zip(estimated, exactly.tolist()):
            check_near(lost.loss, right, lost.standard_error)


def test_best_play_loses_nothing() -> None:
    found = estimate(arena("toy"), as_strategy(optimal_policy(arena("toy"))), 200, 1)
    check_identity(found)
    assert found.mean == pytest.approx(arena("toy").optimal.start_value, abs=SUMS)
    assert found.standard_error < SUMS and found.factor is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["yahtzee", "yaht"])
def test_a_thousand_games_beside_a_hundred_thousand(name: str) -> None:
    """The heuristic loses little and evenly, so that its losses tell more than its scores."""
    game = arena(name)
    strategy = load_strategy("heuristic", game.game)
    few, many = estimate(game, strategy, 1000, 1), estimate(game, strategy, 5_000, 2)
    exact = evaluate(game, strategy).mean
    for found in (few, many):
        check_identity(found)
        check_near(found.mean, exact, found.standard_error)
    assert few.factor is not None and few.factor > 20
    assert few.standard_error < many.plain_standard_error


def test_a_seed_repeats() -> None:
    greedy = load_strategy("greedy", arena("toy").game)
    one, two, other = (estimate(arena("toy"), greedy, 50, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.totals, two.totals) and np.array_equal(one.loss, two.loss)
    assert not np.array_equal(one.totals, other.totals)


# Agents that look


class Timid:
    """Scores best when behind, and the first that it may when ahead; keeps all dice."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, Any]] = []

    def act(self, positions: Positions) -> Any:
        if positions.rerolls:
            return positions.arena.states.options.lattice.first_roll + positions.roll
        self.seen.append((positions.totals, positions.opponent_totals))
        ahead = positions.totals > positions.opponent_totals
        best, first = positions.points.argmax(axis=1), (positions.points >= 0).argmax(axis=1)
        return positions.arena.layout.n_keeps + np.where(ahead, first, best)


def test_agents_that_look_at_points() -> None:
    """They are shown the points as they are; exact evaluation says why it cannot be."""
    timid, game = Timid(), arena("toy")
    strategy = strategy_of(timid, "timid", "timid")
    found = estimate(game, strategy, 60, 4, load_strategy("greedy", game.game))
    check_identity(found)
    assert found.opponent is not None
    (first, theirs), last = timid.seen[0], timid.seen[-1]
    assert not first.any() and not theirs.any() and (last[0] <= found.totals).all()
    assert (last[1] <= found.opponent.totals).all() and last[1].any()
    assert found.opponent.win == (found.totals > found.opponent.totals).mean()
    with pytest.raises(UserError, match="looks at the points so far cannot be evaluated from states alone"):
        evaluate(game, strategy)


def test_equals_win_as_often() -> None:
    """Two optimal players; the second one's dice are others."""
    best = as_strategy(optimal_policy(arena("toy")), "expected")
    found = estimate(arena("toy"), best, 3000, 5, best).opponent
    assert found is not None and found.strategy == "expected"
    check_near(found.win + found.draw / 2, 0.5, found.standard_error)
    assert found.standard_error == pytest.approx(0.5 / 3000**0.5, rel=0.1)


def test_a_side_counts_its_points() -> None:
    """The chooser of a policy is asked for positions alone; totals are those of the turns."""
    game = toy_arena("joker-always")
    side = Side(game, PolicyChooser(game, optimal_policy(game)), 30)
    random, options = np.random.default_rng(1), game.states.options
    points = np.zeros(30, dtype=np.int64)
    for _ in game.game.categories:
        points += options.points[side.turn(random, points).option]
    assert (side.totals >= points).all() and (side.at == side.at.max()).any()
