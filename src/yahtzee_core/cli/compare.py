"""yahtzee compare: two strategies side by side, decision by decision and by their scores."""

import argparse
from dataclasses import asdict
from typing import Any

from ..game.about import about
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import named_in, print_json, print_rows, print_wrapped


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "compare",
        help="two strategies side by side, decision by decision",
        description="Two strategies, exactly. Decision by decision where the first one plays, judged by the "
        "values of the second: the losses sum up to the difference of their expected scores. By their "
        "scores: who wins when neither sees the other's game, how far apart they are, and whether one is "
        "ahead at every score.",
    )
    add_game(parser)
    add_strategy(parser, "one")
    add_strategy(parser, "other", "the judge: ")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Compare and print."""
    refuse_game(options.one, "compare", "two strategies")
    both = _compared(options.game, options.one, options.other)
    print_json(both) if options.json else _print(both)


def _compared(name: str, one: str, other: str) -> dict[str, Any]:
    from ..policies.arena import Arena  # slow to import
    from ..policies.comparison import compare_strategies
    from ..policies.strategies.load import load_strategy

    game = load_game(name)
    both = compare_strategies(Arena(game), *(load_strategy(text, game) for text in (one, other)))
    criteria = both.criteria
    return {
        **about(game),
        "one": both.one.id,
        "other": both.other.id,
        "mean": list(both.mean),
        "decisions": [
            {
                "rerolls": left,
                "loss": float(criteria.loss[:, left].sum()),
                "differs": criteria.differs[:, left].tolist(),
                "differs_beyond_tie": criteria.differs_beyond_tie[:, left].tolist(),
            }
            for left in reversed(range(game.rolls))
        ],
        "p_win": both.win,
        "p_draw": both.draw,
        "p_lose": both.loss,
        "total_variation": both.variation,
        "dominates": asdict(both.dominance),
    }


def _print(both: dict[str, Any]) -> None:
    one, other = both["one"], both["other"]
    mean, judge = both["mean"]
    print_wrapped(f"{named_in(both)}: {one} (mean {mean:.4f}) judged by {other} ({judge:.4f})")
    rows = [
        [_kind(row["rerolls"]), row["loss"], sum(row["differs"]), sum(row["differs_beyond_tie"])]
        for row in both["decisions"]
    ]
    rows.append(["game", *(sum(row[i] for row in rows) for i in (1, 2, 3))])
    print()
    print_rows(["decision", "loss", "other choices", "not tied"], rows)
    print()
    print_wrapped(
        f"neither sees the other: {one} wins {both['p_win']:.4%}, draws {both['p_draw']:.4%}, "
        f"loses {both['p_lose']:.4%}"
    )
    print(f"total variation distance of the scores {both['total_variation']:.4f}")
    print_wrapped(_dominance(both["dominates"], one, other))


def _kind(rerolls: int) -> str:
    return f"keep, {rerolls} left" if rerolls else "category"


def _dominance(both: dict[str, Any], one: str, other: str) -> str:
    if both["one"] and both["other"]:
        return "they score alike"
    if both["one"]:
        return f"{one} is ahead at every score"
    if both["other"]:
        return f"{other} is ahead at every score"
    return f"neither is ahead at every score: {one} is behind at {both['fails_at']}"
