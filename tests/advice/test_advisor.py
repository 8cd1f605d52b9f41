"""Advice: printed positions, the oracle in exact fractions, other ways to the same numbers, and its words."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brute_force import BruteForce, Dice
from brute_force import State as RealState
from helpers import (
    NOWHERE,
    TOYS,
    Followed,
    actions,
    advisor,
    builtin_states,
    merged,
    optimal_policy,
    parse,
    rolls_of,
    solved,
    toy_arena,
    toy_distribution,
    toy_expected,
    toy_maxprob,
    toy_oracle,
    toy_states,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import slow_ones
from made_results import write_distribution, write_expected, write_maxprob
from printed_positions import advised_positions, position_of
from toy_games import game, lower

from yahtzee_core.advice.advice import CLOSE, CLOSE_SHARE, Advice
from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.notation import parse_action, parse_position
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.policies.actions import Turn
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.turn.options import Options
from yahtzee_core.turn.positions import Position, state_of
from yahtzee_core.turn.states import State
from yahtzee_core.turn.ties import POINTS
from yahtzee_core.turn.twin import levels

PRINTED = 5.01e-6
"""Five digits after the point."""
FOLLOWED = ["upper-bonus", "yahtzee-bonus", "coins", "joker-forced-gap"]
BUILTIN = ["yahtzee-plain", "crag", "yacht"]
Ends = dict[tuple[int, bool, bool], Fraction]
"""Probability of (points to come, upper bonus among them, Yahtzee scored among them)."""


def advised(text: str, name: str = "yahtzee") -> Advice:
    """Advice for the expected score."""
    return advisor(name).expected(parse_position(text, advisor(name).arena.states))


# Printed positions


@pytest.mark.parametrize("row", advised_positions())
def test_printed_positions(row: dict[str, str]) -> None:
    """The best action, and the next one that is not tied with it, to the digits printed."""
    advice = advisor(row["game"]).expected(position_of(row))
    assert advice.best.text == row["best"]
    assert advice.best.value == pytest.approx(float(row["value"]), rel=0, abs=PRINTED)
    (second,) = [option for option in advice.actions if option.text == row["second"]]
    assert second.value == pytest.approx(float(row["second_value"]), rel=0, abs=PRINTED)
    assert not second.is_best
    kind = row["best"].split()[0]
    better = [o.value for o in advice.actions if o.text.startswith(kind) and not o.is_best]
    assert max(better) == pytest.approx(second.value, rel=0, abs=PRINTED)


# Other ways to the same numbers


@st.composite
def toy_positions(draw: st.DrawFn) -> tuple[str, RealState, Position]:
    """A position of a toy game that can occur."""
    name = draw(st.sampled_from(TOYS))
    oracle, game = toy_oracle(name), toy_states(name).game
    real = draw(st.sampled_from(unfinished(oracle)))
    dice = draw(st.tuples(*[st.integers(1, game.faces)] * game.dice))
    rerolls = draw(st.integers(0, game.rolls - 1))
    return name, real, position_at(name, real, dice, rerolls)


def unfinished(oracle: BruteForce) -> list[RealState]:
    """All states with an open category, in an order that does not change."""
    found = [real for real in oracle.states() if len(real[0]) < len(oracle.categories)]
    return sorted(found, key=lambda real: (sorted(real[0]), *real[1:]))


def position_at(name: str, real: RealState, dice: Sequence[int], rerolls: int) -> Position:
    """The position of a state of the oracle."""
    filled, upper, chip = real
    mask = toy_states(name).game.mask(sorted(filled))
    return Position(mask, upper, chip, tuple(sorted(dice)), rerolls)


@given(found=toy_positions())
@settings(deadline=None)
def test_actions_are_those_of_policy(found: tuple[str, RealState, Position]) -> None:
    """Keeps, and categories beside them; the first one is the policy's."""
    name, real, position = found
    advice, state = advisor(name).expected(position), merged(toy_states(name), real)
    mine = actions(toy_expected(name), state, position.dice, position.rerolls)
    scores = actions(toy_expected(name), state, position.dice, 0)
    expected = {action.text: action.value for action in [*mine, *scores]}
    assert {option.text for option in advice.actions} == expected.keys()
    assert len(advice.actions) == len(expected)
    for option in advice.actions:
        assert option.value == pytest.approx(expected[option.text], rel=1e-12, abs=1e-12)
        assert option.loss == pytest.approx(mine[0].value - expected[option.text], rel=0, abs=1e-11)
    assert advice.best.text == mine[0].text and advice.best.is_best
    values = [option.value for option in advice.actions[1:]]
    assert values == pytest.approx(sorted(values, reverse=True), rel=0, abs=POINTS.points)


