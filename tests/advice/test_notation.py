"""States, positions and actions: read back what was written, in any order and with any blanks; errors name
the part."""

import json
from itertools import permutations
from typing import Any

import jsonschema
import pytest
from brute_force import State as RealState
from helpers import TOYS, builtin_states, toy_oracle, toy_states
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_core.advice.notation import (
    as_json,
    format_line,
    format_state,
    format_words,
    parse_action,
    parse_position,
    parse_state,
    position_of_json,
    position_schema,
)
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.turn.positions import Action, Position, format_action, state_of
from yahtzee_core.turn.states import States

NAME = "joker-free"
GAME: Game = toy_states(NAME).game
YAHTZEE = load_game("yahtzee")


def numbers(real: RealState) -> tuple[int, int, int]:
    """A state of the oracle as parse_state gives it."""
    return GAME.mask(sorted(real[0])), real[1], int(real[2])


def test_all_states_are_read_back() -> None:
    texts = set()
    for state in map(numbers, toy_oracle(NAME).states()):
        text = format_state(GAME, *state)
        assert parse_state(text, GAME) == state
        texts.add(text)
    assert len(texts) == len(toy_oracle(NAME).states())


def test_all_states_are_states() -> None:
    """What is read can be asked for."""
    states = toy_states(NAME)
    for real in toy_oracle(NAME).states():
        assert states.index(states.at(*parse_state(format_state(GAME, *numbers(real)), GAME))) >= 0


BLANKS = st.text(" ", max_size=3)


@given(data=st.data())
def test_order_and_blanks_do_not_matter(data: st.DataObject) -> None:
    real = data.draw(st.sampled_from(sorted(toy_oracle(NAME).states(), key=repr)))
    names = data.draw(st.permutations(sorted(real[0])))
    words = [["filled", *(names or ["-"])], ["upper", str(real[1])], ["chip", "yes" if real[2] else "no"]]
    parts = [
        data.draw(BLANKS) + (" " + data.draw(BLANKS)).join(part) + data.draw(BLANKS)
        for part in data.draw(st.permutations(words))
    ]
    assert parse_state("|".join(parts), GAME) == numbers(real)


@given(
    filled=st.sets(st.integers(0, 12)),
    upper=st.integers(0, 105),
    chip=st.booleans(),
)
def test_yahtzee_is_read_back(filled: set[int], upper: int, chip: bool) -> None:
    """Whether such a state can occur is for others to say."""
    state = sum(1 << i for i in filled), upper, int(chip)
    assert parse_state(format_state(YAHTZEE, *state), YAHTZEE) == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("", (0, 0, 0)),
        (" | ", (0, 0, 0)),
        ("filled -", (0, 0, 0)),
        ("filled", (0, 0, 0)),
        ("chip no", (0, 0, 0)),
        ("filled twos ones", (3, 0, 0)),
        ("filled ones twos | upper 5 | chip no", (3, 5, 0)),
        ("chip yes | filled yahtzee", (1 << 11, 0, 1)),
        ("upper 007 | filled ones twos", (3, 7, 0)),
    ],
)
def test_parts_are_optional(text: str, state: tuple[int, int, int]) -> None:
    assert parse_state(text, YAHTZEE) == state


def test_words() -> None:
    assert format_state(YAHTZEE, 0, 0, 0) == "filled - | upper 0 | chip no"
    assert format_state(YAHTZEE, 1 << 11 | 3, 5, 1) == "filled ones twos yahtzee | upper 5 | chip yes"


