"""The turn: the readable twin against enumeration, the kernel against the twin, and ties."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from helpers import TOYS, parse, rolls_of, solved, toy_states
from hypothesis import given, settings
from toy_games import CHANCE, TOY_GAMES, Raw, category, game, games, lower

from yahtzee_core.game.game import Game
from yahtzee_core.solve.expected import Solver, Table, Twin, solve_expected
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.dice import Lattice, lattice
from yahtzee_core.turn.ties import POINTS, offer
from yahtzee_core.turn.transitions import BLOCK
from yahtzee_core.turn.twin import levels, turn

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.int64]
Pair = tuple[float, float]
"""A value and a number that follows the choice."""

SMALL = pytest.mark.parametrize(("dice", "faces"), [(1, 3), (2, 3), (3, 2)])
SAMPLED = ["yahtzee", "yahtzee-forced", "yatzy"]


@pytest.fixture(scope="module", params=_turn.variants())
def variant(request: pytest.FixtureRequest) -> str:
    """A kernel variant that this machine runs."""
    return str(request.param)


def same_bits(one: Floats, other: Floats) -> bool:
    """Whether two arrays agree in every bit, NaN included."""
    return one.shape == other.shape and one.tobytes() == other.tobytes()


def assert_same_tables(one: Table, other: Table) -> None:
    """Both tables agree in every bit."""
    assert same_bits(one.value, other.value)
    assert same_bits(one.second, other.second)


def random_leaf(grid: Lattice, width: int, lanes: int, seed: int = 0) -> Floats:
    """Random leaves, without ties."""
    return np.random.default_rng(seed).uniform(-5, 50, size=(width, grid.n_rolls, lanes))


# The twin's turn against ordered dice


class Enumeration:
    """A turn of ordered dice, by definition; the leaves are those of one lane."""

    def __init__(self, grid: Lattice, leaf: Floats) -> None:
        self.faces = range(1, grid.faces + 1)
        self.dice = grid.dice
        self.leaf: dict[tuple[int, ...], Pair] = dict(zip(rolls_of(grid), leaf.T.tolist()))

    @cache  # noqa: B019
    def best(self, dice: tuple[int, ...], rerolls: int) -> Pair:
        """The best of ordered dice with so many rerolls left."""
        if rerolls == 0:
            value, follower = self.leaf[tuple(sorted(dice))]
            return value, follower
        hands = product([True, False], repeat=self.dice)
        return max(self.mean([d for d, h in zip(dice, hand) if h], rerolls - 1) for hand in hands)

    def mean(self, kept: list[int], rerolls: int) -> Pair:
        """Mean over the dice that are rolled, with so many rerolls left after it."""
        rolled = list(product(self.faces, repeat=self.dice - len(kept)))
        best = [self.best((*kept, *more), rerolls) for more in rolled]
        return sum(b[0] for b in best) / len(rolled), sum(b[1] for b in best) / len(rolled)


@SMALL
@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
def test_turn_is_what_enumeration_says(dice: int, faces: int, rolls: int) -> None:
    grid = lattice(dice, faces)
    leaf = random_leaf(grid, 2, 3)
    before = leaf.copy()
    found = turn(grid, leaf, rolls)
    assert found.shape == (2, 3)
    for lane in range(3):
        expected = Enumeration(grid, leaf[:, :, lane]).mean([], rolls - 1)
        assert found[:, lane].tolist() == pytest.approx(expected, rel=1e-13)
    assert same_bits(leaf, before)


@SMALL
def test_levels_are_the_keeps_with_rerolls_left(dice: int, faces: int) -> None:
    grid = lattice(dice, faces)
    leaf = random_leaf(grid, 2, 1, seed=1)
    direct = Enumeration(grid, leaf[:, :, 0])
    found = [a.copy() for a in levels(grid, leaf, 4)]
    assert [a.shape for a in found] == [(2, grid.n_keeps, 1)] * 3
    for rerolls, a in enumerate(found):
        for keep in range(grid.n_keeps):
            expected = direct.mean(list(grid.faces_of(keep)), rerolls)
            assert a[:, keep, 0].tolist() == pytest.approx(expected, rel=1e-13)


def test_one_roll_has_no_levels() -> None:
    grid = lattice(2, 3)
    leaf = random_leaf(grid, 1, 2)
    assert list(levels(grid, leaf, 1)) == []
    expected = grid.probabilities @ leaf[0]
    assert turn(grid, leaf, 1)[0].tolist() == pytest.approx(expected.tolist(), rel=1e-14)


def test_lanes_never_meet() -> None:
    grid = lattice(3, 4)
    leaf = random_leaf(grid, 2, 5)
    together = turn(grid, leaf, 3)
    alone = [turn(grid, leaf[:, :, [lane]], 3)[:, 0] for lane in range(5)]
    assert same_bits(together, np.ascontiguousarray(np.stack(alone, axis=1)))


def test_more_rolls_are_better() -> None:
    grid = lattice(5, 6)
    leaf = random_leaf(grid, 1, 2)
    values = np.stack([turn(grid, leaf, rolls)[0] for rolls in range(1, 5)])
    assert (np.diff(values, axis=0) > 0).all()
    assert (values < leaf[0].max(axis=0)).all()


# Ties


def test_a_tie_keeps_what_came_first() -> None:
    tie = POINTS.points
    best = np.array([[5.0, 5.0, 5.0, 5.0], [1.0, 1.0, 1.0, 1.0]])
    option = np.array([[5.0, 5.0 + tie / 2, 5.0 + 2 * tie, 4.0], [2.0, 2.0, 2.0, 2.0]])
    offer(best, option)
    assert best[0].tolist() == [5.0, 5.0 + tie / 2, 5.0 + 2 * tie, 5.0]
    assert best[1].tolist() == [1.0, 1.0, 2.0, 1.0]


def test_keeps_that_tie_lack_the_lowest_face() -> None:
    """Two coins 1 and 2: 11 and 22 have 4 points, 12 none, so 12 may go on from 1, 2 or nothing.

    The follower is 1 at 11 and 2 at 22: its mean is 1 from keep 2, 1/2 from keep 1, 3/4 from none.
    """
    leaf = np.array([[4.0, 0.0, 4.0], [1.0, 0.0, 2.0]])[:, :, None]
    assert turn(lattice(2, 2), leaf, 2)[:, 0].tolist() == [3.0, 1 / 4 + 1 / 2 + 2 / 4]


def test_keeps_that_tie_have_more_dice() -> None:
    """One die of 3: with a 2 there is nothing to win from the reroll."""
    leaf = np.array([[1.0, 2.0, 3.0], [1.0, 4.0, 9.0]])[:, :, None]
    value, second = turn(lattice(1, 3), leaf, 2)[:, 0]
    assert value == pytest.approx(7 / 3, rel=1e-15)
    assert second == pytest.approx((14 / 3 + 4 + 9) / 3, rel=1e-15)


def sure(points: int) -> Raw:
    """A category that scores the same for every roll."""
    return lower("sure", score=points)


def one_die(sheet: list[Raw], rolls: int) -> Raw:
    """A game of one die of three faces."""
    return game("one-die", 1, 3, rolls, sheet)


def masks_from_full(rules: Game) -> Masks:
    """All masks, those that others depend on first."""
    return np.arange(rules.full, -1, -1, dtype=np.int64)


def solve_by(twin: Twin) -> Table:
    """All states of a game, by the twin."""
    table = Table.empty(twin.states, twin.states.masks)
    twin.solve(masks_from_full(twin.states.game), table)
    return table


def twin_start(rules: Game) -> Pair:
    """Value and second moment of the start, by the twin."""
    table = solve_by(Twin(rules))
    return float(table.value[0]), float(table.second[0])


def kernel_start(rules: Game, variant: str) -> Pair:
    """Value and second moment of the start, by a kernel."""
    solved = solve_expected(rules, threads=1, variant=variant)
    return float(solved.value[0]), float(solved.second[0])


@pytest.mark.parametrize(
    ("sheet", "tied"), [([sure(2), CHANCE], 4 + 8 + 14 / 3), ([CHANCE, sure(2)], 4 + 8 + 4)]
)
def test_categories_that_tie_go_by_the_sheet(sheet: list[Raw], tied: float, variant: str) -> None:
    """A 2 scores 2 in both categories and leaves 2 to expect: the moment tells which was taken.

    With a 1 `sure` is the better one, with a 3 chance.
    """
    rules = parse(one_die(sheet, 1))
    expected = pytest.approx((13 / 3, ((4 + 8 + 14 / 3) + tied + (9 + 12 + 4)) / 3), rel=1e-14)
    assert twin_start(rules) == expected
    assert kernel_start(rules, variant) == expected


def test_kernel_keeps_more_dice_in_a_tie(variant: str) -> None:
    rules = parse(one_die([CHANCE], 2))
    expected = pytest.approx((7 / 3, (14 / 3 + 4 + 9) / 3), rel=1e-14)
    assert twin_start(rules) == expected
    assert kernel_start(rules, variant) == expected


def highest_first(grid: Lattice) -> Lattice:
    """The lattice with its keeps of one die less by falling face."""
    rows = np.split(grid.down, grid.down_start[1:-1])
    return replace(grid, down=np.concatenate([row[::-1] for row in rows]))


@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus"])
def test_kernel_lacks_the_lowest_face_in_a_tie(name: str, variant: str) -> None:
    """These games tell: another order of keeps has the same value and another second moment."""
    rules = toy_states(name).game
    other = Twin(rules)
    other.states.options.lattice = highest_first(other.states.options.lattice)
    by_other = solve_by(other)
    by_kernel = solve_expected(rules, threads=1, variant=variant)
    n = len(other.states)
    assert by_kernel.value == pytest.approx(by_other.value[:n], rel=1e-14)
    assert np.abs(by_kernel.second - by_other.second[:n]).max() > 0.01
    assert same_bits(by_kernel.table.second, solve_by(Twin(rules)).second)


# The kernel against the twin


def check_all_masks(rules: Game, variant: str) -> None:
    """Solve a game by the twin and by a kernel, and compare the bits."""
    kernel = Solver(rules, threads=1, variant=variant)
    table = Table.empty(kernel.states, kernel.states.masks)
    kernel.solve(masks_from_full(rules), table)
    assert np.isfinite(table.value[: len(kernel.states)]).all()
    assert_same_tables(table, solve_by(Twin(rules)))


@pytest.mark.parametrize("name", TOYS)
def test_toy_games(name: str, variant: str) -> None:
    check_all_masks(toy_states(name).game, variant)


@given(raw=games())
@settings(max_examples=25, deadline=None)
def test_any_game(raw: Raw, variant: str) -> None:
    check_all_masks(parse(raw), variant)


def forgotten(table: Table, lanes: npt.NDArray[np.int32], masks: Masks) -> Table:
    """A copy with NaN for the states of some masks."""
    copy = Table(table.offset, table.value.copy(), table.second.copy())
    for mask in masks:
        at = slice(table.offset[mask], table.offset[mask] + lanes[mask])
        copy.value[at] = copy.second[at] = np.nan
    return copy


def late_masks(name: str) -> Masks:
    """Masks with ten or more filled categories, the fullest first: random ones and three chosen."""
    states, random = solved(name).states, np.random.default_rng(3)
    n, full = len(states.game.categories), states.game.full
    layer = np.bitwise_count(states.masks)
    layers = [states.masks[layer == filled] for filled in range(10, n + 1)]
    sampled = [random.choice(m, 1) for m in layers]
    chosen = [[full, full - 0b1, full - 0b101]]
    masks = np.unique(np.concatenate([*sampled, *chosen]))
    return masks[np.argsort(-np.bitwise_count(masks).astype(np.int64), kind="stable")]


@cache
def by_twin(name: str) -> Table:
    """The table of a built-in game with late masks worked out by the twin."""
    states, masks = solved(name).states, late_masks(name)
    table = forgotten(solved(name).table, states.lanes, masks)
    assert np.isnan(table.value).sum() > 80
    Twin(states.game).solve(masks, table)
    return table


@pytest.mark.parametrize("name", SAMPLED)
def test_late_masks(name: str, variant: str) -> None:
    """The same bits from the twin and from each variant, in place of what was solved before."""
    states, masks = solved(name).states, late_masks(name)
    table = forgotten(solved(name).table, states.lanes, masks)
    Solver(states.game, threads=1, variant=variant).solve(masks, table)
    assert_same_tables(table, by_twin(name))
    assert_same_tables(table, solved(name).table)


def test_late_masks_have_what_is_to_be_tested() -> None:
    """Chips, several needs, and Yahtzee filled with open upper categories."""
    states, masks = solved("yahtzee").states, late_masks("yahtzee")
    assert states.lanes[masks].max() > 16
    assert states.has_chips[masks].any()
    assert (states.has_chips[masks] & (states.n_needs[states.upper_filled[masks]] > 1)).any()


def test_a_table_of_few_masks(variant: str) -> None:
    """Only a mask and what it depends on, in an order of its own: the same bits in other places."""
    whole = solved("yahtzee")
    states, full = whole.states, whole.game.full
    bits = [1 << whole.game.index(c) for c in ("twos", "sixes", "yahtzee")]
    removed = [sum(b for b, out in zip(bits, outs) if out) for outs in product([0, 1], repeat=3)]
    masks = np.array(sorted((full - r for r in removed), key=lambda m: -m.bit_count()))
    table = Table.empty(states, masks[::-1])
    Solver(whole.game, threads=1, variant=variant).solve(masks, table)
    assert (table.offset >= 0).sum() == 8
    assert len(table.value) == len(table.second) == states.lanes[masks].sum() + BLOCK
    for mask in masks:
        here, there = int(table.offset[mask]), int(states.offset[mask])
        lanes = int(states.lanes[mask])
        assert same_bits(table.value[here : here + lanes], whole.value[there : there + lanes])
        assert same_bits(table.second[here : here + lanes], whole.second[there : there + lanes])


def long_sheet(n: int) -> Raw:
    """A game with many categories: one coin, one reroll."""
    kinds = [
        lambda i: category(f"c{i}", "lower", score="all"),
        lambda i: category(f"c{i}", "lower", face=1 + i % 2, score=i),
    ]
    return game("long", 1, 2, 2, [kinds[i % 2](i) for i in range(n)])


def test_more_categories_than_are_unrolled(variant: str) -> None:
    rules = parse(long_sheet(17))
    whole = solve_expected(rules, threads=1, variant=variant)
    masks = np.array([0b100, 0], dtype=np.int64)
    table = forgotten(whole.table, whole.states.lanes, masks)
    Twin(rules).solve(masks, table)
    assert_same_tables(table, whole.table)


# Variants


def test_variants() -> None:
    names = _turn.variants()
    assert names[-1] == "baseline"
    assert len(set(names)) == len(names)


def test_no_such_variant() -> None:
    with pytest.raises(ValueError, match=r"no kernel variant 'mmx'.*baseline"):
        Solver(parse(TOY_GAMES["plain"]), variant="mmx")
