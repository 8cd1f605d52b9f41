"""yahtzee estimate: the mean of a strategy from games, with the luck taken out."""

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import UserError
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import print_json, print_rows, print_wrapped, progress_bar

if TYPE_CHECKING:
    from ..policies.estimation import Estimation


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "estimate",
        help="the mean of a strategy from a few games, with the luck taken out",
        description="Games of a strategy with dice from a seeded generator, in which every decision is "
        "judged exactly. What a strategy loses spreads far less than what it scores, so a thousand games "
        "tell the mean as well as many thousands of scores. For agents that are slow, or that look at the "
        "points so far; `evaluate` is exact.",
    )
    add_game(parser)
    add_strategy(parser, "strategy")
    parser.add_argument("--games", type=int, default=1000, help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    add_strategy(parser, "--against", "an opponent who moves second: ", metavar="STRATEGY")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Play, judge and print."""
    refuse_game(options.strategy, "estimate", "a strategy")
    if options.games < 2 or options.seed < 0:
        raise UserError("estimate: expected --games from 2 and --seed from 0")
    found = _estimated(options.game, options.strategy, options.against, options.games, options.seed)
    if options.json:
        from ..advice.as_json import estimation_json

        print_json(estimation_json(found))
    else:
        _print(found)


def _estimated(name: str, text: str, against: str | None, games: int, seed: int) -> "Estimation":
    from ..policies.arena import Arena  # slow to import
    from ..policies.estimation import estimate
    from ..policies.strategies.load import load_strategy

    game = load_game(name)
    player, other = (load_strategy(text, game), load_strategy(against, game) if against else None)
    with progress_bar(f"{game.id}, {player.id}") as show:
        return estimate(Arena(game), player, games, seed, other, show)


def _print(found: "Estimation") -> None:
    from ..policies.estimation import kind_of

    print_wrapped(f"{named(found.game)}, strategy {found.strategy}: {found.games} games, seed {found.seed}")
    print(f"mean {found.mean:.4f}, standard error {found.standard_error:.4f}")
    error = f"standard error {found.plain_standard_error:.4f}"
    plain = f"of the scores alone: mean {found.plain_mean:.4f}, {error}"
    again = "" if found.factor is None else f"; they need {found.factor:.0f} times as many games"
    print_wrapped(plain + again)
    if (other := found.opponent) is not None:
        print_wrapped(
            f"against {other.strategy}: wins {other.win:.2%}, draws {other.draw:.2%}, "
            f"standard error {other.standard_error:.2%}"
        )
    print(f"\nlost in a game against best play, which averages {found.start_value:.4f}:")
    rows = [[kind_of(left), lost.loss, lost.standard_error] for left, lost in enumerate(found.by_rerolls)]
    print_rows(["decision", "loss", "standard error"], rows[::-1])
