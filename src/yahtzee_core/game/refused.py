"""Games that people play and that are too large to solve: how many states they have at least."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from math import prod
from typing import Any

from ..checked_yaml import load_yaml
from ..errors import UserError

FILE = resources.files(__package__) / "refused.yaml"


@dataclass(frozen=True)
class Refused:
    """A game that is not solved. states: sheets that differ for what is to come, at the very least."""

    id: str
    title: str
    rule: str
    source: str
    states: int

    @property
    def reason(self) -> str:
        """Why, in one line."""
        return f"game {self.id}: {self.states:,} states at least, too many to solve; its rule: {self.rule}"


@cache
def refused_games() -> dict[str, Refused]:
    """All of them by id."""
    raws = load_yaml(FILE.read_text(encoding="utf-8"), FILE.name)
    return {raw["id"]: _refused(raw) for raw in raws}


def refuse_game(name: str) -> None:
    """UserError with the reason when a game of that id is known not to be solved."""
    if name in refused_games():
        raise UserError(refused_games()[name].reason)


def _refused(raw: dict[str, Any]) -> Refused:
    states = prod(sheets_of(kind) ** kind.get("times", 1) for kind in raw["kinds"])
    words = {key: " ".join(raw[key].split()) for key in ("id", "title", "rule", "source")}
    return Refused(**words, states=states)


def sheets_of(kind: dict[str, Any]) -> int:
    """Pairs of (boxes filled, their points up to the goal) of a kind whose boxes are alike."""
    totals, count = {0}, 1
    for _ in range(kind["boxes"]):
        totals = {min(total + points, kind["goal"]) for total, points in product(totals, kind["points"])}
        count += len(totals)
    return count
