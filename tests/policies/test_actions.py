"""Advice: against printed positions, the oracle, and the table that its first action must reproduce."""

import csv
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from brute_force import BruteForce, Dice
from brute_force import State as RealState
from helpers import REFERENCE, actions, merged, parse, solved, toy_oracle, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import game, lower, upper

from yahtzee_core.policies.actions import RankedAction, Turn
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.turn.states import State
from yahtzee_core.turn.ties import POINTS

POSITIONS = REFERENCE / "positions.csv"
PRINTED = 1e-5
ROUNDING = 1e-12
COMPARED = ["upper-bonus", "joker-forced", "coins"]
"""Every state of them can occur."""
FOLLOWED = ["upper-bonus", "yahtzee-bonus", "coins", "matching", "joker-free"]


@cache
def toy_table(name: str) -> ExpectedTable:
    """A toy game, solved."""
    return solve_expected(toy_states(name).game)


def positions() -> list[dict[str, str]]:
    """The rows of the reference file."""
    with POSITIONS.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def dice_of(text: str) -> Dice:
    """The dice of "15555"."""
    return tuple(map(int, text))


# Printed positions


def test_there_are_positions() -> None:
    assert len(positions()) == 43
    assert {row["game"] for row in positions()} == {
        *("yahtzee", "yahtzee-forced", "yahtzee-plain", "yatzy", "kniffel")
    }


@pytest.mark.parametrize("row", positions(), ids=lambda row: f"{row['game']}-{row['id']}")
def test_positions(row: dict[str, str]) -> None:
    table = solved(row["game"])
    filled = table.game.mask(tuple(row["filled"].split()))
    state = table.states.at(filled, int(row["upper_total"]), int(row["yahtzee_box_is_50"]))
    found = actions(table, state, dice_of(row["dice"]), int(row["rerolls_left"]))
    by_text = {action.text: action for action in found}
    assert found[0].value == pytest.approx(float(row["value"]), rel=0, abs=PRINTED)
    assert by_text[row["best"]].is_best
    below = next(action for action in found if not action.is_best)
    assert by_text[row["second"]].value == pytest.approx(float(row["second_value"]), rel=0, abs=PRINTED)
    assert below.value == pytest.approx(float(row["second_value"]), rel=0, abs=PRINTED)


# Against the oracle


def all_rolls(oracle: BruteForce) -> list[Dice]:
    """Every ordered roll of all dice."""
    return list(product(range(1, oracle.raw["faces"] + 1), repeat=oracle.dice))


def unfinished(oracle: BruteForce) -> list[RealState]:
    """All states that have an open category."""
    return [real for real in oracle.states() if len(real[0]) < len(oracle.categories)]


def check_actions(found: list[RankedAction], expected: dict[str, float]) -> None:
    """The actions are those of the oracle, with their values, best first."""
    assert {a.text for a in found} == expected.keys() and len(found) == len(expected)
    best = max(expected.values())
    for action in found:
        assert action.value == pytest.approx(expected[action.text], rel=ROUNDING, abs=ROUNDING)
        assert action.loss == pytest.approx(best - expected[action.text], rel=0, abs=1e-11)
        assert action.is_best == (best - expected[action.text] <= POINTS.points)
    others = [action.value for action in found[1:]]
    falling = pytest.approx(sorted(others, reverse=True), rel=0, abs=POINTS.points)
    assert found[0].is_best and others == falling


@pytest.mark.parametrize("name", COMPARED)
def test_all_actions_of_toy_games(name: str) -> None:
    """All states, all rolls, all rerolls; real states that are merged share their advice."""
    table, oracle = toy_table(name), toy_oracle(name)
    seen: set[State] = set()
    for real in unfinished(oracle):
        state = merged(table.states, real)
        if state in seen:
            continue
        seen.add(state)
        for dice, rerolls in product({tuple(sorted(d)) for d in all_rolls(oracle)}, range(table.game.rolls)):
            expected = {k: float(v) for k, v in oracle.option_values(real, dice, rerolls).items()}
            check_actions(actions(table, state, dice, rerolls), expected)
    assert len(seen) == int(table.states.offset[table.game.full])


# The tie rule


class Follower:
    """Mean and second moment of the points to come when the first action is taken everywhere.

    Rules and points are the oracle's, the choices are the policy's; nothing is maximised here.
    """

    def __init__(self, table: ExpectedTable, oracle: BruteForce) -> None:
        self.table, self.oracle = table, oracle

    @cache  # noqa: B019
    def state(self, real: RealState) -> tuple[float, float]:
        """At the start of a turn."""
        if len(real[0]) == len(self.oracle.categories):
            return 0.0, 0.0
        return self._mean(real, (), self.table.game.rolls - 1)

    @cache  # noqa: B019
    def _turn(self, state: State) -> Turn:
        return Turn.of_table(self.table, state)

    @cache  # noqa: B019
    def _roll(self, real: RealState, dice: Dice, rerolls: int) -> tuple[float, float]:
        lattice = self.table.states.options.lattice
        roll = lattice.keep_index(dice) - lattice.first_roll
        first = self._turn(merged(self.table.states, real)).actions(roll, rerolls, scores=False)[0]
        kind, _, what = first.text.partition(" ")
        if kind == "keep":
            kept = () if what == "-" else tuple(map(int, what.split()))
            return self._mean(real, kept, rerolls - 1)
        ((gain, after),) = [(p, s) for c, p, s in self.oracle.choices(*real, dice) if c == what]
        mean, square = self.state(after)
        return gain + mean, gain * gain + 2 * gain * mean + square

    def _mean(self, real: RealState, kept: Dice, rerolls: int) -> tuple[float, float]:
        faces = range(1, self.oracle.raw["faces"] + 1)
        rolled = list(product(faces, repeat=self.oracle.dice - len(kept)))
        found = [self._roll(real, tuple(sorted(kept + dice)), rerolls) for dice in rolled]
        return sum(m for m, _ in found) / len(found), sum(s for _, s in found) / len(found)


