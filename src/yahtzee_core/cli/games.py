"""yahtzee games: the games with their rules, or one score sheet."""

import argparse
from typing import Any

from ..catalogue import entries, markdown
from ..game import Game, all_games, load_game
from ..refused import refused_games
from ..words import category_words, rule_words
from .output import print_json, print_rows, print_wrapped


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "games",
        help="list the games, or print the score sheet of one",
        description="List the games with their rules, or print the score sheet of one.",
    )
    parser.add_argument("game", nargs="?", help="id of a game, or path to a game file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--markdown",
        action="store_true",
        help="solve all games and print a table in Markdown, as in docs/games.md",
    )
    parser.add_argument("--large", action="store_true", help="with --markdown: solve the large games too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Print all games or one."""
    if options.markdown:
        names = [options.game] if options.game else all_games()
        print(markdown(entries(map(load_game, names), options.large)), end="")
    elif options.game is None:
        games = [load_game(name) for name in all_games()]
        print_json([_facts(g) for g in games]) if options.json else _print_list(games)
    else:
        game = load_game(options.game)
        print_json(_facts(game)) if options.json else _print_sheet(game)


def _print_list(games: list[Game]) -> None:
    for game in games:
        print(f"{game.id} - {game.title}")
        print_wrapped(game.rule, "    ")
    print("too large to solve:", ", ".join(refused_games()))


def _print_sheet(game: Game) -> None:
    print(f"{game.title} ({game.id})")
    print_wrapped(game.rule)
    print(f"\n{game.dice} dice of {game.faces} faces, {game.rolls} rolls a turn\n")
    for upper, section in ((True, "upper section"), (False, "lower section")):
        rows = [[c.id, c.title, category_words(c)] for c in game.categories if c.upper == upper]
        if rows:
            print_rows([section, "", ""], rows)
            print()
    for line in rule_words(game):
        print_wrapped(line)
    print_wrapped(f"source: {game.source}")


def _facts(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "rule": game.rule,
        "source": game.source,
        "dice": game.dice,
        "faces": game.faces,
        "rolls": game.rolls,
        "categories": [
            {
                "id": c.id,
                "title": c.title,
                "section": "upper" if c.upper else "lower",
                "scores": category_words(c),
            }
            for c in game.categories
        ],
        "upper": {"threshold": game.threshold, "bonus": game.upper_bonus},
        "yahtzee_bonus": game.yahtzee_bonus,
        "joker": game.joker,
        "order": game.order,
        "saved_rolls": game.saved_rolls,
    }
