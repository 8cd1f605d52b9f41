"""yahtzee duel: two players who see everything, solved exactly."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError
from ..game.about import about
from ..game.load import load_game
from .input import add_game
from .output import named_in, print_json, progress_bar

if TYPE_CHECKING:
    from ..game.game import Game
    from ..players.duel import Duel


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
    add_game(parser)
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
    """Solve, or read, and print."""
    from ..advice.answers import stored_duel  # slow to import

    if not 0 <= options.draw <= 1:
        raise UserError(f"duel: --draw {options.draw}; expected 0 to 1")
    if options.threads is not None and options.threads < 1:
        raise UserError(f"duel: --threads {options.threads}; expected at least 1")
    game, began = load_game(options.game), time.monotonic()
    stored = stored_duel(game, options.results) if options.draw == 0.5 and not options.double else None
    answer = stored or _solved(game, options)
    answered = {
        who: stored_duel(game, options.results, f"duel_expected_{who}") if stored else None
        for who in ("first", "second")
    }
    value = _as_json(answer, None if stored else time.monotonic() - began)
    value["expected"] = {who: _chances(duel) for who, duel in answered.items() if duel}
    print_json(value) if options.json else _print(value)


def _solved(game: "Game", options: argparse.Namespace) -> "Duel":
    from ..players.duel import duel_size, solve_duel  # slow to import

    cells, held = duel_size(game, not options.double)
    if held > options.memory_mb * 1e6:
        raise UserError(
            f"game {game.id}: a duel of {cells:.3g} cells holds {held / 1e6:.0f} MB; "
            f"expected at most {options.memory_mb} (--memory-mb)"
        )
    why = f"{game.id}: {cells:.3g} cells are solved now, and not kept; make duel keeps those of Yacht"
    with progress_bar(f"{game.id}: duel", why) as show:
        return solve_duel(game, options.threads, options.draw, not options.double, show)


def _as_json(answer: "Duel", seconds: float | None) -> dict[str, Any]:
    """seconds: to solve it; None when it was read."""
    return {
        **about(answer.game),
        "first": _chances(answer),
        "value": answer.value,
        "draw_counts": answer.draw_counts,
        "cells": answer.cells,
        "bytes_held": answer.bytes_held,
        "seconds": None if seconds is None else round(seconds, 3),
    }


def _chances(answer: "Duel") -> dict[str, float]:
    return {"p_win": answer.win, "p_draw": answer.draw, "p_lose": answer.loss}


def _print(value: dict[str, Any]) -> None:
    print(f"{named_in(value)}, two players, exact play of both; the player who begins")
    print(_words(value["first"]))
    print(f"value {value['value']:.6f} (a draw counts {value['draw_counts']:g})")
    for who, chances in value["expected"].items():
        print(f"when the {who} plays for the expected score and the other answers, the one who begins")
        print(_words(chances))
    if value["seconds"] is not None:
        held = value["bytes_held"] / 1e6
        print(f"{value['cells']:,} cells in {value['seconds']:.1f} s, two plies of {held:.0f} MB at the most")


def _words(chances: dict[str, float]) -> str:
    return f"wins {chances['p_win']:.4%}, draws {chances['p_draw']:.4%}, loses {chances['p_lose']:.4%}"
