"""yahtzee race: a player who sees the sheets of others, who do not look, in many games."""

import argparse
from typing import Any

from ..errors import UserError
from ..game.about import about
from ..game.load import load_game
from .input import add_game, add_strategy
from .output import named_in, print_json, progress_bar

KINDS = ("variance", "distribution")
WORDS = {"p_win": "win", "p_draw": "draw", "p_lose": "loss"}
MOST_PLAYERS = 6


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "race",
        help="a player who looks at the others' sheets, in many games at random",
        description="A player who sees the sheets of others, who all play one strategy and do not look "
        "(Ecker, section 4.3): seeded games with standard errors, beside the exact numbers of the policy "
        "of expected in their place.",
    )
    add_game(parser)
    add_strategy(parser, "--against", "the others' strategy: ", required=True)
    parser.add_argument(
        "--player",
        choices=KINDS,
        default="distribution",
        help="what the player takes totals for: normal, by mean and variance (Ecker's), or their exact "
        "distributions; default: distribution",
    )
    parser.add_argument("--players", type=int, default=2, help="in all, 2 to 6; default: 2")
    parser.add_argument("--games", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Play and print."""
    from ..players.beliefs import PLAYERS
    from ..players.races import race_row
    from ..policies.arena import Arena  # slow to import
    from ..policies.strategies.load import load_strategy

    if not 2 <= options.players <= MOST_PLAYERS:
        raise UserError(f"--players {options.players}; expected 2 to {MOST_PLAYERS}")
    if options.games < 2 or options.seed < 0:
        raise UserError("race: expected --games from 2 and --seed from 0")
    game = load_game(options.game)
    strategy, arena = load_strategy(options.against, game), Arena(game)
    with progress_bar(f"{game.id}, {options.player} against {strategy.id}") as show:
        belief = PLAYERS[options.player](arena)
        asked = (options.players, options.games, options.seed)
        answer = {**about(game), **race_row(arena, options.player, belief, strategy, *asked, show)}
    print_json(answer) if options.json else _print(answer)


def _print(answer: dict[str, Any]) -> None:
    others = f"{answer['players'] - 1} of {answer['opponent']}"
    games = f"{answer['games']} games, seed {answer['seed']}"
    print(f"{named_in(answer)}, {answer['player']} against {others}: {games}")
    shares = [f"{word} {answer[name]:.4%} (se {answer[f'{name}_se']:.4%})" for name, word in WORDS.items()]
    print(", ".join(shares))
    print(
        "expected in their place, exactly: win {expected_p_win:.4%}, draw {expected_p_draw:.4%}, "
        "loss {expected_p_lose:.4%}".format(**answer)
    )
