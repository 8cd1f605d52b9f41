"""Which result tables and figures the runs of a configuration make."""

from collections.abc import Iterable

from .queries import table_names
from .schemas import STRATEGIES

FIGURES = ("figure_6_1", "figure_6_2", "figure_6_3", "figure_6_4", "figure_6_5")
"""Figures of a game with maxprob; the numbers are those of Cremers 2002."""
APPROX_FIGURES = ("figure_approx", "figure_approx_relative")
"""Figures of a game with maxprob_approx."""
PARTITION_FIGURES = ("figure_5_5", "figure_5_6", "figure_5_7", "figure_5_8")
STRATEGY_FIGURES = ("strategies", "strategy_losses", "strategy_wins", "strategy_variation")
"""Figures of a game with strategies."""
DUEL_FIGURES = ("duel_value", "duel_cost")
"""Figures of a game with a duel."""
SHEET = ("games", "categories", "needs")
RULE_FIGURES = ("rule_changes",)
FACTS = (*SHEET, "openings", "distribution")
LARGE_BYTES = 100_000_000
"""Games with more bytes of values get the tables of their sheet beside them, and none of a policy."""
FIGURES_OF = {
    "maxprob": FIGURES,
    "maxprob_approx": APPROX_FIGURES,
    "strategies": STRATEGY_FIGURES,
    "duel": DUEL_FIGURES,
    "rule_changes": RULE_FIGURES,
}
"""By the table that they need."""


def result_tables(
    runs: Iterable[tuple[str, str]],
    played: Iterable[str] = (),
    sheets: Iterable[str] = (),
    changed: Iterable[str] = (),
    contests: Iterable[tuple[str, str]] = (),
) -> list[tuple[str, str]]:
    """(game, table) of every table in the database, for runs of (game, objective), sorted.

    played: the games that strategies are evaluated for; sheets: those without tables of their policy;
    changed: those whose rules are changed one at a time; contests: (game, table) of those against every
    strategy.
    """
    bare = set(sheets)
    found: dict[str, list[str]] = {}
    for game, objective in runs:
        found.setdefault(game, [*(SHEET if game in bare else FACTS)]).append(objective)
        if objective == "maxprob":
            found[game].append("maxprob_scores")
    for game in played:
        found[game] += STRATEGIES
    for game in changed:
        found[game].append("rule_changes")
    for game, table in contests:
        found[game].append(table)
    made = {game: [*tables, *table_names(tables)] for game, tables in found.items()}
    return sorted((game, table) for game, tables in made.items() for table in tables)


def result_figures(tables: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """(game, figure) of every figure that is made of (game, table)."""
    return [(game, figure) for game, table in tables for figure in FIGURES_OF.get(table, ())]
