"""Sanity of the oracle itself, against games solved by hand."""

import csv
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest
from brute_force import START, BruteForce, State
from helpers import builtin_raw
from hypothesis import given, settings
from lanes import examples
from toy_games import CHANCE, TOY_GAMES, Raw, game, games, upper

BONUS = game("hand", 1, 2, 1, [*upper(2), CHANCE], upper={"threshold": 2, "bonus": 3})
"""One coin, one roll. A 2 scores 2 + 3 in face_2 and 2 in chance; a 1 scores 0 or 1."""

TIE = game("tie", 1, 3, 2, [CHANCE])
"""One die of 3 faces, one reroll: with a 2 it makes no difference to the mean whether to reroll."""

TESTS = Path(__file__).parents[1]


def after(*filled: str, upper: int = 0, chip: bool = False) -> State:
    """A state with these categories filled."""
    return frozenset(filled), upper, chip


def test_values_by_hand() -> None:
    oracle = BruteForce(BONUS)
    assert oracle.value(after("face_2", upper=2)) == F(3, 2)
    assert oracle.value(after("chance")) == F(5, 2)
    assert oracle.value(START) == F(1, 2) * (1 + F(5, 2)) + F(1, 2) * (5 + F(3, 2))
    assert oracle.value(after("face_2", "chance")) == 0


@pytest.mark.parametrize(
    ("needed", "probability"),
    [(-1, F(1)), (0, F(1)), (1, F(1)), (6, F(3, 4)), (7, F(1, 4)), (8, F(0))],
)
def test_probabilities_by_hand(needed: int, probability: F) -> None:
    assert BruteForce(BONUS).maxprob(START, needed) == probability


def test_second_moments_by_hand() -> None:
    assert BruteForce(BONUS).second_moments(START) == (F(49 + 36 + 36 + 1, 4),) * 2
    assert BruteForce(TIE).value(START) == F(7, 3)
    assert BruteForce(TIE).second_moments(START) == (F(53, 9), F(55, 9))


def test_means_of_maxprob_by_hand() -> None:
    """To reach 4 a 3 is rolled again, to reach 2 a 2 is not: each costs half a point one time in four."""
    oracle = BruteForce(game("four", 1, 4, 2, [CHANCE]))
    assert oracle.maxprob(START, 4) == F(7, 16)
    assert oracle.maxprob_mean(START, 4) == F(3 * F(5, 2) + 4, 4)
    found = [oracle.maxprob_mean(START, needed) for needed in (0, 1, 2, 3, 4, 5)]
    assert found == [F(3), F(3), F(23, 8), F(3), F(23, 8), F(3)]


def test_second_moments_of_maxprob_by_hand() -> None:
    """A tied 2 is kept to reach 2 and rolled again to reach 3; else both are optimal."""
    oracle = BruteForce(TIE)
    both = (F(53, 9), F(55, 9))
    found = [oracle.maxprob_moments(START, needed) for needed in (0, 1, 2, 3, 4)]
    assert found == [both, both, both[:1] * 2, both[1:] * 2, both]


def test_most_by_hand() -> None:
    oracle = BruteForce(BONUS)
    assert oracle.most(START) == 7
    assert oracle.most(after("chance", "face_2")) == 0


def test_actions_by_hand() -> None:
    oracle = BruteForce(TIE)
    assert oracle.option_values(START, (2,), 1) == {"keep -": F(2), "keep 2": F(2)}
    assert oracle.option_values(START, (2,), 0) == {"score chance": F(2)}


def test_equal_multisets_are_one_action() -> None:
    actions = BruteForce(TOY_GAMES["joker-free"]).option_values(START, (2, 1, 1), 2)
    assert sorted(actions) == [
        "keep -",
        "keep 1",
        "keep 1 1",
        "keep 1 1 2",
        "keep 1 2",
        "keep 2",
    ]


def test_states_by_hand() -> None:
    one_filled = {after("chance"), after("face_2"), after("face_2", upper=2)}
    all_filled = {after("chance", "face_2"), after("chance", "face_2", upper=2)}
    assert BruteForce(BONUS).states() == {START} | one_filled | all_filled


def points_of(name: str, state: State, dice: tuple[int, ...]) -> dict[str, int]:
    """Points with bonuses by category that a roll may be scored in."""
    return {c: points for c, points, _ in BruteForce(TOY_GAMES[name]).choices(*state, dice)}


def test_upper_bonus_is_paid_once() -> None:
    assert points_of("upper-bonus", after("face_1", upper=0), (3, 3))["face_3"] == 6
    assert points_of("upper-bonus", after("face_1", upper=1), (3, 3))["face_3"] == 6 + 5
    assert points_of("upper-bonus", after("face_3", upper=7), (2, 2))["face_2"] == 4


