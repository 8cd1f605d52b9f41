"""A game followed roll by roll: what it knows, and that a wrong roll or action changes nothing."""

import pytest
from helpers import builtin_states

from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.advice.notation import parse_action
from yahtzee_core.errors import UserError
from yahtzee_core.turn.positions import Action, Position

TOY = builtin_states("toy")
START = GameSoFar.start(TOY, 2)


def acted(game: GameSoFar, dice: tuple[int, ...], rerolls: int, words: str) -> GameSoFar:
    """The game after a roll and an action."""
    return game.after(game.rolled(dice, rerolls), parse_action(words, TOY.game))


def test_a_turn() -> None:
    """Dice are kept, then scored; the game before is as it was."""
    kept = acted(START, (1, 1, 2), 2, "keep 1 1")
    assert (kept.kept, kept.left, kept.turn, kept.points) == ((1, 1), 1, 1, 0)
    scored = acted(kept, (1, 1, 1), 1, "score yahtzee")
    assert (scored.kept, scored.left, scored.rerolls, scored.turn) == ((), None, 2, 2)
    assert (scored.points, scored.upper, scored.state.chip) == (15, 0, 1)
    assert GameSoFar.start(TOY, 2) == START and START.points == 0


def test_extra_yahtzees_are_counted() -> None:
    """Points are what the categories and the bonuses have scored."""
    game = acted(acted(START, (1, 1, 1), 2, "score yahtzee"), (2, 2, 2), 2, "score twos")
    assert (game.extra, game.upper, game.points) == (1, 6, 15 + 6 + 20)
    assert game.open_names == ["ones", "threes", "fours", "pair", "straight"]
    assert game.without_dice == Position(0b1000010, 6, True, (), 0, 41)


def test_what_a_roll_can_score() -> None:
    """Every open category, and where each leads."""
    game = acted(START, (1, 1, 1), 2, "score yahtzee")
    position = game.rolled((2, 2, 2), 2)
    after = game.scores(position)
    assert sorted(after) == [0, 1, 2, 3, 4, 5]
    assert all(after[c] == game.after(position, Action(category=c)) for c in after)


@pytest.mark.parametrize(
    ("dice", "rerolls", "message"),
    [
        ((1, 2, 3), 1, "dice 1 2 3; expected the kept 1 1 among them"),
        ((1, 1, 3), 2, "rerolls 2; expected 1"),
        ((1, 1, 5), 1, "game toy: dice 1 1 5; expected 3 dice with faces 1 to 4"),
    ],
)
def test_rolls_that_do_not_follow(dice: tuple[int, ...], rerolls: int, message: str) -> None:
    game = acted(START, (1, 1, 2), 2, "keep 1 1")
    with pytest.raises(UserError) as caught:
        game.rolled(dice, rerolls)
    assert str(caught.value) == message


def test_any_roll_may_begin_a_turn_that_says_no_first() -> None:
    for rerolls in range(3):
        assert GameSoFar.start(TOY).rolled((1, 1, 2), rerolls).rerolls == rerolls


def test_no_roll_after_the_last_category() -> None:
    game = GameSoFar(TOY, (1, 4, 6, 8, 11, 8, 15)).checked()
    assert game.over and game.turn == 8
    with pytest.raises(UserError, match="after all categories are filled; expected the end of the game"):
        game.rolled((1, 1, 1), 0)
    with pytest.raises(UserError, match="final 1; expected 63, the sum of the moves"):
        game.check_final(1)
