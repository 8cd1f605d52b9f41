"""yahtzee strategies: which strategies there are."""

import argparse
from typing import Any

from ..game.load import load_game
from ..game.refusals import require_policies
from .output import print_json, print_last_wrapped


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "strategies",
        help="list the strategies that come with the package",
        description="The strategies that come with the package. A .yaml file of rules or numbers and Python "
        "(file.py:name) do as well wherever a strategy is asked for; docs/strategies.md tells how.",
    )
    parser.add_argument(
        "game", nargs="?", help="only those that are made for this game: id, or path to a game file"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """List."""
    from ..policies.strategies.load import builtin_strategies, strategies_of  # slow to import

    game = load_game(options.game) if options.game else None
    if game:
        require_policies(game, "a strategy")
    strategies = strategies_of(game) if game else builtin_strategies()
    if options.json:
        print_json([{"strategy": s.id, "title": s.title, "source": s.source} for s in strategies.values()])
    else:
        print_last_wrapped([["strategy", "source"], *([s.id, s.source] for s in strategies.values())])
