"""yahtzee maxprob: the highest probability of a score."""

import argparse
from pathlib import Path
from typing import Any

from ..advice.notation import format_state, parse_state
from ..errors import UserError
from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from ..turn.states import States
from .exact_value import print_exact_probability
from .input import add_aim, add_game, points_to_come
from .output import print_json, progress_bar


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "maxprob",
        help="the highest probability of reaching a score",
        description="The highest probability of at least N points, over all strategies, and the expected "
        "score and sd of MaxProb_N, the strategy that reaches it (of those, the one with the most "
        "expected points). Read from the results when they are there, else solved, with progress.",
    )
    add_game(parser)
    add_aim(parser, required=True)
    parser.add_argument(
        "--state",
        default="",
        help="start from here, with --to-come: 'filled ones twos | upper 5 | chip no', for example",
    )
    parser.add_argument(
        "--moments", action="store_true", help="solve expected score and sd too (4.5 times as long)"
    )
    parser.add_argument("--exact", action="store_true", help="as a fraction; for small games")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Answer and print."""
    from ..advice.answers import maxprob_of  # slow to import

    game = load_game(options.game)
    filled, upper, chip = parse_state(options.state, game)
    state = States(game).at(filled, upper, chip)
    needed = points_to_come(options, known=not options.state)
    if options.exact:
        if options.moments:
            raise UserError("--exact with --moments; expected one of them")
        print_exact_probability(game, state, needed, options.json)
        return
    why = f"{game.id}: no maxprob in {options.results}, so it is solved now, and not kept"
    with progress_bar(f"{game.id}: maxprob", why) as progress:
        answer = maxprob_of(game, state, needed, options.results, options.moments, progress)
    if options.json:
        print_json(
            {
                **about(game),
                "state": format_state(game, filled, upper, chip),
                "target": options.target,
                "to_come": needed,
                "probability": answer.probability,
                "mean": answer.mean,
                "sd": answer.sd,
            }
        )
        return
    if options.state:
        print(f"from {format_state(game, filled, upper, chip)}")
    print(f"{named(game)}: at least {needed} points with probability {answer.probability:.6g} at best")
    if answer.mean is not None:
        print(f"expected points of that strategy {answer.mean:.4f}, sd {answer.sd:.4f}")
