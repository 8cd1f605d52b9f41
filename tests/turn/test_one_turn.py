"""A turn decided by one worth and judged by another, in exact fractions over ordered dice."""

from fractions import Fraction

import numpy as np
import pytest
from brute_force import Dice, Goal
from brute_force import State as RealState
from helpers import TOYS, toy_oracle, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st

from yahtzee_core.turn.one_turn import OneTurn
from yahtzee_core.turn.options import NO_OPTION, Options
from yahtzee_core.turn.ties import POINTS, Tie

ROUNDING = 1e-9
NONE = Tie()
"""No ties but of equal values."""
Worth = list[int]


def judged(name: str, real: RealState, decided_by: Worth, judged_by: Worth, sign: int) -> Fraction:
    """What the turn is worth; of what is tied, 1 takes the best and -1 the worst."""
    oracle, options = toy_oracle(name), toy_states(name).options
    mask = options.game.mask(sorted(real[0]))
    ids = [category.id for category in options.game.categories]

    def best(dice: Dice) -> Goal:
        roll = options.lattice.keep_index(dice) - options.lattice.first_roll
        found = {ids[options.category[o]]: o for o in options.of(mask, roll)}
        allowed = [found[category] for category, *_ in oracle.choices(*real, dice)]
        return max((Fraction(decided_by[o]), Fraction(sign * judged_by[o])) for o in allowed)

    return sign * oracle._turn(real, best, goals=2)[1]


def value(options: Options, mask: int, decided_by: Worth, judged_by: Worth) -> float:
    """The same by the solver."""
    return float(OneTurn(options, mask, np.array([decided_by, judged_by], dtype=np.float64)).value[1])


@pytest.mark.parametrize("name", TOYS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_worths(name: str, data: st.DataObject) -> None:
    """In a state of a toy game; few whole numbers, so that many options are tied."""
    options, n = toy_states(name).options, len(toy_oracle(name).categories)
    states = sorted(toy_oracle(name).states(), key=lambda s: (sorted(s[0]), s[1], s[2]))
    real = data.draw(st.sampled_from([state for state in states if len(state[0]) < n]))
    most = data.draw(st.sampled_from([2, 1000]))
    worth = st.lists(st.integers(0, most), min_size=len(options), max_size=len(options))
    decided_by, judged_by = data.draw(worth), data.draw(worth)
    low, high = (judged(name, real, decided_by, judged_by, sign) for sign in (-1, 1))
    mask = options.game.mask(sorted(real[0]))
    found = value(options, mask, decided_by, judged_by)
    assert float(low) - ROUNDING <= found <= float(high) + ROUNDING
    best = judged(name, real, judged_by, judged_by, 1)
    assert value(options, mask, judged_by, judged_by) == pytest.approx(float(best), abs=ROUNDING)
    assert found <= float(best) + ROUNDING


def test_what_is_tied_goes_to_the_first() -> None:
    """A hair more for the second category is a tie, unless ties are none."""
    options = toy_states("plain").options
    worth = np.zeros((2, len(options)))
    first, second = (options.category == c for c in (0, 1))
    worth[:, second] = [[1e-12], [1.0]]
    assert first.any() and options.game.rolls == 1
    assert OneTurn(options, 0, worth).value[1] == 0
    assert OneTurn(options, 0, worth, NONE).value[1] == pytest.approx(1)


@pytest.mark.parametrize("name", TOYS)
def test_choices_are_the_options_of_every_roll(name: str) -> None:
    options = toy_states(name).options
    for mask in range(options.game.full):
        choices = options.open_choices(mask)
        assert choices.shape == (options.lattice.n_rolls, len(options.game.categories) - mask.bit_count())
        for roll, row in enumerate(choices.tolist()):
            assert [o for o in row if o != NO_OPTION] == options.of(mask, roll)


def first_in_order(worths: list[float]) -> int:
    """Place of the option that is taken of some that are offered one after another."""
    taken, highest = 0, worths[0]
    for place, worth in enumerate(worths):
        if highest + POINTS.points < worth:
            taken = place
        highest = max(highest, worth)
    return taken


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_options_a_few_hairs_apart(data: st.DataObject) -> None:
    """One by one, for every roll of a state with forced jokers."""
    options = toy_states("joker-forced").options
    hairs = st.lists(st.integers(0, 3), min_size=len(options), max_size=len(options))
    worth = 3e-10 * np.array(data.draw(hairs))
    mask = data.draw(st.integers(0, options.game.full - 1))
    turn = OneTurn(options, mask, worth)
    for roll in range(options.lattice.n_rolls):
        allowed = options.of(mask, roll)
        assert turn.chosen[roll] == allowed[first_in_order(worth[allowed].tolist())]
        assert turn.leaf[0, roll] == worth[allowed].max()
