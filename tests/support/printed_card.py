"""A card played by its printed words: a second reading of a card, that knows nothing of its file.

Sentences are taken apart by their words alone, dice are tuples of faces, and points are those of the brute
force.
"""

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from brute_force import pattern_points

Dice = tuple[int, ...]
Holds = Callable[[frozenset[str], int], bool]
"""Of the open categories (titles) and the rerolls left."""
NAMES = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
WORDS = {word: number for number, word in enumerate(NAMES)}


class PrintedLine:
    """One sentence of a card."""

    def __init__(self, raw: dict[str, Any], words: str) -> None:
        self.raw, self.faces = raw, raw["faces"]
        self.titles = {c["title"]: c for c in raw["categories"]}
        self.upper = {c["face"]: c["title"] for c in raw["categories"] if c["section"] == "upper"}
        what, *when = re.split(r", (?=while |once |with \w+ rerolls? left)", words)
        self.what = what.removeprefix("Keep ")
        self.conditions = [self._condition(text) for text in when]

    def keep(self, dice: Dice, is_open: frozenset[str], rerolls: int) -> Dice | None:
        """The dice kept, None where the line does not fit."""
        if not all(holds(is_open, rerolls) for holds in self.conditions):
            return None
        return next(self._kept(tuple(sorted(dice)), is_open), None)

    def _condition(self, text: str) -> Holds:
        if found := re.fullmatch(r"with (\w+) rerolls? left", text):
            return lambda is_open, rerolls: rerolls == WORDS[found[1]]
        if found := re.fullmatch(r"once (at most )?(\w+) upper categor(y is|ies are) open", text):
            return lambda is_open, rerolls: len(is_open & {*self.upper.values()}) <= WORDS[found[2]]
        if found := re.fullmatch(r"once (.*) (is|are) filled", text):
            names = found[1].split(" and ")
            assert {*names} <= {*self.titles}
            return lambda is_open, rerolls: not is_open & {*names}
        found = re.fullmatch(r"while (.*) (is|are) open", text)
        assert found, text
        parts = [part.removeprefix("both ").removeprefix("all of ") for part in re.split(", | or ", found[1])]
        alternatives = [part.split(" and ") for part in parts]
        assert {name for names in alternatives for name in names} <= {*self.titles}
        return lambda is_open, rerolls: any({*names} <= is_open for names in alternatives)

    def _kept(self, dice: Dice, is_open: frozenset[str]) -> Iterator[Dice]:
        """The ways to follow the words, the preferred first."""
        if self.what == "no dice":
            yield ()
        elif found := re.fullmatch(r"all dice that score (?:(\d+) or more )?in (.*)", self.what):
            if pattern_points(self.titles[found[2]], dice) >= int(found[1] or 1):
                yield dice
        elif self.what == "all dice":
            yield dice
        elif self.what == "every die that has an equal one, if they show two faces or more":
            several = tuple(die for die in dice if dice.count(die) > 1)
            if len({*several}) > 1:
                yield several
        elif found := re.fullmatch(r"every die that shows (.*)", self.what):
            if shown := tuple(die for die in dice if die in self._some(found[1])):
                yield shown
        elif found := re.fullmatch(r"([\d ]+), one die each", self.what):
            yield from self._one_each(dice, [tuple(map(int, found[1].split()))])
        elif found := re.fullmatch(r"(\w+) faces in a row, one die each \((\w+)est row first\)", self.what):
            length = WORDS[found[1]]
            rows = [tuple(range(low, low + length)) for low in range(1, self.faces - length + 2)]
            yield from self._one_each(dice, rows if found[2] == "low" else rows[::-1])
        else:
            yield from self._equal(dice, is_open)

    def _one_each(self, dice: Dice, rows: list[Dice]) -> Iterator[Dice]:
        yield from (row for row in rows if {*row} <= {*dice})

    def _equal(self, dice: Dice, is_open: frozenset[str]) -> Iterator[Dice]:
        found = re.fullmatch(r"(all|(\w+) or more) (\d)s( whose upper category is open)?", self.what)
        if found:
            count, faces, own, first = found[2], {int(found[3])}, found[4], "highest"
        else:
            found = re.fullmatch(
                r"(?:all dice of one face|(\w+) or more equal dice)(?: out of (.*?))?"
                r"( whose upper category is open)? \((\w+).*\)",
                self.what,
            )
            assert found, self.what
            count, own, first = found[1], found[3], found[4]
            faces = self._some(found[2]) if found[2] else {*range(1, self.faces + 1)}
        if own:
            faces = {face for face in faces if self.upper.get(face) in is_open}
        faces = {face for face in faces if dice.count(face) >= WORDS.get(count or "one", 1)}
        order = {
            "highest": lambda face: -face,
            "lowest": lambda face: face,
            "most": lambda face: (-dice.count(face), -face),
        }[first]
        yield from ((face,) * dice.count(face) for face in sorted(faces, key=order))

    def _some(self, words: str) -> set[int]:
        return {*map(int, re.findall(r"\d+", words))}


def rolls_of(raw: dict[str, Any]) -> list[Dice]:
    """All rolls, sorted."""
    return sorted({tuple(sorted(dice)) for dice in product(range(1, raw["faces"] + 1), repeat=raw["dice"])})