@given(found=toy_positions())
@settings(deadline=None)
def test_the_oracle_gives_the_same(found: tuple[str, RealState, Position]) -> None:
    name, real, position = found
    oracle = toy_oracle(name)
    expected = oracle.option_values(real, position.dice, 0)
    if position.rerolls:
        expected |= oracle.option_values(real, position.dice, position.rerolls)
    advice = advisor(name).expected(position)
    assert {option.text: option.value for option in advice.actions} == pytest.approx(
        {text: float(value) for text, value in expected.items()}, rel=1e-12, abs=1e-12
    )
    now = {category: gains[0] for category, gains, _ in oracle.gains(real, position.dice)}
    points = {o.text.split()[1]: o.points for o in advice.actions if o.points is not None}
    assert points == now
    assert all(o.points is None for o in advice.actions if o.text.startswith("keep"))


@pytest.mark.parametrize("text", ["rerolls 2", "rerolls 1 | filled sixes yahtzee | upper 24 | chip yes"])
def test_keeps_are_worth_what_the_twin_of_the_kernel_says(text: str) -> None:
    position = parse_position(f"dice 22346 | {text}", builtin_states("yahtzee"))
    advice, table = advisor("yahtzee").expected(position), solved("yahtzee")
    lattice, state = table.states.options.lattice, state_of(table.states, position)
    turn = Turn.of_table(table, state)
    leaf = np.array([turn.actions(roll, 0)[0].value for roll in range(lattice.n_rolls)])
    twin = [a.copy() for a in levels(lattice, leaf[None, :, None], 3)][position.rerolls - 1]
    keeps = [option for option in advice.actions if option.action.keep is not None]
    assert len(keeps) == 24
    for option in keeps:
        expected = twin[0, lattice.keep_index(option.action.keep or ()), 0]
        assert option.value == pytest.approx(expected, rel=1e-14)


@given(data=st.data())
@settings(deadline=None, max_examples=25)
def test_the_order_of_the_dice_changes_nothing(data: st.DataObject) -> None:
    dice = data.draw(st.lists(st.integers(1, 4), min_size=3, max_size=3))
    shuffled = data.draw(st.permutations(dice))
    rest = f"rerolls {data.draw(st.integers(0, 2))} | filled ones | upper 2"
    one, other = (advised(f"dice {' '.join(map(str, d))} | {rest}", "toy") for d in (dice, shuffled))
    assert one == other


# Followed in exact fractions


def equal_dice_of(raw: dict[str, Any]) -> str | None:
    """The category for equal dice: that of the rule, or the one that asks for a group of all dice."""
    groups = [c["id"] for c in raw["categories"] if c.get("groups") == [raw["dice"]]]
    named: str | None = raw.get("yahtzee", {}).get("category", next(iter(groups), None))
    return named


