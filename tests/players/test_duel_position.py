"""One turn of a duel: every option in fractions, and the advice of it."""

import json
from fractions import Fraction

import pytest
from brute_force import State as RealState
from duels import HALF, TINY, Race, real_state
from helpers import parse

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.players.duel_position import duel_options
from yahtzee_core.turn.states import States

ROUNDING = 1e-12


@pytest.mark.parametrize("lead", [-30, -4, 0, 3, 30])
@pytest.mark.parametrize("name", TINY)
def test_every_option(name: str, lead: int) -> None:
    """Of every pair of states of a turn, at some leads."""
    game, oracle = parse(TINY[name]), Race(TINY[name])
    states = States(game)
    for mover in range(game.full):
        for other in range(game.full + 1):
            if other.bit_count() - mover.bit_count() not in (0, 1):
                continue
            if not (states.lanes[mover] and states.lanes[other]):
                assert name == "in-order"
                continue
            both = [states.state(int(states.offset[mask])) for mask in (mover, other)]
            rows, _ = duel_options(game, both[0], both[1], lead)
            other_sheet: RealState = real_state(game, other)
            for option, category in enumerate(states.options.category.tolist()):
                if option not in states.options.in_situation(mover):
                    assert mover >> category & 1 or name == "in-order"
                    assert rows[option] == 0
                    continue
                points = int(states.options.points[option])
                after = real_state(game, mover | 1 << category)
                exact = 1 - oracle.race(other_sheet, after, -lead - points, HALF)
                assert rows[option] == pytest.approx(float(exact), abs=ROUNDING)
                assert 0 <= exact <= 1 and isinstance(exact, Fraction)


def test_sheets_of_no_turn() -> None:
    game = load_game("toy")
    start, later = States(game).start, States(game).at(0b11, 0)
    with pytest.raises(
        UserError, match="opponent: 2 categories filled, the player who moves has 0; expected 0 or 1"
    ):
        duel_options(game, start, later, 0)


@pytest.mark.slow
def test_what_is_too_large_is_refused() -> None:
    game = load_game("yahtzee")
    start = States(game).start
    with pytest.raises(
        UserError, match=r"game yahtzee: .* numbers follow on this position, .* GB; expected at"
    ):
        duel_options(game, start, start, 0)


POSITION = (
    "dice 2 2 4 5 5 | rerolls 2 | filled ones twos threes fours fives sixes three_of_a_kind "
    "small_straight large_straight yahtzee chance | upper 66 | points 195"
)
DONE = (
    "filled ones twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house small_straight "
    "large_straight yahtzee chance | upper 60 | points 220"
)
WAITING = DONE.replace("full_house ", "").replace("220", "205")


def advise(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["advise", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_last_turn_of_a_duel_is_beat(capsys: pytest.CaptureFixture[str]) -> None:
    """When the other is done, the two objectives are one."""
    position = POSITION.replace("chance |", "chance four_of_a_kind |")
    duel = json.loads(advise(capsys, position, "--json", "--opponent", DONE))
    beat = json.loads(advise(capsys, position, "--json", "--opponent-total", "220"))
    assert duel["opponent"] == DONE.replace(" | points", " | chip no | points")
    assert [o["action"] for o in duel["actions"]] == [o["action"] for o in beat["actions"]]
    values = [[option["value"] for option in found["actions"]] for found in (duel, beat)]
    assert values[0] == pytest.approx(values[1], abs=ROUNDING) and 0 < values[0][0] < 1


def test_the_answer_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = advise(capsys, POSITION, "--opponent", WAITING)
    assert text.startswith(
        "yahtzee (free joker): probability to win, and half of a draw, exact play of both; clear\n"
    )
    assert text.splitlines()[6].startswith("keep 2 2 5 5 ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--opponent", "filled ones"],
            "opponent: no part 'points'; expected it",
        ),
        (
            ["--opponent", "dice 1 | points 3"],
            "opponent: 'dice 1'; expected parts filled, upper, chip, points, with | between",
        ),
        (
            ["--opponent", "filled ones | points 3"],
            "opponent: 1 categories filled, the player who moves has 11; expected 11 or 12",
        ),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", POSITION, *arguments]) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


def test_points_must_be_known(capsys: pytest.CaptureFixture[str]) -> None:
    position = POSITION.removesuffix(" | points 195")
    assert main(["advise", position, "--opponent", WAITING]) == 2
    expected = "error: game yahtzee: duel; expected the points of both players\n"
    assert capsys.readouterr().err == expected
