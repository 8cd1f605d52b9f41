"""How commands read standard input: text in UTF-8, with or without a byte order mark."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from ..errors import UserError
from ..files import unmarked
from ..game.load import all_games
from .completion import completed, game_ids, strategy_ids

LATIN_MARK = "\u00ef\u00bb\u00bf"
"""A byte order mark as Latin-1 reads it, which some systems take for standard input."""


def input_lines() -> Iterator[str]:
    """The lines of standard input, as they come."""
    first = True
    while line := _line():
        yield unmarked(line).removeprefix(LATIN_MARK) if first else line
        first = False


def prompted(lines: Iterator[str]) -> str | None:
    """What is answered to a prompt, in lower case, from input_lines; None at the end of input."""
    print("> ", end="", flush=True)
    line = next(lines, "")
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))
    return line.strip().lower() if line else None


def names_dice(line: str) -> bool:
    """Whether an answer is the dice to keep, without the word: `3 3`, or `-` for none."""
    return line[:1].isdigit() or line.split(" ", maxsplit=1)[0] == "-"


def _line() -> str:
    try:
        return sys.stdin.readline()
    except UnicodeDecodeError as error:
        raise UserError(f"standard input: {error.reason}; expected text in {error.encoding}") from None


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that names a game; yahtzee when it is left out."""
    game = parser.add_argument(
        "game", nargs="?", default="yahtzee", help="id, or path to a game file; default: yahtzee"
    )
    completed(game, game_ids)


def add_strategy(parser: argparse._ActionsContainer, name: str, who: str = "", **more: Any) -> None:
    """An argument that names a strategy."""
    words = f"{who}id (yahtzee strategies), .yaml file, or file.py:name"
    completed(parser.add_argument(name, help=words, **more), strategy_ids)


def add_aim(parser: argparse.ArgumentParser, required: bool = False) -> argparse._MutuallyExclusiveGroup:
    """The arguments that say how many points are to be reached, in all or from here on."""
    group = parser.add_mutually_exclusive_group(required=required)
    group.add_argument("--target", type=int, metavar="N", help="the total to reach at the end of the game")
    group.add_argument("--to-come", type=int, metavar="N", help="the points to reach from here on")
    return group


def points_to_come(options: argparse.Namespace, known: bool) -> int:
    """The points that add_aim's arguments ask for from here on. known: whether no points were made before."""
    if options.to_come is not None:
        return int(options.to_come)
    if not known:
        raise UserError(
            f"--target {options.target}; expected --to-come N, as the points so far are not known"
        )
    return int(options.target)


def refuse_game(word: str, command: str, expected: str) -> None:
    """UserError when the one word of a command is the id of a game: what is asked of the game is missing."""
    if word in all_games():
        raise UserError(f"{word} is a game; expected {expected} after it: yahtzee {command} {word} ...")
