"""yahtzee value: solve a game for the expected score."""

import argparse
import time
from typing import Any

from ..game.about import about
from ..game.game import Game
from ..game.joker_rules import joker_words, other_jokers
from ..game.load import load_game
from ..solve.expected import solve_expected
from ..solve.rounding import proved_error
from ..solve.saved import solve_saved_start
from .exact_value import exact_answer, print_exact
from .input import add_game
from .output import named_in, print_json


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "value",
        help="the expected score of a game under optimal play",
        description="Solve a game here and now (no results needed): expected score and its "
        "standard deviation under the policy that maximises the expected score. With --exact both are "
        "fractions, worked out in whole numbers, and every decision of the policy is checked against them.",
    )
    add_game(parser)
    parser.add_argument("--exact", action="store_true", help="as a fraction, with 50 digits")
    parser.add_argument("--threads", type=_positive, help="threads (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Solve and print."""
    began, game = time.monotonic(), load_game(options.game)
    solve = exact_answer if options.exact else _solve
    answer = {**solve(game, options.threads), "seconds": round(time.monotonic() - began, 3)}
    if options.exact and not options.json:
        print_exact(answer)
        return
    answer = {**about(game), **answer, "other_jokers": _other_jokers(game, options.threads)}
    if options.json:
        print_json(answer)
    else:
        print(f"{named_in(answer)}: expected score {answer['mean']:.6f}, sd {answer['sd']:.4f}")
        print(f"{answer['states']} states solved in {answer['seconds']} s")
        for other in answer["other_jokers"]:
            print(f"with the {other['joker']}, {other['game']}: {other['mean']:.6f}")


def _other_jokers(game: Game, threads: int | None) -> list[dict[str, Any]]:
    """The value of the game under another rule that is common."""
    others = other_jokers(game)
    values = (solve_expected(other, threads).start_value for other in others)
    return [
        {"game": other.id, "joker": joker_words(other), "mean": value}
        for other, value in zip(others, values, strict=True)
    ]


def _solve(game: Game, threads: int | None) -> dict[str, Any]:
    table = solve_saved_start(game, threads) if game.saved_rolls else solve_expected(game, threads)
    return {
        "mean": table.start_value,
        "sd": table.start_sd,
        "relative_error_at_most": proved_error(game, "expected"),
        "states": table.states.size,
    }


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"'{text}'; expected a number from 1")
    return int(text)
