"""Turns whose rolls left count, saved or scored as first rolls: against the oracle, and what must hold."""

from functools import cache
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
import yaml
from brute_force import BruteForce
from helpers import TOYS, merged, parse, toy_expected, toy_states
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but, slow_ones
from toy_games import TOY_GAMES, Raw, games, quick, ruled_games
from variants_of_games import saving, with_first_roll

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import game_text, load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import merge, solve_classes
from yahtzee_core.runs.objectives import load_problem
from yahtzee_core.runs.objectives import saved as saved_module
from yahtzee_core.runs.objectives.saved import SavedProblem
from yahtzee_core.solve.expected import ExpectedTable, Solver, Table, Twin, solve_expected, standard_deviation
from yahtzee_core.solve.saved import SavedTable, solve_saved, solve_saved_start
from yahtzee_core.turn import kernel as _turn

ROUNDING = 1e-12
TIED = 1e-9


SMALL = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus", "matching"]
"""Brute force takes a second for these with saved rolls."""
SAVING = [name for name in TOYS if TOY_GAMES[name]["rolls"] > 1]
PREMIUM = [name for name in TOYS if with_first_roll(TOY_GAMES[name]) != TOY_GAMES[name]]


@cache
def saved(name: str) -> SavedTable:
    """A toy game with saved rolls, solved."""
    return solve_saved(parse(saving(TOY_GAMES[name])), threads=1)


@cache
def first_roll(name: str) -> ExpectedTable:
    """A toy game with points for first rolls, solved."""
    return solve_expected(parse(with_first_roll(TOY_GAMES[name])), threads=1)


# Against the oracle


def check_numbers(found: tuple[float, float], least: tuple, most: tuple, where: object) -> None:
    """Value and second moment; the second moment of some optimal policy where they differ."""
    assert found[0] == pytest.approx(float(least[0]), rel=ROUNDING, abs=0), where
    assert -float(least[1]) - TIED <= found[1] <= float(most[1]) + TIED, where
    if -least[1] == most[1]:
        assert found[1] == pytest.approx(float(most[1]), rel=ROUNDING, abs=0), where


def check_saved(table: SavedTable, oracle: BruteForce) -> None:
    """All states that can occur, with every number of saved rolls."""
    states = table.states
    for real in oracle.states():
        state = merged(states, real)
        value, second = (
            rows[:, states.index(state) - states.offset[state.filled]] for rows in table.rows(state.filled)
        )
        for rolls in range(len(value)):
            least, most = (oracle.value_in_hand(real, rolls, sign) for sign in (-1, 1))
            check_numbers((value[rolls], second[rolls]), least, most, (real, rolls))


def check_first_roll(table: ExpectedTable, oracle: BruteForce) -> None:
    """All states that can occur."""
    for real in oracle.states():
        at = table.states.index(merged(table.states, real))
        least, most = (oracle.value_in_hand(real, 0, sign) for sign in (-1, 1))
        check_numbers((table.value[at], table.second[at]), least, most, real)


@pytest.mark.parametrize("name", slow_ones(SMALL, "matching", "yahtzee-bonus"))
def test_saved_rolls_of_toy_games(name: str) -> None:
    check_saved(saved(name), BruteForce(saving(TOY_GAMES[name])))


@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "joker-forced-gap", "lax-house", "coins"])
def test_first_rolls_of_toy_games(name: str) -> None:
    check_first_roll(first_roll(name), BruteForce(with_first_roll(TOY_GAMES[name])))


@given(games().filter(quick))
@settings(max_examples=examples(8), deadline=None)
def test_saved_rolls_of_any_game(raw: Raw) -> None:
    check_saved(solve_saved(parse(saving(raw)), threads=1), BruteForce(saving(raw)))


@given(games(), st.integers(1, 30))
@settings(max_examples=examples(8), deadline=None)
def test_first_rolls_of_any_game(raw: Raw, points: int) -> None:
    raw = with_first_roll(raw, points)
    check_first_roll(solve_expected(parse(raw), threads=1), BruteForce(raw))


REFUSED = (
    r"beside saved_rolls the rolls in hand|forced jokers may go elsewhere|thresholds .* expected rising ones"
)


@given(ruled_games())
@settings(max_examples=examples(100), deadline=None)
def test_every_combination_of_rules_is_solved_or_refused(raw: Raw) -> None:
    """Against the oracle in all states that can occur; refused for one of two reasons."""
    forced = "order" in raw and raw.get("joker", {}).get("placement") == "forced"
    first = any("first_roll" in category for category in raw["categories"])
    if forced or (first and raw.get("saved_rolls", False)):
        with pytest.raises(UserError, match=REFUSED):
            parse(raw)
    elif raw.get("saved_rolls", False):
        check_saved(solve_saved(parse(raw), threads=1), BruteForce(raw))
    else:
        check_first_roll(solve_expected(parse(raw), threads=1), BruteForce(raw))


