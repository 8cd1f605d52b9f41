"""What a line of a card may say: keeps that have a name, and conditions on the sheet in a few words."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ...arrays import Ints
from ...game.game import Game
from ...turn.dice import lattice
from ..strategies.rule_cases import Cases

Rule = dict[str, Any]
NO_MATCH = -1
MOST_UPPER = 6
"""Conditions ask for at most so many open upper categories less one."""


def keep_rules(game: Game) -> Iterator[Rule]:
    """All keeps that a line may name, without conditions."""
    yield from _made(game)
    yield from _kinds(game)
    yield {"keep": "pairs"}
    for length in range(2, min(game.dice, game.faces)):
        for prefer in ("high", "low"):
            yield {"keep": "run", "count": length, "prefer": prefer}
    for length in range(2, min(game.dice, game.faces)):
        for faces in combinations(range(1, game.faces + 1), length):
            if faces[-1] - faces[0] <= length:
                yield {"keep": "faces", "faces": list(faces)}
    for least in range(2, game.faces + 1):
        yield {"keep": "high", "faces": list(range(least, game.faces + 1))}
    yield {"keep": "nothing"}


def _made(game: Game) -> Iterator[Rule]:
    """All dice, where they score in a lower category: anything, or at least so much."""
    for category in game.categories:
        if not category.upper:
            yield {"keep": "all", "made": category.id}
            points = {category.pattern.points(list(roll)) for roll in _rolls(game)} - {0}
            for least in sorted(points)[1:]:
                yield {"keep": "all", "made": category.id, "at_least": least}


def _rolls(game: Game) -> list[list[int]]:
    rolls: list[list[int]] = lattice(game.dice, game.faces).rolls.tolist()
    return rolls


def _kinds(game: Game) -> Iterator[Rule]:
    for count in range(1, game.dice):
        for first in range(1, game.faces + 1):
            for prefer in ("high", "low", "most") if count <= 2 and first < game.faces else ("high",):
                rule: Rule = {"keep": "kind", "count": count, "prefer": prefer}
                if first > 1:
                    rule["faces"] = list(range(first, game.faces + 1))
                yield rule
                if any(c.upper for c in game.categories):
                    yield {**rule, "own": "open"}


def conditions(game: Game) -> Iterator[Rule]:
    """Conditions on the sheet; the first is none."""
    every = [c.id for c in game.categories]
    lower = [c.id for c in game.categories if not c.upper]
    n_upper = len(every) - len(lower)
    yield {}
    for name in every:
        yield {"open": [name]}
        yield {"filled": [name]}
    for pair in combinations(every, 2):
        yield {"open": list(pair)}
        yield {"open": [list(pair)]}
    for name, other in permutations(every, 2):
        yield {"open": [name], "filled": [other]}
    for few in (*combinations(every, 3), *combinations(lower, 4)):
        yield {"open": list(few)}
    for name in lower:
        for pair in combinations([other for other in lower if other != name], 2):
            yield {"open": [name, list(pair)]}
    for most in range(min(n_upper, MOST_UPPER)):
        yield {"upper_open_at_most": most}
        for name in every:
            yield {"open": [name], "upper_open_at_most": most}


class Candidates:
    """Every line that a card of a game may have, as arrays over the masks.

    rules: the keeps; matches[i]: (n_masks or 1, n_rolls) int32, the keep, NO_MATCH where the rule takes none.
    conditions: the conditions; holds: (n_conditions, n_masks), where they hold. rerolls: for which numbers of
    rerolls left a line may be: all, or one.
    """

    def __init__(self, cases: Cases) -> None:
        game = cases.game
        self.cases = cases
        self.conditions = list(conditions(game))
        self.holds = np.array([cases.conditions(rule, "open")[::2] for rule in self.conditions])
        self.rules: list[Rule] = []
        self.matches: list[Ints] = []
        seen: set[bytes] = set()
        for rule in keep_rules(game):
            found = self._match(rule)
            if (found >= 0).any() and found.tobytes() not in seen:
                seen.add(found.tobytes())
                self.rules.append(rule)
                self.matches.append(found)
        every = list(range(1, game.rolls))
        self.rerolls = [every, *([left] for left in every if len(every) > 1)]

    def _match(self, keep: Rule) -> Ints:
        rows = len(self.cases.masks) if "own" in keep else 1
        found = np.full((rows, self.cases.lattice.n_rolls), NO_MATCH, dtype=np.int32)
        for case in reversed(list(self.cases.keep_cases(keep, "keep"))):
            where = case.applies[::2][:rows, None] & case.takes
            found = np.where(where, case.action, found).astype(np.int32)
        return found
