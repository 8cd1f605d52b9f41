"""Positions as people know them: the printed ones in every notation, sheets, and what cannot be."""

import json

import pytest
from helpers import builtin_states, toy_states
from printed_positions import Row, position_of, printed_positions

from yahtzee_core.advice.notation import as_json, format_line, format_words, parse_position
from yahtzee_core.errors import UserError
from yahtzee_core.turn.positions import Position, sheet_position, state_of
from yahtzee_core.turn.states import State


def test_there_are_positions() -> None:
    assert len(printed_positions()) == 43
    assert any(position_of(row).chip for row in printed_positions())


@pytest.mark.parametrize("row", printed_positions(), ids=lambda row: f"{row['game']}-{row['id']}")
def test_printed_positions_in_every_notation(row: Row) -> None:
    """Written by hand from the columns of the file, and as the package writes them."""
    states, position = builtin_states(row["game"]), position_of(row)
    game, dice = states.game, " ".join(row["dice"])
    filled, chip = row["filled"].split(), position.chip
    marks = " ".join("x" if c.id in filled else "-" for c in game.categories)
    line = f"{marks} {row['upper_total']} {chip} {row['rerolls_left']} {dice}"
    words = f"dice {row['dice']} | rerolls {row['rerolls_left']} | filled {row['filled'] or '-'} | "
    words += f"upper {row['upper_total']} | chip {'yes' if chip else 'no'}"
    value = {"dice": list(position.dice), "rerolls": position.rerolls, "filled": filled}
    value |= {"upper": position.upper, "chip": chip}
    assert format_line(game, position) == line
    assert as_json(game, position) == {**value, "filled": game.names(position.filled)}
    for text in (line, words, json.dumps(value), format_words(game, position)):
        assert parse_position(text, states) == position
    assert state_of(states, position) == states.at(position.filled, position.upper, int(chip))


def test_state_of_merges_totals_beyond_reach() -> None:
    """Totals that the open upper categories cannot tell apart are one state."""
    states = builtin_states("yahtzee")
    filled = states.game.mask(["ones", "twos", "threes", "fours", "fives"])
    found = {upper: state_of(states, Position(filled, upper, False, (1,) * 5, 0)) for upper in (30, 32, 33)}
    assert found[30] == found[32] == State(filled, 0, 0) != found[33] == State(filled, 30, 0)


# Sheets

SHEET = (3, None, None, 16, None, None, 22, 0, 25, None, 40, 50, None)
"""Yahtzee: 19 upper points, 156 in all."""


def test_a_sheet() -> None:
    states = builtin_states("yahtzee")
    found = sheet_position(states, SHEET, (6, 1, 2, 2, 1), 1)
    filled = ["ones", "fours", "three_of_a_kind", "four_of_a_kind", "full_house", "large_straight", "yahtzee"]
    assert found == Position(states.game.mask(filled), 19, True, (1, 1, 2, 2, 6), 1, 156)


def test_extra_yahtzees_are_points() -> None:
    states = builtin_states("yahtzee")
    assert sheet_position(states, SHEET, (1,) * 5, 0, extra_yahtzees=2).points == 356


@pytest.mark.parametrize(("sixes", "points"), [(24, 57 + 24 + 35), (18, 57 + 18 + 35), (12, 57 + 12)])
def test_the_upper_bonus_is_points(sixes: int, points: int) -> None:
    """From 63 upper points on: 45 and the sixes; chance brings 12 more."""
    states = builtin_states("yahtzee")
    sheet = (None, 6, 12, 12, 15, sixes, *[None] * 4, 0, 0, 12)
    assert sheet_position(states, sheet, (1,) * 5, 0).points == points


@pytest.mark.parametrize(("name", "yahtzee", "chip"), [("yahtzee", 50, True), ("yahtzee", 0, False)])
def test_the_chip_is_a_yahtzee_that_scored(name: str, yahtzee: int, chip: bool) -> None:
    states = builtin_states(name)
    sheet = tuple(yahtzee if c.id == "yahtzee" else None for c in states.game.categories)
    assert sheet_position(states, sheet, (1,) * 5, 0).chip is chip


def test_no_chip_where_extra_yahtzees_bring_nothing() -> None:
    states = builtin_states("yahtzee-plain")
    sheet = tuple(50 if c.id == "yahtzee" else None for c in states.game.categories)
    found = sheet_position(states, sheet, (1,) * 5, 0)
    assert (found.chip, found.points) == (False, 50)


def test_a_joker_may_score_what_no_other_roll_does() -> None:
    """In joker-free, triple scores 12, or 16 as a joker."""
    states = toy_states("joker-free")
    for points in (0, 12, 16):
        sheet_position(states, (None, None, None, points, 15), (1, 2, 3), 0)
    with pytest.raises(UserError) as caught:
        sheet_position(states, (None, None, None, 15, None), (1, 2, 3), 0)
    assert str(caught.value) == "game joker-free: 15 points in triple; expected one of 0, 12, 16"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dice": (1, 2, 3, 4)}, "dice 1 2 3 4; expected 5 dice with faces 1 to 6"),
        ({"dice": (1, 2, 3, 4, 7)}, "dice 1 2 3 4 7; expected 5 dice with faces 1 to 6"),
        ({"dice": ()}, "dice -; expected 5 dice with faces 1 to 6"),
        ({"rerolls": 3}, "3 rerolls left; expected 0 to 2"),
        ({"rerolls": -1}, "-1 rerolls left; expected 0 to 2"),
        ({"filled": (1 << 13) - 1}, "all categories are filled; expected an open one"),
        ({"filled": 3, "upper": 16}, "upper total 16 cannot be with ones twos filled; expected one of 0-15"),
        ({"upper": -1}, "upper total -1 cannot be with nothing filled; expected one of 0"),
        ({"chip": True}, "a chip needs the Yahtzee category filled; filled: nothing"),
        ({"filled": 1, "upper": 5, "points": 4}, "4 points with an upper total of 5; expected at least"),
    ],
)
def test_errors(change: dict[str, object], message: str) -> None:
    given = {"filled": 0, "upper": 0, "chip": False, "dice": (1, 2, 3, 4, 5), "rerolls": 0}
    with pytest.raises(UserError) as caught:
        state_of(builtin_states("yahtzee"), Position(**{**given, **change}))  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"game yahtzee: {message}") and "\n" not in str(caught.value)
