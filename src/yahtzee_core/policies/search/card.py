"""The best card of so many lines: a ranked list of keeps, and a par for each category.

The lines are distilled from the optimal policy, and then improved by their own exact mean:

1. *Grow.* Every line that may be said (candidates.py) is tried at every place of the list; the one that gains
   most, summed over the turns of all masks (sheets.py), is taken in. While the list is short, visits and
   values are those of the optimal policy, later those of the card itself.
2. *Sweep.* Every line is taken out, and the best line for the rest is taken in.
3. *Par.* Pars go up and down by a point while that gains.

Gains are first-order, so the exact expected score of every card decides in the end. Everything is seeded, and
an interrupted search goes on from its last step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np

from ...arrays import Ints, Longs, Reals
from ...turn.machine import require_room
from ..arena import Arena
from ..decisions import optimal_policy
from ..judge import policy_table
from ..strategies.par import par_options
from ..strategies.rule_cases import Cases
from ..strategies.rules import RulesPolicy
from ..walk import walk
from .candidates import NO_MATCH, Candidates, Rule, conditions, keep_rules
from .sheets import Sheets, TurnSums, turn_sums
from .state import SearchState

GROW = 4
"""Lines that are taken in between two sweeps."""
SAMPLE = 1500
"""Masks that gains are summed over: those that most games come to."""
LEAST_GAIN = 0.003
"""Points that a new line must gain."""
PAR_STEPS = (4, 2, 1)
TIE = 1e-9
Card = dict[str, Any]
"""keep, the lines, and par, as in a file of rules."""


def search_card(
    arena: Arena,
    lines: int,
    seed: int,
    generations: int,
    state: SearchState,
    progress: Callable[[int, float], None],
    start: Card | None = None,
) -> tuple[Card, float]:
    """The best card of at most so many lines, and its exact expected score.

    start: the lines and pars to begin with; no lines when None. generations: sweeps after the list is full.
    state: of an interrupted search, to go on from. progress: told the number of the step and the best score.
    """
    search = _Search(arena)
    found: dict[str, Any] = state.load() or {"step": 0, "full": 0, "best": None}
    found.setdefault("now", start or search.first())
    while found["full"] < generations:
        now, random = found["now"], Random(f"{seed} {found['step']}")
        before = len(now["keep"])
        now = search.step(now, min(lines, before + GROW), random, own=before == lines)
        found["step"] += 1
        found["full"] += len(now["keep"]) in {before, lines}
        found["now"], score = now, search.mean(now)
        if found["best"] is None or score > found["best"][1]:
            found["best"] = now, score
        state.save(found)
        progress(found["step"], found["best"][1])
    best: tuple[Card, float] = found["best"]
    return best


def search_bytes(arena: Arena) -> int:
    """What a search holds by mask: values of options, sums of keeps, decisions, conditions, and the keeps of
    lines that look at the upper categories."""
    states, lattice, rolls = arena.states, arena.states.options.lattice, arena.game.rolls
    own = sum("own" in rule for rule in keep_rules(arena.game))
    by_mask = 8 * len(states.options) + 4 * rolls * (lattice.n_keeps + 5 * lattice.n_rolls)
    by_mask += 4 * own * lattice.n_rolls + sum(1 for _ in conditions(arena.game))
    return len(states.masks) * by_mask


class _Search:
    def __init__(self, arena: Arena) -> None:
        require_room(f"game {arena.game.id}: the search of a card", search_bytes(arena))
        self.arena, self.cases = arena, Cases(arena, "card")
        self.candidates = Candidates(self.cases)

    def first(self) -> Card:
        """No lines; pars from what the categories bring in best play."""
        points = walk(self.arena, optimal_policy(self.arena)).mean[: len(self.arena.game.categories)]
        ids = [c.id for c in self.arena.game.categories]
        return {"keep": [], "par": dict(zip(ids, np.rint(points).astype(int).tolist(), strict=True))}

    def mean(self, card: Card) -> float:
        """The exact expected score."""
        return float(walk(self.arena, RulesPolicy(self.arena, card)).mean.sum())

    def step(self, card: Card, most: int, random: Random, own: bool) -> Card:
        """A card of at most so many lines. own: by its own visits and values, else by those of best play."""
        policy = RulesPolicy(self.arena, card) if own else optimal_policy(self.arena)
        value = policy_table(self.arena, policy).value if own else self.arena.optimal.value
        sheets = Sheets.of(self.arena, walk(self.arena, policy).visits, value)
        keeps = self.keeps(card["keep"]) if own else sheets.best_keeps()
        turns = turn_sums(sheets, self.options(card["par"]), keeps)
        par = self.fitted(card["par"], sheets, turns.came[0])
        if par != card["par"] and (not own or self.mean({**card, "par": par}) > self.mean(card)):
            card = {**card, "par": par}
            turns = turn_sums(sheets, self.options(par), keeps)
        ranking = _Ranking(self.candidates, sheets, turns)
        lines = ranking.grown(card["keep"], most)
        return {**card, "keep": ranking.swept(lines, random)}

    def options(self, par: dict[str, int]) -> Ints:
        """(n_masks, n_rolls): what is scored by par."""
        return par_options(self.arena.states.options, self.cases.pars(par)).astype(np.int32)

    def keeps(self, lines: list[Rule]) -> list[Ints]:
        """(n_masks, n_rolls) by rerolls left from 1: what the lines keep."""
        rerolls = range(1, self.arena.game.rolls)
        tables = (self.cases.keep_table(self.cases.matching(lines, left)) for left in rerolls)
        return [table[::2].astype(np.int32) for table in tables]

    def fitted(self, par: dict[str, int], sheets: Sheets, came: Reals) -> dict[str, int]:
        """Pars that gain most, category by category, summed over the most visited masks."""
        masks = most_visited(sheets)
        values, chance = sheets.values[masks], came[masks]

        def gain(some: dict[str, int]) -> float:
            options = par_options(self.arena.states.options, self.cases.pars(some), masks)
            return float((np.take_along_axis(values, options.astype(np.int64), axis=1) * chance).sum())

        best = gain(par)
        for step in PAR_STEPS:
            better = True
            while better:
                better = False
                for name, change in product(par, (step, -step)):
                    other = {**par, name: par[name] + change}
                    if (now := gain(other)) > best + TIE:
                        par, best, better = other, now, True
        return par


def most_visited(sheets: Sheets) -> Longs:
    """Masks, rising, that most games come to: SAMPLE of them at the most."""
    return np.sort(np.argsort(-sheets.weight, kind="stable")[:SAMPLE])


@dataclass(frozen=True)
class _Line:
    """A line and where it goes in."""

    gain: float
    place: int
    rule: Rule


class _Ranking:
    """What lines gain in a list, to first order, summed over the most visited masks."""

    def __init__(self, candidates: Candidates, sheets: Sheets, turns: TurnSums) -> None:
        self.candidates, self.cases = candidates, candidates.cases
        self.masks = most_visited(sheets)
        self.kept = {left: np.ascontiguousarray(kept[self.masks]) for left, kept in turns.kept.items()}
        self.came = {left: np.ascontiguousarray(turns.came[left][self.masks]) for left in turns.kept}
        self.holds = np.ascontiguousarray(candidates.holds[:, self.masks]).astype(np.float32)
        self.row = np.arange(len(self.masks))[:, None]

    def worth(self, lines: list[Rule]) -> float:
        """What the decisions of a list are worth."""
        return float(sum(worth.sum(dtype=np.float64) for worth, _ in self._decided(lines).values()))

    def grown(self, lines: list[Rule], most: int) -> list[Rule]:
        """The list with the best lines taken in, one by one; as it is where there is no reroll."""
        while self.kept and len(lines) < most:
            line = self.best(lines)
            if line.gain < LEAST_GAIN:
                break
            lines = _with(lines, line)
        return lines

    def swept(self, lines: list[Rule], random: Random) -> list[Rule]:
        """The list with every line in turn replaced by the best line for the rest, where that gains."""
        now = self.worth(lines)
        for out in random.sample(lines, len(lines)):
            rest = [line for line in lines if line is not out]
            other = _with(rest, self.best(rest))
            if (worth := self.worth(other)) > now:
                lines, now = other, worth
        return lines

    def best(self, lines: list[Rule]) -> _Line:
        """The line that gains most, at its best place."""
        decided = self._decided(lines)
        found = (self._best_of(i, decided, len(lines)) for i in range(len(self.candidates.rules)))
        return max(found, key=lambda line: line.gain)

    def _best_of(self, candidate: int, decided: dict[int, tuple[Reals, Ints]], n_lines: int) -> _Line:
        """The best condition and place of one keep.

        A line at a place takes the rolls that no line before it takes, so the gain at a place is the sum over
        the rolls whose line stands there or below.
        """
        gains = self._gains(candidate, decided, n_lines)
        best = _Line(-np.inf, 0, {})
        for rerolls in self.candidates.rerolls:
            by_condition = self.holds @ sum(gains[left] for left in rerolls)
            condition, place = np.unravel_index(np.argmax(by_condition), by_condition.shape)
            if (gain := float(by_condition[condition, place])) > best.gain:
                rule = {**self.candidates.rules[candidate], **self.candidates.conditions[condition]}
                if len(rerolls) < len(self.candidates.rerolls[0]):
                    rule["rerolls"] = rerolls[0]
                best = _Line(gain, int(place), rule)
        return best

    def _gains(
        self, candidate: int, decided: dict[int, tuple[Reals, Ints]], n_lines: int
    ) -> dict[int, Reals]:
        """(n masks, n_lines + 1) float32 by rerolls left: the gain at every place, without conditions."""
        match = self.candidates.matches[candidate]
        match = match[self.masks] if len(match) > 1 else match
        rolls = np.flatnonzero((match != NO_MATCH).any(axis=0))
        keep, gains = match[:, rolls], {}
        for left, (worth, number) in decided.items():
            kept = np.take_along_axis(
                self.kept[left], np.broadcast_to(keep, (len(self.masks), len(rolls))), 1
            )
            gain = np.where(keep != NO_MATCH, kept * self.came[left][:, rolls] - worth[:, rolls], 0)
            at = self.row * (n_lines + 1) + number[:, rolls]
            summed = np.bincount(at.ravel(), gain.ravel(), len(self.masks) * (n_lines + 1))
            by_line = summed.reshape(len(self.masks), n_lines + 1)
            gains[left] = np.cumsum(by_line[:, ::-1], axis=1)[:, ::-1].astype(np.float32)
        return gains

    def _decided(self, lines: list[Rule]) -> dict[int, tuple[Reals, Ints]]:
        """By rerolls left: what the keep for every roll is worth, and the number of its line."""
        decided = {}
        for left, kept in self.kept.items():
            cases = self.cases.matching(lines, left)
            tables = (self.cases.keep_table(cases), self.cases.rule_table(cases, len(lines)))
            keep, number = (table[::2][self.masks] for table in tables)
            worth = np.take_along_axis(kept, keep.astype(np.int64), axis=1) * self.came[left]
            decided[left] = worth, number.astype(np.int32)
        return decided


def _with(lines: list[Rule], line: _Line) -> list[Rule]:
    return [*lines[: line.place], line.rule, *lines[line.place :]]
