"""What people type: dice, categories and files in any way that says something, or an error that is clear."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from commands import Capture, error_of, printed
from helpers import arena, parse
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from toy_games import Raw, game, lower, upper, wide_games

from yahtzee_core.advice.batch import advise_file
from yahtzee_core.advice.gamelog import parse_log
from yahtzee_core.advice.notation import (
    as_json,
    format_line,
    format_words,
    parse_action,
    parse_position,
    parse_sheet,
    position_of_json,
)
from yahtzee_core.advice.position_files import read_positions
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.turn.positions import Action, Position, format_action
from yahtzee_core.turn.states import States

YAHTZEE = load_game("yahtzee")
TWELVES = parse(game("twelves", 2, 12, 2, [*upper(1, 12), lower("pair", groups=[2], score=5)]))
ONE_TWELVE = parse(game("one-twelve", 1, 12, 2, [lower("chance", score="all")]))
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
OPENING = Position(0, 0, False, (1, 3, 3, 5, 6), 2)
BEST = "yahtzee (free joker): keep 3 3 251.407 (clear)\n"


@settings(max_examples=examples(40), deadline=None)
@given(wide_games(), st.data())
def test_what_is_printed_is_read_back_in_every_game(raw: Raw, data: st.DataObject) -> None:
    played = parse(raw)
    faces = st.integers(1, played.faces)
    dice = tuple(sorted(data.draw(st.lists(faces, min_size=played.dice, max_size=played.dice))))
    keep = dice[: data.draw(st.integers(0, played.dice))]
    category = data.draw(st.integers(0, len(played.categories) - 1))
    for action in (Action(keep=keep), Action(category=category)):
        assert parse_action(format_action(played, action), played) == action
    states = States(played)
    position = Position(0, 0, False, dice, played.rolls - 1)
    assert parse_position(format_words(played, position), states) == position
    assert parse_position(format_line(played, position), states) == position
    assert parse_position(json.dumps(as_json(played, position)), states) == position


@pytest.mark.parametrize(
    ("played", "text", "keep"),
    [
        (TWELVES, "keep 10", (10,)),
        (TWELVES, "keep 12", (12,)),
        (TWELVES, "keep 1 2", (1, 2)),
        (TWELVES, "keep 1,2", (1, 2)),
        (ONE_TWELVE, "keep 12", (12,)),
        (YAHTZEE, "keep 335", (3, 3, 5)),
        (YAHTZEE, "Keep 3, 3,5", (3, 3, 5)),
        (YAHTZEE, "keep 33 5", (3, 3, 5)),
        (YAHTZEE, "KEEP -", ()),
    ],
)
def test_kept_dice(played: Game, text: str, keep: tuple[int, ...]) -> None:
    assert parse_action(text, played) == Action(keep=keep)


def test_a_die_of_two_digits_can_be_written() -> None:
    assert parse_position("dice 12 | rerolls 1", States(ONE_TWELVE)).dice == (12,)
    assert parse_position("- - - 0 False 1 12 3", States(TWELVES)).dice == (3, 12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dice 12 | rerolls 1", "'12' is one die that shows 12, or 1 and 2; expected 2 dice"),
        ("dice 112 | rerolls 1", "'112'; expected faces 1 to 12 with blanks between, such as 1 1 2"),
        ("dice 0 3 | rerolls 1", "'0'; expected faces 1 to 12"),
    ],
)
def test_a_word_of_dice_that_is_unclear_names_its_readings(text: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_position(text, States(TWELVES))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "dice 13356 | rerolls 2",
        "dice 1,3,3,5,6 | rerolls 2",
        "dice 1, 3, 3, 5, 6 | rerolls 2",
        "DICE 6 5 3 3 1 | Rerolls 2 | Chip No",
        f"{BOM}dice 13356 | rerolls 2",
        "- - - - - - - - - - - - - 0 false 2 13356",
        "- - - - - - - - - - - - - 0 False 2 1,3,3,5,6",
        "- - - - - - - - - - - - - 2 13356",
        "-,-,-,-,-,-,-,-,-,-,-,-,-,2,1,3,3,5,6",
        '{"dice": [1, 3, 3, 5, 6], "rerolls": 2, "filled": []}',
    ],
)
def test_positions(text: str) -> None:
    assert replace(parse_position(text, States(YAHTZEE)), points=None) == OPENING


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Full House", "full_house"),
        ("full house", "full_house"),
        ("FULL_HOUSE Aces", "full_house ones"),
        ("Aces, Full House, Three of a Kind", "ones full_house three_of_a_kind"),
        ("Aces Full House Three of a Kind Yahtzee", "ones full_house three_of_a_kind yahtzee"),
        ("full-house", "full_house"),
        ("deuces treys", "twos threes"),
    ],
)
def test_categories(text: str, ids: str) -> None:
    assert YAHTZEE.mask_of(text) == YAHTZEE.mask(tuple(ids.split()))
    assert parse_sheet(f"filled {text} | points 0", YAHTZEE, "sheet").filled == YAHTZEE.mask(
        tuple(ids.split())
    )


@pytest.mark.parametrize("name", all_games())
def test_every_printed_title_is_its_category(name: str) -> None:
    played = load_game(name)
    for place, category in enumerate(played.categories):
        for text in (category.title, category.title.upper(), category.id.upper(), category.id):
            assert parse_action(f"score {text}", played) == Action(category=place)
    assert played.mask_of(", ".join(c.title for c in played.categories)) == played.full
    assert (
        position_of_json({"dice": [], "rerolls": 0, "filled": [played.categories[0].title]}, played).filled
        == 1
    )


def titled(*titles: tuple[str, str]) -> Game:
    return parse(game("titled", 1, 2, 1, [{**lower(id, score=1), "title": title} for id, title in titles]))


def test_an_unclear_title_names_both_categories() -> None:
    twice = titled(("first", "House"), ("second", "house"), ("house_a", "Other"))
    for ask in (twice.index, twice.mask_of):
        with pytest.raises(UserError, match="'House' can be first or second; expected ids"):
            ask("House")
    assert twice.index("second") == 1
    joined = titled(("full", "A"), ("house", "B"), ("both", "Full House"))
    with pytest.raises(UserError, match="'Full House' can be full house or both; expected ids"):
        joined.mask_of("Full House")
    assert joined.mask_of("full house") == joined.mask(("full", "house")) == 3
    assert joined.index("Full House") == 2


def test_an_id_is_itself_whatever_titles_say() -> None:
    swapped = titled(("one", "Two"), ("two", "One"))
    assert [swapped.index("one"), swapped.index("two")] == [0, 1]
    with pytest.raises(UserError, match="can be one or two"):
        swapped.index("One")


SHEET = "Ones 1\nTWOS 4\nthrees: 6\nFours, 8\nPair 11\nStraight 8\nYahtzee 15\nExtra 1\n"


def test_a_sheet_of_titles_in_any_case() -> None:
    log = parse_log(BOM + SHEET, States(load_game("toy")))
    assert log.sheet is not None and log.sheet.sheet == (1, 4, 6, 8, 11, 8, 15) and log.sheet.extra == 1


def test_a_sheet_of_titles_of_several_words() -> None:
    points = dict.fromkeys((c.title for c in YAHTZEE.categories), 0)
    points |= {"Full House": 25, "Chance": 17}
    log = parse_log("".join(f"{title} {p}\n" for title, p in points.items()), States(YAHTZEE))
    assert log.sheet is not None and log.sheet.points == 42


def test_a_log_with_a_byte_order_mark(tmp_path: Path, capsys: Capture) -> None:
    names = ("ones", "twos", "threes", "fours", "pair", "straight", "yahtzee")
    log = "".join(f"dice 1 1 3 | rerolls 0 => score {name}\n" for name in names) + "final 10\n"
    plain, path = tmp_path / "plain.log", tmp_path / "game.log"
    plain.write_text(log, encoding="utf-8")
    path.write_text(BOM + log.replace("final", "Final"), encoding="utf-8")
    found = printed(capsys, "review", "toy", str(path))
    assert found == printed(capsys, "review", "toy", str(plain)) and "10 points" in found


@pytest.mark.parametrize("mark", slow_but([BOM, "\u00ef\u00bb\u00bf"]))
def test_standard_input_with_a_byte_order_mark(
    mark: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(f"{mark}dice 13356 | rerolls 2\n\ndice 1,3,3,5,6 | rerolls 2\n")
    )
    assert printed(capsys, "advise", "-") == 2 * BEST


def test_standard_input_that_is_no_text(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8"))
    assert error_of(capsys, "advise", "-") == "standard input: invalid start byte; expected text in utf-8"


def csv(separator: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        rows = [["name", "position", "action"], ["a", "dice 13356 | rerolls 2", "Keep 33"]]
        path.write_text("".join(f"{separator.join(row)}\n" for row in rows), encoding="utf-8-sig")

    return write


def jsonl(*rows: object) -> Callable[[Path], None]:
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    return lambda path: path.write_text(BOM + text, encoding="utf-8") and None


OBJECT = {"dice": [1, 3, 3, 5, 6], "rerolls": 2, "filled": []}
FILES: dict[str, Callable[[Path], None]] = {
    "comma.csv": csv(","),
    "UPPER.CSV": csv(","),
    "semicolon.csv": csv(";"),
    "text.jsonl": jsonl({"name": "a", "position": "dice 13356 | rerolls 2"}),
    "object.jsonl": jsonl({"position": OBJECT}),
    "mixed.JSONL": jsonl({"position": OBJECT}, {"position": "dice 13356 | rerolls 2"}),
    "line.jsonl": jsonl({**OBJECT, "name": "a"}, {**OBJECT, "upper": 0, "name": "b"}),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("out", ["out.csv", "OUT.JSONL", "out.Parquet"])
def test_files_of_positions(name: str, out: str, tmp_path: Path) -> None:
    FILES[name](tmp_path / name)
    assert advise_file(arena("yahtzee"), tmp_path / name, tmp_path / out) in (1, 2)
    if out.endswith("Parquet"):
        rows = pq.read_table(tmp_path / out)
        assert set(rows["best"].to_pylist()) == {"keep 3 3"} and "position" in rows.column_names
    else:
        assert "keep 3 3" in (tmp_path / out).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "both.csv",
            "position,a;position\nx,y;z\n",
            "2 columns by ',' or 2 columns by ';'; expected one of them",
        ),
        ("none.csv", "a;b\n1;2\n", "no column 'position'"),
        ("bad.jsonl", '{"position": "x"}\n[1]\n', "row 2: '[1]'; expected an object with a key position"),
        ("bad.jsonl", "{'a'}\n", "row 1: not JSON: "),
        ("bad.jsonl", '{"position": {"dice": [1], "dice": [2]}}\n', "row 1: position: dice is there twice"),
        ("bad.jsonl", "", "expected rows with a column position"),
    ],
)
def test_files_that_are_none(name: str, text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        advise_file(arena("yahtzee"), tmp_path / name, tmp_path / "out.csv")
    assert words in str(caught.value)


def test_the_command_knows_files_by_their_names(tmp_path: Path, capsys: Capture) -> None:
    csv(";")(tmp_path / "X.CSV")
    answer = printed(capsys, "advise", str(tmp_path / "X.CSV"), "--out", str(tmp_path / "Y.Csv"))
    assert answer.endswith("1 positions of yahtzee\n")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    for name in ("bytes.csv", "bytes.jsonl"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00position")
        with pytest.raises(UserError, match="not UTF-8 text"):
            read_positions(tmp_path / name)


def test_a_game_is_played_with_titles_and_commas(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(BOM + "-\n-\nscore Full House\nscore small str\nquit\n"))
    out = printed(capsys, "play", "yahtzee", "--seed", "1")
    assert "full_house: " in out and "small_straight: " not in out.split("full_house")[0]
