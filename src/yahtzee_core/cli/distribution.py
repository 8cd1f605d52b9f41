"""yahtzee distribution: the exact distribution of the score."""

import argparse
from pathlib import Path
from typing import Any

from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from ..policies.distribution import Distribution
from .input import add_game, add_strategy
from .output import print_json, print_rows

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "distribution",
        help="the exact distribution of the score under a strategy",
        description="The exact distribution of the score under a strategy. Read from the results when they "
        "are there, else solved.",
    )
    add_game(parser)
    add_strategy(parser, "--strategy", "default: expected, the optimal one; else ", default="expected")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Answer and print."""
    from ..advice.answers import distribution_of  # slow to import

    totals = distribution_of(load_game(options.game), options.results, options.strategy)
    if options.json:
        print_json(
            {
                **about(totals.game),
                "strategy": totals.strategy,
                "mean": totals.mean,
                "sd": totals.sd,
                "score": list(range(len(totals.probability))),
                "at_least": totals.at_least.tolist(),
            }
        )
    else:
        _print(totals)


def _print(totals: Distribution) -> None:
    print(f"{named(totals.game)}, strategy {totals.strategy}")
    print(f"mean {totals.mean:.4f}, sd {totals.sd:.4f}, most probable score {totals.mode}")
    print("quantiles: " + ", ".join(f"{p:.0%} {totals.quantile(p)}" for p in QUANTILES))
    print()
    step = 50 if len(totals.probability) > 200 else 10
    at_least = totals.at_least
    rows: list[list[Any]] = [[s, float(at_least[s])] for s in range(0, len(at_least), step)]
    print_rows(["score", "at least"], rows)
