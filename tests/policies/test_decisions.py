"""Decisions: how they are laid out, and those that an estimate leads to against the advice for a position."""

from functools import cache

import numpy as np
import pytest
from helpers import TOYS, Floats, Longs, all_decisions, arena, optimal_policy, parse, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import Raw, games

from yahtzee_core.errors import UserError
from yahtzee_core.policies.actions import Turn
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import (
    Decisions,
    EstimatePolicy,
    Policy,
    empty_decisions,
    lane_places,
    n_blocks,
    pack,
    unpack,
)
from yahtzee_core.policies.walk import walk
from yahtzee_core.solve.bounds import Quantity
from yahtzee_core.solve.expected import ExpectedTable, Table
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.states import States
from yahtzee_core.turn.ties import POINTS
from yahtzee_core.turn.transitions import BLOCK

UNTOUCHED = 65535
LAID_OUT = ["joker-free", "yahtzee-bonus", "matching"]


def some_masks(states: States, seed: int) -> Longs:
    """About half of the masks, in no order."""
    masks = np.random.default_rng(seed).permutation(states.masks)
    return masks[: max(len(masks) // 2, 1)]


def some_numbers(states: States, lanes: int, seed: int) -> Decisions:
    """(rolls, lanes, n_rolls): any numbers."""
    shape = (states.game.rolls, lanes, states.options.lattice.n_rolls)
    return np.random.default_rng(seed).integers(0, 65536, size=shape).astype(np.uint16)


# The layout


@pytest.mark.parametrize("name", LAID_OUT)
def test_places_are_those_of_blocks(name: str) -> None:
    """Lane by lane: every mask starts a block, and its lanes fill blocks."""
    states = toy_arena(name).states
    masks = some_masks(states, 1)
    place, expected = 0, []
    for mask in masks:
        for lane in range(states.lanes[mask]):
            expected.append(place + lane)
        place += BLOCK * ((states.lanes[mask] + BLOCK - 1) // BLOCK)
    assert lane_places(states, masks).tolist() == expected
    assert int(n_blocks(states, masks).sum()) * BLOCK == place
    assert len(empty_decisions(states, masks)) * BLOCK == place


@pytest.mark.parametrize("name", LAID_OUT)
def test_some_mask_has_more_than_a_block(name: str) -> None:
    """Else the test above would not see blocks of one mask; one game has a block for each."""
    blocks = n_blocks(arena("toy").states, arena("toy").states.masks)
    assert blocks.max() > 1 and blocks.min() == 1
    assert n_blocks(toy_arena(name).states, toy_arena(name).states.masks).min() == 1


@given(raw=games(), seed=st.integers(0, 99))
@settings(max_examples=examples(20), deadline=None)
def test_pack_and_unpack_are_inverses(raw: Raw, seed: int) -> None:
    states = Arena(parse(raw)).states
    masks = some_masks(states, seed)
    by_lane = some_numbers(states, int(states.lanes[masks].sum()), seed)
    packed = pack(states, masks, list(by_lane))
    assert packed.dtype == np.uint16 and packed.shape == empty_decisions(states, masks).shape
    assert np.array_equal(unpack(states, masks, packed), by_lane)
    assert np.array_equal(pack(states, masks, list(unpack(states, masks, packed))), packed)


@pytest.mark.parametrize("seed", range(4))
def test_pack_some_lanes(seed: int) -> None:
    """Lanes that are left out leave the others where they are."""
    states = arena("toy").states
    masks = some_masks(states, seed)
    lanes = np.random.default_rng(seed).random(int(states.lanes[masks].sum())) < 0.3
    by_lane = some_numbers(states, int(lanes.sum()), seed)
    assert np.array_equal(unpack(states, masks, pack(states, masks, list(by_lane), lanes))[:, lanes], by_lane)


def test_an_entry_by_hand() -> None:
    """[block, rerolls left, roll, lane of the block]."""
    states = arena("toy").states
    masks = np.array([3, 5], dtype=np.int64)
    lanes = states.lanes[masks]
    packed = pack(states, masks, list(some_numbers(states, int(lanes.sum()), 0)))
    by_lane = unpack(states, masks, packed)
    blocks_before = -(-lanes[0] // BLOCK)
    assert by_lane[2, 0, 7] == packed[0, 2, 7, 0]
    assert by_lane[1, 3, 5] == packed[0, 1, 5, 3]
    assert by_lane[0, lanes[0] + 2, 4] == packed[blocks_before, 0, 4, 2]


# What an estimate leads to


def table_of(arena: Arena, estimate: Floats) -> ExpectedTable:
    """A table that holds an estimate, for actions.py to advise by."""
    table = Table.empty(arena.states, arena.states.masks)
    table.value[: len(estimate)] = estimate
    table.second[: len(estimate)] = 0
    return ExpectedTable(arena.ready, table)


@cache
def estimates(name: str) -> dict[str, Floats]:
    """Estimates with few ties, some ties and many."""
    n, random = len(toy_arena(name).states), np.random.default_rng(3)
    return {
        "optimal": toy_arena(name).optimal.value,
        "zero": np.zeros(n),
        "random": random.uniform(-10, 30, size=n),
        "whole": random.integers(0, 3, size=n).astype(np.float64),
        "nearly tied": random.integers(0, 3, size=n) + random.uniform(0, 1e-9, size=n),
    }


def text_of(arena: Arena, decision: int, left: int) -> str:
    """A decision as actions.py writes it."""
    options, game = arena.states.options, arena.game
    if left == 0:
        return f"score {game.categories[options.category[decision]].id}"
    return f"keep {' '.join(map(str, options.lattice.faces_of(decision))) or '-'}"


@pytest.mark.parametrize("kind", ["optimal", "zero", "random", "whole", "nearly tied"])
@pytest.mark.parametrize("name", TOYS)
def test_decisions_are_the_first_actions(name: str, kind: str) -> None:
    """At states drawn at random, for every roll and all rerolls, ties included."""
    arena, estimate = toy_arena(name), estimates(name)[kind]
    decisions, table = all_decisions(arena, EstimatePolicy(arena, estimate)), table_of(arena, estimate)
    n = decisions.shape[1]
    for at in np.random.default_rng(0).permutation(n)[:25].tolist():
        turn = Turn.of_table(table, arena.states.state(at))
        for left, roll in np.ndindex(decisions.shape[0], decisions.shape[2]):
            first = turn.actions(roll, left, scores=False)[0].text
            assert text_of(arena, int(decisions[left, at, roll]), left) == first, (at, left, roll)


def losses(name: str, kind: str) -> Floats:
    """What every action that is not taken loses, in all positions of some states."""
    arena, found = toy_arena(name), []
    for at in range(0, int(arena.states.offset[-2]), 5):
        turn = Turn.of_table(table_of(arena, estimates(name)[kind]), arena.states.state(at))
        for roll, left in np.ndindex(arena.states.options.lattice.n_rolls, arena.game.rolls):
            found += [action.loss for action in turn.actions(roll, left, scores=False)[1:]]
    return np.array(found)


def test_ties_are_among_them() -> None:
    """Else the test above would not see the tie rule: values that are equal, or nearly so."""
    whole, nearly = (losses("joker-free", kind) for kind in ("whole", "nearly tied"))
    assert (whole == 0).sum() > 20
    assert ((nearly > 0) & (nearly <= POINTS.points)).sum() > 20


@pytest.mark.parametrize("name", ["yahtzee", "yahtzee-forced"])
def test_decisions_are_the_first_actions_in_yahtzee(name: str) -> None:
    game = arena(name)
    for at in np.random.default_rng(1).integers(0, len(game.states) - 500, size=4).tolist():
        state = game.states.state(at)
        masks = np.array([state.filled])
        lane = at - int(game.states.offset[state.filled])
        decisions = unpack(game.states, masks, optimal_policy(game).decide(masks, None))[:, lane]
        turn = Turn.of_table(game.optimal, state)
        for left, roll in np.ndindex(3, 252):
            first = turn.actions(roll, left, scores=False)[0].text
            assert text_of(game, int(decisions[left, roll]), left) == first, (at, left, roll)


@pytest.mark.parametrize("name", TOYS)
def test_masks_are_decided_alone(name: str) -> None:
    """A mask has the same decisions whichever others are asked for, in any order."""
    arena = toy_arena(name)
    policy, states = optimal_policy(arena), arena.states
    every = all_decisions(arena, policy)
    masks = np.random.default_rng(2).permutation(states.masks[:-1])
    decided = unpack(states, masks, policy.decide(masks, None))
    assert np.array_equal(decided, every[:, states.of_masks(masks)])


# Visits


def visits(lanes: int, seed: int) -> Floats:
    """Few lanes are visited."""
    random = np.random.default_rng(seed)
    return np.where(random.random(lanes) < 0.1, random.random(lanes), 0.0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["toy", "yaht"])
def test_visited_lanes_are_decided_as_ever(name: str, seed: int) -> None:
    game = arena(name)
    masks = game.states.masks[:-1][:500]
    visit = visits(int(game.states.lanes[masks].sum()), seed)
    some = unpack(game.states, masks, optimal_policy(game).decide(masks, visit))
    every = unpack(game.states, masks, optimal_policy(game).decide(masks, None))
    assert np.array_equal(some[:, visit > 0], every[:, visit > 0])


@pytest.mark.parametrize("variant", _turn.variants())
def test_blocks_without_a_visit_are_left_alone(variant: str) -> None:
    """Others are decided, whichever the kernel."""
    toy = arena("toy")
    states, masks = toy.states, toy.states.masks[:-1]
    kernel = _turn.Kernel(states, toy.transitions, variant)
    visit = visits(int(states.lanes[masks].sum()), 0)
    decisions = np.full_like(empty_decisions(states, masks), UNTOUCHED)
    value = np.concatenate([toy.optimal.value, np.zeros(BLOCK)])
    kernel.decide(masks, value, visit, decisions)
    visited = np.zeros(len(decisions) * BLOCK, dtype=bool)
    visited[lane_places(states, masks)] = visit > 0
    skipped = ~visited.reshape(-1, BLOCK).any(axis=1)
    assert 0 < skipped.sum() < len(skipped)
    assert (decisions[skipped] == UNTOUCHED).all()
    assert (unpack(states, masks, decisions)[:, visit > 0] != UNTOUCHED).all()


class Scribbling:
    """Another policy, with any number that is one of a keep or option where there is no visit."""

    def __init__(self, arena: Arena, policy: Policy) -> None:
        self.states, self.policy = arena.states, policy
        self.limit = min(len(arena.states.options), arena.states.options.lattice.n_keeps)

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of these masks."""
        found = unpack(self.states, masks, self.policy.decide(masks, None))
        if visit is not None:
            unasked = found[:, visit == 0]
            found[:, visit == 0] = np.random.default_rng(0).integers(0, self.limit, size=unasked.shape)
        return pack(self.states, masks, list(found))


@pytest.mark.parametrize("name", TOYS)
def test_lanes_without_a_visit_may_hold_anything(name: str) -> None:
    arena, best = toy_arena(name), optimal_policy(toy_arena(name))
    found, expected = (walk(arena, policy, list(Quantity)) for policy in (Scribbling(arena, best), best))
    assert found.visits.tobytes() == expected.visits.tobytes()
    assert found.mean.tobytes() == expected.mean.tobytes()
    assert found.final.tobytes() == expected.final.tobytes()
    assert found.amounts[Quantity.TOTAL].tobytes() == expected.amounts[Quantity.TOTAL].tobytes()


# What is refused


@pytest.mark.parametrize("shape", [(), (0,), (1079,), (1081,), (1080, 1), (1, 1080)])
def test_an_estimate_has_a_number_for_each_state(shape: tuple[int, ...]) -> None:
    with pytest.raises(UserError) as caught:
        EstimatePolicy(arena("toy"), np.zeros(shape))
    assert str(caught.value) == (
        f"game toy: an estimate of shape {shape}; expected 1080 finite numbers, one for each state"
    )


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_an_estimate_is_finite(bad: float) -> None:
    estimate = np.zeros(1080)
    EstimatePolicy(arena("toy"), estimate)
    estimate[-1] = bad
    with pytest.raises(UserError, match="expected 1080 finite numbers"):
        EstimatePolicy(arena("toy"), estimate)
