"""What a rule is worth: a game solved again with one rule changed at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pyarrow as pa

from ..game.game import Category, Game
from ..solve.expected import solve_expected
from ..solve.saved import solve_saved_start
from ..turn.states import States

MOST_SAVED = 6_000_000
"""Saved rolls are tried where they make no more numbers than that."""
JOKERS = {"free": "joker goes anywhere", "forced": "forced joker", "always": "joker always"}
STEP = 5
"""How far the threshold of the upper bonus is moved."""


@dataclass(frozen=True)
class Change:
    """A game with one rule changed. id: in tables; words: for people."""

    id: str
    words: str
    game: Game


def changes(game: Game) -> list[Change]:
    """The game as it is, and every change that makes sense for it."""
    every = [Change("as-it-is", "as it is", game)]
    for part in (_of_upper, _of_yahtzee, _of_turn, _of_sheet):
        every += part(game)
    return every


def rule_change_rows(game: Game) -> pa.Table:
    """The table `rule_changes`: expected scores, and the difference to the game as it is."""
    rows: list[dict[str, object]] = []
    base = 0.0
    for change in changes(game):
        solve = solve_saved_start if change.game.saved_rolls else solve_expected
        solved = solve(change.game, threads=1)
        base = base if rows else solved.start_value
        rows.append(
            {
                "change": change.id,
                "words": change.words,
                "expected": solved.start_value,
                "difference": solved.start_value - base,
                "sd": solved.start_sd,
                "states": solved.states.size,
            }
        )
    return pa.Table.from_pylist(rows)


def _of_upper(game: Game) -> Iterator[Change]:
    if not game.upper_bonus or game.further:
        return
    yield Change("no-upper-bonus", "no upper bonus", replace(game, threshold=0, upper_bonus=0))
    for step in (-STEP, STEP):
        threshold = game.threshold + step
        if threshold > 0:
            words = f"upper bonus from {threshold}"
            yield Change(f"upper-bonus-from-{threshold}", words, replace(game, threshold=threshold))


def _of_yahtzee(game: Game) -> Iterator[Change]:
    if game.yahtzee_bonus:
        yield Change("no-yahtzee-bonus", "no Yahtzee bonus", replace(game, yahtzee_bonus=0))
    if game.joker is None:
        return
    yield Change("no-joker", "no joker", replace(game, joker=None, joker_scores={}))
    for placement, words in JOKERS.items():
        if placement != game.joker and not (placement == "forced" and game.order):
            yield Change(f"joker-{placement}", words, replace(game, joker=placement))


def _of_turn(game: Game) -> Iterator[Change]:
    if game.rolls > 1:
        yield Change("one-roll-less", "one roll less", replace(game, rolls=game.rolls - 1))
    yield Change("one-roll-more", "one roll more", replace(game, rolls=game.rolls + 1))
    saving = replace(game, saved_rolls=True)
    if not game.rolls_matter and game.rolls > 1 and States(saving).size <= MOST_SAVED:
        yield Change("saved-rolls", "unused rolls are saved", saving)
    yield Change("one-die-more", "one die more", replace(game, dice=game.dice + 1))
    if game.dice > max(1, *(_dice_needed(category) for category in game.categories)):
        yield Change("one-die-less", "one die less", replace(game, dice=game.dice - 1))


def _of_sheet(game: Game) -> Iterator[Change]:
    if game.order is None and game.joker != "forced":
        yield Change("in-order", "sheet filled from top to bottom", replace(game, order="down"))
    lax = tuple(_lax(category) for category in game.categories)
    if lax != game.categories:
        words = "equal dice make several groups"
        yield Change("lax-groups", words, replace(game, categories=lax))


def _lax(category: Category) -> Category:
    """A category whose groups may show one face: five of a kind is a full house then."""
    several = len(category.pattern.groups or ()) > 1
    return replace(category, pattern=replace(category.pattern, distinct=False)) if several else category


def _dice_needed(category: Category) -> int:
    pattern = category.pattern
    return max(sum(pattern.groups or ()), pattern.run or 0, len(pattern.faces or ()))
