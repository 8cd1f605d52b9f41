"""Each published number beside the exact one, and whether they agree to the digits printed."""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import UserError
from ...game.load import all_games
from ...made_of import Provenance
from ...tables.rows import read_rows
from ...tables.schemas import SCHEMAS
from ...tables.storage import write_table
from .facts import FACTS

NUMBERS = resources.files(__package__) / "published.csv"
SIMULATED_GAMES = {"simulated_percent": 5_000_000, "simulated_mean": 1000, "race_wins": 1000}
"""Games behind Cremers' simulated column, and behind Ecker's means and wins."""
STANDARD_ERRORS = 4
NEEDED = {
    **dict.fromkeys(("maxprob_percent", "difference_percent", "relative"), "maxprob_scores"),
    "category_": "strategy_categories",
    "strategy_": "strategies",
    "race_": "races",
}
"""The table that tells whether a quantity was computed, by its beginning; distribution for the others."""


class Number(NamedTuple):
    """An exact number, and the standard error of a published one that was simulated; 0 when it was not."""

    value: float
    error: float = 0.0


class Results:
    """The results of one game, read when they are asked for; KeyError for what was not computed."""

    def __init__(self, folder: Path, game: str, tables: Collection[str]) -> None:
        self._folder, self._tables = folder / game, tables
        self._quantities: dict[str, Callable[[str], Number]] = {
            "expected": lambda _: Number(self._start("value")),
            "sd": lambda _: Number(self._start("sd")),
            "at_least": lambda score: self._at("distribution", "at_least", score),
            "below": lambda score: self._at("distribution", "below", score),
            "simulated_percent": self._simulated_percent,
            "maxprob_percent": lambda score: Number(100 * self._at("maxprob_scores", "maxprob", score).value),
            "strategy_mean": lambda name: self._strategy("mean", name),
            "strategy_sd": lambda name: self._strategy("sd", name),
            "strategy_simulated_mean": self._simulated_mean,
            "race_wins": self._race_wins,
            "strategy_simulated_sd": self._simulated_sd,
            "difference_percent": self._difference_percent,
            "relative": self._relative,
            "category_mean": lambda name: self._category("mean", name),
            "category_variance": lambda name: self._category("variance", name),
        }

    def has(self, quantity: str) -> bool:
        """Whether the table behind a quantity was computed."""
        if quantity in FACTS:
            return True
        needed = [table for begin, table in NEEDED.items() if quantity.startswith(begin)]
        return (needed or ["distribution"])[0] in self._tables

    def number(self, quantity: str, argument: str) -> Number:
        """The exact number."""
        return (
            Number(FACTS[quantity](argument)) if quantity in FACTS else self._quantities[quantity](argument)
        )

    def _start(self, column: str) -> float:
        with pq.ParquetFile(self._folder / "expected.parquet") as file:
            return float(file.read_row_group(0, [column])[column][0].as_py())

    def _at(self, table: str, column: str, score: str) -> Number:
        return Number(float(self._table(table)[column][int(score)].as_py()))

    def _simulated_percent(self, score: str) -> Number:
        p = self._at("distribution", "at_least", score).value
        return Number(100 * p, 100 * sqrt(p * (1 - p) / SIMULATED_GAMES["simulated_percent"]))

    def _difference_percent(self, score: str) -> Number:
        """MaxProb less the simulated OptExpected."""
        p = self._simulated_percent(score)
        return Number(100 * self._at("maxprob_scores", "maxprob", score).value - p.value, p.error)

    def _relative(self, score: str) -> Number:
        """The same as a share of the simulated OptExpected."""
        best, p = 100 * self._at("maxprob_scores", "maxprob", score).value, self._simulated_percent(score)
        return Number(best / p.value - 1, best / p.value**2 * p.error)

    def _simulated_sd(self, strategy: str) -> Number:
        """The standard error is that of a normal distribution."""
        sd = self._strategy("sd", strategy).value
        return Number(sd, sd / sqrt(2 * SIMULATED_GAMES["simulated_mean"]))

    def _simulated_mean(self, strategy: str) -> Number:
        sd = self._strategy("sd", strategy).value
        return Number(self._strategy("mean", strategy).value, sd / sqrt(SIMULATED_GAMES["simulated_mean"]))

    def _race_wins(self, opponent: str) -> Number:
        """Wins of a strategy against Ecker's player; both numbers are simulated."""
        keys: dict[str, str | int] = {"player": "variance", "opponent": opponent, "players": 2}
        wins, error = (self._where("races", column, **keys).value for column in ("p_lose", "p_lose_se"))
        printed = wins * (1 - wins) / SIMULATED_GAMES["race_wins"]
        return Number(wins, sqrt(printed + error * error))

    def _strategy(self, column: str, strategy: str) -> Number:
        return self._where("strategies", column, strategy=strategy)

    def _category(self, column: str, category: str) -> Number:
        return self._where("strategy_categories", column, strategy="expected", category=category)

    def _where(self, table: str, column: str, **keys: str | int) -> Number:
        rows = [row for row in self._table(table).to_pylist() if all(row[k] == v for k, v in keys.items())]
        if len(rows) != 1:
            raise UserError(
                f"{self._folder / table}.parquet: no row {keys}; expected one: run with all strategies"
            )
        return Number(float(rows[0][column]))

    def _table(self, name: str) -> pa.Table:
        return read_rows(self._folder / f"{name}.parquet")


def check_published(folder: Path, tables: Iterable[tuple[str, str]], path: Path) -> None:
    """Write the table `published` from some tables (game, table); UserError when a number that should agree
    does not."""
    by_game: dict[str, set[str]] = {}
    for game, table in tables:
        by_game.setdefault(game, set()).add(table)
    games = sorted(game for game, names in by_game.items() if "expected" in names and _is_builtin(game))
    rows = list(_rows(folder, {game: by_game[game] for game in games}))
    lost = [
        f"{row['game']}: {row['item']}: {row['computed']!r}, expected {row['published']} ({row['source']})"
        for row in rows
        if row["expected"] and not row["agrees"]
    ]
    if lost:
        raise UserError("; ".join(lost))
    columns = {name: [row[name] for row in rows] for name in SCHEMAS["published"].names}
    write_table(pa.table(columns), path, "published", Provenance(" ".join(games), "", "published", ""))


def _rows(folder: Path, tables: Mapping[str, Collection[str]]) -> Iterator[dict[str, Any]]:
    with NUMBERS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            results = Results(folder, row["game"], tables.get(row["game"], ()))
            if row["game"] in tables and results.has(row["quantity"]):
                computed = results.number(row["quantity"], row["argument"])
                yield {
                    **{name: row[name] for name in ("source", "game", "item", "published", "remark")},
                    "computed": computed.value,
                    "agrees": agrees(row["published"], computed),
                    "expected": row["expected"] == "yes",
                }


def agrees(published: str, computed: Number) -> bool:
    """Whether a number is the published one to its digits, or within 4 standard errors of a simulated one."""
    printed = Decimal(published)
    if computed.error:
        rounding = 10.0 ** int(printed.as_tuple().exponent) / 2
        return abs(float(published) - computed.value) <= STANDARD_ERRORS * computed.error + rounding
    return Decimal(computed.value).quantize(printed) == printed


@cache
def _is_builtin(game: str) -> bool:
    return game in all_games()
