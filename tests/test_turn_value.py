"""A turn decided by one worth and judged by another, in exact fractions over ordered dice."""

from fractions import Fraction

import numpy as np
import pytest
from brute_force import Dice, Goal
from brute_force import State as RealState
from helpers import TOYS, toy_oracle, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st

from yahtzee_core.lattice_levels import chosen_keeps, first_best, keeps_in_order
from yahtzee_core.options import NO_OPTION, Options
from yahtzee_core.turn_value import chosen_options, open_choices, turn_value

ROUNDING = 1e-9
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
    worths = (np.array(worth, dtype=np.float64) for worth in (decided_by, judged_by))
    return turn_value(options.lattice, open_choices(options, mask), options.game.rolls, *worths)


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
    choices, lattice = open_choices(options, 0), options.lattice
    decided_by, judged_by = np.zeros(len(options)), np.zeros(len(options))
    first, second = (options.category == c for c in (0, 1))
    decided_by[second], judged_by[second] = 1e-12, 1.0
    assert first.any() and options.game.rolls == 1
    assert turn_value(lattice, choices, 1, decided_by, judged_by) == 0
    assert turn_value(lattice, choices, 1, decided_by, judged_by, tie=0.0) == pytest.approx(1)


@pytest.mark.parametrize("name", TOYS)
def test_choices_are_the_options_of_every_roll(name: str) -> None:
    options = toy_states(name).options
    for mask in range(options.game.full):
        choices = open_choices(options, mask)
        assert choices.shape == (options.lattice.n_rolls, len(options.game.categories) - mask.bit_count())
        for roll, row in enumerate(choices.tolist()):
            assert [o for o in row if o != NO_OPTION] == options.of(mask, roll)


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_chosen_by_the_tie_rule(data: st.DataObject) -> None:
    """Keeps and options one by one, with worths a few hairs apart."""
    options = toy_states("joker-forced").options
    lattice = options.lattice
    hairs = st.integers(0, 3)
    keeps = 3e-10 * np.array(data.draw(st.lists(hairs, min_size=lattice.n_keeps, max_size=lattice.n_keeps)))
    worth = 3e-10 * np.array(data.draw(st.lists(hairs, min_size=len(options), max_size=len(options))))
    mask = data.draw(st.integers(0, options.game.full - 1))
    taken, (chosen, best) = chosen_keeps(lattice, keeps), chosen_options(open_choices(options, mask), worth)
    for roll in range(lattice.n_rolls):
        inside = keeps_in_order(lattice, roll)
        assert taken[roll] == inside[first_best(keeps[list(inside)])]
        allowed = options.of(mask, roll)
        assert chosen[roll] == allowed[first_best(worth[allowed])] and best[roll] == worth[allowed].max()
