"""What a rule of a list does, as cases: which rolls it takes, what it does with each, and on which sheets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Bools, Ints, Shorts
from ...errors import UserError, naming
from ...turn.options import NO_OPTION
from ..arena import Arena

CHIP = "chip"
CONDITIONS = {"open", "filled", "upper_open_at_most"}
KEEP_KEYS = {
    "all": {"made", "at_least"},
    "kind": {"count", "faces", "prefer", "own"},
    "pairs": set(),
    "run": {"count", "prefer"},
    "faces": {"faces"},
    "high": {"faces"},
    "nothing": set(),
}
"""What a rule for keeping may say, beside its conditions."""
SCORE_KEYS = {
    "upper": {"at_least", "count", "faces", "prefer", "earns_bonus"},
    "most_points": {"at_least", "order"},
}


@dataclass(frozen=True)
class Case:
    """One thing that a rule does. applies: (2 n_masks,) by 2 mask + chip; takes: (n_rolls,) or (n_situations,
    n_rolls); action: same shape, keeps or options; bonus: whether it must earn the upper bonus."""

    applies: Bools
    takes: Bools
    action: Ints
    bonus: bool = False


class Cases:
    """Rules to cases, for one game."""

    def __init__(self, arena: Arena, where: str) -> None:
        self.game, self.options, self.where = arena.game, arena.states.options, where
        self.lattice = self.options.lattice
        self.masks = arena.states.masks
        self.counts = self.lattice.rolls
        self.faces = list(range(1, self.game.faces + 1))
        self.everywhere = np.ones(2 * len(self.masks), dtype=bool)

    def matching(self, rules: list[dict[str, Any]], left: int) -> list[tuple[int, Case]]:
        """The cases of rules for keeping dice with so many rerolls left, each with the place of its rule."""
        return [
            (place, case)
            for place, rule in enumerate(rules)
            if rule.get("rerolls", left) == left
            for case in self.keep_cases(rule, f"keep.{place}")
        ]

    def keep_table(self, cases: list[tuple[int, Case]]) -> Shorts:
        """Keeps by (mask, chip) and roll, of `matching`; nothing is kept where no rule matches."""
        return self._first_match([(case, case.action) for _, case in cases], nothing=0)

    def rule_table(self, cases: list[tuple[int, Case]], n_rules: int) -> Shorts:
        """The place of the rule that says so; as many as there are rules where none matches."""
        places = [(case, np.full_like(case.action, place)) for place, case in cases]
        return self._first_match(places, nothing=n_rules)

    def _first_match(self, cases: list[tuple[Case, Ints]], nothing: int) -> Shorts:
        """By (mask, chip) and roll: what the first case that takes it gives for the roll."""
        table = np.full((2 * len(self.masks), self.lattice.n_rolls), nothing, dtype=np.uint16)
        for case, given in reversed(cases):
            rows, rolls = np.flatnonzero(case.applies), np.flatnonzero(case.takes)
            table[np.ix_(rows, rolls)] = given[rolls]
        return table

    def keep_cases(self, rule: dict[str, Any], key: str) -> Iterator[Case]:
        """Cases of a rule for keeping dice."""
        self._check_keys(rule, KEEP_KEYS[rule["keep"]] | {"keep", "rerolls"}, key)
        applies = self.conditions(rule, key)
        for face, takes, kept in self._kept(rule, key):
            own = rule.get("own") is None or self._own_open(face)
            yield Case(applies & own, takes, self._keep_numbers(np.where(takes[:, None], kept, 0)))

    def pars(self, by_category: dict[str, int]) -> Ints:
        """(n_categories,): the par of every category; UserError when one is missing or there is no such."""
        ids = [c.id for c in self.game.categories]
        for name in by_category:
            self._category(name, "par")
        missing = [name for name in ids if name not in by_category]
        if missing:
            raise UserError(f"{self.where}: par: no '{missing[0]}'; expected a par for every category")
        return np.array([by_category[name] for name in ids], dtype=np.int32)

    def score_cases(self, raw: dict[str, Any]) -> list[Case]:
        """Cases of the rules for scoring, and after them those of `fill`."""
        cases = [c for i, rule in enumerate(raw["score"]) for c in self._score_rule(rule, f"score.{i}")]
        for i, category in enumerate(raw["fill"]):
            at = self._category(category, f"fill.{i}")
            cases.append(self._score_case(at, self.everywhere, 0))
        return cases

    def _score_rule(self, rule: dict[str, Any], key: str) -> Iterator[Case]:
        self._check_keys(rule, SCORE_KEYS.get(rule["score"], {"at_least"}) | {"score"}, key)
        applies = self.conditions(rule, key)
        least = rule.get("at_least", 1)
        if rule["score"] == "most_points":
            yield from self._most_points(rule, applies, least, key)
            return
        if rule["score"] != "upper":
            yield self._score_case(self._category(rule["score"], key), applies, least)
            return
        for face in self._ordered(rule, "high"):
            category = self.game.upper_category(face)
            if category is not None:
                case = self._score_case(category, applies, least, rule.get("earns_bonus", False))
                enough = self.counts[:, face - 1] >= rule.get("count", 1)
                yield Case(case.applies, case.takes & enough, case.action, case.bonus)

    def _most_points(self, rule: dict[str, Any], applies: Bools, least: int, key: str) -> Iterator[Case]:
        order = [
            self._category(name, key) for name in rule.get("order", [c.id for c in self.game.categories])
        ]
        cases = [self._score_case(category, applies, least) for category in order]
        for points in sorted(set(self.options.points.tolist()), reverse=True):
            for case in cases:
                yield Case(
                    case.applies, case.takes & (self.options.points[case.action] == points), case.action
                )

    def _score_case(self, category: int, applies: Bools, least: int, bonus: bool = False) -> Case:
        """Score in a category, where it is open, may be chosen and is worth so many points."""
        action = self.options.choice[:, category]
        points = np.where(action == NO_OPTION, -1, self.options.points[action])
        return Case(applies & self._open(category), points >= least, action, bonus)

    def _check_keys(self, rule: dict[str, Any], known: set[str], key: str) -> None:
        """UserError for what has no meaning in such a rule, and for faces that no die has."""
        unknown = sorted(rule.keys() - known - CONDITIONS)
        if unknown:
            raise UserError(
                f"{self.where}: {key}: '{unknown[0]}' means nothing here; "
                f"expected only {', '.join(sorted(known | CONDITIONS))}"
            )
        if rule.get("keep") == "run" and rule.get("prefer") == "most":
            raise UserError(f"{self.where}: {key}: prefer: most; expected high or low with run")
        if "at_least" in rule and rule.get("keep") == "all" and "made" not in rule:
            raise UserError(f"{self.where}: {key}: at_least without made; expected a category")
        if not set(rule.get("faces", ())) <= set(self.faces):
            raise UserError(
                f"{self.where}: {key}: faces {rule['faces']}; expected some of 1 to {self.game.faces}"
            )

    def _kept(self, rule: dict[str, Any], key: str) -> Iterator[tuple[int, Bools, Ints]]:
        """(face, which rolls, dice kept by face) in order of preference; the face is 0 when there is none."""
        counts, nothing = self.counts, np.zeros_like(self.counts)
        takes: Bools
        match rule["keep"]:
            case "all":
                yield 0, self._made(rule, key), counts
            case "nothing":
                yield 0, np.ones(len(counts), dtype=bool), nothing
            case "kind":
                yield from self._kinds(rule)
            case "pairs":
                pairs = np.where(counts >= 2, counts, 0)
                yield 0, (counts >= 2).sum(axis=1) >= 2, pairs
            case "run":
                yield from self._runs(rule, key)
            case "faces":
                faces = self._faces(rule, key)
                takes = np.all(counts[:, faces] > 0, axis=1)
                yield 0, takes, _one_each(nothing, faces)
            case "high":
                kept = nothing.copy()
                kept[:, self._faces(rule, key)] = counts[:, self._faces(rule, key)]
                takes = np.any(kept > 0, axis=1)
                yield 0, takes, kept

    def _kinds(self, rule: dict[str, Any]) -> Iterator[tuple[int, Bools, Ints]]:
        count = rule.get("count", 1)
        only = {n: [n] for n in range(self.game.dice, count - 1, -1)}
        for exactly in only if rule.get("prefer") == "most" else [None]:
            for face in self._ordered(rule, "high"):
                has = self.counts[:, face - 1]
                kept = np.zeros_like(self.counts)
                kept[:, face - 1] = has
                yield face, (has >= count if exactly is None else has == exactly), kept

    def _runs(self, rule: dict[str, Any], key: str) -> Iterator[tuple[int, Bools, Ints]]:
        length = rule.get("count", 0)
        if not 2 <= length <= self.game.faces:
            raise UserError(f"{self.where}: {key}: a run needs count; expected 2 to {self.game.faces}")
        starts = range(self.game.faces - length + 1)
        for start in starts if rule.get("prefer") == "low" else reversed(starts):
            faces = list(range(start, start + length))
            takes: Bools = np.all(self.counts[:, faces] > 0, axis=1)
            yield 0, takes, _one_each(np.zeros_like(self.counts), faces)

    def _made(self, rule: dict[str, Any], key: str) -> Bools:
        if "made" not in rule:
            return np.ones(len(self.counts), dtype=bool)
        category = self.game.categories[self._category(rule["made"], key)]
        least = rule.get("at_least", 1)
        return np.array([category.pattern.points(roll) >= least for roll in self.counts.tolist()])

    def _faces(self, rule: dict[str, Any], key: str) -> list[int]:
        if "faces" not in rule:
            raise UserError(f"{self.where}: {key}: faces []; expected some of 1 to {self.game.faces}")
        return [face - 1 for face in rule["faces"]]

    def _ordered(self, rule: dict[str, Any], default: str) -> list[int]:
        faces = [face for face in self.faces if face in rule.get("faces", self.faces)]
        return faces if rule.get("prefer", default) == "low" else faces[::-1]

    def conditions(self, rule: dict[str, Any], key: str) -> Bools:
        """(2 n_masks,): where the conditions of a rule on the sheet hold."""
        holds = self.everywhere.copy()
        if "open" in rule:
            alternatives = [[a] if isinstance(a, str) else a for a in rule["open"]]
            each = [np.all([self._word(word, key) for word in a], axis=0) for a in alternatives]
            holds &= np.any(each, axis=0)
        for name in rule.get("filled", ()):
            holds &= ~self._open(self._category(name, key))
        if "upper_open_at_most" in rule:
            upper = [i for i, c in enumerate(self.game.categories) if c.upper]
            holds &= sum(self._open(c).astype(int) for c in upper) <= rule["upper_open_at_most"]
        return holds

    def _word(self, word: str, key: str) -> Bools:
        if word == CHIP:
            return np.tile([False, True], len(self.masks))
        return self._open(self._category(word, key))

    def _open(self, category: int) -> Bools:
        return np.repeat(self.masks >> category & 1 == 0, 2)

    def _own_open(self, face: int) -> Bools:
        category = self.game.upper_category(face)
        return self._open(category) if category is not None else ~self.everywhere

    def _category(self, name: str, key: str) -> int:
        with naming(f"{self.where}: {key}"):
            return self.game.index(name)

    def _keep_numbers(self, kept: Ints) -> Ints:
        """(n_rolls,): the lattice's numbers of dice given by face."""
        different, which = np.unique(kept, axis=0, return_inverse=True)
        faces = [tuple(np.repeat(np.arange(1, self.game.faces + 1), row).tolist()) for row in different]
        return np.array([self.lattice.keep_index(dice) for dice in faces], dtype=np.int32)[which.reshape(-1)]


def _one_each(nothing: Ints, faces: list[int]) -> Ints:
    kept = nothing.copy()
    kept[:, faces] = 1
    return kept