@pytest.mark.parametrize("name", FOLLOWED)
def test_following_the_first_action_gives_the_table(name: str) -> None:
    """Second moments depend on how ties are broken, so the first action is the one of the kernel."""
    table, oracle = toy_table(name), toy_oracle(name)
    follower = Follower(table, oracle)
    for real in oracle.states():
        at = table.states.index(merged(table.states, real))
        value, second = follower.state(real)
        assert value == pytest.approx(float(table.value[at]), rel=1e-11, abs=0), real
        assert second == pytest.approx(float(table.second[at]), rel=1e-11, abs=0), real


def test_ties_matter_in_the_games_that_are_followed() -> None:
    """In some state of them two optimal policies have different second moments."""
    spans = [
        most - least
        for name in FOLLOWED
        for least, most in map(toy_oracle(name).second_moments, toy_oracle(name).states())
    ]
    assert max(spans) > 0


@pytest.mark.parametrize("ids", [("chance", "again"), ("again", "chance")])
def test_a_tie_takes_the_category_that_is_highest_on_the_sheet(ids: tuple[str, str]) -> None:
    """Two categories that score the same are tied wherever both are open.

    They are best for all 9 rolls once ones are filled, before that for the 4 rolls without a one.
    """
    sheet = [*upper(1), *(lower(id, score="all") for id in ids)]
    table = solve_expected(parse(game("twins", 2, 3, 2, sheet)))
    both_open = 0
    for state, dice, _ in positions_of(table, range(1)):
        found = actions(table, state, dice, 0)
        texts = [action.text for action in found]
        if len(set(table.game.names(state.filled)) & set(ids)) == 0:
            assert texts.index(f"score {ids[0]}") < texts.index(f"score {ids[1]}")
            both_open += found[0].text == f"score {ids[0]}" and found[1].is_best
    assert both_open == 9 + 4


def test_a_tie_takes_the_keep_with_most_dice() -> None:
    """Among keeps of exactly the same value, the first action never has fewer dice than another."""
    tied = 0
    for state, dice, rerolls in positions_of(toy_table("coins"), range(1, 3)):
        first, *others = actions(toy_table("coins"), state, dice, rerolls)
        rivals = [a for a in others if a.value == first.value]
        assert all(len(first.text) >= len(a.text) for a in rivals), (state, dice, rerolls)
        tied += len(rivals)
    assert tied > 50


def positions_of(table: ExpectedTable, rerolls: range) -> Iterator[tuple[State, Dice, int]]:
    """Every position of a game with so many rerolls, dice in every order."""
    game = table.game
    for state in map(table.states.state, range(int(table.states.offset[game.full]))):
        for dice in product(range(1, game.faces + 1), repeat=game.dice):
            yield from ((state, dice, left) for left in rerolls)


def test_keeping_everything_is_best_of_tied_keeps() -> None:
    table = solved("yahtzee")
    state = table.states.at(table.game.full & ~table.game.mask(("yahtzee",)), 0)
    found = actions(table, state, (5, 5, 5, 5, 5), 2)
    assert (found[0].text, found[0].value) == ("keep 5 5 5 5 5", 50.0)
    nothing = actions(table, table.states.at(table.game.full & ~table.game.mask(("ones",)), 0), (2,) * 5, 1)
    assert nothing[0].text == "keep -"


# The interface


@given(data=st.data())
@settings(max_examples=examples(30), deadline=None)
def test_advice_does_not_depend_on_the_order_of_the_dice(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["joker-free", "lax-house", "toy"]))
    table = solved("toy") if name == "toy" else toy_table(name)
    game, states = table.game, table.states
    state = states.state(data.draw(st.integers(0, int(states.offset[game.full]) - 1)))
    dice = data.draw(st.tuples(*[st.integers(1, game.faces)] * game.dice))
    rerolls = data.draw(st.integers(0, game.rolls - 1))
    shuffled = tuple(data.draw(st.permutations(dice)))
    assert actions(table, state, shuffled, rerolls) == actions(table, state, dice, rerolls)


def test_keeps_are_written_once_each() -> None:
    table = solved("toy")
    texts = [action.text for action in actions(table, table.states.start, (4, 1, 1), 2)]
    assert sorted(texts) == [
        *("keep -", "keep 1", "keep 1 1", "keep 1 1 4", "keep 1 4", "keep 4"),
    ]
    scores = [action.text for action in actions(table, table.states.start, (4, 1, 1), 0)]
    assert sorted(scores) == sorted(f"score {c.id}" for c in table.game.categories)


def test_a_turn_is_what_actions_asks() -> None:
    table = solved("toy")
    turn, lattice = Turn.of_table(table, table.states.start), table.states.options.lattice
    for roll in range(lattice.n_rolls):
        dice = lattice.faces_of(lattice.first_roll + roll)
        for rerolls in range(3):
            assert turn.actions(roll, rerolls, scores=False) == actions(
                table, table.states.start, dice, rerolls
            )


def test_the_best_opening_values_average_to_the_start() -> None:
    table = solved("toy")
    rolls = list(product(range(1, 5), repeat=3))
    best = [actions(table, table.states.start, dice, 2)[0].value for dice in rolls]
    assert sum(best) / len(best) == pytest.approx(table.start_value, rel=ROUNDING)
