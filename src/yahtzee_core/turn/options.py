"""What may be scored where: the options of every roll in every situation of the score sheet."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ..arrays import Bools, Ints
from ..game.game import Game
from ..game.scoring import Pattern
from .dice import Lattice, lattice
from .machine import require_room

NO_OPTION = -1


@lru_cache(maxsize=256)
def _points(pattern: Pattern, dice: int, faces: int) -> tuple[int, ...]:
    """The points of every roll by a pattern, which many games have in common."""
    return tuple(pattern.points(roll) for roll in lattice(dice, faces).rolls.tolist())


class Options:
    """The options of a game, numbered, and which of them a roll has.

    An *option* is (category, points, extra): to score `points` in `category`; `extra` tells that the
    roll is an extra Yahtzee (all dice equal, Yahtzee category filled), which earns the Yahtzee bonus
    when the state has the chip. Points are without bonuses.

    A *situation* is what the filled categories tell of jokers: all masks of a situation have the
    same options for the same roll, as far as their categories are open.

    category, points: (n_options,) int32; extra: (n_options,) bool.
    premium: (n_options,) int32, points more in the first roll.
    situation: (2**n_categories,) int32 by mask.
    choice: (n_situations, n_categories, n_rolls) int32, the option of a roll in a category, NO_OPTION
    where the joker rule forbids it. Open categories are for the caller to select.
    plain_points: by category and roll, without the Yahtzee category filled.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lattice: Lattice = lattice(game.dice, game.faces)
        self._numbers: dict[tuple[int, int, bool], int] = {}
        self.situation, situations = self._situations()
        entries = len(situations) * len(game.categories) * game.n_rolls
        what = f"the options of {game.n_rolls:,} rolls in {len(situations):,} situations"
        require_room(f"game {game.id}: {what}", 8 * entries)
        self.plain_points = [[*_points(c.pattern, game.dice, game.faces)] for c in game.categories]
        if game.joker == "always":
            self._score_equal_dice()
        self._plain = self._plain_choice()
        self.choice = np.stack([self._choice(s) for s in situations])
        numbers = list(self._numbers)
        self.category: Ints = np.array([n[0] for n in numbers], dtype=np.int32)
        self.points: Ints = np.array([n[1] for n in numbers], dtype=np.int32)
        self.extra = np.array([n[2] for n in numbers], dtype=bool)
        first_roll = np.array([c.first_roll for c in game.categories], dtype=np.int32)
        self.premium: Ints = np.where(self.points > 0, first_roll[self.category], 0).astype(np.int32)

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, mask: int, roll: int) -> list[int]:
        """Options of a roll (its index among the rolls) in a state with these filled categories."""
        by_category = self.choice[self.situation[mask], :, roll]
        free = [c for c in range(len(by_category)) if not mask >> c & 1]
        return [int(by_category[c]) for c in free if by_category[c] != NO_OPTION]

    def open_choices(self, mask: int) -> Ints:
        """(n_rolls, n_open): the option of each roll in each open category, NO_OPTION if it has none."""
        free = [c for c in range(len(self.game.categories)) if not mask >> c & 1]
        return np.ascontiguousarray(self.choice[self.situation[mask], free].T)

    def in_situation(self, mask: int) -> list[int]:
        """Options that some roll has in a state with these filled categories, rising."""
        used, start = self.used
        situation = self.situation[mask]
        here = used[start[situation] : start[situation + 1]]
        return [int(option) for option in here if not mask >> int(self.category[option]) & 1]

    @cached_property
    def used(self) -> tuple[Ints, Ints]:
        """(options, start): options[start[s]:start[s + 1]] are those that situation s has, rising."""
        per_situation = [np.unique(c[c != NO_OPTION]) for c in self.choice]
        start = np.cumsum([0, *map(len, per_situation)], dtype=np.int32)
        return np.concatenate(per_situation).astype(np.int32), start

    @cached_property
    def reachable(self) -> Bools:
        """(2**n_categories,) bool: whether a game can fill these categories and no others."""
        masks = np.arange(1 << len(self.game.categories))
        if self.game.order is None:
            return np.ones(len(masks), dtype=bool)
        rest = masks if self.game.order == "down" else masks ^ self.game.full
        reachable: Bools = rest & (rest + 1) == 0
        return reachable

    @cached_property
    def possible(self) -> Bools:
        """(n_options,) bool: which options some game can have; a sheet filled in order meets few jokers."""
        masks = np.flatnonzero(self.reachable)
        is_open = np.zeros(len(self.choice), dtype=np.int64)
        np.bitwise_or.at(is_open, self.situation[masks], self.game.full & ~masks)
        possible = np.zeros(len(self), dtype=bool)
        for choice, free in zip(self.choice, is_open.tolist(), strict=True):
            options = choice[[c for c in range(len(choice)) if free >> c & 1]]
            possible[options[options != NO_OPTION]] = True
        return possible

    def _score_equal_dice(self) -> None:
        """Jokers that need no filled category score as if their points were those of the pattern."""
        for face in range(1, self.game.faces + 1):
            roll = self.lattice.keep_index([face] * self.game.dice) - self.lattice.first_roll
            for category, points in self.game.joker_scores.items():
                self.plain_points[category][roll] = points

    def _situations(self) -> tuple[Ints, list["Situation"]]:
        game, masks = self.game, np.arange(1 << len(self.game.categories))
        key = np.zeros(len(masks), dtype=np.int64)
        if game.yahtzee is not None:
            filled = masks >> game.yahtzee & 1
            upper = masks & _bits(game, upper=True)
            lower_open = masks & _bits(game, upper=False) != _bits(game, upper=False)
            joker = game.joker in ("free", "forced")
            key = filled * (1 + joker * (2 * upper + (lower_open if game.joker == "forced" else 0)))
        turn = np.bitwise_count(masks) if game.order else 0 * masks
        turns = len(game.categories) + 1
        key = np.where(self.reachable, key * turns + turn, 0)
        keys, situation = np.unique(key, return_inverse=True)
        return situation.astype(np.int32), [self._situation(*divmod(int(k), turns)) for k in keys]

    def _situation(self, key: int, turn: int) -> "Situation":
        only = None
        if self.game.order:
            only = turn if self.game.order == "down" else len(self.game.categories) - 1 - turn
        return Situation(key > 0, (key - 1) >> 1, bool((key - 1) & 1), only)

    def _plain_choice(self) -> Ints:
        return np.array(
            [[self._number(c, p, False) for p in row] for c, row in enumerate(self.plain_points)],
            dtype=np.int32,
        )

    def _choice(self, situation: "Situation") -> Ints:
        choice = self._plain.copy()
        if situation.yahtzee_filled:
            for face in range(1, self.game.faces + 1):
                roll = self.lattice.keep_index([face] * self.game.dice) - self.lattice.first_roll
                own = self.game.upper_category(face)
                for category in range(len(self.game.categories)):
                    choice[category, roll] = self._extra(situation, category, own, roll)
        if situation.only is not None:
            choice[np.arange(len(choice)) != situation.only] = NO_OPTION
        return choice

    def _extra(self, situation: "Situation", category: int, own: int | None, roll: int) -> int:
        """The option of an extra Yahtzee in a category; `own` is the upper category of its face."""
        game = self.game
        points = self.plain_points[category][roll]
        if game.joker in (None, "always"):
            return self._number(category, points, True)
        own_open = own is not None and not situation.upper_filled >> own & 1
        if game.joker == "forced":
            if own_open and category != own:
                return NO_OPTION
            if not own_open and situation.lower_open and game.categories[category].upper:
                return NO_OPTION
        if not own_open:
            points = game.joker_scores.get(category, points)
        return self._number(category, points, True)

    def _number(self, category: int, points: int, extra: bool) -> int:
        return self._numbers.setdefault((category, points, extra), len(self._numbers))


@dataclass(frozen=True)
class Situation:
    """What decides the options of a roll beside open categories.

    The first three are for extra Yahtzees; `lower_open` is read by forced jokers only. only: the category
    whose turn it is where the sheet is filled in order, else None.
    """

    yahtzee_filled: bool
    upper_filled: int
    lower_open: bool
    only: int | None


def _bits(game: Game, upper: bool) -> int:
    return sum(1 << i for i, c in enumerate(game.categories) if c.upper == upper)