@pytest.mark.parametrize("parts", list(permutations(["filled ones", "upper 3", "chip no"])))
def test_every_order(parts: tuple[str, ...]) -> None:
    assert parse_state(" | ".join(parts), YAHTZEE) == (1, 3, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("filled nines", "game yahtzee: no category 'nines'; expected one of ones, twos"),
        ("filled ones, nines", "game yahtzee: no category 'nines'; expected one of ones, twos"),
        ("filled full", "game yahtzee: no category 'full'; expected one of ones, twos"),
        ("filled full house straight", "game yahtzee: no category 'full'; expected one of ones"),
        ("filled - ones", "game yahtzee: no category '-'"),
        ("upper", "state: upper: ''; expected the total of the upper section"),
        ("upper -1", "state: upper: '-1'; expected the total of the upper section"),
        ("upper 1.5", "state: upper: '1.5'; expected the total"),
        ("upper 1 2", "state: upper: '1 2'; expected the total"),
        ("upper \N{SUPERSCRIPT TWO}", "state: upper: '\N{SUPERSCRIPT TWO}'; expected the total"),
        ("upper \N{ARABIC-INDIC DIGIT TWO}", "expected the total of the upper section"),
        ("upper +5", "state: upper: '+5'; expected the total"),
        ("chip", "state: chip: ''; expected yes or no"),
        ("chip 1", "state: chip: '1'; expected yes or no"),
        ("chip no | chip no", "state: chip is there twice; expected it once"),
        ("filled ones | filled twos", "state: filled is there twice; expected it once"),
        ("ones twos", "state: 'ones twos'; expected parts filled, upper, chip, with | between"),
        ("upper 5 chip yes", "state: upper: '5 chip yes'; expected the total"),
        ("filled, ones", "state: 'filled, ones'; expected parts filled, upper, chip, with | between"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_state(text, YAHTZEE)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_a_number_without_end_is_no_total() -> None:
    """Python itself refuses to read so many digits."""
    with pytest.raises(UserError, match="upper"):
        parse_state(f"upper {'9' * 5000}", YAHTZEE)


@given(st.text(max_size=40))
def test_any_text_is_a_state_or_an_error(text: str) -> None:
    try:
        filled, upper, chip = parse_state(text, YAHTZEE)
    except UserError:
        return
    assert 0 <= filled <= YAHTZEE.full and upper >= 0 and chip in (0, 1)


# Positions

GAMES = ["yahtzee", "yatzy", "crag", "yacht", "toy", *TOYS]


def states_of(name: str) -> States:
    """The states of a built-in or toy game."""
    return toy_states(name) if name in TOYS else builtin_states(name)


@st.composite
def positions(draw: st.DrawFn) -> tuple[States, Position]:
    """A position that state_of accepts, in one of several games."""
    states = states_of(draw(st.sampled_from(GAMES)))
    game = states.game
    filled = draw(st.integers(0, game.full - 1))
    upper = int(draw(st.sampled_from(states.totals[states.upper_filled[filled]].tolist())))
    chip = game.yahtzee is not None and bool(filled >> game.yahtzee & 1) and draw(st.booleans())
    dice = draw(st.lists(st.integers(1, game.faces), min_size=game.dice, max_size=game.dice))
    points = draw(st.none() | st.integers(upper, upper + 900))
    return states, Position(
        filled, upper, chip, tuple(sorted(dice)), draw(st.integers(0, game.rolls - 1)), points
    )


def shuffled(data: st.DataObject, dice: tuple[int, ...]) -> str:
    """Dice in any order, with blanks between them."""
    return " ".join(map(str, data.draw(st.permutations(dice))))


@given(found=positions(), data=st.data())
def test_lines_are_read_back(found: tuple[States, Position], data: st.DataObject) -> None:
    """But for the points, for which a line has no room."""
    states, position = found
    tokens = format_line(states.game, position).split()
    assert tokens[-len(position.dice) :] == list(map(str, position.dice))
    text = " ".join(tokens[: -len(position.dice)]) + "  " + shuffled(data, position.dice)
    again = parse_position(f" {text}\n", states)
    assert again == Position(**{**vars(position), "points": None})
    assert state_of(states, again) == states.at(position.filled, position.upper, int(position.chip))


@given(found=positions(), data=st.data())
def test_words_are_read_back(found: tuple[States, Position], data: st.DataObject) -> None:
    """Parts in any order; dice in any order, with blanks between them or none."""
    states, position = found
    parts = dict(part.split(" ", 1) for part in format_words(states.game, position).split(" | "))
    assert list(parts)[:5] == ["dice", "rerolls", "upper", "filled", "chip"]
    dice = shuffled(data, position.dice)
    parts["dice"] = dice.replace(" ", "") if data.draw(st.booleans()) else dice
    order = data.draw(st.permutations(list(parts.items())))
    assert parse_position(" | ".join(f"{key} {value}" for key, value in order), states) == position


@given(found=positions(), data=st.data())
def test_json_is_read_back(found: tuple[States, Position], data: st.DataObject) -> None:
    states, position = found
    value = as_json(states.game, position)
    jsonschema.validate(value, position_schema())
    value["dice"] = data.draw(st.permutations(value["dice"]))
    value["filled"] = data.draw(st.permutations(value["filled"]))
    keys = data.draw(st.permutations(list(value)))
    text = json.dumps({key: value[key] for key in keys}, indent=data.draw(st.sampled_from([None, 2])))
    assert parse_position(text, states) == position == position_of_json(value, states.game)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[States, list[int | None]]:
    """A sheet with points that its categories can have, one of them open."""
    states = states_of(draw(st.sampled_from(GAMES)))
    options = states.options
    points = [
        draw(st.none() | st.sampled_from(sorted(set(options.points[options.category == c].tolist()))))
        for c in range(len(states.game.categories))
    ]
    points[draw(st.integers(0, len(points) - 1))] = None
    return states, points


@given(found=sheets(), data=st.data())
def test_sheets_are_read(found: tuple[States, list[int | None]], data: st.DataObject) -> None:
    """Totals, chip and points follow from the points of the categories."""
    states, points = found
    game = states.game
    dice = data.draw(st.lists(st.integers(1, game.faces), min_size=game.dice, max_size=game.dice))
    rerolls = data.draw(st.integers(0, game.rolls - 1))
    tokens = ["-" if p is None else p for p in points] + [rerolls, *dice]
    position = parse_position(" ".join(map(str, tokens)), states)
    assert position.filled == game.mask([c.id for c, p in zip(game.categories, points) if p is not None])
    assert position.upper == sum(p or 0 for c, p in zip(game.categories, points) if c.upper)
    bonus = game.upper_bonus if game.threshold and position.upper >= game.threshold else 0
    assert position.points == sum(p or 0 for p in points) + bonus
    yahtzee = game.yahtzee is not None and bool(points[game.yahtzee])
    assert position.chip == (yahtzee and game.yahtzee_bonus > 0)
    assert (position.dice, position.rerolls) == (tuple(sorted(dice)), rerolls)
    state_of(states, position)
    assert parse_position(format_words(game, position), states) == position


EXAMPLE = Position(YAHTZEE.full & ~YAHTZEE.mask(["ones", "yahtzee"]), 62, False, (1, 2, 2, 2, 6), 2)
"""Of the post about ysolver: ones and Yahtzee are open."""
WRITTEN = {
    "line": "- x x x x x x x x x x - x 62 False 2 1 2 2 2 6",
    "another order": "- x x x x x x x x x x - x 62 False 2 6 2 1 2 2",
    "words": "dice 1 2 2 2 6 | rerolls 2 | upper 62 | filled twos threes fours fives sixes three_of_a_kind "
    "four_of_a_kind full_house small_straight large_straight chance | chip no",
    "sheet": "- 6 9 8 15 24 20 0 25 30 40 - 22 2 1 2 2 2 6",
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_the_example_of_the_ysolver_post(kind: str) -> None:
    position = parse_position(WRITTEN[kind], builtin_states("yahtzee"))
    if kind == "sheet":
        assert position.points == 199
        position = Position(**{**vars(position), "points": None})
    assert position == EXAMPLE
    assert format_line(YAHTZEE, position) == WRITTEN["line"]
    assert format_words(YAHTZEE, position) == WRITTEN["words"]


def test_a_short_position() -> None:
    """What is left out is as at the start of a game."""
    states = builtin_states("yahtzee")
    expected = Position(0, 0, False, (1, 3, 3, 5, 6), 2)
    assert parse_position("dice 31365|rerolls 2", states) == expected
    assert parse_position('{"dice": [3, 1, 3, 6, 5], "rerolls": 2, "filled": []}', states) == expected


LINE = "- x x x x x x x x x x - x 62 False 2 1 2 2 2 6"
SHEET = "- 6 9 8 15 24 20 0 25 30 40 - 22 2 1 2 2 2 6"
WORDS = "dice 1 2 2 2 6 | rerolls 2"
JSON: dict[str, Any] = {"dice": [1, 2, 2, 2, 6], "rerolls": 2, "filled": ["ones"], "upper": 1}
DICE = "expected 5 dice with faces 1 to 6"
NUMBER_OF_WORDS = (
    "expected 5 dice, 21 words (marks, upper total, chip, rerolls, dice), 19 (points, rerolls, dice), "
    "parts with | between, or JSON"
)
FIRST_ROLLS = ["13356", "1 3 3 5 6", "6,5,3,3,1", "dice 13356", "dice 1 3 3 5 6 | filled -"]


@pytest.mark.parametrize("text", FIRST_ROLLS)
def test_dice_alone_are_a_first_roll(text: str) -> None:
    found = parse_position(text, builtin_states("yahtzee"))
    assert found == Position(0, 0, False, (1, 3, 3, 5, 6), 2, None)


def test_words_without_rerolls_have_all_of_them() -> None:
    found = parse_position("dice 1 2 2 | filled ones", builtin_states("toy"))
    assert (found.rerolls, found.filled) == (2, 1)


WRONG: list[tuple[str, str]] = [
    # words
    (f"{WORDS} | uper 5", "position: 'uper 5'; expected parts dice, rerolls, filled, upper, chip, points"),
    (f"{WORDS} | dice 1 2 3 4 5", "position: dice is there twice; expected it once"),
    (f"{WORDS} | upper 3 | filled ones | upper 4", "position: upper is there twice; expected it once"),
    ("rerolls 2 | upper 0", "position: no part 'dice'; expected it"),
    ("rerolls 2", "position: no part 'dice'; expected it"),
    ("dice 1 2 2 2 7 | rerolls 2", f"game yahtzee: dice 1 2 2 2 7; {DICE}"),
    ("dice 0 1 2 3 4 | rerolls 2", f"game yahtzee: dice 0 1 2 3 4; {DICE}"),
    ("dice 122266 | rerolls 2", f"game yahtzee: dice 1 2 2 2 6 6; {DICE}"),
    ("dice 1 2 2 2 | rerolls 2", f"game yahtzee: dice 1 2 2 2; {DICE}"),
    ("dice | rerolls 2", f"game yahtzee: dice -; {DICE}"),
    ("dice 1 2 2 2 six | rerolls 2", "position: dice: 'six'; expected faces"),
    ("dice 1;2;2;2;6 | rerolls 2", "position: dice: '1;2;2;2;6'; expected faces"),
    ("dice 1 2 2 2 -6 | rerolls 2", "position: dice: '-6'; expected faces"),
    ("dice 1 2 2 2 6 | rerolls 3", "game yahtzee: 3 rerolls left; expected 0 to 2"),
    ("dice 1 2 2 2 6 | rerolls -1", "position: rerolls: '-1'; expected a whole number"),
    ("dice 1 2 2 2 6 | rerolls two", "position: rerolls: 'two'; expected a whole number"),
    (f"{WORDS} | upper 5", "game yahtzee: upper total 5 cannot be with nothing filled; expected one of 0"),
    (f"{WORDS} | filled ones | upper 6", "upper total 6 cannot be with ones filled; expected one of 0-5"),
    (f"{WORDS} | filled twos | upper 5", "with twos filled; expected one of 0, 2, 4, 6, 8, 10"),
    (f"{WORDS} | chip yes", "game yahtzee: a chip needs the Yahtzee category filled; filled: nothing"),
    (f"{WORDS} | chip maybe", "position: chip: 'maybe'; expected yes or no"),
    (f"{WORDS} | filled nines", "game yahtzee: no category 'nines'; expected one of ones, twos, threes"),
    (f"{WORDS} | filled ones | upper 5 | points 4", "4 points with an upper total of 5; expected at least"),
    (f"{WORDS} | points few", "position: points: 'few'; expected a whole number"),
    (
        f"{WORDS} | upper 0 | filled {' '.join(c.id for c in YAHTZEE.categories)}",
        "game yahtzee: all categories are filled; expected an open one",
    ),
    # lines
    (LINE.replace("- x", "- y", 1), "position: mark 'y'; expected - (open) or x (filled)"),
    (LINE.replace("- x", "- -x", 1), "position: mark '-x'; expected - (open) or x (filled)"),
    (LINE.replace("False", "no"), "position: chip 'no'; expected True or False"),
    (LINE.replace("False", "True"), "game yahtzee: a chip needs the Yahtzee category filled"),
    (LINE.replace("62", "106"), "game yahtzee: upper total 106 cannot be with twos threes"),
    (LINE.replace("62", "-"), "position: upper total: '-'; expected a whole number"),
    (LINE.replace("False 2", "False 3"), "game yahtzee: 3 rerolls left; expected 0 to 2"),
    (LINE.replace("2 6", "2 9"), f"game yahtzee: dice 1 2 2 2 9; {DICE}"),
    (LINE.replace("2 6", "2 six"), "position: dice: 'six'; expected faces"),
    (f"{LINE} 1", f"position: 22 words; {NUMBER_OF_WORDS}"),
    (LINE.removesuffix(" 6"), f"position: 20 words; {NUMBER_OF_WORDS}"),
    ("", f"position: 0 words; {NUMBER_OF_WORDS}"),
    (LINE.replace("-", "x"), "game yahtzee: all categories are filled; expected an open one"),
    # sheets
    (SHEET.replace("40 -", "40 40"), "game yahtzee: 40 points in yahtzee; expected one of 0, 50"),
    (SHEET.replace("- 6", "- 5"), "game yahtzee: 5 points in twos; expected one of 0, 2, 4, 6, 8, 10"),
    (SHEET.replace("25 30", "26 30"), "26 points in full_house; expected one of 0, 25"),
    (SHEET.replace("- 6", "- x"), "position: points: 'x'; expected a whole number"),
    (SHEET.replace("- 6", "1 6").replace("40 -", "40 50"), "all categories are filled; expected an open one"),
    (SHEET.replace("22 2 ", "22 4 "), "game yahtzee: 4 rerolls left; expected 0 to 2"),
    (SHEET.replace("2 6", "2 8"), f"game yahtzee: dice 1 2 2 2 8; {DICE}"),
    # JSON
    ("{", "position: not JSON: "),
    ('{"dice": [1, 2, 2, 2, 6], "rerolls": 2, "filled": []} 1', "position: not JSON: Extra data"),
    ('{"a":' * 100_000, "position: not JSON: "),
    ("{}", "position: top level: key 'dice', 'rerolls', 'filled' is missing; expected dice, rerolls, filled"),
    (
        json.dumps({**JSON, "uper": 1}),
        "position: top level: unknown key 'uper'; expected only dice, rerolls, filled, upper, chip, points",
    ),
    (json.dumps({**JSON, "dice": "12226"}), "position: dice: '12226'; expected a list"),
    (json.dumps({**JSON, "dice": [1, 2, 2, 2, "6"]}), "position: dice.4: '6'; expected a whole number"),
    (json.dumps({**JSON, "dice": [1, 2, 2, 2, 6.0]}), "position: dice.4: 6.0; expected a whole number"),
    (json.dumps({**JSON, "dice": [1, 2, 2, 2, 0]}), "position: dice.4: 0; expected at least 1"),
    (json.dumps({**JSON, "dice": [1, 2, 2, 2, 7]}), f"game yahtzee: dice 1 2 2 2 7; {DICE}"),
    (json.dumps({**JSON, "dice": [1] * 21}), "position: dice: 21 of them; expected at most 20"),
    (json.dumps({**JSON, "rerolls": True}), "position: rerolls: True; expected a whole number"),
    (json.dumps({**JSON, "rerolls": 3}), "game yahtzee: 3 rerolls left; expected 0 to 2"),
    (json.dumps({**JSON, "upper": None}), "position: upper: None; expected a whole number"),
    (json.dumps({**JSON, "upper": 10**30}), "cannot be with ones filled; expected one of 0-5"),
    (json.dumps({**JSON, "upper": float("nan")}), "position: upper: nan; expected a whole number"),
    (json.dumps({**JSON, "chip": "no"}), "position: chip: 'no'; expected"),
    (json.dumps({**JSON, "chip": True}), "a chip needs the Yahtzee category filled; filled: ones"),
    (json.dumps({**JSON, "filled": ["nines"]}), "game yahtzee: no category 'nines'; expected one of ones"),
    (json.dumps({**JSON, "filled": [1]}), "position: filled.0: 1; expected text"),
    (json.dumps({**JSON, "points": -1}), "position: points: -1; expected at least 0"),
    (json.dumps({**JSON, "points": 0}), "0 points with an upper total of 1; expected at least as many"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[text[:60] for text, _ in WRONG])
def test_errors_of_positions(text: str, message: str) -> None:
    """One line that names what is wrong and what was expected."""
    states = builtin_states("yahtzee")
    with pytest.raises(UserError) as caught:
        state_of(states, parse_position(text, states))
    assert message in str(caught.value) and "\n" not in str(caught.value)
    assert "; expected" in str(caught.value) or "a chip needs" in message


def test_a_chip_in_a_game_without_yahtzee() -> None:
    states = toy_states("upper-bonus")
    with pytest.raises(UserError, match="game upper-bonus: a chip; expected none"):
        state_of(states, parse_position("dice 1 2 | rerolls 1 | chip yes", states))


ALPHABET = (
    'dice rerolls filled upper chip points yes no ones yahtzee True False x - | 0 1 2 6 62 { } : , " [ ]'
)


@given(st.text(max_size=60) | st.lists(st.sampled_from(ALPHABET.split()), max_size=22).map(" ".join))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    states = builtin_states("yahtzee")
    try:
        position = parse_position(text, states)
        state_of(states, position)
    except UserError:
        return
    assert parse_position(format_words(YAHTZEE, position), states) == position


def test_the_schema_of_positions() -> None:
    """Closed, and every key is described."""
    schema = position_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == ["dice", "rerolls", "filled", "upper", "chip", "points"]
    assert all(len(key["description"]) > 10 for key in schema["properties"].values())


# Actions


@given(data=st.data())
def test_actions_are_read_back(data: st.DataObject) -> None:
    game = states_of(data.draw(st.sampled_from(GAMES))).game
    keep = st.lists(st.integers(1, game.faces), max_size=game.dice).map(lambda dice: tuple(sorted(dice)))
    category = st.integers(0, len(game.categories) - 1)
    action = data.draw(
        keep.map(lambda dice: Action(keep=dice)) | category.map(lambda place: Action(category=place))
    )
    text = format_action(game, action)
    assert parse_action(f" {text} ", game) == action
    if action.keep:
        assert parse_action(f"keep {shuffled(data, action.keep)}", game) == action
        assert parse_action(f"keep {shuffled(data, action.keep).replace(' ', '')}", game) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("keep -", Action(keep=())),
        ("keep 6 1 6", Action(keep=(1, 6, 6))),
        ("keep 661", Action(keep=(1, 6, 6))),
        ("score yahtzee", Action(category=11)),
    ],
)
def test_actions(text: str, action: Action) -> None:
    assert parse_action(text, YAHTZEE) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "action: ''; expected keep and dice (or -), or score and a category"),
        ("keep", "action: 'keep'; expected keep and dice (or -), or score and a category"),
        ("hold 1 1", "action: 'hold 1 1'; expected keep and dice (or -), or score and a category"),
        ("Kept 1 1", "action: 'Kept 1 1'; expected keep"),
        ("keep - 1", "action: dice: '-'; expected faces"),
        ("keep one", "action: dice: 'one'; expected faces"),
        ("score", "game yahtzee: no category ''; expected one of ones, twos"),
        ("score nines", "game yahtzee: no category 'nines'; expected one of ones, twos"),
        ("score ones twos", "game yahtzee: no category 'ones twos'; expected one of ones, twos"),
    ],
)
def test_errors_of_actions(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_action(text, YAHTZEE)
    assert message in str(caught.value) and "\n" not in str(caught.value)
