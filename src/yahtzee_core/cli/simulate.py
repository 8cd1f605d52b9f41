"""yahtzee simulate: games of a strategy at random, beside the exact numbers."""

import argparse
from dataclasses import asdict
from typing import Any

from ..errors import UserError
from ..game.about import about
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import named_in, print_json, print_rows, progress_bar


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "simulate",
        help="play many games of a strategy at random",
        description="Games of a strategy with dice from a seeded generator, beside the exact expected "
        "points: deviations are in standard errors, and should be within 4. There is none (-) "
        "where all games have the same points.",
    )
    add_game(parser)
    add_strategy(parser, "strategy")
    parser.add_argument("--games", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Simulate and print."""
    refuse_game(options.strategy, "simulate", "a strategy")
    if options.games < 2 or options.seed < 0:
        raise UserError("simulate: expected --games from 2 and --seed from 0")
    answer = _simulated(options.game, options.strategy, options.games, options.seed)
    print_json(answer) if options.json else _print(answer)


def _simulated(name: str, text: str, games: int, seed: int) -> dict[str, Any]:
    from ..policies.arena import Arena  # slow to import
    from ..policies.simulation import estimates, simulate
    from ..policies.strategies.load import load_strategy

    game = load_game(name)
    strategy, arena = load_strategy(text, game), Arena(game)
    policy = strategy.policy(arena)
    with progress_bar(f"{game.id}, {strategy.id}") as show:
        played = simulate(arena, policy, games, seed, show)
    return {
        **about(game),
        "strategy": strategy.id,
        "games": games,
        "seed": seed,
        "sd": float(played.totals.std(ddof=1)),
        "least": int(played.totals.min()),
        "most": int(played.totals.max()),
        "parts": [asdict(part) for part in estimates(arena, policy, played)],
    }


def _print(answer: dict[str, Any]) -> None:
    print("{0}, strategy {strategy}: {games} games, seed {seed}".format(named_in(answer), **answer))
    print(f"scores from {answer['least']} to {answer['most']}, sd {answer['sd']:.4f}\n")
    print_rows(
        ["category", "mean", "standard error", "exact", "deviation"],
        [list(part.values()) for part in answer["parts"]],
    )
