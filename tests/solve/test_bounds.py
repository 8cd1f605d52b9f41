"""What is certain to come, what can, and what can lie behind: against the same, one state at a time."""

from functools import cache

import numpy as np
import pytest
from helpers import TOYS, Longs, toy_states
from lanes import slow_but

from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.solve.bounds import Quantity, bounds_to_come, most_behind
from yahtzee_core.turn.ready import Ready
from yahtzee_core.turn.states import State, States

LARGE = ("maxi-yatzy", "maxi-yatzy-saved")
SAMPLE = 40
COUNTED = (Quantity.TOTAL, Quantity.UPPER_TOTAL, Quantity.EXTRA_YAHTZEES)


@cache
def ready_of(name: str) -> Ready:
    """A toy game or a built-in one."""
    return Ready(toy_states(name).game if name in TOYS else load_game(name))


def ends(states: States, state: State) -> dict[int, tuple[int, int]]:
    """By option: the number of the state after it, and the points that it brings."""
    after = {o: states.successor(state, o) for o in states.options.in_situation(state.filled)}
    return {o: (states.index(there), gain) for o, (there, gain) in after.items()}


def some_states(states: States) -> list[int]:
    """All of a small game; of others those around the ends of the masks' lanes, and some drawn."""
    count = len(states) - int(states.lanes[-1])
    if count < SAMPLE:
        return list(range(count))
    drawn = np.random.default_rng(1).integers(0, count, SAMPLE)
    masks = np.random.default_rng(2).integers(0, len(states.masks) - 1, SAMPLE)
    first = states.offset[masks]
    last = first + np.maximum(states.lanes[masks] - 1, 0)
    return sorted(at for at in {*drawn.tolist(), *first.tolist(), *last.tolist()} if at < count)


@pytest.mark.parametrize(
    "name", [*TOYS, *slow_but([g for g in all_games() if g not in LARGE], "crag", "yahtzee")]
)
def test_bounds_of_the_points_to_come(name: str) -> None:
    """The worst roll, scored as well as can be; the best option of all."""
    ready = ready_of(name)
    states = ready.states
    first, last = bounds_to_come(states, ready.kernel, states.masks)
    for index in some_states(states):
        state = states.state(index)
        after = ends(states, state)
        sure = {o: gain + int(first[there]) for o, (there, gain) in after.items()}
        rolls = [states.options.of(state.filled, roll) for roll in range(states.options.lattice.n_rolls)]
        assert first[index] == min(max(sure[o] for o in roll) for roll in rolls)
        assert last[index] == max(gain + int(last[there]) for there, gain in after.values())
    full = states.of_masks(states.masks[-1:])
    assert not first[full].any() and not last[full].any()


def test_bounds_of_some_masks_are_those_of_all() -> None:
    """The mask before tells nothing of the next one."""
    ready = ready_of("crag")
    states, kernel, masks = ready.states, ready.kernel, ready.states.masks
    whole = bounds_to_come(states, kernel, masks)
    for filled in (1, 0b1011, states.game.full - 1):
        some: Longs = masks[masks & filled == filled]
        here = states.of_masks(some)
        for found, right in zip(bounds_to_come(states, kernel, some), whole, strict=True):
            assert np.array_equal(found[here], right[here])


def brought(states: States, state: State, option: int, gain: int, quantity: Quantity) -> int:
    """What an option brings of a quantity."""
    options = states.options
    if quantity == Quantity.TOTAL:
        return gain
    if quantity == Quantity.UPPER_TOTAL:
        upper = int(options.category[option]) in states.upper
        return int(options.points[option]) if upper else 0
    return int(bool(options.extra[option]) and state.chip)


@pytest.mark.parametrize("quantity", COUNTED)
@pytest.mark.parametrize("name", [*TOYS, "crag"])
def test_most_that_can_lie_behind(name: str, quantity: Quantity) -> None:
    ready = ready_of(name)
    states = ready.states
    expected = np.full(len(states), -1)
    expected[states.index(states.start)] = 0
    for layer in states.layers()[:-1]:
        for index in states.of_masks(layer).tolist():
            if expected[index] < 0:
                continue
            state = states.state(index)
            for option, (there, gain) in ends(states, state).items():
                amount = expected[index] + brought(states, state, option, gain, quantity)
                expected[there] = max(expected[there], amount)
    found = most_behind(states, ready.kernel, quantity)
    assert np.array_equal(found, expected) and found.max() == expected.max() >= 0
