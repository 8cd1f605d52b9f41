"""`expected`: against the oracle, published values, and what must hold between games."""

import csv
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from brute_force import START, BruteForce
from brute_force import State as RealState
from helpers import REFERENCE, TOYS, builtin_raw, merged, parse, solved, toy_oracle, toy_states
from hypothesis import given, settings
from lanes import examples, slow_but, slow_ones
from toy_games import TOY_GAMES, Raw, games

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.solve.expected import ExpectedTable, solve_expected, standard_deviation
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.states import State
from yahtzee_core.turn.twin import turn

START_VALUES = REFERENCE / "start_values.csv"
ROUNDING = 1e-12
WITH_YAHTZEE = [name for name in TOYS if "yahtzee" in TOY_GAMES[name]]
WITH_UPPER = [name for name in TOYS if "upper" in TOY_GAMES[name]]


@cache
def toy_table(name: str) -> ExpectedTable:
    """A toy game, solved."""
    return solve_expected(toy_states(name).game)


# Against the oracle


def check_values(table: ExpectedTable, oracle: BruteForce) -> None:
    """Compare the values of all states that can occur."""
    for filled, upper, chip in oracle.states():
        expected = float(oracle.value((filled, upper, chip)))
        found = table.at(sorted(filled), upper, chip)
        assert found == pytest.approx(expected, rel=ROUNDING, abs=0), (filled, upper, chip)


def check_moments(table: ExpectedTable, oracle: BruteForce) -> None:
    """Compare second moments: among those of all optimal policies, and the one where they agree."""
    for real in oracle.states():
        least, most = oracle.second_moments(real)
        found = float(table.second[table.states.index(merged(table.states, real))])
        if least == most:
            assert found == pytest.approx(float(least), rel=ROUNDING, abs=0), real
        assert float(least) - 1e-9 <= found <= float(most) + 1e-9, real


@pytest.mark.parametrize("name", TOYS)
def test_values_of_toy_games(name: str) -> None:
    check_values(toy_table(name), toy_oracle(name))


@pytest.mark.parametrize("name", TOYS)
def test_second_moments_of_toy_games(name: str) -> None:
    check_moments(toy_table(name), toy_oracle(name))


@given(games())
@settings(max_examples=examples(15), deadline=None)
def test_any_game(raw: Raw) -> None:
    table, oracle = solve_expected(parse(raw)), BruteForce(raw)
    check_values(table, oracle)
    check_moments(table, oracle)


@pytest.mark.slow
def test_late_states_of_the_builtin_toy() -> None:
    oracle, table = BruteForce(builtin_raw("toy")), solved("toy")
    late = [real for real in oracle.states() if len(real[0]) >= 5]
    assert len(late) > 500
    for filled, upper, chip in late:
        expected = float(oracle.value((filled, upper, chip)))
        found = table.at(sorted(filled), upper, chip)
        assert found == pytest.approx(expected, rel=ROUNDING, abs=0), (filled, upper, chip)


def one_open(raw: Raw) -> list[RealState]:
    """States of Yahtzee with one open category: chip and 60 upper points, or neither."""
    ids = [c["id"] for c in raw["categories"]]
    rests = [(c, frozenset(ids) - {c}) for c in ids]
    poor = [(rest, 30, False) for _, rest in rests]
    return poor + [(rest, 60, True) for c, rest in rests if c != "yahtzee"]


@pytest.mark.parametrize("name", slow_but(["yahtzee", "yahtzee-forced"]))
def test_last_turn_of_yahtzee(name: str) -> None:
    raw = builtin_raw(name)
    oracle = BruteForce(raw)
    for filled, upper, chip in one_open(raw)[:: 2 if name == "yahtzee" else 5]:
        expected = float(oracle.value((filled, upper, chip)))
        found = solved(name).at(sorted(filled), upper, chip)
        assert found == pytest.approx(expected, rel=ROUNDING, abs=0), (filled, upper, chip)


PLAIN = ["crag", "yacht", "yaht", "yatzy", "kniffel", "yahtzee-plain"]


@pytest.mark.parametrize("name", slow_ones(PLAIN, "yatzy", "kniffel", "yahtzee-plain"))
def test_last_turn_without_jokers(name: str) -> None:
    """Every state with one open category is a turn of its points, with the upper bonus."""
    table = solved(name)
    game, states = table.game, table.states
    assert game.joker is None and game.yahtzee_bonus == 0
    lattice = states.options.lattice
    for c, category in enumerate(game.categories):
        points = np.array([[category.pattern.points(roll)] for roll in lattice.rolls.tolist()])
        filled = game.full - (1 << c)
        needs = states.needs[states.upper_filled[filled]]
        pays = category.upper & (needs > 0) & (points >= needs)
        leaf = points + game.upper_bonus * pays.astype(np.float64)
        expected = turn(lattice, leaf[None], game.rolls)[0]
        found = table.value[[states.index(State(filled, need, 0)) for need in needs.tolist()]]
        assert found == pytest.approx(expected, rel=ROUNDING, abs=0), category.id


