"""What a game is: dice, a score sheet of categories, bonuses and a joker rule."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from math import comb
from operator import or_

from ..errors import UserError
from .names import Names, names_of, plain, readings
from .scoring import Pattern


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


@dataclass(frozen=True)
class Category:
    """One line of the score sheet. `title` is for people and does not enter the fingerprint.

    first_roll: points more when a first roll scores above 0 in it.
    """

    id: str
    title: str
    upper: bool
    pattern: Pattern
    first_roll: int = 0


@dataclass(frozen=True)
class Game:
    """The rule set of a game, checked. Bonuses that the game lacks are 0, a joker that it lacks None.

    `yahtzee` is the index of the category for equal dice, `joker` is "free", "forced" or "always", and
    `joker_scores` maps the index of a lower category to the points of a joker there. `further` are more upper
    bonuses, (threshold, points), rising. `order` is "down" or "up" where the sheet is filled in order.
    `limit` is the most Yahtzee bonuses in a game, which States refuses.
    """

    id: str
    title: str
    rule: str
    source: str
    dice: int
    faces: int
    rolls: int
    categories: tuple[Category, ...]
    threshold: int
    upper_bonus: int
    yahtzee: int | None
    yahtzee_bonus: int
    joker: str | None
    joker_scores: dict[int, int]
    saved_rolls: bool = False
    further: tuple[tuple[int, int], ...] = ()
    order: str | None = None
    limit: int | None = None

    def index(self, category: str) -> int:
        """Place of a category on the sheet, from 0, by its id or as people write it (names.py).

        UserError names the ones that exist, or both that the name can be.
        """
        ids, places = [c.id for c in self.categories], self.places(category)
        if not places:
            raise UserError(
                f"game {self.id}: no category '{category[:40]}'; expected one of {', '.join(ids)}"
            )
        if len(places) > 1:
            raise self._ambiguous(category, [ids[place] for place in places])
        return places[0]

    def places(self, category: str) -> list[int]:
        """The places on the sheet that the name of a category can mean; an id means itself alone."""
        ids = [c.id for c in self.categories]
        return [ids.index(category)] if category in ids else sorted(self._names.get(plain(category), ()))

    def mask_of(self, text: str) -> int:
        """Bit mask of categories as people write them, with blanks or commas between; UserError likewise."""
        return reduce(or_, (self._mask_of_words(words) for words in text.split(",")), 0)

    def _mask_of_words(self, text: str) -> int:
        words = text.split()
        if {*words} <= {c.id for c in self.categories}:
            return self.mask(tuple(words))
        sets = readings(text, self._names)
        if not sets or not all(map(plain, words)):
            known = {part for name in self._names for part in name.split("_")}
            strange = [word for word in words if not {*plain(word).split("_")} <= known]
            return self.mask(tuple(strange or words))
        if len(sets) > 1:
            raise self._ambiguous(text.strip(), [" ".join(self.names(_bits(one))) for one in sets])
        return _bits(sets[0])

    def _ambiguous(self, text: str, meanings: list[str]) -> UserError:
        return UserError(f"game {self.id}: '{text[:40]}' can be {' or '.join(meanings)}; expected ids")

    @cached_property
    def _names(self) -> Names:
        return names_of((c.id, c.title, c.pattern.face if c.upper else None) for c in self.categories)

    @property
    def known_names(self) -> Names:
        """The places that each name of a category may mean, by plain name (names.py)."""
        return self._names

    def mask(self, categories: list[str] | tuple[str, ...]) -> int:
        """Bit mask of categories; bit i is the i-th category of the sheet."""
        return sum({1 << self.index(c) for c in categories})

    def names(self, mask: int) -> list[str]:
        """Categories of a bit mask, in sheet order."""
        return [c.id for i, c in enumerate(self.categories) if mask >> i & 1]

    @property
    def n_rolls(self) -> int:
        """Multisets of all dice: the rolls of the lattice."""
        return comb(self.dice + self.faces - 1, self.dice)

    @property
    def n_keeps(self) -> int:
        """Multisets of at most all dice: the keeps of the lattice."""
        return comb(self.dice + self.faces, self.dice)

    @property
    def full(self) -> int:
        """Mask of the whole sheet."""
        return (1 << len(self.categories)) - 1

    def upper_category(self, face: int) -> int | None:
        """Index of the upper category of a face, None when the sheet has none."""
        for i, c in enumerate(self.categories):
            if c.upper and c.pattern.face == face:
                return i
        return None

    @property
    def equal_dice(self) -> int | None:
        """Index of the category for equal dice, whatever its name; None when the sheet has none."""
        if self.yahtzee is not None or self.dice == 1:
            return self.yahtzee
        alike = (i for i, c in enumerate(self.categories) if c.pattern.groups == (self.dice,))
        return next(alike, None)

    @property
    def upper_bonuses(self) -> tuple[tuple[int, int], ...]:
        """(threshold, points) of every upper bonus, rising; none is one of 0 points."""
        return (self.threshold, self.upper_bonus), *self.further

    def upper_bonus_of(self, upper: int) -> int:
        """The points of all upper bonuses that an upper total earns."""
        return sum(points for threshold, points in self.upper_bonuses if threshold <= upper)

    @property
    def top(self) -> int:
        """The highest threshold."""
        return self.upper_bonuses[-1][0]

    @property
    def rolls_matter(self) -> bool:
        """Whether the rolls left at the end of a turn count: they are saved, or a first roll scores more."""
        return self.saved_rolls or any(c.first_roll for c in self.categories)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 (hex, 16 digits) of all that changes a value: not of titles, words or comments."""
        rules = {
            "dice": [self.dice, self.faces, self.rolls],
            "sheet": [[c.id, c.upper, repr(c.pattern)] for c in self.categories],
            "upper": [self.threshold, self.upper_bonus],
            "yahtzee": [self.yahtzee, self.yahtzee_bonus],
            "joker": [self.joker, sorted(self.joker_scores.items())],
        }
        if self.further or self.order:
            rules["more"] = [self.further, self.order]
        if self.rolls_matter:
            rules["turns"] = [self.saved_rolls, *(c.first_roll for c in self.categories)]
        return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]
