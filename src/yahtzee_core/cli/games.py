"""yahtzee games: the games with their rules, or one score sheet."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..game.game import Game
from ..game.load import all_games, load_game
from ..game.new import new_game_text
from ..game.refused import refused_games
from ..game.words import category_words, rule_words
from ..runs.catalogue import entries, markdown
from ..runs.preview import cost_lines, sample_scores
from .output import print_json, print_rows, print_wrapped


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "games",
        help="list the games, print the score sheet of one, or make and check game files",
        description="List the games with their rules, or print the score sheet of one (GAME). "
        "`games new NAME --like GAME` writes a commented game file to change by hand, NAME.yaml; "
        "`games check FILE` tells what a game file means, and what solving it costs.",
    )
    parser.add_argument("game", nargs="?", help="id of a game, path to a game file, new, or check")
    parser.add_argument("name", nargs="?", help="after new: id of the new game; after check: the game file")
    parser.add_argument(
        "--like", dest="base", default="yahtzee", help="game to begin from (default: yahtzee)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--markdown", action="store_true", help="solve and print a table in Markdown, as in docs/games.md"
    )
    parser.add_argument("--large", action="store_true", help="with --markdown: solve the large games too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Print all games or one, or do what `new` and `check` ask for."""
    if options.game in ("new", "check"):
        if options.name is None:
            expected = "a name for the new game" if options.game == "new" else "a game file"
            raise UserError(f"games {options.game}: nothing more given; expected {expected}")
        _new(options.name, options.base) if options.game == "new" else _check(options.name)
    elif options.name is not None:
        raise UserError(f"games: '{options.name}' after {options.game}; expected one game, or new, or check")
    elif options.markdown:
        names = [options.game] if options.game else all_games()
        print(markdown(entries(map(load_game, names), options.large)), end="")
    elif options.game is None:
        games = [load_game(name) for name in all_games()]
        print_json([_facts(g) for g in games]) if options.json else _print_list(games)
    else:
        game = load_game(options.game)
        print_json(_facts(game)) if options.json else _print_sheet(game)


def _new(name: str, base: str) -> None:
    """Write <name>.yaml here; it is never written over."""
    path = Path(f"{name}.yaml")
    text = new_game_text(name, base)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; expected a new file that can be written") from None
    print(f"{path}: written, from {base}; next: yahtzee games check {path}")


def _check(path: str) -> None:
    game = load_game(path)
    _print_sheet(game)
    print("\nwhat some rolls score on an empty sheet:")
    for dice, scores in sample_scores(game):
        print_wrapped(f"{dice}: {scores}", "    ")
    print()
    for line in cost_lines(game):
        print_wrapped(line)


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
        "upper": {
            "threshold": game.threshold,
            "bonus": game.upper_bonus,
            "further": [{"threshold": threshold, "bonus": points} for threshold, points in game.further],
        },
        "yahtzee_bonus": game.yahtzee_bonus,
        "joker": game.joker,
        "order": game.order,
        "saved_rolls": game.saved_rolls,
    }