def test_last_turn_by_hand() -> None:
    """Five dice one by one: a six comes with 1 - (5/6)^3; chance rerolls what is below the mean."""
    table = solved("yahtzee")
    ids = [c.id for c in table.game.categories]
    sixes = 5 * 6 * (1 - (5 / 6) ** 3)
    assert table.at([c for c in ids if c != "sixes"]) == pytest.approx(sixes, rel=ROUNDING)
    one_reroll = (6 + 5 + 4) / 6 + 3.5 * 3 / 6
    chance = 5 * ((6 + 5) / 6 + one_reroll * 4 / 6)
    assert table.at([c for c in ids if c != "chance"]) == pytest.approx(chance, rel=ROUNDING)


# Published values


def start_values() -> dict[str, tuple[float, float]]:
    """(value, tolerance) by game."""
    with START_VALUES.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {r["game"]: (float(r["expected"]), float(r["tolerance"])) for r in rows}


@pytest.mark.parametrize("name", start_values())
def test_published_start_values(name: str) -> None:
    expected, tolerance = start_values()[name]
    assert tolerance <= 1e-6
    assert solved(name).start_value == pytest.approx(expected, rel=0, abs=tolerance)


@pytest.mark.parametrize(
    ("name", "sd"), [("yahtzee", "59.6117"), ("yahtzee-forced", "59.6079"), ("yaht", "31.9533")]
)
def test_published_standard_deviations(name: str, sd: str) -> None:
    assert f"{solved(name).start_sd:.4f}" == sd


@pytest.mark.parametrize("restricted", ["yahtzee-forced", "yahtzee-no-joker", "yahtzee-plain"])
def test_free_jokers_are_worth_most(restricted: str) -> None:
    assert solved(restricted).start_value < solved("yahtzee").start_value - 1e-3


# The same bits, however it is solved


def assert_same_bits(one: ExpectedTable, other: ExpectedTable) -> None:
    """Values and second moments agree in every bit."""
    assert one.value.tobytes() == other.value.tobytes()
    assert one.second.tobytes() == other.second.tobytes()


PARTITIONS = [
    Partition(13),
    Partition(13, fixed=(11,)),
    Partition(13, fixed=(0, 5, 11)),
    Partition(13, fixed=(12, 3, 4, 8, 1)),
    Partition(13, stride=2),
    Partition(13, fixed=(2, 6), stride=3),
    Partition(13, fixed=tuple(range(0, 13, 2)), stride=14),
]


@pytest.mark.parametrize("partition", slow_but(PARTITIONS, PARTITIONS[2], PARTITIONS[5]), ids=str)
def test_partitions_give_the_same_bits(partition: Partition) -> None:
    found = solve_expected(load_game("yahtzee"), threads=1, partition=partition)
    assert_same_bits(found, solved("yahtzee"))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_give_the_same_bits(threads: int) -> None:
    found = solve_expected(load_game("yahtzee-forced"), threads=threads)
    assert_same_bits(found, solved("yahtzee-forced"))


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize("name", ["yahtzee", "yaht"])
def test_variants_give_the_same_bits(name: str, variant: str) -> None:
    found = solve_expected(load_game(name), threads=2, variant=variant)
    assert_same_bits(found, solved(name))


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("name", TOYS)
def test_toy_games_give_the_same_bits(name: str, stride: int) -> None:
    """By classes of few states, with more threads than some of them have masks."""
    game = toy_states(name).game
    partition = Partition(len(game.categories), fixed=(0, 2), stride=stride)
    found = solve_expected(game, threads=16, partition=partition)
    assert_same_bits(found, toy_table(name))


# Dominance


Edit = Callable[[Raw], Any]


def more_rolls(raw: Raw) -> None:
    """One more roll in a turn."""
    raw["rolls"] += 1


def more_upper(raw: Raw) -> None:
    """A larger upper bonus."""
    raw["upper"]["bonus"] += 4


def more_yahtzee(raw: Raw) -> None:
    """A larger Yahtzee bonus, or one at all."""
    raw["yahtzee"]["bonus"] = raw["yahtzee"].get("bonus", 0) + 7


def edited(raw: Raw, edit: Edit) -> ExpectedTable:
    """A game after an edit, solved."""
    copy = deepcopy(raw)
    edit(copy)
    return solve_expected(parse(copy))


def check_dominance(better: ExpectedTable, worse: ExpectedTable) -> None:
    """No state of the better game is worth less, and the start is worth more."""
    assert better.states.offset.tolist() == worse.states.offset.tolist()
    assert (better.value >= worse.value * (1 - ROUNDING)).all()
    assert better.start_value > worse.start_value + 1e-3


@pytest.mark.parametrize("name", TOYS)
def test_one_more_roll_never_hurts(name: str) -> None:
    check_dominance(edited(TOY_GAMES[name], more_rolls), toy_table(name))


@pytest.mark.parametrize("name", slow_but(["yahtzee", "yatzy", "crag"], "crag"))
def test_one_more_roll_never_hurts_in_builtin_games(name: str) -> None:
    check_dominance(edited(builtin_raw(name), more_rolls), solved(name))


