"""Game files damaged at random: each loads or is refused in one line, quickly; no other exception."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from helpers import PROJECT

from yahtzee_core.checked_yaml import LOADERS, MOST_CHARACTERS, MOST_DEPTH, MOST_VALUES, load_yaml
from yahtzee_core.errors import LONGEST, UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import all_games, game_text, parse_game
from yahtzee_core.game.words import category_words, rule_words
from yahtzee_core.runs.preview import cost_lines, sample_scores

SEED = 20261
QUICK = 400
SMALL_KEEPS, SMALL_SHEET = 500, 7
"""Of a game whose options and states are made here, too."""
VALUES: list[Any] = [
    *(0, 1, -1, 2**31 - 1, 2**31, 2**63, 2**64, 10**18, 10**400, 100000, 100001, 32768, 12, 24),
    *(
        True,
        None,
        1.5,
        float("inf"),
        float("nan"),
        "",
        "all",
        "matching",
        "wins",
        "x" * 5000,
        "\x00",
        "\x1b[2J",
    ),
    *("é", "✓", "👍", [], {}, [[]], [1] * 30, {"a": 1}, [None], {"bonus": 1}, {"threshold": 1, "bonus": 1}),
]
TEXTS = [
    "\t",
    "- ",
    "{",
    "]",
    "&a ",
    "*a",
    "!!int ",
    "!!binary ",
    "<<: ",
    "? ",
    "\ufeff",
    "\x85",
    "\\ud800",
    '"\\ud800"',
    "9" * 30,
]


def any_text(random: random.Random, text: str) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice(TEXTS) + text[at + random.choice([0, 0, 1, 5]) :]


def other_number(random: random.Random, text: str) -> str:
    digits = [i for i, character in enumerate(text) if character.isdigit()]
    at = random.choice(digits)
    return text[:at] + str(random.choice(VALUES)) + text[at + 1 :]


def lines_about(random: random.Random, text: str) -> str:
    lines = text.splitlines()
    at = random.randrange(len(lines))
    lines[at : at + 1] = random.choice(
        [[], [lines[at]] * 2, [lines[at]] * 60, [lines[at][:9]], ["  " + lines[at]]]
    )
    return "\n".join(lines)


def cut_off(random: random.Random, text: str) -> str:
    return text[: random.randrange(len(text))]


def other_value(random: random.Random, text: str) -> str:
    """Any value of the file takes another one, is gone, or gets a key beside it."""
    raw = yaml.safe_load(text)
    for _ in range(random.choice([1, 1, 3])):
        holder, key = random.choice(list(places(raw)))
        if isinstance(holder, dict) and random.random() < 0.2:
            holder[random.choice([*holder, "upper", "plus", "total", "first_roll", "order", 7])] = (
                random.choice(VALUES)
            )
        elif random.random() < 0.1:
            del holder[key]
        else:
            holder[key] = random.choice(VALUES)
    return yaml.safe_dump(raw, sort_keys=False) if random.random() < 0.5 else json.dumps(raw)


def places(raw: Any) -> Any:
    """(holder, key) of every value within a value."""
    pairs = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in list(pairs):
        yield raw, key
        yield from places(value)


MUTATIONS: list[Callable[[random.Random, str], str]] = [
    any_text,
    other_number,
    lines_about,
    cut_off,
    other_value,
]


def mutated(random: random.Random, text: str) -> str:
    try:
        return random.choice(MUTATIONS)(random, text)
    except (yaml.YAMLError, IndexError, ValueError):  # damaged before: not all of it is there
        return any_text(random, text)


def refused(text: str) -> str | None:
    """The message of a refusal, None when the file is used."""
    try:
        use(parse_game(text, "mutated.yaml"))
    except UserError as error:
        return str(error)
    return None


def use(game: Game) -> None:
    """What the commands do with a game before they solve it."""
    words = [*map(category_words, game.categories), *rule_words(game), game.title, game.rule, game.source]
    json.dumps(words).encode()
    "\n".join(words).encode()
    assert len(game.fingerprint) == 16
    if game.n_keeps <= SMALL_KEEPS and len(game.categories) <= SMALL_SHEET:
        sample_scores(game)
        cost_lines(game)


@pytest.mark.parametrize("part", range(8))
def test_a_damaged_file_is_used_or_refused_in_one_line(part: int) -> None:
    dice = random.Random(SEED + part)
    names = [*all_games(), *["toy"] * 20]
    for number in range(QUICK // 8):
        text = game_text(dice.choice(names))
        for _ in range(dice.choice([1, 1, 2])):
            text = mutated(dice, text) or " "
        message = refused(text)
        assert message is None or one_short_line(message), (part, number, message)


def one_short_line(message: str) -> bool:
    message.encode("ascii", "backslashreplace")
    return (
        0 < len(message) <= LONGEST
        and message.isprintable()
        and message.startswith(("mutated.yaml: ", "game "))
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: " + "x" * MOST_CHARACTERS, f"{MOST_CHARACTERS + 3:,} characters; expected at most"),
        ("{" + ", ".join(f"k{i}: 1" for i in range(MOST_VALUES)) + "}", "line 1: values: more than 4,000"),
        ("[" * 9999 + "]" * 9999, f"line 1: levels: more than {MOST_DEPTH}; expected fewer"),
        ("a: &a [*a]", "line 1: values: more than"),
        (
            "\n".join(f"k{i}: &k{i} [{f'*k{i - 1}, ' * 9 if i else ''}]" for i in range(9)),
            "values: more than",
        ),
        ("\n".join(f"k{i}: &k{i} [{f'*k{i - 1}' if i else ''}]" for i in range(40)), "levels: more than 20"),
        ("dice: " + "9" * 400, "line 1: a number of 400 digits; expected at most 10^15"),
        ("dice: " + "9" * 5000, "expected a whole number"),
        ("dice: !!int ''", "line 1: ''; expected a whole number"),
        ("dice: !!bool maybe", "a tag that its value does not fit"),
        ('title: "\\ud800"', "line 1: half of a surrogate pair, which is no character; expected text"),
        ('"\\ud800": 1', "half of a surrogate pair"),
        ("{" + ", ".join(f"k{i}: 1" for i in range(900)) + "}", "unknown key 'k0', 'k1'"),
        ('"\\e[31m": 1', r"unknown key '\x1b[31m'"),
    ],
)
def test_sizes_are_refused_before_the_schema_is_applied(text: str, words: str) -> None:
    message = refused(text)
    assert message is not None and words in message and len(message) <= LONGEST and message.isprintable()


def test_as_much_as_is_allowed_is_read() -> None:
    assert len(load_yaml("\n".join(f"- {i}" for i in range(MOST_VALUES - 1)), "long.yaml")) == MOST_VALUES - 1
    deep = load_yaml("[" * (MOST_DEPTH - 1) + "1" + "]" * (MOST_DEPTH - 1), "deep.yaml")
    assert str(deep).count("[") == MOST_DEPTH - 1


@pytest.mark.parametrize("folder", ["src", "config"])
def test_every_parser_of_yaml_reads_the_same(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With libyaml and without it, in all files of the project."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((PROJECT / folder).rglob("*.yaml"))]
    read = []
    for loader in LOADERS:
        monkeypatch.setattr("yahtzee_core.checked_yaml.LOADERS", [loader])
        read.append([load_yaml(text, "a.yaml") for text in texts if len(text) <= MOST_CHARACTERS])
    assert len(LOADERS) == 2 and read[0] == read[1] and len(read[0]) > 5


def test_a_long_message_keeps_where_it_is_and_what_was_expected() -> None:
    message = str(UserError("x.yaml: key: " + "many words " * 99 + "; expected fewer"))
    assert len(message) == LONGEST
    assert message.startswith("x.yaml: key: many") and message.endswith("; expected fewer")