class Ending(Followed):
    """How a game ends when the policy is followed from any position."""

    @cache  # noqa: B019
    def state(self, real: RealState) -> Ends:
        """From the start of a turn."""
        if len(real[0]) == len(self.ids):
            return {(0, False, False): Fraction(1)}
        return self.mixed([(p, self.scores(real, dice, c)) for p, dice, c, *_ in self.turn(real)])

    def scores(self, real: RealState, dice: Dice, category: str) -> Ends:
        """When a category is scored."""
        ((gains, after),) = [found[1:] for found in self.oracle.gains(real, dice) if found[0] == category]
        points, bonus, _ = gains
        is_yahtzee = category == equal_dice_of(self.oracle.raw)
        ends: Ends = {}
        for (more, later, scored), p in self.state(after).items():
            key = sum(gains) + more, bool(bonus) or later, (is_yahtzee and points > 0) or scored
            ends[key] = ends.get(key, Fraction(0)) + p
        return ends

    def keeps(self, real: RealState, keep: Dice, left: int) -> Ends:
        """When dice are kept and the others rolled, with so many rerolls before it."""
        after = self.thrown(keep, Fraction(1))
        return self.mixed([(p, self.rolled(real, dice, left - 1)) for dice, p in after.items()])

    @cache  # noqa: B019
    def rolled(self, real: RealState, dice: Dice, left: int) -> Ends:
        """After a roll."""
        decision = self.decision(real, dice, left)
        if left:
            return self.keeps(real, self.kept(decision), left)
        return self.scores(real, dice, self.scored(real, dice, decision)[0])

    def mixed(self, parts: list[tuple[Fraction, Ends]]) -> Ends:
        """A mixture."""
        ends: Ends = {}
        for weight, part in parts:
            for key, p in part.items():
                ends[key] = ends.get(key, Fraction(0)) + weight * p
        return ends

    def action(self, real: RealState, position: Position, text: str) -> Ends:
        """When an action is taken."""
        action = parse_action(text, self.states.game)
        if action.category is not None:
            return self.scores(real, position.dice, self.ids[action.category])
        return self.keeps(real, action.keep or (), position.rerolls)


@cache
def ending(name: str) -> Ending:
    """Optimal play of a toy game."""
    return Ending(toy_arena(name), optimal_policy(toy_arena(name)), toy_oracle(name))


def share(ends: Ends, which: int) -> float:
    """Probability of the upper bonus (1) or of the Yahtzee (2)."""
    return float(sum(p for key, p in ends.items() if key[which]))


@pytest.mark.parametrize("name", FOLLOWED)
def test_chances_of_toy_games(name: str) -> None:
    """Of every state, and of every action in some positions."""
    states, seen = toy_states(name), 0
    for at, real in enumerate(unfinished(toy_oracle(name))):
        expected = [share(ending(name).state(real), which) for which in (1, 2)]
        found = advisor(name).chances.rows[states.index(merged(states, real))]
        assert found == pytest.approx(expected, rel=0, abs=1e-12)
        if at % 7 == 0:
            rolls = rolls_of(states.options.lattice)
            position = position_at(name, real, rolls[at % len(rolls)], at % states.game.rolls)
            for option in advisor(name).expected(position).actions:
                ends = ending(name).action(real, position, option.text)
                assert (option.upper_bonus is None) == ("upper" not in toy_oracle(name).raw)
                assert (option.yahtzee is None) == (equal_dice_of(toy_oracle(name).raw) is None)
                assert option.upper_bonus in (None, pytest.approx(share(ends, 1), rel=0, abs=1e-12))
                assert option.yahtzee in (None, pytest.approx(share(ends, 2), rel=0, abs=1e-12))
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("name", FOLLOWED)
def test_distributions_of_toy_games(name: str) -> None:
    """Exact, for every action of some positions; counted from the points on the sheet."""
    rolls = rolls_of(toy_states(name).options.lattice)
    for at, real in list(enumerate(unfinished(toy_oracle(name))))[::23]:
        position = position_at(name, real, rolls[at % len(rolls)], at % toy_states(name).game.rolls)
        for option in advisor(name).expected(position).actions:
            ends = ending(name).action(real, position, option.text)
            expected: dict[int, float] = {}
            for (points, *_), p in ends.items():
                expected[points] = expected.get(points, 0.0) + float(p)
            for before in (None, real[1] + 3):
                there = Position(**{**vars(position), "points": before})
                found = advisor(name).distribution(there, option.action)
                given = {score: p for score, p in enumerate(found.probability.tolist()) if p}
                more = before or 0
                assert given == pytest.approx({score + more: p for score, p in expected.items()}, abs=1e-13)
                assert found.mean == pytest.approx(option.value + more, rel=1e-12)
                assert found.probability.sum() == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_best_actions_make_the_distribution_of_the_game(name: str) -> None:
    """Weighted by the first rolls."""
    lattice, rolls = toy_states(name).options.lattice, toy_states(name).game.rolls
    expected = toy_distribution(name).probability
    found = np.zeros(len(expected))
    for dice, ways in zip(rolls_of(lattice), lattice.ways.tolist(), strict=True):
        position = Position(0, 0, False, dice, rolls - 1, 0)
        best = advisor(name).expected(position).best
        probability = advisor(name).distribution(position, best.action).probability
        found[: len(probability)] += ways / lattice.ways.sum() * probability
    assert found == pytest.approx(expected, rel=0, abs=1e-13)


