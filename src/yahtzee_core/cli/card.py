"""yahtzee card: a strategy that a person can follow, on a page."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game
from .output import print_json, print_last_wrapped, print_rows, print_wrapped, progress_bar

if TYPE_CHECKING:
    from ..policies.card_worth import CardWorth


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "card",
        help="a strategy that fits on a card, to print and to play by",
        description="A ranked list of keeps, of which the first that fits is followed, and a par for each "
        "category. Beside each line stands what the card loses without it. All numbers are exact.",
    )
    add_game(parser)
    add_card_file(parser)
    parser.add_argument("--lines", type=int, help="a smaller card: the best of its lines, so many")
    parser.add_argument("--out", type=Path, help="write a page to print, too")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument(
        "--frontier", action="store_true", help="the expected score by number of lines, and nothing else"
    )
    parser.set_defaults(run=run)


def add_card_file(parser: Any) -> None:
    """The option that names a card of one's own."""
    parser.add_argument("--card-file", type=Path, metavar="FILE", help="your own card (.yaml)")


def run(options: argparse.Namespace) -> None:
    """Judge a card and print it."""
    from ..advice.as_json import card_json  # slow to import
    from ..advice.card_page import write_card_page
    from ..policies.arena import Arena
    from ..policies.card_worth import card_worth, frontier
    from ..policies.strategies.card import load_card

    game = load_game(options.game)
    card = load_card(game, options.card_file)
    card = card if options.lines is None else card.shorter(options.lines)
    with progress_bar(f"{game.id}: the card without each line") as progress:
        if options.frontier:
            _print_frontier(named(game), frontier(Arena(game), card, progress))
            return
        worth = card_worth(Arena(game), card, progress)
    if options.out:
        write_card_page(worth, options.out)
    print_json(card_json(worth)) if options.json else _print(worth)


def _print_frontier(name: str, means: list[float]) -> None:
    print(f"{name}: exact expected score of its card by number of lines")
    print_rows(["lines", "mean"], [[lines, mean] for lines, mean in enumerate(means)])


def _print(worth: "CardWorth") -> None:
    from ..policies.strategies.line_words import FOLLOW, NO_LINE, score_words

    card = worth.card
    print(f"{named(card.game)} on a card: mean {worth.mean:.4f}, best play {worth.optimum:.4f}")
    keep, category = worth.loss.keep_loss, worth.loss.category_loss
    print(f"lost {keep + category:.4f} points a game: {keep:.4f} by keeps, {category:.4f} by categories\n")
    print_wrapped(f"{FOLLOW}. The number after it is what the card loses without the line.")
    rows = [[f"{number:2}", f"{words} ({cost:.2f})."] for number, words, cost in worth.lines]
    print_last_wrapped([*rows, ["", f"{NO_LINE}."]])
    print()
    print_wrapped(f"{score_words()}.")
    print_rows(["category", "par"], [[c.title, card.par[c.id]] for c in card.game.categories])
