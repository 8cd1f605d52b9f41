"""yahtzee review: how well a game was played, and how lucky it was."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError, naming
from ..files import read_text
from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from ..turn.positions import format_action
from ..turn.ties import POINTS
from .card import add_card_file
from .input import add_game, refuse_game
from .output import print_json, print_last_wrapped, print_rows, print_wrapped, several

if TYPE_CHECKING:
    from ..advice.advisor import Advisor
    from ..advice.card_review import HeldAgainst
    from ..advice.player_record import PlayerRecord
    from ..advice.review import Decision, Review

AIM, AIM_OF = 0.2, "yahtzee"
"""Points that a master loses a decision, and the game that this is known of."""


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "review",
        help="how well a game was played, and how lucky it was",
        description="A log of moves (position => action, ending in final N), of last rolls and categories "
        "alone, or a filled score sheet; docs/notations.md. Losses are against optimal play, luck is what "
        "the dice gave: final score - expected score = luck - loss. A folder of logs: the mean loss by "
        "kind of decision, and a rating in points.",
    )
    add_game(parser)
    parser.add_argument("file", type=Path, help="the log, or a folder of logs")
    parser.add_argument("--html", type=Path, help="write a page, too")
    parser.add_argument(
        "--card", action="store_true", help="name the lines of the card that were broken (yahtzee card)"
    )
    add_card_file(parser)
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Review and print."""
    from ..advice.advisor import Advisor  # slow to import
    from ..advice.as_json import held_json, review_json
    from ..advice.card_review import held_against
    from ..advice.review_page import write_page
    from ..policies.strategies.card import load_card

    if options.file.is_dir():
        _folder(options)
        return
    refuse_game(str(options.file), "review", "a log")
    advisor = Advisor(load_game(options.game), options.results)
    card = load_card(advisor.game, options.card_file) if options.card or options.card_file else None
    review = reviewed(options.file, advisor)
    if options.html:
        write_page(review, options.html)
    held = held_against(advisor, review, card) if card else None
    if options.json:
        print_json({**review_json(review), **({"card": held_json(held)} if held else {})})
        return
    print_review(review)
    if held:
        print_held(held)


def _folder(options: argparse.Namespace) -> None:
    from ..advice.advisor import Advisor  # slow to import
    from ..advice.as_json import record
    from ..advice.player_record import review_folder

    for option in ("html", "card", "card_file"):
        if getattr(options, option):
            words = option.replace("_", "-")
            raise UserError(f"review: --{words} with a folder; expected --{words} with the log of one game")
    found = review_folder(Advisor(load_game(options.game), options.results), options.file)
    if options.json:
        print_json({**about(found.game), **record(found.game, found)})
    else:
        print_record(found)


def print_record(found: "PlayerRecord") -> None:
    """The record of a player, for people."""
    print(f"{named(found.game)}: {several(found.games, 'game')}")
    if found.rating is not None and found.mean_score is not None and found.luck is not None:
        error = "" if found.rating_error is None else f", standard error {found.rating_error:.2f}"
        print_wrapped(
            f"rating {found.rating:.2f}{error}: what somebody averages who plays like that; perfect play "
            f"averages {found.start_value:.4f}"
        )
        games, luck = several(found.whole, "whole game"), f"luck {found.luck:+.2f} a game"
        print(f"of {games}: mean score {found.mean_score:.2f}, {luck}")
    rows = [[k.kind, k.decisions, k.mean_loss, k.standard_error] for k in found.kinds]
    print()
    print_rows(["decision", "number", "mean loss", "standard error"], rows)


def reviewed(path: Path, advisor: "Advisor") -> "Review":
    """The review of a log in a file; errors name the file."""
    from ..advice.review import review_text  # slow to import

    text = read_text(path, "a log")
    with naming(path):
        return review_text(advisor, text)


HEAD = ["played", "better", "loss", "grade"]


def graded(review: "Review", decision: "Decision") -> list[Any]:
    """Cells of a decision: what was played, what is better or None, the loss, and the loss in a word."""
    played, best = (format_action(review.game, action) for action in (decision.action, decision.best))
    return [played, best if decision.loss > POINTS.points else None, decision.loss, decision.grade]


def print_review(review: "Review") -> None:
    """A review for people."""
    from ..advice.review_words import equation, summary

    so_far = "" if review.over else " so far"
    print(f"{named(review.game)}: {review.score} points{so_far} (log of the level {review.level})")
    print_wrapped(summary(review))
    if review.loss is None or review.mean_loss is None:
        return
    if review.luck is not None:
        print(f"\n{equation(review)}")
    kinds = ", ".join(f"{kind} {lost:.4f}" for kind, lost in review.loss_by_kind.items())
    print(f"lost by kind of decision: {kinds}")
    aim = f" (a master's is below {AIM})" if review.game.id == AIM_OF else ""
    print(f"mean loss {review.mean_loss:.4f} a decision{aim}\n")
    rows = [[decision.line, *graded(review, decision)] for decision in review.worst]
    if rows:
        print_rows(["line", *HEAD], rows)
    for decision in review.worst:
        if decision.why:
            print()
            print_wrapped(f"Line {decision.line}. {' '.join(decision.why)}")


def print_held(held: "HeldAgainst") -> None:
    """The lines of the card that were broken, for people."""
    print(f"\n{held.card}: {len(held.broken)} of {held.decisions} decisions are not the card's,", end=" ")
    print(f"which cost {held.cost:.4f} points")
    for each in held.broken:
        played, says = (format_action(held.game, action) for action in (each.played, each.card_plays))
        rule = "score by par" if not each.position.rerolls else f"line {each.card_line or '-'}"
        cost = f"cost {each.cost:.4f}" if each.cost > 0 else f"gained {-each.cost:.4f}"
        print_last_wrapped(
            [[f"line {each.line}", f"{played}, where {rule} of the card says {says}: {cost}. {each.words}."]]
        )