# The chances of a game of yahtzee


def mean_of_first_rolls(name: str, number: Callable[[Advice], float]) -> float:
    """Before any roll: the mean over the first rolls of a number of their advice."""
    states = advisor(name).arena.states
    lattice, rolls = states.options.lattice, states.game.rolls
    ways = lattice.ways / lattice.ways.sum()
    found = [number(advisor(name).expected(Position(0, 0, False, d, rolls - 1))) for d in rolls_of(lattice)]
    return float(ways @ found)


@pytest.mark.parametrize(
    "name", slow_ones(["toy", "upper-bonus", "yahtzee-bonus", "coins", *BUILTIN], *BUILTIN)
)
def test_chances_at_the_start(name: str) -> None:
    """As the evaluation of optimal play has them."""
    ready = advisor(name).arena
    found = evaluate(ready, load_strategy("expected", ready.game))
    assert mean_of_first_rolls(name, lambda a: a.best.upper_bonus or 0.0) == pytest.approx(
        found.bonus_probability, abs=1e-12
    )
    category = ready.game.equal_dice
    yahtzee = 0.0 if category is None else 1 - found.zero[category]
    assert mean_of_first_rolls(name, lambda a: a.best.yahtzee or 0.0) == pytest.approx(yahtzee, abs=1e-12)


EQUAL_DICE = {
    **{
        "crag": "three_of_a_kind",
        "yacht": "yacht",
        "yacht-classic": "yacht",
        "yatzy": "yatzy",
        "yaht": "yaht",
    },
    **{name: "yahtzee" for name in builtin_games() if name.startswith(("yahtzee", "toy", "kniffel"))},
}


@pytest.mark.parametrize("name", builtin_games())
def test_equal_dice_have_their_category_in_every_game(name: str) -> None:
    game = load_game(name)
    assert game.equal_dice is not None and game.categories[game.equal_dice].id == EQUAL_DICE[name]
    for category, points in zip(game.categories, Options(game).plain_points, strict=True):
        if category.id == EQUAL_DICE[name]:
            rolls = Options(game).lattice.rolls.max(axis=1) == game.dice
            assert [value > 0 for value in points] == rolls.tolist()


def test_chances_at_the_start_of_yahtzee() -> None:
    found: list[Advice] = []
    bonus = mean_of_first_rolls("yahtzee", lambda a: (found.append(a), a.best.upper_bonus or 0.0)[1])
    ways = advisor("yahtzee").arena.states.options.lattice.ways
    yahtzee = float(ways @ [advice.best.yahtzee for advice in found]) / ways.sum()
    value = float(ways @ [advice.best.value for advice in found]) / ways.sum()
    assert bonus == pytest.approx(0.68118093, abs=5e-9)
    assert yahtzee == pytest.approx(0.33736553, abs=5e-9)
    assert value == pytest.approx(solved("yahtzee").start_value, rel=1e-13)
    assert advisor("yahtzee").chances.rows[0] == pytest.approx([bonus, yahtzee], rel=1e-12)


