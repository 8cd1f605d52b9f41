"""Rules beside the common ones: order, several upper bonuses, colours, jokers of every kind, and refusals."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from brute_force import START, BruteForce
from helpers import merged, parse
from lanes import slow_ones
from toy_games import CHANCE, IN_ORDER, SEVERAL_BONUSES, TOY_GAMES, YAHTZEE_3, Raw, game, lower, upper

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.review import review_text
from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.distribution import expected_distribution
from yahtzee_core.policies.strategies.load import load_strategy, strategies_of
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.scores import solve_maxprob
from yahtzee_core.turn.positions import Position
from yahtzee_core.turn.states import State, States

ROUNDING = 1e-12


FIRST = [*upper(1), {**CHANCE, "first_roll": 3}]


@cache
def oracle(name: str) -> BruteForce:
    """The oracle of a toy game."""
    return BruteForce(SEVERAL_BONUSES[name])


@pytest.mark.parametrize("name", SEVERAL_BONUSES)
def test_values_with_several_bonuses(name: str) -> None:
    table = solve_expected(parse(SEVERAL_BONUSES[name]), threads=1)
    for filled, total, chip in oracle(name).states():
        expected = float(oracle(name).value((filled, total, chip)))
        assert table.at(sorted(filled), total, chip) == pytest.approx(expected, rel=ROUNDING, abs=0)


@pytest.mark.parametrize("name", slow_ones(SEVERAL_BONUSES, "coloured"))
def test_probabilities_with_several_bonuses(name: str) -> None:
    table = solve_maxprob(parse(SEVERAL_BONUSES[name]), threads=1)
    most = oracle(name).most(START)
    for needed in range(most + 2):
        expected = float(oracle(name).maxprob(START, needed))
        assert np.append(table.start, 0)[needed] == pytest.approx(expected, rel=ROUNDING, abs=0)


@pytest.mark.parametrize("name", SEVERAL_BONUSES)
def test_merged_states_with_several_bonuses_are_as_few_as_can_be(name: str) -> None:
    """Two real states are one exactly when every sum of open upper categories earns the same bonuses."""
    states = States(parse(SEVERAL_BONUSES[name]))
    bonuses = states.game.upper_bonuses
    for real in oracle(name).states():
        for other in oracle(name).states():
            if real[0] != other[0] or real[1] >= other[1]:
                continue
            open_ones = (
                states.upper_filled[states.game.full]
                & ~states.upper_filled[states.game.mask(sorted(real[0]))]
            )
            sums = {0}
            for i, category in enumerate(states.upper):
                if open_ones >> i & 1:
                    points = states.options.points[states.options.category == category].tolist()
                    sums |= {total + p for total in sums for p in points}
            same = all(
                sum(b for t, b in bonuses if real[1] < t <= real[1] + more)
                == sum(b for t, b in bonuses if other[1] < t <= other[1] + more)
                for more in sums
            )
            assert same == (merged(states, real) == merged(states, other)), (real, other)


def test_one_bonus_in_two_parts() -> None:
    """Two bonuses of one threshold after another are less than both at the first, more than at the second."""
    sheet = [*upper(1, 2, 3), CHANCE]

    def value(**rules: Any) -> float:
        return solve_expected(parse(game("parts", 3, 3, 2, sheet, upper=rules)), threads=1).start_value

    both = value(threshold=8, bonus=4, further=[{"threshold": 10, "bonus": 6}])
    assert value(threshold=10, bonus=10) < both < value(threshold=8, bonus=10)


# In order


def test_states_in_order_are_prefixes() -> None:
    states = States(parse(IN_ORDER))
    n = len(states.game.categories)
    assert [m for m in states.masks.tolist() if states.lanes[m]] == [(1 << k) - 1 for k in range(n + 1)]
    up = States(parse({**IN_ORDER, "order": "up"}))
    assert [m for m in up.masks.tolist() if up.lanes[m]] == sorted(
        up.game.full ^ ((1 << k) - 1) for k in range(n + 1)
    )


def test_up_is_down_with_the_sheet_turned_over() -> None:
    raw = IN_ORDER
    up = {**raw, "order": "up", "categories": raw["categories"][::-1]}
    found, expected = solve_expected(parse(up)), solve_expected(parse(raw))
    assert found.start_value == pytest.approx(expected.start_value, rel=ROUNDING)
    assert found.start_value == pytest.approx(float(BruteForce(up).value(START)), rel=ROUNDING)


def test_values_and_probabilities_in_order() -> None:
    """All states that can occur, against the oracle."""
    table, asked = solve_expected(parse(IN_ORDER), threads=1), BruteForce(IN_ORDER)
    for filled, total, chip in asked.states():
        expected = float(asked.value((filled, total, chip)))
        assert table.at(sorted(filled), total, chip) == pytest.approx(expected, rel=ROUNDING, abs=0)
    found = solve_maxprob(parse(IN_ORDER), threads=1).start
    assert len(found) == asked.most(START) + 1
    for needed in (1, 9, 20, 33, 41, len(found) - 1):
        assert found[needed] == pytest.approx(float(asked.maxprob(START, needed)), rel=ROUNDING, abs=0)


def test_the_distribution_in_order() -> None:
    """Mean and second moment of the score under the policy, which every option of a turn goes into."""
    table = solve_expected(parse(IN_ORDER), threads=1)
    probability = expected_distribution(table).probability
    score = np.arange(len(probability))
    assert probability.sum() == pytest.approx(1, rel=ROUNDING)
    assert score @ probability == pytest.approx(table.start_value, rel=ROUNDING)
    assert score**2 @ probability == pytest.approx(table.second[0], rel=ROUNDING)


def test_advice_in_order(tmp_path: Path) -> None:
    """One category alone is offered, with the chances of what may follow; a game can be reviewed."""
    advisor = Advisor(parse(IN_ORDER), tmp_path)
    options = advisor.expected(Position(0, 0, False, (1, 1, 2), 0, 0)).actions
    assert [option.text for option in options] == ["score face_1"]
    moves = [f"dice 1 1 2 | rerolls 0 => score {c['id']}" for c in IN_ORDER["categories"]]
    assert review_text(advisor, "\n".join(moves)).level == "categories"
    with pytest.raises(UserError, match="line 1: score chance: the sheet is filled in order, down"):
        review_text(advisor, "\n".join(moves[::-1]))


def test_strategies_in_order() -> None:
    """Those that look at sheets out of order are not made for it."""
    made = parse(IN_ORDER)
    assert set(strategies_of(made)) == {"expected", "greedy"}
    with pytest.raises(UserError, match="max-dp: not made for game down; expected one of expected, greedy"):
        load_strategy("max-dp", made)


def test_order_costs_points() -> None:
    free = {key: value for key, value in IN_ORDER.items() if key != "order"}
    assert solve_expected(parse(free)).start_value > solve_expected(parse(IN_ORDER)).start_value + 1


def test_a_state_out_of_order_is_named() -> None:
    states = States(parse(IN_ORDER))
    with pytest.raises(
        UserError, match=r"game down: face_3 filled; expected the sheet filled in order, down"
    ):
        states.at(states.game.mask(("face_3",)), 3)
    with pytest.raises(UserError, match="no state"):
        states.index(State(2, 5, 0))


# Jokers


def test_a_joker_that_is_always_there_is_worth_most() -> None:
    raw = TOY_GAMES["joker-always"]
    free = {**raw, "joker": {**raw["joker"], "placement": "free"}}
    none = {key: value for key, value in raw.items() if key != "joker"}
    values = [solve_expected(parse(one)).start_value for one in (raw, free, none)]
    assert values == sorted(values, reverse=True) and len(set(values)) == 3


# Refusals


REFUSED: dict[str, tuple[Raw, str]] = {
    "needs": (
        {"joker": {"placement": "free", "needs": "bonus", "scores": {}}},
        r"test.yaml: joker.needs: bonus: what may be scored would depend on the chip",
    ),
    "order": (
        {"order": "down", "joker": {"placement": "forced", "scores": {}}},
        r"test.yaml: order: down: forced jokers may go elsewhere; expected placement free",
    ),
    "wins": (
        {"categories": [YAHTZEE_3, lower("pair", groups=[2], score=5, first_roll="wins"), *upper(1)]},
        r"test.yaml: categories.1 \(pair\): first_roll: a win at once has no score to expect",
    ),
    "thresholds": (
        {"upper": {"threshold": 9, "bonus": 2, "further": [{"threshold": 9, "bonus": 1}]}},
        r"test.yaml: upper.further: thresholds \[9, 9\]; expected rising ones",
    ),
    "colours": (
        {"categories": [YAHTZEE_3, lower("flush", one_colour=True, score=5), *upper(1)]},
        r"test.yaml: categories.1 \(flush\): one_colour: expected a key 'colours' of the game",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_rules(name: str) -> None:
    rules, message = REFUSED[name]
    raw = game("refused", 3, 3, 2, [YAHTZEE_3, CHANCE, *upper(1)], yahtzee={"category": "yahtzee"})
    with pytest.raises(UserError, match=message):
        parse({**raw, **rules})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"saved_rolls": True}, "where rolls are saved"),
        ({"categories": FIRST}, "where a first roll scores more"),
        ({"upper": SEVERAL_BONUSES["tiers"]["upper"]}, "with several upper bonuses"),
    ],
)
def test_games_without_policies(change: Raw, reason: str) -> None:
    """Everything that follows a policy says why it does not."""
    made = parse({**game("refused", 3, 3, 2, [*upper(1), CHANCE]), **change})
    with pytest.raises(UserError, match=rf"game refused: a policy cannot be had {reason}"):
        Arena(made)
    if not made.saved_rolls:
        with pytest.raises(UserError, match=reason):
            expected_distribution(solve_expected(made))
    if made.rolls_matter:
        with pytest.raises(UserError, match=rf"a probability of scores cannot be had {reason}"):
            solve_maxprob(made)


COMMANDS = [
    ["maxprob", "FILE", "--target", "3"],
    ["distribution", "FILE"],
    ["advise", "FILE", "dice 1 1 2"],
    ["play", "FILE"],
    ["evaluate", "FILE", "greedy"],
    ["simulate", "FILE", "greedy", "--games", "2"],
    ["compare", "FILE", "greedy", "expected"],
    ["blind", "FILE", "greedy"],
    ["duel", "FILE"],
    ["serve", "FILE"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command[0]))
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"saved_rolls": True}, "where rolls are saved"),
        ({"categories": FIRST}, "where a first roll scores more"),
    ],
)
def test_commands_say_what_a_game_does_not_have(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], change: Raw, reason: str
) -> None:
    """One line, code 2; the value is there."""
    path = tmp_path / "game.yaml"
    raw = {**game("refused", 3, 3, 2, [*upper(1), CHANCE]), **change}
    path.write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
    assert main([str(path) if word == "FILE" else word for word in command]) == 2
    found = capsys.readouterr().err
    assert found.startswith("error: game refused: ") and f"cannot be had {reason}" in found
    assert main(["value", str(path)]) == 0
    assert capsys.readouterr().out.startswith("refused: expected score ")


def test_every_refusal_of_a_game_that_saves_rolls() -> None:
    made = parse({**TOY_GAMES["upper-bonus"], "saved_rolls": True})
    with pytest.raises(UserError, match="expected cannot be had where rolls are saved"):
        solve_expected(made)
    assert load_strategy("greedy", made).id == "greedy"
    assert np.all(States(made).saves[-1] == 5)
