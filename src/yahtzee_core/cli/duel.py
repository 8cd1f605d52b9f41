"""yahtzee duel: two players who see everything, solved exactly."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError
from ..game import load_game
from .output import print_json, progress_bar

if TYPE_CHECKING:
    from ..duel import Duel


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "duel",
        help="two players who see everything, solved exactly",
        description="Two players in turn, each seeing the other's sheet and points, both playing for the "
        "highest probability to win, a draw counted half. The answer comes from the results where the "
        "workflow has solved the duel (make duel); else it is solved in memory, Yacht in five minutes on two "
        "cores and 5 GB. yahtzee plan --objective duel tells the bill for larger games.",
    )
    parser.add_argument("game", help="id of a game, or path to a game file")
    parser.add_argument(
        "--draw", type=float, default=0.5, help="what a draw counts for the player who begins; default: 0.5"
    )
    parser.add_argument("--threads", type=int, help="default: all cores")
    parser.add_argument("--double", action="store_true", help="hold numbers in float64: twice the memory")
    parser.add_argument(
        "--memory-mb", type=int, default=5000, help="refuse what takes more for two plies; default: 5000"
    )
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Solve and print."""
    from ..duel import duel_size, solve_duel  # slow to import

    if not 0 <= options.draw <= 1:
        raise UserError(f"duel: --draw {options.draw}; expected 0 to 1")
    if options.threads is not None and options.threads < 1:
        raise UserError(f"duel: --threads {options.threads}; expected at least 1")
    game = load_game(options.game)
    cells, held = duel_size(game, not options.double)
    if held > options.memory_mb * 1e6:
        raise UserError(
            f"game {game.id}: a duel of {cells:.3g} cells holds {held / 1e6:.0f} MB; "
            f"expected at most {options.memory_mb} (--memory-mb)"
        )
    began = time.monotonic()
    with progress_bar(f"{game.id}: duel") as show:
        found = solve_duel(game, options.threads, options.draw, not options.double, show)
    seconds = time.monotonic() - began
    print_json(_as_json(found, seconds)) if options.json else _print(found, seconds)


def _as_json(found: "Duel", seconds: float) -> dict[str, Any]:
    return {
        "game": found.game.id,
        "first": {"win": found.win, "draw": found.draw, "loss": found.loss},
        "value": found.value,
        "draw_counts": found.draw_counts,
        "cells": found.cells,
        "bytes_held": found.bytes_held,
        "seconds": round(seconds, 3),
    }


def _print(found: "Duel", seconds: float) -> None:
    print(f"{found.game.id}, two players, exact play of both; the player who begins")
    print(f"wins {found.win:.4%}, draws {found.draw:.4%}, loses {found.loss:.4%}")
    print(f"value {found.value:.6f} (a draw counts {found.draw_counts:g})")
    print(
        f"{found.cells:,} cells in {seconds:.1f} s, two plies of {found.bytes_held / 1e6:.0f} MB at the most"
    )