def reduced(name: str, dice: int, faces: int, keep: tuple[str, ...]) -> Raw:
    """A game of the package with fewer dice, faces and categories."""
    raw: Raw = yaml.safe_load(game_text(name))
    return {
        **raw,
        "dice": dice,
        "faces": faces,
        "categories": [c for c in raw["categories"] if c["id"] in keep],
    }


@pytest.mark.slow
def test_maxi_yatzy_with_few_dice() -> None:
    """Patterns of Maxi Yatzy with four dice of three faces, by brute force."""
    raw = reduced("maxi-yatzy-saved", 4, 3, ("threes", "two_pairs", "chance"))
    raw["upper"]["threshold"] = 9
    check_saved(solve_saved(parse(raw)), BruteForce(raw))


# The twin, and the same bits however it is solved


def same_bits(one: Table, other: Table) -> bool:
    """Values and second moments agree in every bit, padding aside."""
    n = len(one.value) - _turn.block
    return all(
        a[:n].tobytes() == b[:n].tobytes() for a, b in ((one.value, other.value), (one.second, other.second))
    )


def of_masks(solver: Solver | Twin, masks: np.ndarray) -> Table:
    """Some masks solved, given with successors first."""
    table = Table.empty(solver.states, masks)
    solver.solve(masks, table)
    return table


@pytest.mark.parametrize("variant", slow_but(_turn.variants(), _turn.variants()[-1]))
@pytest.mark.parametrize("change", [saving, with_first_roll])
@pytest.mark.parametrize("name", TOYS)
def test_the_twin(name: str, change: object, variant: str) -> None:
    game = parse(change(TOY_GAMES[name]))
    masks = toy_states(name).masks[::-1]
    assert same_bits(of_masks(Solver(game, 2, variant), masks), of_masks(Twin(game), masks))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "open_one"), [("maxi-yatzy", "ones"), ("maxi-yatzy-saved", "full_house")])
def test_the_twin_on_the_last_turns_of_maxi_yatzy(name: str, open_one: str) -> None:
    """Two open categories: with every need, or with every number of saved rolls."""
    game = load_game(name)
    first, last = game.mask((open_one,)), game.mask(("tower",))
    masks = np.array([game.full, game.full & ~first, game.full & ~last, game.full & ~first & ~last])
    assert same_bits(of_masks(Solver(game, 1), masks), of_masks(Twin(game), masks))


@pytest.mark.parametrize("fixed", [(), (0,), (1, 2)])
@pytest.mark.parametrize("name", ["joker-free", "upper-sum"])
def test_classes_give_the_same_bits(name: str, fixed: tuple[int, ...], tmp_path: Path) -> None:
    game = parse(saving(TOY_GAMES[name]))
    problem, partition = SavedProblem(game), Partition(len(game.categories), fixed)
    solve_classes(problem, partition, tmp_path)
    whole, states = saved(name), toy_states(name)
    found = 0
    for path in sorted(tmp_path.rglob("*.parquet")):
        for row in pq.read_table(path).to_pylist():
            value, second = whole.rows(row["filled"])
            assert row["value"] == value.ravel().tolist() and row["second"] == second.ravel().tolist()
            found += value.size
    assert found == int((states.lanes * whole.states.saves).sum())


def test_a_large_shard_comes_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_module, "PIECE", 10)
    game = parse(saving(TOY_GAMES["joker-free"]))
    partition = Partition(len(game.categories), (0,))
    solve_classes(SavedProblem(game), partition, tmp_path)
    merge(SavedProblem(game), partition, tmp_path, tmp_path / "saved.parquet")
    groups = {pq.ParquetFile(path).num_row_groups for path in tmp_path.rglob("layer=*/*.parquet")}
    assert max(groups) > 1
    assert pq.read_table(tmp_path / "saved.parquet")["value"][0].as_py() == saved("joker-free").start_value


def test_the_merged_table(tmp_path: Path) -> None:
    """Means over the states of a layer, by hand."""
    table = saved("upper-bonus")
    game, states = table.states.game, table.states
    partition = Partition(len(game.categories), (1,))
    solve_classes(SavedProblem(game), partition, tmp_path)
    merge(SavedProblem(game), partition, tmp_path, tmp_path / "saved.parquet")
    rows = {
        (row["layer"], row["saved"]): row for row in pq.read_table(tmp_path / "saved.parquet").to_pylist()
    }
    assert len(rows) == sum(1 + layer for layer in range(5))
    for (layer, rolls), row in rows.items():
        masks = [mask for mask in states.masks.tolist() if mask.bit_count() == layer]
        value, second = (np.concatenate(parts, axis=1) for parts in zip(*map(table.rows, masks)))
        assert row["states"] == value.shape[1]
        assert row["value"] == pytest.approx(value[rolls].mean())
        assert row["sd"] == pytest.approx(np.sqrt((second - value**2)[rolls].mean()))
        if rolls == layer:
            assert row["gain"] is row["least"] is row["most"] is None
            continue
        more = value[rolls + 1] - value[rolls]
        found = row["gain"], row["least"], row["most"]
        assert found == pytest.approx((more.mean(), more.min(), more.max()))
    assert rows[0, 0]["value"] == pytest.approx(table.start_value)
    assert rows[0, 0]["sd"] == pytest.approx(table.start_sd)