def test_bonus_for_extras_needs_the_chip() -> None:
    first = points_of("yahtzee-bonus", START, (2, 2))
    assert first == {"face_2": 4, "face_4": 0, "yahtzee": 9, "chance": 4}
    filled = after("yahtzee", chip=True)
    assert points_of("yahtzee-bonus", filled, (2, 2)) == {"face_2": 16, "face_4": 12, "chance": 16}
    assert points_of("yahtzee-bonus", filled, (2, 3)) == {"face_2": 2, "face_4": 0, "chance": 5}
    assert points_of("yahtzee-bonus", after("yahtzee"), (2, 2))["chance"] == 4


def test_chip_comes_with_points_in_yahtzee() -> None:
    oracle = BruteForce(TOY_GAMES["yahtzee-bonus"])
    chips = {dice: {c: state[2] for c, _, state in oracle.choices(*START, dice)} for dice in [(2, 2), (2, 3)]}
    assert chips[2, 2] == {"face_2": False, "face_4": False, "yahtzee": True, "chance": False}
    assert not any(chips[2, 3].values())


@pytest.mark.parametrize("placement", ["free", "forced"])
def test_joker_scores_when_its_upper_category_is_filled(placement: str) -> None:
    state = after("yahtzee", "face_1")
    points = points_of(f"joker-{placement}", state, (1, 1, 1))
    assert points["triple"] == 16
    assert points_of(f"joker-{placement}", state, (1, 1, 2))["triple"] == 0


def test_free_joker_goes_anywhere() -> None:
    points = points_of("joker-free", after("yahtzee"), (1, 1, 1))
    assert points == {"face_1": 3, "face_2": 0, "face_3": 0, "triple": 12}


def test_forced_joker_goes_where_it_must() -> None:
    assert points_of("joker-forced", after("yahtzee"), (1, 1, 1)) == {"face_1": 3}
    no_own = after("yahtzee", "face_1")
    assert points_of("joker-forced", no_own, (1, 1, 1)) == {"triple": 16}
    no_lower = after("yahtzee", "face_1", "triple")
    assert points_of("joker-forced", no_lower, (1, 1, 1)) == {"face_2": 0, "face_3": 0}


@pytest.mark.parametrize("placement", ["free", "forced"])
def test_joker_of_a_face_without_upper_category(placement: str) -> None:
    points = points_of(f"joker-{placement}-gap", after("yahtzee", chip=True), (2, 2, 2))
    assert (points["house"], points["straight"]) == (27, 28)
    assert ("face_1" in points) == (placement == "free")


def test_placement_of_the_joker_matters() -> None:
    free, forced = (BruteForce(TOY_GAMES[f"joker-{p}"]).value(START) for p in ("free", "forced"))
    assert free > forced


@given(games())
@settings(max_examples=examples(10), deadline=None)
def test_value_is_the_mean_of_the_best_actions(raw: Raw) -> None:
    oracle = BruteForce(raw)
    rolls = list(product(range(1, raw["faces"] + 1), repeat=raw["dice"]))
    best = [max(oracle.option_values(START, dice, raw["rolls"] - 1).values()) for dice in rolls]
    assert oracle.value(START) == sum(best) / len(rolls)


@given(games())
@settings(max_examples=examples(10), deadline=None)
def test_value_and_moments_agree(raw: Raw) -> None:
    oracle = BruteForce(raw)
    value = oracle.value(START)
    least, most = oracle.second_moments(START)
    assert value**2 <= least <= most


@pytest.mark.parametrize("name", ["plain", "upper-bonus"])
def test_tail_probabilities_bound_the_value(name: str) -> None:
    oracle = BruteForce(TOY_GAMES[name])
    tail = [oracle.maxprob(START, needed) for needed in range(1, 30)]
    assert tail == sorted(tail, reverse=True)
    assert tail[-1] == 0
    assert oracle.value(START) <= sum(tail)


def positions(most_open: int) -> list[dict[str, str]]:
    """Published positions that leave at most so many categories open."""
    with (TESTS / "reference" / "positions.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        r for r in rows if len(builtin_raw(r["game"])["categories"]) - len(r["filled"].split()) <= most_open
    ]


@pytest.mark.parametrize("row", positions(most_open=2), ids=lambda row: f"position-{row['id']}")
def test_published_positions_near_the_end(row: dict[str, str]) -> None:
    chip = row["yahtzee_box_is_50"] == "1"
    state = after(*row["filled"].split(), upper=int(row["upper_total"]), chip=chip)
    dice = tuple(int(die) for die in row["dice"])
    values = BruteForce(builtin_raw(row["game"])).option_values(state, dice, int(row["rerolls_left"]))
    best = max(values.values())
    second = max(value for value in values.values() if value < best)
    assert (values[row["best"]], values[row["second"]]) == (best, second)
    assert float(best) == pytest.approx(float(row["value"]), abs=6e-6)
    assert float(second) == pytest.approx(float(row["second_value"]), abs=6e-6)
