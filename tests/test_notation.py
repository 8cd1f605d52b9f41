"""States in words: read back what was written, in any order and with any blanks; errors name the part."""

from itertools import permutations

import pytest
from brute_force import State as RealState
from helpers import toy_oracle, toy_states
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_core.errors import UserError
from yahtzee_core.game import Game, load_game
from yahtzee_core.notation import format_state, parse_state

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
        ("filled ones, twos", "game yahtzee: no category 'ones,'; expected one of ones, twos"),
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
        ("chip Yes", "state: chip: 'Yes'; expected yes or no"),
        ("chip no | chip no", "state: chip is there twice; expected it once"),
        ("filled ones | filled twos", "state: filled is there twice; expected it once"),
        ("ones twos", "state: 'ones twos'; expected parts filled, upper, chip, with | between"),
        ("upper 5 chip yes", "state: upper: '5 chip yes'; expected the total"),
        ("Upper 5", "state: 'Upper 5'; expected parts filled, upper, chip, with | between"),
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