# What must hold


@pytest.mark.parametrize("name", TOYS)
def test_more_saved_rolls_never_lower_a_value(name: str) -> None:
    table = saved(name)
    for mask in table.states.masks[:-1].tolist():
        value, _ = table.rows(mask)
        assert (np.diff(value, axis=0) >= -ROUNDING * value[1:]).all()


@pytest.mark.parametrize("name", SAVING)
def test_saving_is_worth_something(name: str) -> None:
    """Never less than the plain game, in every state; the same in the last turn without saved rolls."""
    table, plain = saved(name), toy_expected(name)
    for mask in plain.states.masks.tolist():
        value = table.rows(mask)[0][0]
        first = int(plain.states.offset[mask])
        without = plain.value[first : first + len(value)]
        assert (value >= without * (1 - ROUNDING)).all()
        if mask.bit_count() == len(plain.game.categories) - 1:
            assert value == pytest.approx(without, rel=ROUNDING)
    assert table.start_value > plain.start_value


@pytest.mark.parametrize("name", SAVING)
def test_saved_rolls_of_the_last_turn_are_rolls_of_a_longer_one(name: str) -> None:
    """With r saved rolls, the last turn is that of the plain game with r rolls more."""
    table = saved(name)
    last = [m for m in table.states.masks.tolist() if m.bit_count() == len(table.states.game.categories) - 1]
    for more in range(1, min(int(table.states.saves[last[0]]), 11 - TOY_GAMES[name]["rolls"])):
        longer = solve_expected(
            parse({**TOY_GAMES[name], "rolls": TOY_GAMES[name]["rolls"] + more}), threads=1
        )
        for mask in last:
            first, value = int(longer.states.offset[mask]), table.rows(mask)[0][more]
            assert value == pytest.approx(longer.value[first : first + len(value)], rel=ROUNDING)


@pytest.mark.parametrize("name", TOYS)
def test_one_roll_leaves_nothing_to_save(name: str) -> None:
    raw = {**TOY_GAMES[name], "rolls": 1}
    table, plain = solve_saved(parse(saving(raw))), solve_expected(parse(raw))
    n = len(plain.states)
    assert table.table.value[:n] == pytest.approx(plain.value, rel=ROUNDING)


@pytest.mark.parametrize("name", PREMIUM)
def test_first_rolls_with_one_roll_are_points(name: str) -> None:
    """Where every roll is a first roll, its points belong to the pattern."""
    raw = {**TOY_GAMES[name], "rolls": 1}
    more = with_first_roll(raw, 3)
    found, plain = solve_expected(parse(more)), solve_expected(parse(raw))
    assert found.start_value >= plain.start_value
    assert first_roll(name).start_value >= toy_expected(name).start_value


@pytest.mark.parametrize("name", ["joker-free", "upper-sum", "matching"])
def test_the_start_alone(name: str) -> None:
    start = solve_saved_start(parse(saving(TOY_GAMES[name])), threads=2)
    assert (start.start_value, start.start_sd) == (saved(name).start_value, saved(name).start_sd)


def test_standard_deviations_are_of_the_start() -> None:
    table = saved("upper-bonus")
    value, second = (float(rows[0, 0]) for rows in table.rows(0))
    assert table.start_sd == float(standard_deviation(np.array(value), np.array(second))) > 0


# The interface


def test_at() -> None:
    table = saved("upper-bonus")
    assert table.at() == table.start_value
    assert table.at(["face_1"], 2, saved=1) > table.at(["face_1"], 2)
    with pytest.raises(UserError, match=r"game upper-bonus: 2 saved rolls; expected 0 to 1 then"):
        table.at(["face_1"], 2, saved=2)


def test_saved_needs_a_game_that_saves() -> None:
    with pytest.raises(
        UserError, match=r"game toy: saved: no rolls are saved; expected the objective expected"
    ):
        load_problem("saved", "toy")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: {**raw, "saved_rolls": 1}, r"test.yaml: saved_rolls: .*boolean"),
        (
            lambda raw: with_first_roll(saving(raw)),
            r"categories\.3 \(chance\): first_roll: beside saved_rolls .* expected one of the two",
        ),
        (
            lambda raw: {
                **raw,
                "categories": [{**raw["categories"][0], "first_roll": 5}, *raw["categories"][1:]],
            },
            r"categories\.0 \(face_1\): first_roll: the upper bonus counts points; expected a lower category",
        ),
    ],
)
def test_game_files(change: object, message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse(change(TOY_GAMES["upper-bonus"]))


def test_fingerprints_tell_the_turns_apart() -> None:
    raws = [
        TOY_GAMES["upper-bonus"],
        saving(TOY_GAMES["upper-bonus"]),
        with_first_roll(TOY_GAMES["upper-bonus"]),
    ]
    prints: list[Game] = [parse(raw).fingerprint for raw in raws]
    assert len(set(prints)) == 3
    assert parse({**raws[0], "saved_rolls": False}).fingerprint == prints[0]
