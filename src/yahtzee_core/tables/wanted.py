"""Which result tables the runs of a configuration make."""

from collections.abc import Iterable

from .queries import table_names
from .schemas import PAIRS, STRATEGIES

SHEET = ("games", "categories", "needs", "precision")
FACTS = (*SHEET, "openings", "distribution", "distribution_by_bonus", "visits")
LARGE_BYTES = 100_000_000
"""Games with more bytes of values get the tables of their sheet beside them, and none of a policy."""


def result_tables(
    runs: Iterable[tuple[str, str]],
    played: Iterable[str] = (),
    sheets: Iterable[str] = (),
    changed: Iterable[str] = (),
    contests: Iterable[tuple[str, str]] = (),
    whole: Iterable[tuple[str, str]] = (),
) -> list[tuple[str, str]]:
    """(game, table) of every table in the database, for runs of (game, objective), sorted.

    played: the games that strategies are evaluated for; sheets: those without tables of their policy;
    changed: those whose rules are changed one at a time; contests: (game, table) of those against every
    strategy; whole: (game, table) of those that one job makes for a game.
    """
    bare = set(sheets)
    by_game: dict[str, list[str]] = {}
    for game, objective in runs:
        by_game.setdefault(game, [*(SHEET if game in bare else FACTS)]).append(objective)
        if objective == "maxprob":
            by_game[game].append("maxprob_scores")
    for game in played:
        by_game[game] += [*STRATEGIES, *PAIRS]
    for game in changed:
        by_game[game].append("rule_changes")
    for game, table in (*contests, *whole):
        by_game[game].append(table)
    made = {game: [*tables, *table_names(tables)] for game, tables in by_game.items()}
    return sorted((game, table) for game, tables in made.items() for table in tables)
