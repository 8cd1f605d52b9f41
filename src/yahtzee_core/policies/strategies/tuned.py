"""Estimates as data: a YAML file with the numbers of a formula, and how they were found."""

from typing import Any

import numpy as np

from ...checked_yaml import check_schema, load_yaml
from ...errors import UserError
from ...game.game import Game
from ..arena import Arena
from ..decisions import EstimatePolicy
from .formulas import FORMULAS
from .strategy import ID, Batch, Strategy

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "title", "source", "formula", "numbers"],
    "properties": {
        "id": {"type": "string", "pattern": f"^{ID}$"},
        "title": {"type": "string"},
        "source": {"type": "string"},
        "formula": {"enum": sorted(FORMULAS)},
        "numbers": {"type": "object", "additionalProperties": {"type": "number"}},
    },
}


def parse_tuned(text: str, where: str) -> Strategy:
    """The strategy of a file of numbers; UserError names the file, the key and what was expected."""
    raw = load_yaml(text, where)
    check_schema(raw, SCHEMA, where)
    formula, numbers = FORMULAS[raw["formula"]], raw["numbers"]

    def policy(arena: Arena) -> EstimatePolicy:
        names = formula.names(arena.game)
        wrong = sorted(set(names) ^ set(numbers))
        if wrong:
            raise UserError(
                f"{where}: numbers: '{wrong[0]}' does not fit game {arena.game.id}; expected {len(names)} "
                f"numbers from '{names[0]}' to '{names[-1]}'"
            )
        return EstimatePolicy(
            arena, formula.estimate(Batch.of(arena.states), np.array([numbers[name] for name in names]))
        )

    def fits(game: Game) -> bool:
        return set(formula.names(game)) == set(numbers)

    return Strategy(raw["id"], raw["title"], raw["source"], policy, fits)
