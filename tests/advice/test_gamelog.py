"""Logs of games as text: what each line says, and errors that name the line."""

import pytest
from helpers import builtin_states

from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.advice.gamelog import Log, Move, parse_log
from yahtzee_core.advice.notation import PartialPosition
from yahtzee_core.errors import UserError
from yahtzee_core.turn.positions import Action

MOVES = """
# a comment => not a move
dice 1 1 2 | rerolls 2 => keep 1 1

  dice 4 1 1|rerolls 1|filled -|upper 0|chip no|points 0  =>  keep -
dice 322 | rerolls 0 => score twos
"""


def parsed(text: str, name: str = "toy") -> Log:
    """A log of a built-in game."""
    return parse_log(text, builtin_states(name))


def message_of(text: str, name: str = "toy") -> str:
    """The error of a log, in one line that says what was expected."""
    with pytest.raises(UserError) as caught:
        parsed(text, name)
    message = str(caught.value)
    assert "\n" not in message and "; expected" in message
    return message


def test_moves() -> None:
    """Lines are counted as in the file; what a move does not say is None."""
    log = parsed(MOVES)
    assert log.moves == [
        Move(3, PartialPosition((1, 1, 2), 2), Action(keep=(1, 1))),
        Move(5, PartialPosition((1, 1, 4), 1, 0, 0, False, 0), Action(keep=())),
        Move(6, PartialPosition((2, 2, 3), 0), Action(category=1)),
    ]
    assert (log.final, log.sheet) == (None, None)


@pytest.mark.parametrize("text", ["final 17", "\n# the end\n\n   final   17  \n\n"])
def test_the_final_score(text: str) -> None:
    log = parsed(MOVES + text)
    assert (log.final, len(log.moves)) == (17, 3)
    lines = (MOVES + text).splitlines()
    assert log.final_line is not None and lines[log.final_line - 1].split() == ["final", "17"]


SHEET = (1, 4, 6, 8, 11, 8, 15)
TOTAL = sum(SHEET) + 10 + 20
LINES = "ones 1\ntwos 4\nthrees 6\nfours 8\npair 11\nstraight 8\nyahtzee 15\n"


@pytest.mark.parametrize(
    "text",
    [
        "1 4 6 8 11 8 15\nextra 1",
        "extra 1\n# of a friend\n\n  1 4 6 8   11 8 15  ",
        f"{LINES}extra 1",
        "extra 1\n" + "\n".join(reversed(LINES.splitlines())),
    ],
)
def test_sheets(text: str) -> None:
    """Points, both bonuses, and the total."""
    log = parsed(text)
    assert (log.moves, log.final, log.sheet) == ([], None, GameSoFar(builtin_states("toy"), SHEET, 1))
    assert log.sheet.points == TOTAL


def test_a_sheet_without_extra_yahtzees() -> None:
    sheet = parsed(LINES).sheet
    assert sheet is not None and (sheet.sheet, sheet.extra, sheet.points) == (SHEET, 0, TOTAL - 20)


def test_no_upper_bonus_below_the_threshold() -> None:
    sheet = parsed("1 2 0 8 11 8 15").sheet
    assert sheet is not None and sheet.points == 45


