"""Merged states: numbers, counts, where options lead, and that merging loses nothing."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from brute_force import BruteForce
from brute_force import State as RealState
from helpers import REFERENCE, TOYS, builtin_states, merged, parse, rolls_of, toy_oracle, toy_states
from hypothesis import given, settings
from toy_games import TOY_GAMES, Raw, games

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games
from yahtzee_core.turn.options import NO_OPTION
from yahtzee_core.turn.states import IDENTITY, State, States
from yahtzee_core.turn.transitions import BLOCK, Transitions

COUNTS = REFERENCE / "counts.csv"
SIZES = {
    "crag": 8192,
    "kniffel": 207104,
    "yacht": 4096,
    "yacht-classic": 4096,
    "yaht": 8192,
    "yahtzee": 310656,
    "yahtzee-forced": 310656,
    "yahtzee-plain": 207104,
    "yatzy": 828416,
}
THRESHOLD = 63


def counts(start: str) -> str:
    """The published count of what starts with these words."""
    with COUNTS.open(encoding="utf-8") as file:
        (found,) = [row["count"] for row in csv.DictReader(file) if row["what"].startswith(start)]
    return found


@cache
def states_of(name: str) -> States:
    """States of a toy or built-in game."""
    return toy_states(name) if name in TOY_GAMES else builtin_states(name)


# Counts


@pytest.mark.parametrize("name", SIZES)
def test_number_of_states(name: str) -> None:
    states = states_of(name)
    assert len(states) == SIZES[name]
    assert len(states) == states.lanes.sum() == states.offset[-1]


def test_published_numbers_of_states() -> None:
    assert len(states_of("yahtzee")) == int(counts("the same with the bonus paid on crossing 63"))
    assert len(states_of("yatzy")) == int(counts("Yatzy: merged states"))


def test_published_states_per_layer() -> None:
    """The row counts the 310,656 merged states of yahtzee by filled categories."""
    published = [int(n) for n in counts("states per layer of the last row").split()]
    states = states_of("yahtzee")
    layer = np.bitwise_count(states.masks)
    found = np.bincount(layer, weights=states.lanes).astype(int).tolist()
    assert sum(published) == 310656
    assert found == published


def sum_over_masks(states: States, by_upper: list[int]) -> int:
    """Sum over the masks of a count by upper categories, twice where there may be a chip."""
    chips = 1 + (states.masks >> states.game.index("yahtzee") & 1)
    return int((np.array(by_upper)[states.upper_filled] * chips).sum())


def test_reachable_states_before_merging() -> None:
    states = states_of("yahtzee")
    capped = [len(set(np.minimum(totals, THRESHOLD))) for totals in states.totals]
    assert sum_over_masks(states, capped) == int(counts("reachable states (filled")) == 536448


def test_merged_states_with_reached_kept_apart_from_out_of_reach() -> None:
    """Glenn's count; the difference to the states here is one for most upper categories."""
    states = states_of("yahtzee")

    def kinds(upper: int) -> int:
        reached = states.totals[upper] >= THRESHOLD
        needs = [states.need_of(upper, int(total)) for total in states.totals[upper]]
        return len(set(zip(reached.tolist(), needs)))

    apart = [kinds(upper) for upper in range(len(states.totals))]
    assert sum_over_masks(states, apart) == int(counts("states after merging upper")) == 314880
    assert sum_over_masks(states, states.n_needs.tolist()) == len(states)


def test_totals_by_hand() -> None:
    states = states_of("yahtzee")
    sixes_and_ones = states.game.mask(["sixes", "ones", "chance"])
    packed = states.upper_filled[sixes_and_ones]
    expected = sorted({6 * n + m for n in range(6) for m in range(6)})
    assert states.totals[packed].tolist() == expected
    assert states.totals[0].tolist() == [0]
    assert states.totals[-1].tolist()[-1] == 5 * 21


