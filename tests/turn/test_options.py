"""Options of every roll against the oracle, and the arrays that the kernels read."""

from functools import cache

import numpy as np
import pytest
from brute_force import BruteForce, Dice, State
from helpers import TOYS, parse, rolls_of, toy_oracle, toy_states
from hypothesis import given, settings
from toy_games import TOY_GAMES, Raw, games

from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.turn.options import NO_OPTION, Options

Meaning = tuple[str, int, bool]
"""What an option is: category, points, extra."""

EXTRA_FREE = "joker-free"
EXTRA_FORCED = "joker-forced"


def without_bonuses(raw: Raw) -> BruteForce:
    """The oracle of a game that pays no upper bonus and no Yahtzee bonus."""
    rules = {key: value for key, value in raw.items() if key != "upper"}
    if "yahtzee" in rules:
        rules["yahtzee"] = {**rules["yahtzee"], "bonus": 0}
    return BruteForce(rules)


def expected_options(raw: Raw, oracle: BruteForce, state: State, dice: Dice) -> list[Meaning]:
    """What may be scored, by the oracle."""
    yahtzee = raw.get("yahtzee", {}).get("category")
    extra = yahtzee in state[0] and len(set(dice)) == 1
    return [(category, points, extra) for category, points, _ in oracle.choices(*state, dice)]


def found_options(options: Options, state: State, roll: int) -> list[Meaning]:
    """What may be scored, by the solver."""
    mask = options.game.mask(sorted(state[0]))
    return [meaning(options, option) for option in options.of(mask, roll)]


def meaning(options: Options, option: int) -> Meaning:
    """What an option is."""
    category = options.game.categories[options.category[option]].id
    return category, int(options.points[option]), bool(options.extra[option])


def check_game(raw: Raw, options: Options, states: set[State]) -> None:
    """Compare every roll of some states."""
    oracle, rolls = without_bonuses(raw), rolls_of(options.lattice)
    for state in states:
        for roll, dice in enumerate(rolls):
            expected = expected_options(raw, oracle, state, dice)
            assert found_options(options, state, roll) == expected, (state, dice)


@pytest.mark.parametrize("order", [None, "down", "up"])
@pytest.mark.parametrize("name", ["joker-free", "plain", "upper-bonus"])
def test_which_options_are_possible(name: str, order: str | None) -> None:
    """Those that some roll has in some state: in order, a joker only goes below the Yahtzee, or above it."""
    raw = TOY_GAMES[name] | ({"order": order} if order else {})
    oracle, options = without_bonuses(raw), Options(parse(raw))
    occurring = {
        one
        for state in oracle.states()
        if len(state[0]) < len(raw["categories"])
        for dice in rolls_of(options.lattice)
        for one in expected_options(raw, oracle, state, dice)
    }
    found = {meaning(options, option) for option in np.flatnonzero(options.possible).tolist()}
    assert found == occurring
    if name == "joker-free" and order:
        assert not options.possible.all()


@pytest.mark.parametrize("name", TOYS)
def test_options_of_toy_games(name: str) -> None:
    check_game(TOY_GAMES[name], toy_states(name).options, toy_oracle(name).states())


@given(games())
@settings(max_examples=30, deadline=None)
def test_options_of_any_game(raw: Raw) -> None:
    check_game(raw, Options(parse(raw)), BruteForce(raw).states())


def test_toy_games_have_what_is_to_be_tested() -> None:
    """Extra Yahtzees, jokers with points of their own, and rolls that may not go everywhere."""
    assert toy_states(EXTRA_FREE).options.extra.any()
    triples = {m for m in meanings_of(toy_states(EXTRA_FREE).options) if m[0] == "triple" and m[2]}
    assert triples == {("triple", 12, True), ("triple", 16, True)}
    assert (toy_states(EXTRA_FORCED).options.choice == NO_OPTION).any()
    assert (toy_states(EXTRA_FREE).options.choice != NO_OPTION).all()
    assert not toy_states("plain").options.extra.any()


def meanings_of(options: Options) -> list[Meaning]:
    """What all options are, by number."""
    return [meaning(options, option) for option in range(len(options))]


@cache
def options_of(name: str) -> Options:
    """The options of a toy or built-in game."""
    return toy_states(name).options if name in TOY_GAMES else Options(load_game(name))


