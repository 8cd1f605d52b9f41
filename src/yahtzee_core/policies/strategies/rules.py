"""Strategies as lists of rules (Glenn 2007, section III-A): the first rule that matches is followed.

A rule is compiled to *cases*, most preferred first (rule_cases.py). So a list of rules is a table of
decisions by (mask, chip) and roll; only rules that look at the upper bonus need the lane. A *card* has a par
for each category in place of rules for scoring (par.py).
"""

import json
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from ...arrays import Bools, Floats, Ints, Longs, Shorts
from ...checked_yaml import check_schema, load_yaml
from ...errors import UserError
from ...game.game import Game
from ...turn.machine import require_room
from ..arena import Arena
from ..decisions import Decisions, pack
from .par import par_options
from .rule_cases import Case, Cases
from .strategy import Batch, Strategy

UNMATCHED = np.uint16(65535)


def parse_rules(text: str, where: str) -> Strategy:
    """The strategy of rules (YAML); UserError names the file, the key and what was expected."""
    raw = load_rules(text, where)
    categories = set(raw["par"] if "par" in raw else raw["fill"])

    def fits(game: Game) -> bool:
        return categories == {c.id for c in game.categories} and game.id in raw.get("games", [game.id])

    return Strategy(
        raw["id"], raw["title"], raw["source"], lambda arena: RulesPolicy(arena, raw, where), fits
    )


def load_rules(text: str, where: str) -> dict[str, Any]:
    """What a file of rules says, checked for its form alone."""
    raw = load_yaml(text, where)
    schema = resources.files(__package__) / "rules_schema.json"
    check_schema(raw, json.loads(schema.read_text(encoding="utf-8")), where)
    if {"par", "score", "fill"} & raw.keys() not in ({"par"}, {"score", "fill"}):
        raise UserError(f"{where}: how to score; expected either par, or both score and fill")
    return dict(raw)


class RulesPolicy:
    """The decisions of rules in a game. by_sheet: see looks_at_sheets_alone."""

    def __init__(self, arena: Arena, raw: dict[str, Any], where: str = "rules") -> None:
        self.states = arena.states
        self._bonus_cases: list[tuple[int, Case]] = []
        compiler = Cases(arena, where)
        n_masks, n_rolls = len(arena.states.masks), arena.game.n_rolls
        require_room(f"game {arena.game.id}: lists of rules", 4 * n_masks * n_rolls * (arena.game.rolls + 1))
        self._keeps = {
            left: compiler.keep_table(compiler.matching(raw["keep"], left))
            for left in range(1, arena.game.rolls)
        }
        if "par" in raw:
            par = compiler.pars(raw["par"])
            self._options = np.repeat(par_options(arena.states.options, par), 2, axis=0)
            return
        cases = compiler.score_cases(raw)
        self._options, self._rank = _first_match(compiler, cases, n_masks)
        self._bonus_cases = [(rank, case) for rank, case in enumerate(cases) if case.bonus]
        if (self._options[: 2 * arena.game.full] == UNMATCHED).any():
            raise UserError(f"{where}: fill: some roll fits no rule; expected fill to name all categories")

    @property
    def by_sheet(self) -> bool:
        """The upper total counts where a rule asks whether the bonus is earned."""
        return not self._bonus_cases

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of these masks."""
        every = Batch.of(self.states, masks)
        lanes = np.ones(len(every), dtype=bool) if visit is None else visit > 0
        batch = every.where(lanes)
        row = 2 * batch.filled + batch.chip
        stages = [self._score(batch, row), *(self._keeps[left][row] for left in sorted(self._keeps))]
        return pack(self.states, masks, stages, lanes)

    def _score(self, batch: Batch, row: Ints) -> Shorts:
        options = self._options[row]
        if not self._bonus_cases:
            return options
        rank = self._rank[row]
        for number, case in self._bonus_cases:
            takes, action = _of_row(self.states.options.situation, case, row)
            points = self.states.options.points[action]
            matches = takes & case.applies[row, None] & (points >= batch.need[:, None])
            matches &= (batch.need[:, None] > 0) & (number < rank)
            options = np.where(matches, action.astype(np.uint16), options)
            rank = np.where(matches, number, rank)
        return options


def _of_row(situation: Ints, case: Case, row: Ints) -> tuple[Bools, Ints]:
    at = situation[row // 2]
    return case.takes[at], case.action[at]


def _first_match(compiler: Cases, cases: list[Case], n_masks: int) -> tuple[Shorts, npt.NDArray[Any]]:
    """Options and the number of the case that gave them, by (mask, chip) and roll, bonus cases left out."""
    options = np.full((2 * n_masks, compiler.lattice.n_rolls), UNMATCHED, dtype=np.uint16)
    rank = np.full(options.shape, len(cases), dtype=np.min_scalar_type(len(cases)))
    situation = np.repeat(compiler.options.situation, 2)
    for number, case in reversed(list(enumerate(cases))):
        if case.bonus:
            continue
        for s in range(len(case.takes)):
            rows = np.flatnonzero(case.applies & (situation == s))
            rolls = np.flatnonzero(case.takes[s])
            options[np.ix_(rows, rolls)] = case.action[s, rolls]
            rank[np.ix_(rows, rolls)] = number
    return options, rank