def test_chances_that_are_certain_or_gone() -> None:
    """Earned bonuses are no longer to come; the last upper category may be sure to bring it."""
    rest = "filled ones twos threes fours fives yahtzee | chip yes"
    sure = advised(f"dice 66611 | rerolls 0 | upper 45 | {rest}")
    by_text = {option.text: option for option in sure.actions}
    assert by_text["score sixes"].upper_bonus == 1 and by_text["score chance"].upper_bonus < 1
    assert all(option.yahtzee == 0 for option in sure.actions)
    over = advised(f"dice 66611 | rerolls 1 | upper 63 | {rest}")
    assert all(option.upper_bonus == 0 for option in over.actions)


# maxprob


def maxprob_of_action(
    oracle: BruteForce, real: RealState, text: str, dice: Dice, left: int, needed: int
) -> Fraction:
    """The highest probability after an action."""
    kind, _, what = text.partition(" ")

    def score(dice: Dice, category: str) -> Fraction:
        ((points, after),) = [(p, s) for c, p, s in oracle.choices(*real, dice) if c == category]
        return oracle.maxprob(after, needed - points)

    @cache
    def best(dice: Dice, left: int) -> Fraction:
        found = max(score(dice, c) for c, *_ in oracle.choices(*real, dice))
        if left:
            kept = {
                tuple(sorted(d for d, k in zip(dice, keep) if k))
                for keep in product((0, 1), repeat=len(dice))
            }
            found = max(found, *(mean(keep, left) for keep in kept))
        return found

    def mean(keep: Dice, left: int) -> Fraction:
        rest = list(product(range(1, oracle.raw["faces"] + 1), repeat=oracle.dice - len(keep)))
        return sum((best(tuple(sorted(keep + d)), left - 1) for d in rest), Fraction(0)) / len(rest)

    if kind == "score":
        return score(dice, what)
    return mean(tuple(map(int, what.replace("-", "").split())), left)


@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "coins"])
def test_maxprob_of_the_oracle(name: str) -> None:
    """Every action, from the points on the sheet."""
    oracle, states = toy_oracle(name), toy_states(name)
    rolls, seen = rolls_of(states.options.lattice), set()
    for at, real in list(enumerate(unfinished(oracle)))[::5]:
        dice, left = rolls[at % len(rolls)], at % states.game.rolls
        for needed in (1, 4, 9, 15):
            position = position_at(name, real, dice, left)
            position = Position(**{**vars(position), "points": real[1] + 2})
            if needed + real[1] + 2 > advisor(name).most:
                continue
            advice = advisor(name).maxprob(position, needed + real[1] + 2)
            assert (advice.to_come, advice.target) == (needed, needed + real[1] + 2)
            for option in advice.actions:
                expected = maxprob_of_action(oracle, real, option.text, dice, left, needed)
                assert option.value == pytest.approx(float(expected), rel=1e-12, abs=0)
                assert option.upper_bonus is None and option.yahtzee is None
                seen.add(option.value)
    assert len(seen) > 15


