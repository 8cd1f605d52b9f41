"""The tables of docs/exactness.md: each number is computed again."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from documents import agrees
from helpers import PROJECT
from helpers import solved as solved_of
from lanes import slow_but

from yahtzee_core.cli.exact_value import print_exact
from yahtzee_core.game.about import about
from yahtzee_core.game.load import load_game
from yahtzee_core.solve.exact import solve_exact
from yahtzee_core.solve.exact_summary import Summary
from yahtzee_core.solve.rounding import (
    certain_digits,
    distribution_error,
    duel_error,
    probability_error,
    roundings_of_turn,
    sd_error,
    value_error,
)
from yahtzee_core.tables.database import connect
from yahtzee_core.tables.queries import run_on

BY_HAND = ("kismet", "yahtzee-joker-always")
"""80 CPU seconds, not in the default run: `yahtzee value GAME --exact` prints their numbers."""
QUICK = ("yacht", "yacht-classic", "openspiel-yacht", "crag", "yatzy-down", "toy")
PAGE = (PROJECT / "docs/exactness.md").read_text(encoding="utf-8")
VALUES, AUDITS, BOUNDS, DIGESTS = (
    {row[0].strip(" `"): [cell.strip(" `") for cell in row[1:]] for row in rows}
    for rows in (
        [line.strip("|").split("|") for line in table.splitlines()]
        for table in re.findall(r"^\| game \| .*\n\|[-|: ]+\n((?:\|.*\n)+)", PAGE, re.M)
    )
)


@cache
def rows_of(results: Path) -> dict[str, dict[str, Any]]:
    """What a run found, by game."""
    with connect(results) as connection:
        return {row["game"]: row for row in run_on(connection, "FROM exact").to_pylist()}


def row_of(game: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    """A game, solved exactly here; or, where that takes long, by the default run if it has the game."""
    if game not in QUICK:
        found = rows_of(request.getfixturevalue("default_run") / "results")
        if game in found:
            return found[game]
    return Summary.of(solve_exact(load_game(game))).row()


@pytest.mark.parametrize("game", slow_but([game for game in VALUES if game not in BY_HAND], *QUICK))
def test_the_numbers_of_a_game(game: str, request: pytest.FixtureRequest) -> None:
    row = row_of(game, request)
    sizes = f"{len(row['numerator'])} / {len(row['denominator'])}"
    assert VALUES[game][:3] == [row["digits"], sizes, row["denominator_primes"]]
    assert AUDITS[game] == [
        *(f"{row['positions']:,}", f"{row['ties']:,}", str(row["not_best"])),
        *(f"{row['smallest_margin']:.3g}", f"{row['smallest_gap']:.3g}", f"{row['largest_error']:.2g}"),
    ]
    assert row["not_first"] == 0 and row["smallest_margin"] > 2e-9
    assert row["largest_error"] <= float(solved_of(game).value.max()) * value_error(load_game(game))
    assert DIGESTS[game] == [row["numerator_sha256"]]


@pytest.mark.slow
def test_the_statement_is_that_of_the_run(default_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `yahtzee value yahtzee --exact` prints, of the row that the default run has."""
    exact = {**rows_of(default_run / "results")["yahtzee"]}
    print_exact({**about(load_game("yahtzee")), "states": exact.pop("states"), "exact": exact, "seconds": 1})
    (block,) = re.findall(r"^    \$ yahtzee value yahtzee --exact\n((?:    .*\n)+)", PAGE, re.M)
    assert agrees(dedent(block).rstrip(), capsys.readouterr().out.rstrip())


@pytest.mark.parametrize("name", slow_but(BOUNDS, *QUICK, "yahtzee"))
def test_the_bounds_of_a_game(name: str) -> None:
    game, table = load_game(name), solved_of(name)
    value, sd, exact = table.start_value, table.start_sd, Fraction(VALUES[name][0])
    bounds = [
        *(value_error(game), sd_error(game, value, sd), probability_error(game)),
        *(distribution_error(table.states), duel_error(game)),
    ]
    off = float(abs(Fraction(value) - exact) / exact)
    assert BOUNDS[name] == [str(roundings_of_turn(game)), *(f"{x:.2g}" for x in bounds), f"{off:.1g}"]
    assert off <= value_error(game) and certain_digits(value, value_error(game)) >= 9
    turns = len(table.states) - int(table.states.lanes[-1])
    positions = turns * table.states.options.lattice.n_rolls * game.rolls
    assert AUDITS[name][0] == f"{positions:,}"


def test_what_is_said_of_all() -> None:
    assert list(VALUES) == list(AUDITS) == list(BOUNDS) == list(DIGESTS) and len(VALUES) == 18
    assert sum(float(cells[4]) < 1e-9 for cells in AUDITS.values()) == 8
    assert [game for game, cells in VALUES.items() if cells[1] == "139 / 137"] == ["yahtzee"]


@pytest.mark.parametrize(
    ("printed", "games"),
    [(cells[0], cells[1]) for cells in re.findall(r"^\| ([\d.]+) \(.*?\| `(.*?)`", PAGE, re.M)],
)
def test_printed_scores(printed: str, games: str) -> None:
    """Rounded to as many digits the exact one is what was printed."""
    places = len(printed.partition(".")[2])
    assert f"{float(VALUES[games][0]):.{places}f}" == printed
