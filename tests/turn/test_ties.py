"""The tie rule: NumPy and the kernel mean the same, hair by hair; one best action everywhere."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from helpers import TOYS, advisor, arena, some_positions, toy_arena, toy_states
from played import random_game, reviewed

from yahtzee_core.advice.batch import advise_positions
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import by_lane, empty_blocks, optimal_policy, unpack
from yahtzee_core.solve.maxprob import Bounds, Rows, Solver
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.one_turn import OneTurn
from yahtzee_core.turn.positions import Action, Position, format_action, state_of
from yahtzee_core.turn.states import States
from yahtzee_core.turn.ties import (
    MAXPROB,
    POINTS,
    PROBABILITIES,
    PROBABILITIES_THEN_POINTS,
    SINGLE_PROBABILITIES,
    Tie,
    beats,
    offer,
    ranks,
)

Floats = npt.NDArray[np.float64]
HAIRS = [0.0, 0.3e-9, 0.6e-9, 1.2e-9, 2.5e-9]
GAMES = ["yahtzee", "yahtzee-forced", "kniffel"]


def taken(values: list[list[float]], rule: Tie) -> int:
    """Which of some options is taken; each has its value, then what breaks its ties."""
    best = np.array([*values[0], 0.0])
    for place, option in enumerate(values[1:], start=1):
        offer(best, np.array([*option, float(place)]), rule)
    return int(best[-1])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([10, 10 + 0.6e-9, 10 + 1.2e-9], 0),
        ([10, 10 + 1.2e-9, 10 + 0.6e-9], 1),
        ([10, 10 + 1.2e-9, 10 + 2.4e-9], 2),
        ([10, 9, 10 + 0.9e-9], 0),
        ([9, 10, 10 + 0.6e-9, 10 + 1.2e-9], 1),
        ([-10, -10 + 0.6e-9, -10 + 1.2e-9], 0),
    ],
)
def test_points_a_hair_apart(values: list[float], expected: int) -> None:
    """What is taken stays until an option is more than a tie above the highest value so far."""
    assert taken([[value] for value in values], POINTS) == expected


@pytest.mark.parametrize(
    ("values", "rule", "expected"),
    [
        ([3.0, 5.0, 5 - 0.6e-9, 5 - 1.2e-9, 3 + 0.6e-9], POINTS, [2, 0, 0, 1, 2]),
        ([0.097 - 3e-17, 0.097, 0.5, 0.0, 0.0], PROBABILITIES, [1, 1, 0, 2, 2]),
        ([], POINTS, []),
    ],
)
def test_values_that_tie_share_a_rank(values: list[float], rule: Tie, expected: list[int]) -> None:
    assert ranks(values, rule) == expected


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e-18])
def test_probabilities_a_hair_apart(scale: float) -> None:
    """Ties of probabilities are relative, however small they are."""
    hairs = [scale * (1 + hair) for hair in (0, 0.6e-12, 1.2e-12, 3e-12)]
    assert taken([[p] for p in hairs[:3]], PROBABILITIES) == 0
    assert taken([[p] for p in hairs], PROBABILITIES) == 3


def test_means_decide_between_probabilities_that_tie() -> None:
    rule = PROBABILITIES_THEN_POINTS
    assert taken([[0.5, 10.0], [0.5 * (1 - 0.5e-12), 11.0]], rule) == 1
    assert taken([[0.5, 10.0], [0.5 * (1 - 2e-12), 11.0]], rule) == 0
    assert taken([[0.5, 10.0], [0.5 * (1 + 2e-12), 9.0]], rule) == 1
    assert taken([[0.5, 10.0], [0.5, 10.0 + 0.9e-9]], rule) == 0
    assert taken([[0.5, 10.0], [0.5, 10.0 + 1.1e-9]], rule) == 1


def test_the_contrary_decides_near_certainty() -> None:
    """Where probabilities are 1 but for rounding, those of the contrary are not equal."""
    certain = 1.0
    assert taken([[certain, 1e-20, 10.0], [certain, 2e-20, 11.0]], MAXPROB) == 0
    assert taken([[certain, 2e-20, 11.0], [certain, 1e-20, 10.0]], MAXPROB) == 1
    assert taken([[certain, 1e-20, 10.0], [certain, 1e-20 * (1 + 0.5e-12), 11.0]], MAXPROB) == 1
    assert taken([[certain, 0.0, 10.0], [certain, 0.0, 11.0]], MAXPROB) == 1
    assert taken([[1e-20, certain, 10.0], [2e-20, certain, 9.0]], MAXPROB) == 1
    assert taken([[0.0, certain, 10.0], [0.0, certain, 11.0]], MAXPROB) == 1


def test_probabilities_in_single_precision() -> None:
    assert taken([[0.5], [0.5 + 0.6e-6], [0.5 + 0.9e-6]], SINGLE_PROBABILITIES) == 0
    assert taken([[0.5], [0.5 + 1.2e-6]], SINGLE_PROBABILITIES) == 1


def test_the_constants_are_those_of_the_kernel() -> None:
    assert (POINTS.points, PROBABILITIES.share) == (_turn.tie, _turn.relative_tie) == (1e-9, 1e-12)
    assert SINGLE_PROBABILITIES.points == _turn.single_tie == np.float32(1e-6)


def test_what_a_tie_is_wide() -> None:
    assert POINTS.width(1000.0) == 1e-9
    assert PROBABILITIES.width(0.25) == 0.25e-12
    assert beats(np.array([1.0]), np.array([1.0]), Tie()).tolist() is False


# The kernel and NumPy


def hairy_turns(name: str, seed: int) -> Iterator[tuple[OneTurn, npt.NDArray[np.uint16]]]:
    """Turns of a game whose options are worth hairs more or less, and the decisions of the kernel in them."""
    game, rng = toy_arena(name), np.random.default_rng(seed)
    states, masks = game.states, game.states.masks[:-1][game.states.lanes[:-1] > 0]
    games = np.full(len(masks), 3)
    worth = rng.choice(HAIRS, size=(int(games.sum()), len(states.options)))
    decisions = empty_blocks(states, games)
    game.kernel.decide_games(masks, games, worth, decisions)
    for at, decided in enumerate(np.moveaxis(by_lane(games, decisions), 1, 0)):
        yield OneTurn(states.options, int(masks[at // 3]), worth[at]), decided


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", TOYS)
def test_decisions_of_the_kernel_are_those_of_numpy(name: str, seed: int) -> None:
    """For every roll, at every reroll."""
    for turn, decided in hairy_turns(name, seed):
        assert np.array_equal(decided[0], turn.chosen)
        for level, chosen in zip(turn.levels, decided[1:], strict=True):
            assert np.array_equal(chosen, level.chosen)


def test_hairs_make_a_difference() -> None:
    """Another reading, the first option within a tie of the best, parts from the rule on these numbers."""
    options = keeps = 0
    for turn, _ in (pair for name in TOYS for pair in hairy_turns(name, 0)):
        allowed = turn.options.open_choices(turn.filled)
        values = np.where(allowed < 0, -np.inf, turn.values[0, allowed])
        within = values >= values.max(axis=1, keepdims=True) - POINTS.points
        options += int((allowed[np.arange(len(allowed)), within.argmax(axis=1)] != turn.chosen).sum())
        for level in turn.levels:
            for roll, chosen in enumerate(level.chosen.tolist()):
                inside = turn.options.lattice.keeps_in_order(roll)
                worth = level.keeps[0, list(inside)]
                keeps += inside[int(np.argmax(worth >= worth.max() - POINTS.points))] != chosen
    assert options > 30 and keeps > 20


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize("name", ["yahtzee-bonus", "joker-forced", "coins", "lax-house"])
def test_relative_ties_of_the_kernel_are_those_of_numpy(name: str, variant: str) -> None:
    """MaxProb_s of states before the last turn, whose rows after it are hairs apart: the same bits."""
    states = toy_states(name)
    solver, rng = Solver(states.game, 1, variant), np.random.default_rng(5)
    layer = states.layers()[-3]
    needed = 11
    bounds = Bounds(np.zeros(len(states), dtype=np.int32), np.full(len(states), needed, dtype=np.int32))
    after = states.of_masks(np.concatenate(states.layers()[-2:]))
    rows = Rows(bounds, after, toy_arena(name).optimal)
    for at in after.tolist():
        rows.row(at, 0)[:] = 0.25 * (1 + rng.choice([0, 0.4e-12, 0.8e-12, 1.6e-12, 1.0], size=needed))
        rows.row(at, 1)[:] = 1e-9 * (1 + rng.choice([0, 0.4e-12, 0.8e-12, 1.6e-12, 1.0], size=needed))
        rows.row(at, 2)[:] = rng.choice([3.0, 3 + 0.4e-9, 3 + 1.2e-9, 4.0], size=needed)
        rows.row(at, 3)[:] = rng.integers(0, 9, size=needed)
    into = Rows(bounds, states.of_masks(layer), toy_arena(name).optimal)
    solver.solve(layer, rows, into)
    for at in states.of_masks(layer).tolist():
        for need in range(1, needed + 1):
            worth, filled = moments(states, rows, at, need), states.state(at).filled
            turn = OneTurn(states.options, filled, worth, MAXPROB)
            found = [into.row(at, which)[need - 1] for which in range(4)]
            assert found == turn.value.tolist(), (at, need)


def moments(states: States, rows: Rows, at: int, needed: int) -> Floats:
    """(4, n_options): probability, that of less, mean, second moment of every option, from the rows after."""
    found = np.full((4, len(states.options)), np.nan)
    state = states.state(at)
    for option in states.options.in_situation(state.filled):
        after, gain = states.successor(state, option)
        place = int(rows.place[states.index(after)]) + max(needed - gain, 1 - _turn.pad) - 1
        p, less, mean, second = (number[place] for number in rows.numbers)
        found[:, option] = p, less, mean + gain, second + gain * (mean + mean + gain)
    return found


# One best action everywhere


def kernel_best(game: Arena, positions: list[Position]) -> Iterator[Action]:
    """What the policy of the kernel does in some positions."""
    policy, states = optimal_policy(game), game.states
    by_mask: dict[int, npt.NDArray[np.uint16]] = {}
    for position in positions:
        if position.filled not in by_mask:
            masks = np.array([position.filled], dtype=np.int64)
            by_mask[position.filled] = unpack(states, masks, policy.decide(masks, None))
        lattice, lane = states.options.lattice, states.index(state_of(states, position))
        roll = lattice.keep_index(position.dice) - lattice.first_roll
        lane -= int(states.offset[position.filled])
        decision = int(by_mask[position.filled][position.rerolls, lane, roll])
        if position.rerolls:
            yield Action(keep=lattice.faces_of(decision))
        else:
            yield Action(category=int(states.options.category[decision]))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_positions_have_one_best_action(name: str) -> None:
    """Of the advice, of the answers to many, of the policy, and so of the kernel."""
    game = arena(name)
    sheets = some_positions(name, 120, seed=11)
    dice = [position.dice for position in some_positions(name, 28, seed=12)]
    positions = [
        Position(sheet.filled, sheet.upper, sheet.chip, roll, i % game.game.rolls)
        for sheet in sheets
        for i, roll in enumerate(dice)
    ]
    assert len(positions) == 3360
    batch = advise_positions(game, positions)["best"]
    kernel = [format_action(game.game, action) for action in kernel_best(game, positions)]
    advice = [advisor(name).expected(position).best.text for position in positions]
    assert batch == kernel == advice
    assert min(Counter(text.split()[0] for text in batch).values()) > 800


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_reviews_have_the_same_best_action(name: str) -> None:
    game = arena(name)
    decisions = [d for seed in range(4) for d in reviewed(name, random_game(name, seed).text).decisions]
    best = list(kernel_best(game, [decision.position for decision in decisions]))
    assert [decision.best for decision in decisions] == best
    assert len(best) > 100