@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "joker-forced-gap"])
def test_maxprob_of_a_state_is_the_mean_of_its_best_actions(name: str) -> None:
    states, table = toy_states(name), toy_maxprob(name)
    lattice = states.options.lattice
    for real in unfinished(toy_oracle(name))[::31]:
        for needed in (0, 3, 8, 21):
            found = [
                advisor(name).maxprob(position_at(name, real, dice, states.game.rolls - 1), needed).best.value
                for dice in rolls_of(lattice)
            ]
            mean = float(lattice.ways @ found) / lattice.ways.sum()
            assert mean == pytest.approx(table.probability(merged(states, real), needed), rel=1e-12)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of toy; tests only read them."""
    folder = tmp_path_factory.mktemp("results")
    game, partition = load_game("toy"), Partition(7, fixed=(0, 6))
    write_expected(game, partition, folder)
    write_maxprob(game, partition, folder)
    write_distribution(game, folder)
    return folder


TEXTS = ["dice 124 | rerolls 2", "dice 222 | rerolls 0 | filled yahtzee | chip yes", "dice 113 | rerolls 1 | "
         "filled ones twos threes fours pair | upper 12 | points 40"]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("score", [0, 30, 55, 90, 195])
def test_maxprob_from_results_and_from_nothing(results: Path, text: str, score: int) -> None:
    position = parse_position(text, builtin_states("toy"))
    told: list[float] = []
    one = Advisor(load_game("toy"), NOWHERE, told.append).maxprob(position, score)
    other = Advisor(load_game("toy"), results, lambda share: pytest.fail("solved")).maxprob(position, score)
    assert one == other
    assert told == sorted(told) and told[-1] == (one.to_come is not None and one.to_come > 0)


def test_maxprob_from_results_with_moments(results: Path, tmp_path: Path) -> None:
    write_maxprob(load_game("toy"), Partition(7), tmp_path, "maxprob_moments")
    position = parse_position(TEXTS[0], builtin_states("toy"))
    one, other = (Advisor(load_game("toy"), folder).maxprob(position, 60) for folder in (results, tmp_path))
    assert one == other


@pytest.mark.parametrize("text", TEXTS)
def test_expected_from_results_and_from_nothing(results: Path, text: str) -> None:
    position = parse_position(text, builtin_states("toy"))
    one, other = (Advisor(load_game("toy"), folder) for folder in (NOWHERE, results))
    assert one.expected(position) == other.expected(position)
    assert one.totals.probability.tolist() == other.totals.probability.tolist()


def test_what_is_certain_and_what_is_impossible() -> None:
    position = parse_position(
        "dice 123 | rerolls 2 | filled ones | upper 3 | points 9", builtin_states("toy")
    )
    for score in (0, 5, 9):
        advice = advisor("toy").maxprob(position, score)
        assert {option.value for option in advice.actions} == {1.0}
        assert all(option.is_best for option in advice.actions) and advice.closeness == "tie"
    without = parse_position(
        "dice 123 | rerolls 2 | filled yahtzee | upper 0 | points 0", builtin_states("toy")
    )
    nothing = advisor("toy").maxprob(without, 195)
    assert {option.value for option in nothing.actions} == {0.0}
    assert all(option.is_best and option.loss == 0 for option in nothing.actions)


def test_the_last_yahtzee() -> None:
    """50 more of two open categories: only a Yahtzee, 4.6029 percent in three rolls."""
    filled = " ".join(c.id for c in load_game("yahtzee").categories if c.id not in ("yahtzee", "chance"))
    position = parse_position(f"dice 12346 | rerolls 0 | filled {filled}", builtin_states("yahtzee"))
    advice = advisor("yahtzee").maxprob(position, 50)
    assert advice.best.text == "score chance"
    assert advice.best.value == pytest.approx(0.04602864, abs=1e-8)
    assert (advice.actions[1].text, advice.actions[1].value) == ("score yahtzee", 0.0)


# How close it is


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dice 11111 | rerolls 0", "clear"),
        ("dice 55666 | rerolls 0", "close"),
        ("dice 15555 | rerolls 0", "clear"),
        ("dice 12246 | rerolls 0", "clear"),
        ("dice 11236 | rerolls 2", "close"),
    ],
)
def test_close_and_clear(text: str, words: str) -> None:
    advice = advised(text)
    assert advice.closeness == words and not advice.actions[1].is_best
    assert (advice.actions[1].loss < CLOSE) == (words == "close")


ONE_OPEN = " ".join(c.id for c in load_game("yahtzee").categories if c.id != "yahtzee")


def test_ties_are_shown() -> None:
    """Which of five different dice is kept does not matter when all that is left is the Yahtzee."""
    advice = advised(f"dice 12345 | rerolls 2 | filled {ONE_OPEN}")
    tied = [option.text for option in advice.actions if option.is_best]
    assert tied[0] == advice.best.text and advice.closeness == "tie"
    assert set(tied) == {"keep -", *(f"keep {face}" for face in range(1, 6))}
    assert all(abs(o.loss) < 1e-9 for o in advice.actions if o.is_best)


def test_keeping_all_dice_and_scoring_them_is_one_choice() -> None:
    """No tie: neither with the Yahtzee at the start, nor when one category is left."""
    for text in ("dice 33333 | rerolls 2", f"dice 33333 | rerolls 1 | filled {ONE_OPEN}"):
        advice = advised(text)
        assert [option.text for option in advice.actions[:2]] == ["keep 3 3 3 3 3", "score yahtzee"]
        assert advice.actions[1].is_best and advice.closeness == "clear"


def test_one_action_is_clear() -> None:
    advice = advised(f"dice 12345 | rerolls 0 | filled {ONE_OPEN}")
    assert len(advice.actions) == 1 and advice.closeness == "clear"


def test_two_categories_of_one_worth_are_a_tie() -> None:
    """Two that score the same, highest on the sheet first."""
    twins = game("twins", 2, 3, 2, [lower("chance", score="all"), lower("again", score="all")])
    advice = Advisor(parse(twins), NOWHERE).expected(Position(0, 0, False, (1, 3), 0))
    assert [option.text for option in advice.actions] == ["score chance", "score again"]
    assert advice.actions[1].is_best and advice.closeness == "tie"


def test_closeness_of_probabilities_is_relative() -> None:
    """Less than a hundredth of the best is close."""
    words = set()
    for dice, score in product(rolls_of(builtin_states("toy").options.lattice), (30, 60, 190)):
        advice = advisor("toy").maxprob(Position(0, 0, False, dice, 1, 0), score)
        others = [o for o in advice.actions[1:] if not (o.is_best and o.action.category is not None)]
        if others and not others[0].is_best:
            close = others[0].loss < CLOSE_SHARE * advice.best.value
            assert advice.closeness == ("close" if close else "clear")
        words.add(advice.closeness)
    assert words == {"tie", "close", "clear"}


# Errors


@pytest.mark.parametrize(
    ("text", "action", "message"),
    [
        ("dice 122 | rerolls 1", "keep 2 2 2", "keep 2 2 2: the dice are 1 2 2; expected some of them"),
        ("dice 122 | rerolls 1", "keep 3", "keep 3: the dice are 1 2 2; expected some of them"),
        ("dice 122 | rerolls 1", "keep 9", "keep 9: the dice are 1 2 2; expected some of them"),
        ("dice 122 | rerolls 0", "keep 2 2", "keep 2 2: no rerolls left; expected score and a category"),
        ("dice 122 | rerolls 0 | filled ones", "score ones", "score ones: it is filled; expected another"),
        ("dice 122 | rerolls 3", "keep 2 2", "game toy: 3 rerolls left; expected 0 to 2"),
    ],
)
def test_actions_that_are_not_possible(text: str, action: str, message: str) -> None:
    states = builtin_states("toy")
    with pytest.raises(UserError) as caught:
        advisor("toy").distribution(parse_position(text, states), parse_action(action, states.game))
    assert str(caught.value).startswith(message)


def test_a_joker_has_its_place() -> None:
    """With the Yahtzee and its own category filled or not, in the game with forced placement."""
    position = parse_position("dice 222 | rerolls 0 | filled yahtzee | chip yes", toy_states("joker-forced"))
    advice = advisor("joker-forced").expected(position)
    assert [option.text for option in advice.actions] == ["score face_2"]
    with pytest.raises(UserError, match="score triple: the joker rule of joker-forced forbids it"):
        advisor("joker-forced").distribution(
            position, parse_action("score triple", advisor("joker-forced").game)
        )


@pytest.mark.parametrize(
    "text", ["dice 125 | rerolls 1", "dice 122 | rerolls 1 | upper 5", "dice 12 | rerolls 1"]
)
def test_positions_that_cannot_be(text: str) -> None:
    position = parse_position(text, builtin_states("toy"))
    for ask in (advisor("toy").expected, lambda p: advisor("toy").maxprob(p, 50)):
        with pytest.raises(UserError, match=r"^game toy: .*; expected "):
            ask(position)


def test_values_of_states() -> None:
    states = builtin_states("toy")
    assert advisor("toy").value_of(states.start) == solved("toy").start_value
    assert advisor("toy").value_of(State(states.game.full, 0, 0)) == 0
