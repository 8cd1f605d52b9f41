"""yahtzee blind: the best answer to a strategy whose game is not seen."""

import argparse
from pathlib import Path
from typing import Any

from ..game import load_game
from .output import print_json, progress_bar

UTILITIES = ("win", "half", "margin")


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "blind",
        help="the best answer to a strategy whose game is not seen",
        description="Two players who do not see each other's game: the best answer to a strategy, exactly "
        "(Glenn 2007, section II-D). It takes two minutes on two cores for yahtzee.",
    )
    parser.add_argument("game", help="id of a game, or path to a game file")
    parser.add_argument("strategy", help="the opponent's: id, .yaml file, or file.py:name")
    parser.add_argument(
        "--utility",
        choices=UTILITIES,
        default="half",
        help="what is maximised: P(win); half: P(win) + P(draw) / 2; the margin of points; default: half",
    )
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Solve and print."""
    from ..answers import distribution_of  # slow to import
    from ..blind import best_answer, same_strategy

    game = load_game(options.game)
    opponent = distribution_of(game, options.results, options.strategy)
    with progress_bar(f"{game.id}: the best answer to {opponent.strategy}") as show:
        found = best_answer(game, opponent.probability, options.utility, progress=show)
    win, draw, loss = same_strategy(opponent.probability)
    answer = {
        "game": game.id,
        "opponent": opponent.strategy,
        "utility": found.utility,
        "value": found.value,
        "best_answer": {"win": found.win, "draw": found.draw, "loss": found.loss},
        "same_strategy": {"win": win, "draw": draw, "loss": loss},
    }
    if options.json:
        print_json(answer)
    else:
        print(f"{game.id}, against {opponent.strategy}, neither seeing the other (utility {found.utility})")
        print(f"best answer: wins {found.win:.4%}, draws {found.draw:.4%}, loses {found.loss:.4%}")
        print(f"its own strategy: wins {win:.4%}, draws {draw:.4%}, loses {loss:.4%}")