MOVE = "dice 1 1 2 | rerolls 2 => keep 1 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "log: empty; expected moves (position => action) or a score sheet"),
        ("\n# nothing\n", "log: empty; expected moves (position => action) or a score sheet"),
        (f"{MOVE}keep 1 1", "line 2: 'keep 1 1'; expected position => action"),
        (f"\n{MOVE}dice 1 1 2 => keep 1", "line 3: position: no part 'rerolls'; expected it"),
        (f"{MOVE}rerolls 2 => keep 1", "line 2: position: no part 'dice'; expected it"),
        (f"{MOVE}dice 1 1 2 | rerolls 1 =>", "line 2: action: ''; expected keep and dice (or -)"),
        (f"{MOVE}dice 1 1 2 | rerolls 1 => take 1", "line 2: action: 'take 1'; expected keep and dice"),
        (
            f"{MOVE}dice 1 1 2 | rerolls 1 => score six",
            "line 2: game toy: no category 'six'; expected one of",
        ),
        (f"{MOVE}dice 1 1 2 | rolls 1 => keep 1", "line 2: position: 'rolls 1'; expected parts dice"),
        (f"{MOVE}dice 1 1 2 | rerolls x => keep 1", "line 2: position: rerolls: 'x'; expected a whole"),
        (f"{MOVE}dice 1 1 2 | rerolls 1 | chip 1 => keep 1", "line 2: position: chip: '1'; expected yes or"),
        (f"{MOVE}dice 1 1 2 | dice 1 1 2 | rerolls 1 => keep 1", "line 2: position: dice is there twice"),
        (f"{MOVE}final", "line 2: 'final'; expected position => action"),
        (f"{MOVE}final many", "line 2: final: 'many'; expected a whole number"),
        (f"{MOVE}final -5", "line 2: final: '-5'; expected a whole number"),
        (f"{MOVE}final 5\n{MOVE}", "line 3: text after final; expected it last"),
        (f"{MOVE}final 5\nfinal 5", "line 3: text after final; expected it last"),
    ],
)
def test_errors_of_moves(text: str, message: str) -> None:
    assert message_of(text).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINES.replace("fours 8\n", ""), "sheet: no points for fours; expected all 7 categories"),
        ("extra 1", "sheet: no points for ones; expected all 7 categories"),
        (f"{LINES}ones 1", "line 8: ones is there twice; expected it once"),
        (f"1 4 6 8 11 8 15\n{LINES}", "line 2: ones is there twice; expected it once"),
        (f"{LINES}1 4 6 8 11 8 15", "line 8: points are there twice; expected them once"),
        ("1 4 6 8 11 8 15\n2 4 6 8 11 8 15", "line 2: points are there twice; expected them once"),
        (f"{LINES}extra 1\nextra 0", "line 9: extra is there twice; expected it once"),
        (LINES.replace("fours 8", "fours"), "line 4: 'fours'; expected 7 points, or category points"),
        (LINES.replace("fours 8", "fours 8 points"), "line 4: 'fours 8 points'; expected 7 points"),
        (LINES.replace("fours 8", "sixes 6"), "line 4: game toy: no category 'sixes'; expected one of ones"),
        (LINES.replace("fours 8", "fours x"), "line 4: fours: 'x'; expected a whole number"),
        ("1 4 6 8 11 8 -", "line 1: points: '-'; expected a whole number"),
        ("1 4 6 8 11 8", "line 1: '1 4 6 8 11 8'; expected 7 points, or category points"),
        (LINES.replace("fours 8", "fours 7"), "game toy: 7 points in fours; expected one of 0, 4, 8, 12"),
        (LINES.replace("yahtzee 15", "yahtzee 14"), "game toy: 14 points in yahtzee; expected one of 0, 15"),
        (f"{LINES.replace('yahtzee 15', 'yahtzee 0')}extra 1", "sheet: 1 extra Yahtzees; expected none, or"),
        (f"{LINES}extra 7", "sheet: 7 extra Yahtzees; expected none, or a Yahtzee scored and fewer"),
        (f"{LINES}extra one", "line 8: extra: 'one'; expected a whole number"),
    ],
)
def test_errors_of_sheets(text: str, message: str) -> None:
    assert message_of(text).startswith(message)


def test_no_extra_yahtzees_where_they_bring_nothing() -> None:
    points = "0 0 0 0 0 0 0 0 0 0 0 50 5"
    assert message_of(f"{points}\nextra 1", "yahtzee-plain").startswith(
        "sheet: 1 extra Yahtzees; expected none"
    )
    sheet = parsed(points, "yahtzee-plain").sheet
    assert sheet is not None and (sheet.sheet, sheet.points) == ((*[0] * 11, 50, 5), 55)