@pytest.mark.parametrize("name", WITH_UPPER)
def test_a_larger_upper_bonus_never_hurts(name: str) -> None:
    check_dominance(edited(TOY_GAMES[name], more_upper), toy_table(name))


@pytest.mark.parametrize("edit", [more_upper, more_yahtzee])
def test_larger_bonuses_never_hurt_in_yahtzee(edit: Edit) -> None:
    check_dominance(edited(builtin_raw("yahtzee"), edit), solved("yahtzee"))


@pytest.mark.parametrize("name", WITH_YAHTZEE)
def test_a_larger_yahtzee_bonus_never_hurts(name: str) -> None:
    """By real states, as the first bonus brings chips."""
    better, worse = edited(TOY_GAMES[name], more_yahtzee), toy_table(name)
    for filled, upper, chip in toy_oracle(name).states():
        at = sorted(filled), upper, chip
        assert better.at(*at) >= worse.at(*at) * (1 - ROUNDING), at
    assert better.start_value > worse.start_value + 1e-3


@given(games())
@settings(max_examples=examples(15), deadline=None)
def test_one_more_roll_never_hurts_in_any_game(raw: Raw) -> None:
    better, worse = edited(raw, more_rolls), solve_expected(parse(raw))
    assert (better.value >= worse.value * (1 - ROUNDING)).all()


def test_the_chip_is_worth_something() -> None:
    """No state is worth more without it."""
    table = solved("yahtzee")
    assert table.at(["yahtzee"], 0, chip=True) > table.at(["yahtzee"], 0) + 1
    filled, _, chip = table.states.columns(table.states.masks)
    (with_chip,) = np.nonzero(chip)
    without = with_chip - table.states.n_needs[table.states.upper_filled[filled[with_chip]]]
    assert (table.value[with_chip] >= table.value[without] * (1 - ROUNDING)).all()


# The interface


def test_at_takes_ids_in_any_order() -> None:
    table = solved("yahtzee")
    assert table.at() == table.start_value == table.at((), 0, False)
    assert table.at(["sixes", "ones"], 20) == table.at(("ones", "sixes"), 20)
    assert table.at(["sixes", "ones"], 20) != table.at(["sixes", "ones"], 26)
    everything = [c.id for c in table.game.categories]
    assert table.at(everything, 63, chip=True) == 0


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ((["nines"],), r"game yahtzee: no category 'nines'; expected one of ones, twos"),
        ((["ones"], 6), r"game yahtzee: upper total 6 .*ones.*expected one of 0-5"),
        (([], 5), r"game yahtzee: upper total 5 .*nothing.*expected one of 0$"),
        ((["ones"], 5, True), r"game yahtzee: a chip needs the Yahtzee category filled"),
    ],
)
def test_at_names_what_is_wrong(at: tuple[Any, ...], message: str) -> None:
    with pytest.raises(UserError, match=message):
        solved("yahtzee").at(*at)


@pytest.mark.parametrize("name", [*TOYS, "yahtzee", "yatzy"])
def test_numbers_are_sound(name: str) -> None:
    table = toy_table(name) if name in TOY_GAMES else solved(name)
    n = len(table.states)
    assert table.value.shape == table.second.shape == table.sd.shape == (n,)
    assert np.isfinite(table.value).all() and np.isfinite(table.second).all()
    assert (table.value >= 0).all() and (table.sd >= 0).all()
    full = table.states.offset[table.game.full]
    assert not table.value[full:].any() and not table.second[full:].any()
    assert (table.value[:full] > 0).all()


def test_standard_deviation_is_never_imaginary() -> None:
    found = standard_deviation(np.array([2.0, 2.0, 0.0]), np.array([13.0, 4.0 - 1e-15, 0.0]))
    assert found.tolist() == [3.0, 0.0, 0.0]


def test_arrow() -> None:
    table = toy_table("yahtzee-bonus")
    found = table.to_arrow()
    assert [(field.name, field.type) for field in found.schema] == [
        ("filled", pa.int32()),
        ("need", pa.int32()),
        ("chip", pa.bool_()),
        ("value", pa.float64()),
        ("sd", pa.float64()),
    ]
    assert found.num_rows == len(table.states)
    for i, row in enumerate(found.to_pylist()):
        state = State(row["filled"], row["need"], int(row["chip"]))
        assert table.states.index(state) == i
        assert (row["value"], row["sd"]) == (table.value[i], table.sd[i])


def test_arrow_of_yahtzee() -> None:
    found = solved("yahtzee").to_arrow()
    assert found.num_rows == 310656
    assert found.column("sd").null_count == found.column("value").null_count == 0
    assert found.slice(0, 1).to_pylist()[0]["value"] == solved("yahtzee").start_value


def test_start_value_is_that_of_the_oracle() -> None:
    assert toy_table("joker-free").start_value == pytest.approx(
        float(toy_oracle("joker-free").value(START)), rel=ROUNDING
    )
