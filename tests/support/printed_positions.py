"""The positions of the reference file."""

import csv
from typing import Any

import pytest
from helpers import REFERENCE, builtin_states

from yahtzee_core.turn.positions import Position

Row = dict[str, str]


def printed_positions() -> list[Row]:
    """The rows of the reference file."""
    with (REFERENCE / "positions.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def advised_positions() -> list[Any]:
    """The same as parameters of a test that solves the game: slow but for yahtzee."""
    return [
        pytest.param(
            row, id=f"{row['game']}-{row['id']}", marks=[pytest.mark.slow] * (row["game"] != "yahtzee")
        )
        for row in printed_positions()
    ]


def position_of(row: Row) -> Position:
    """The position of a row."""
    filled = builtin_states(row["game"]).game.mask(row["filled"].split())
    dice = tuple(sorted(map(int, row["dice"])))
    upper, chip = int(row["upper_total"]), row["yahtzee_box_is_50"] == "1"
    return Position(filled, upper, chip, dice, int(row["rerolls_left"]))