def test_needs_by_hand() -> None:
    states = states_of("yahtzee")
    all_but_fives = states.game.mask(["ones", "twos", "threes", "fours", "sixes"])
    found = {total: states.at(all_but_fives, total).need for total in range(30, 75)}
    expected = {total: -(-(63 - total) // 5) * 5 if 38 <= total < 63 else 0 for total in found}
    assert found == expected
    assert states.start == State(0, 63, 0)


def test_a_reached_threshold_needs_nothing() -> None:
    """Also when the open upper categories cannot score 0."""
    states = states_of("upper-sum")
    filled = states.game.mask(["face_1", "face_3"])
    found = {total: states.at(filled, total).need for total in [0, 1, 2, 3, 4, 6, 7, 8]}
    assert found == {0: 6, 1: 5, 2: 4, 3: 3, 4: 2, 6: 0, 7: 0, 8: 0}


def test_bonus_is_paid_on_crossing_where_it_is_certain() -> None:
    """A 2 in face_2 reaches the threshold of 2; `sure`, still open, would reach it anyway."""
    states = states_of("upper-sure")
    option = states.options.points.tolist().index(2)
    after, gain = states.successor(states.start, option)
    assert (after.need, gain) == (0, 2 + 4)


# Numbers


@pytest.mark.parametrize("name", TOYS)
def test_index_and_state_are_inverse(name: str) -> None:
    states = states_of(name)
    numbered = [states.state(i) for i in range(len(states))]
    assert len(set(numbered)) == len(numbered)
    assert [states.index(state) for state in numbered] == list(range(len(states)))


@pytest.mark.parametrize("name", builtin_games())
def test_sampled_index_and_state_are_inverse(name: str) -> None:
    states = states_of(name)
    filled, need, chip = states.columns(states.masks)
    ends = [0, len(states) - 1]
    for i in [*ends, *np.random.default_rng(1).integers(len(states), size=300).tolist()]:
        state = states.state(i)
        assert state == State(int(filled[i]), int(need[i]), int(chip[i]))
        assert states.index(state) == i


@pytest.mark.parametrize("name", [*TOYS, *builtin_games()])
def test_columns_name_every_state_once(name: str) -> None:
    """The number of a state follows from its columns: offset, chip, rank of the need."""
    states = states_of(name)
    filled, need, chip = states.columns(states.masks)
    upper = states.upper_filled[filled]
    lane = states.rank[upper, need] + chip * states.n_needs[upper]
    assert (states.offset[filled] + lane == np.arange(len(states))).all()
    keys = (filled.astype(np.int64) * (need.max() + 1) + need) * 2 + chip
    assert len(np.unique(keys)) == len(states)


def test_columns_of_some_masks() -> None:
    states = states_of("yahtzee-bonus")
    masks = np.array([0b0100, 0b0001])
    filled, need, chip = states.columns(masks)
    numbered = [states.state(i) for m in masks for i in range(*states.offset[m : m + 2])]
    assert [State(*row) for row in zip(filled, need, chip.astype(int))] == numbered


@pytest.mark.parametrize("name", [*TOYS, *builtin_games()])
def test_sheets_have_the_same_categories_and_chip(name: str) -> None:
    states = states_of(name)
    masks = np.flatnonzero(states.options.reachable)[::-3]
    first, sheet = states.sheets(masks)
    filled, _, chip = states.columns(masks)
    assert (filled[first[sheet]] == filled).all() and (chip[first[sheet]] == chip).all()
    assert len(first) == len(set(zip(filled.tolist(), chip.tolist())))


@pytest.mark.parametrize(
    "state", [State(0, 62, 0), State(0, 63, 1), State(0, -1, 0), State(0, 0, 0), State(0, 63, -1)]
)
def test_no_such_state(state: State) -> None:
    with pytest.raises(UserError, match=r"yahtzee.*expected a need of \[63\]"):
        states_of("yahtzee").index(state)


# Real upper totals


def test_unreachable_totals() -> None:
    states = states_of("yahtzee")
    with pytest.raises(UserError, match=r"game yahtzee: upper total 6 .* ones .*one of 0-5$"):
        states.at(states.game.mask(["ones", "chance"]), 6)
    with pytest.raises(UserError, match=r"game yahtzee: .* 1 .* nothing .*expected one of 0$"):
        states.at(0, 1)
    with pytest.raises(UserError, match=r"upper total 7 .*expected one of 0, 6, 12, 18, 24, 30$"):
        states.at(states.game.mask(["sixes"]), 7)
    with pytest.raises(UserError, match=r"upper total -1 "):
        states.at(states.game.mask(["sixes"]), -1)


def test_chip_without_yahtzee() -> None:
    states = states_of("yahtzee")
    with pytest.raises(UserError, match=r"game yahtzee: a chip needs the Yahtzee category filled"):
        states.at(states.game.mask(["ones"]), 3, chip=1)
    with pytest.raises(UserError, match=r"game yacht: a chip"):
        states_of("yacht").at(states_of("yacht").game.mask(["yacht"]), 0, chip=1)


def test_chip_does_not_matter_without_a_bonus() -> None:
    without, bonus = states_of("coins"), states_of("yahtzee")
    coins, mask = without.game.mask(["yahtzee"]), bonus.game.mask(["yahtzee"])
    assert without.at(coins, 0, chip=1) == without.at(coins, 0) == State(coins, 0, 0)
    assert bonus.at(mask, 0, chip=1) == State(mask, 63, 1)


@pytest.mark.parametrize("name", TOYS)
def test_totals_are_those_that_occur(name: str) -> None:
    """A real upper total has a state exactly when the oracle gets there."""
    states = states_of(name)
    occurs = defaultdict(set)
    for filled, total, _ in toy_oracle(name).states():
        occurs[states.game.mask(sorted(filled))].add(total)
    for mask in range(len(states.masks)):
        assert set(states.totals[states.upper_filled[mask]].tolist()) == occurs[mask]


# Where options lead


def oracle_moves(states: States, oracle: BruteForce, real: RealState) -> Iterator[tuple[int, State, int]]:
    """(option, merged state after it, points) of every roll and choice in a state."""
    mask = states.game.mask(sorted(real[0]))
    for roll, dice in enumerate(rolls_of(states.options.lattice)):
        choices = oracle.choices(*real, dice)
        options = states.options.of(mask, roll)
        for option, (_, points, after) in zip(options, choices, strict=True):
            yield option, merged(states, after), points


def check_successors(states: States, oracle: BruteForce) -> None:
    """Compare every move from every state that can occur."""
    for real in oracle.states():
        state = merged(states, real)
        for option, after, points in oracle_moves(states, oracle, real):
            assert states.successor(state, option) == (after, points), (real, option)


@pytest.mark.parametrize("name", TOYS)
def test_successors_of_toy_games(name: str) -> None:
    check_successors(states_of(name), toy_oracle(name))


@given(games())
@settings(max_examples=30, deadline=None)
def test_successors_of_any_game(raw: Raw) -> None:
    check_successors(States(parse(raw)), BruteForce(raw))


def groups(states: States, oracle: BruteForce) -> dict[State, list[RealState]]:
    """Real states by the state that they are merged into."""
    found = defaultdict(list)
    for real in oracle.states():
        found[merged(states, real)].append(real)
    return found


@pytest.mark.parametrize("name", TOYS)
def test_merged_states_have_one_value(name: str) -> None:
    oracle = toy_oracle(name)
    for state, reals in groups(states_of(name), oracle).items():
        values: set[Fraction] = {oracle.value(real) for real in reals}
        moments = {oracle.second_moments(real) for real in reals}
        assert (len(values), len(moments)) == (1, 1), state


@given(games())
@settings(max_examples=10, deadline=None)
def test_merged_states_of_any_game_have_one_value(raw: Raw) -> None:
    oracle = BruteForce(raw)
    for state, reals in groups(States(parse(raw)), oracle).items():
        assert len({oracle.value(real) for real in reals}) == 1, state


@pytest.mark.parametrize("name", TOYS)
def test_every_state_occurs_in_toy_games(name: str) -> None:
    """Also, toy games do merge states: there are fewer than real ones, but for one game."""
    states, oracle = states_of(name), toy_oracle(name)
    found = groups(states, oracle)
    assert {states.index(state) for state in found} == set(range(len(states)))
    assert (len(found) < len(oracle.states())) == (name != "lax-house")


# Transitions


def moves(states: States, masks: list[int]) -> Iterator[tuple[int, int, int]]:
    """(mask, lane, option) of all options in open categories that these masks have."""
    for mask in masks:
        choice = states.options.choice[states.options.situation[mask]]
        for option in np.unique(choice[choice != NO_OPTION]).tolist():
            if not mask >> int(states.options.category[option]) & 1:
                yield from ((mask, lane, option) for lane in range(states.lanes[mask]))


def arrays_say(states: States, by: Transitions, mask: int, lane: int, option: int) -> tuple[int, float]:
    """(state number after, points gained) as a kernel reads them."""
    options, type_, move = states.options, by.type[mask], by.transition[option]
    after = int(states.offset[mask | 1 << int(options.category[option])])
    gain = float(options.points[option]) + by.bonus[type_, move, lane]
    gain += states.game.yahtzee_bonus * by.chip[type_, lane] * bool(options.extra[option])
    lane_after = int(by.next[type_, move, lane])
    if move == IDENTITY:
        lane_after += int(by.shift[type_, option])
    return after + lane_after, gain


def check_arrays(states: States, masks: list[int]) -> None:
    """Compare the arrays with `States.successor`."""
    by = Transitions(states)
    for mask, lane, option in moves(states, masks):
        state = states.state(int(states.offset[mask]) + lane)
        after, gain = states.successor(state, option)
        found = arrays_say(states, by, mask, lane, option)
        assert found == (states.index(after), gain), (state, option)


@pytest.mark.parametrize("name", TOYS)
def test_arrays_of_toy_games(name: str) -> None:
    check_arrays(states_of(name), list(range(states_of(name).game.full)))


@given(games())
@settings(max_examples=20, deadline=None)
def test_arrays_of_any_game(raw: Raw) -> None:
    states = States(parse(raw))
    check_arrays(states, list(range(states.game.full)))


@pytest.mark.parametrize("name", ["yahtzee", "yahtzee-forced", "yatzy"])
def test_sampled_arrays(name: str) -> None:
    states = states_of(name)
    masks = np.random.default_rng(2).integers(states.game.full, size=6).tolist()
    check_arrays(states, [0, *masks])


@pytest.mark.parametrize("name", ["yahtzee", "yatzy", "yacht", "yahtzee-bonus"])
def test_shapes_of_arrays(name: str) -> None:
    states = states_of(name)
    by = Transitions(states)
    n_types, n_moves = 2 << len(states.upper), int(by.transition.max()) + 1
    assert by.stride % BLOCK == 0 and by.stride >= states.lanes.max()
    assert by.n_types == n_types
    assert by.next.shape == by.bonus.shape == (n_types, n_moves, by.stride)
    assert by.chip.shape == (n_types, by.stride)
    assert by.shift.shape == (n_types, len(states.options))


@pytest.mark.parametrize("name", ["yahtzee", "yatzy", "yacht", *TOYS])
def test_upper_moves_stay_in_the_next_mask(name: str) -> None:
    """Padding lanes too, as kernels work on blocks."""
    states = states_of(name)
    by = Transitions(states)
    for category in states.upper:
        here = states.masks[states.masks >> category & 1 == 0]
        used = np.unique(by.transition[states.options.category == category])
        furthest = by.next[:, used].max(axis=(1, 2))
        assert by.next[:, used].min() >= 0
        assert (furthest[by.type[here]] < states.lanes[here | 1 << category]).all()
