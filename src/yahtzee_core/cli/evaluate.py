"""yahtzee evaluate: the exact statistics of a strategy."""

import argparse
from typing import TYPE_CHECKING, Any

from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import print_json, print_rows

if TYPE_CHECKING:
    from ..policies.evaluation import Evaluation


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "evaluate",
        help="the exact statistics of a strategy",
        description="The exact statistics of a strategy: its score, what each category brings, and what is "
        "lost by choosing it where another one is better.",
    )
    add_game(parser)
    add_strategy(parser, "strategy")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Evaluate and print."""
    refuse_game(options.strategy, "evaluate", "a strategy")
    from ..advice.as_json import evaluation_json
    from ..policies.arena import Arena  # slow to import
    from ..policies.evaluation import evaluate
    from ..policies.strategies.load import load_strategy

    game = load_game(options.game)
    evaluation = evaluate(Arena(game), load_strategy(options.strategy, game))
    print_json(evaluation_json(evaluation)) if options.json else _print(evaluation)


def _print(evaluation: "Evaluation") -> None:
    print(f"{named(evaluation.game)}, strategy {evaluation.strategy.id}")
    print(
        f"mean {evaluation.mean:.4f}, sd {evaluation.sd:.4f}, median {evaluation.distribution.quantile(0.5)}"
    )
    losses = evaluation.losses.loss
    print(
        f"lost against the optimum: {losses.sum():.4f} "
        f"({losses[:, 1:].sum():.4f} by keeps, {losses[:, 0].sum():.4f} by categories)\n"
    )
    variance, chosen = evaluation.covariance.diagonal(), [*evaluation.losses.chosen.tolist(), None, None]
    rows = zip(evaluation.parts, evaluation.walk.mean, variance, evaluation.zero, chosen, strict=True)
    print_rows(
        ["category", "mean", "variance", "zero", "loss"],
        [[name, float(m), abs(float(v)), float(z), lost] for name, m, v, z, lost in rows],
    )
    if evaluation.game.upper_bonus:
        print(f"\nupper bonus {evaluation.bonus_probability:.6f},", end=" ")
        print(f"of which before the last upper category {evaluation.secured_early:.6f}")
