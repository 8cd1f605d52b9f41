"""Each published number beside the exact one, and whether they agree to the digits printed."""

import csv
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import resources
from math import sqrt
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import UserError
from ..game import load_game
from ..provenance import Provenance
from ..schemas import SCHEMAS
from ..storage import write_table

NUMBERS = resources.files(__package__) / "published.csv"
SIMULATED_GAMES = 5_000_000
"""Games behind Cremers' simulated column."""
STANDARD_ERRORS = 4


class Results:
    """The results of one game, read when they are asked for; KeyError for what was not computed."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder / game
        self._quantities: dict[str, Callable[[int], float]] = {
            "expected": lambda _: self._start("value"),
            "sd": lambda _: self._start("sd"),
            "at_least": lambda score: self._at("distribution", "at_least", score),
            "below": lambda score: self._at("distribution", "below", score),
            "simulated_percent": lambda score: 100 * self._at("distribution", "at_least", score),
            "maxprob_percent": lambda score: 100 * self._at("maxprob_scores", "maxprob", score),
        }

    def has(self, quantity: str) -> bool:
        """Whether the table behind a quantity was computed."""
        needed = "maxprob_scores" if quantity.startswith("maxprob") else "distribution"
        return (self._folder / f"{needed}.parquet").exists()

    def number(self, quantity: str, argument: str) -> float:
        """The exact number."""
        return self._quantities[quantity](int(argument or 0))

    def _start(self, column: str) -> float:
        with pq.ParquetFile(self._folder / "expected.parquet") as file:
            return float(file.read_row_group(0, [column])[column][0].as_py())

    def _at(self, table: str, column: str, score: int) -> float:
        return float(pq.read_table(self._folder / f"{table}.parquet")[column][score].as_py())


def check_published(folder: Path, games: list[str], path: Path) -> None:
    """Write the table `published` for some games; UserError when a number that should agree does not."""
    rows = list(_rows(folder, games))
    lost = [
        f"{row['game']}: {row['item']}: {row['computed']!r}, expected {row['published']} ({row['source']})"
        for row in rows
        if row["expected"] and not row["agrees"]
    ]
    if lost:
        raise UserError("; ".join(lost))
    columns = {name: [row[name] for row in rows] for name in SCHEMAS["published"].names}
    write_table(pa.table(columns), path, "published", Provenance(" ".join(games), "", "published", ""))


def _rows(folder: Path, games: list[str]) -> Iterator[dict[str, Any]]:
    with NUMBERS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            results = Results(folder, row["game"])
            if row["game"] in games and _is_builtin(row["game"]) and results.has(row["quantity"]):
                computed = results.number(row["quantity"], row["argument"])
                yield {
                    **{name: row[name] for name in ("source", "game", "item", "published", "remark")},
                    "computed": computed,
                    "agrees": agrees(row["quantity"], row["published"], computed),
                    "expected": row["expected"] == "yes",
                }


def agrees(quantity: str, published: str, computed: float) -> bool:
    """Whether a number is the published one to its digits, or within 4 standard errors of a simulated one."""
    if quantity == "simulated_percent":
        p = computed / 100
        error = sqrt(p * (1 - p) / SIMULATED_GAMES)
        return abs(float(published) / 100 - p) <= STANDARD_ERRORS * error + 5e-9
    printed = Decimal(published)
    return Decimal(computed).quantize(printed) == printed


def _is_builtin(game: str) -> bool:
    return load_game(game).id == game
