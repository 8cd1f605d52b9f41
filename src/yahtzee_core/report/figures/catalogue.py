"""The figures there are, the tables that each is drawn from, and the module that draws it."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from ...tables.sources import fingerprint


class Source(NamedTuple):
    """What a figure is made of."""

    tables: tuple[str, ...]
    module: str


SCORES = Source(("maxprob_vs_expected",), "scores")
APPROX = Source(("maxprob_approx_vs_expected",), "scores")
PARTITION = Source(("partition_costs",), "partition")
DUEL = Source(("duel",), "duel")
FIGURES: dict[str, Source] = {
    **dict.fromkeys(("figure_6_1", "figure_6_2", "figure_6_3", "figure_6_4", "figure_6_5"), SCORES),
    **dict.fromkeys(("figure_approx", "figure_approx_relative"), APPROX),
    **dict.fromkeys(("figure_5_5", "figure_5_6", "figure_5_7", "figure_5_8"), PARTITION),
    **dict.fromkeys(("duel_value", "duel_cost"), DUEL),
    "strategies": Source(("strategies",), "strategies"),
    "strategy_losses": Source(("strategies", "strategy_losses"), "strategies"),
    "strategy_wins": Source(("strategies", "strategy_pairs"), "strategies"),
    "strategy_variation": Source(("strategies", "strategy_pairs"), "strategies"),
    "rule_changes": Source(("rule_changes",), "rules"),
}
"""By name; the numbers are those of Cremers 2002."""


def figures_of(tables: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """(game, figure) of every figure that can be drawn of some (game, table), in their order."""
    there = list(tables)
    games = sorted({game for game, _ in there})
    return [
        (game, name)
        for game in games
        for name, source in FIGURES.items()
        if all((game, table) in there for table in source.tables)
    ]


def figure_told(game: str, name: str) -> str:
    """What a job that draws a figure is told, as JSON; another drawing of it makes it again."""
    module = f"report.figures.{FIGURES[name].module}"
    asked = {"figure": name, "game": game, "sources": {module: fingerprint(module)}}
    return json.dumps(asked, sort_keys=True)


def partition_figures() -> list[str]:
    """The figures that are of no game."""
    return [name for name, source in FIGURES.items() if source is PARTITION]
