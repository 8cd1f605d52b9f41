"""yahtzee endgames: what players who do not look all the way lose in the last turns of a game of two."""

import argparse
from typing import Any

from ..errors import UserError
from ..game.about import about
from ..game.game import Game
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game
from .output import print_json, print_rows, progress_bar


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "endgames",
        help="how much three simpler ways to play lose in the last turns of two players",
        description="What one turn costs in probability to win (a draw counts half, exact play of both goes "
        "on after it) when the mover plays it by expected, by the normals of Ecker's variance player, or by "
        "the exact distributions of what is to come under expected. Positions are those that two players of "
        "expected come to, at random; the mover is the player who began, or the second.",
    )
    add_game(parser)
    parser.add_argument(
        "--open", type=int, default=1, help="open categories of the mover before the turn; default: 1"
    )
    parser.add_argument("--positions", type=int, default=400, help="of either seat; default: 400")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Judge and print."""
    from ..players.endgames import endgame_rows
    from ..policies.arena import Arena  # slow to import

    game = load_game(options.game)
    if not 1 <= options.open <= len(game.categories):
        raise UserError(f"game {game.id}: --open {options.open}; expected 1 to {len(game.categories)}")
    if options.positions < 2 or options.seed < 0:
        raise UserError("endgames: expected --positions from 2 and --seed from 0")
    with progress_bar(f"{game.id}, {options.open} open") as show:
        rows = endgame_rows(Arena(game), options.open, options.positions, options.seed, show)
    print_json({**about(game), "rows": rows}) if options.json else _print(game, rows)


def _print(game: Game, rows: list[dict[str, Any]]) -> None:
    drawn = "{positions} positions of either seat, seed {seed}".format(**rows[0])
    print(f"{named(game)}, " + "{open} open before the mover's turn: ".format(**rows[0]) + drawn)
    print("what the turn costs in probability to win, a draw counting half, exact play of both after it")
    names = ("seat", "player", "best", "cost", "cost_se", "differs", "largest")
    head = ["mover", "player", "best turn", "cost", "se", "turns that differ", "largest"]
    print_rows(head, [[row[name] for name in names] for row in rows])