ALL_GAMES = pytest.mark.parametrize("name", [*TOYS, *builtin_games()])


@ALL_GAMES
def test_options_are_numbered_once(name: str) -> None:
    options = options_of(name)
    meanings = meanings_of(options)
    assert len(meanings) == len(set(meanings)) == len(options)
    used = np.unique(options.choice[options.choice != NO_OPTION])
    assert used.tolist() == list(range(len(options)))


@ALL_GAMES
def test_options_sit_in_their_categories(name: str) -> None:
    choice = options_of(name).choice
    categories = np.arange(choice.shape[1])[None, :, None]
    found = np.where(choice == NO_OPTION, categories, options_of(name).category[choice])
    assert (found == categories).all()


@ALL_GAMES
def test_used_lists_the_options_of_each_situation(name: str) -> None:
    options = options_of(name)
    used, start = options.used
    for situation, choice in enumerate(options.choice):
        part = used[start[situation] : start[situation + 1]].tolist()
        assert part == sorted(set(choice[choice != NO_OPTION].tolist()))
    assert start[-1] == len(used)


@ALL_GAMES
def test_every_open_sheet_takes_every_roll(name: str) -> None:
    """Each mask but the full one has an option for each roll, also when a joker is forced."""
    options = options_of(name)
    allowed = options.choice != NO_OPTION
    masks = np.arange(len(options.situation) - 1)
    is_open = 1 - (masks[:, None] >> np.arange(len(options.game.categories)) & 1).astype(np.float32)
    for situation in range(len(allowed)):
        inside = is_open[options.situation[masks] == situation]
        assert (inside @ allowed[situation].astype(np.float32)).min(initial=1) > 0


@ALL_GAMES
def test_extra_options_are_those_of_equal_dice(name: str) -> None:
    """An extra option belongs to a roll of equal dice with the Yahtzee category filled."""
    options = options_of(name)
    equal = (options.lattice.rolls == options.game.dice).any(axis=1)
    yahtzee = options.game.yahtzee
    masks = np.arange(len(options.situation))
    yahtzee_filled = np.zeros(len(masks), dtype=int) if yahtzee is None else masks >> yahtzee & 1
    for situation, filled in np.unique(np.stack([options.situation, yahtzee_filled]), axis=1).T:
        extra = options.extra[options.choice[situation]]
        extra &= options.choice[situation] != NO_OPTION
        assert (extra.any(axis=0) == (equal & filled)).all()


def test_yahtzee_by_hand() -> None:
    options = options_of("yahtzee")
    game = options.game
    roll = options.lattice.keep_index([4] * 5) - options.lattice.first_roll
    fours_open, fours_filled = game.mask(["yahtzee"]), game.mask(["yahtzee", "fours"])
    assert points_of(options, 0, roll)["full_house"] == (0, False)
    assert points_of(options, fours_open, roll)["full_house"] == (0, True)
    joker = points_of(options, fours_filled, roll)
    assert joker["full_house"] == (25, True)
    assert joker["small_straight"] == (30, True)
    assert joker["large_straight"] == (40, True)
    assert joker["chance"] == (20, True)
    assert joker["ones"] == (0, True)
    assert "fours" not in joker and "yahtzee" not in joker


def points_of(options: Options, mask: int, roll: int) -> dict[str, tuple[int, bool]]:
    """Points and the extra flag by category."""
    found = [meaning(options, option) for option in options.of(mask, roll)]
    return {category: (points, extra) for category, points, extra in found}


def test_forced_yahtzee_by_hand() -> None:
    options = options_of("yahtzee-forced")
    game = options.game
    roll = options.lattice.keep_index([4] * 5) - options.lattice.first_roll
    lower = [c.id for c in game.categories if not c.upper]
    assert points_of(options, game.mask(["yahtzee"]), roll) == {"fours": (20, True)}
    joker = points_of(options, game.mask(["yahtzee", "fours"]), roll)
    assert list(joker) == [c for c in lower if c != "yahtzee"]
    left = points_of(options, game.mask([*lower, "fours"]), roll)
    assert left == dict.fromkeys(["ones", "twos", "threes", "fives", "sixes"], (0, True))


def test_yacht_has_one_situation_and_no_extras() -> None:
    options = options_of("yacht")
    assert len(options.choice) == 1
    assert not options.situation.any() and not options.extra.any()
