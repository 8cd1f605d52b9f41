"""The command line: `yahtzee <command>`. One module for each command; errors are one line, code 2."""

import argparse
import codecs
import io
import json
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from functools import cache
from typing import Any, NoReturn

from .. import blas  # noqa: F401 - before numpy
from ..errors import UserError
from ..game.meant import expected_names
from ..version import VERSION
from . import (
    advise,
    blind,
    card,
    certificate,
    compare,
    completion,
    distribution,
    duel,
    endgames,
    estimate,
    evaluate,
    export,
    games,
    maxprob,
    plan,
    play,
    query,
    quiz,
    race,
    results,
    review,
    search,
    serve,
    simulate,
    site,
    strategies,
    value,
)

GROUPS = {
    "play": (serve, play, advise, review, quiz, site),
    "ask": (games, value, maxprob, distribution, certificate, query),
    "strategies": (strategies, card, evaluate, estimate, compare, simulate, search, export),
    "two players": (blind, race, duel, endgames),
    "workflow": (plan, results),
    "this program": (completion,),
}
"""The commands as the help lists them."""
NAME_WIDTH, WIDTH = 14, 79
TRY = "Try: yahtzee advise 13356, yahtzee value yatzy, yahtzee COMMAND --help"
ESCAPED = "yahtzee-escaped"


class _Commands:
    """The commands of a group as they register themselves; the lines that the help has of them are kept."""

    def __init__(self, commands: Any) -> None:
        self._commands = commands
        self.lines: list[str] = []

    def add_parser(self, name: str, help: str, **more: Any) -> argparse.ArgumentParser:
        """The parser of a command."""
        self.lines += textwrap.wrap(
            f"{name:{NAME_WIDTH}}{help}", WIDTH, initial_indent="  ", subsequent_indent=" " * (NAME_WIDTH + 2)
        )
        parser: argparse.ArgumentParser = self._commands.add_parser(name, **more)
        return parser


RENAMED = {
    "--game": "the game is the first word, as in: yahtzee advise yatzy 13356",
    "--score": "expected --target N, --to-come N or --opponent-total N",
    "--objective": "an aim says it: --target N, --to-come N, --opponent-total N or --opponent SHEET",
    "--from": "expected --state STATE, --start FILE or --like GAME",
}
"""Options of version 0.1.0, and what to write in their place."""


class _Parser(argparse.ArgumentParser):
    """Errors in one line, without the usage text."""

    def error(self, message: str) -> NoReturn:
        wrong = re.match(r"argument COMMAND: invalid choice: '(.*?)'", message)
        if wrong:
            names = [module.__name__.rpartition(".")[2] for group in GROUPS.values() for module in group]
            message = f"no command '{wrong[1][:40]}'; {expected_names(wrong[1], names)}"
        for option, now in RENAMED.items():
            if re.match(rf"unrecognized arguments: (.* )?{option}( |=|$)", message):
                message = f"no option {option} here; {now}"
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


class _Command(_Parser):
    """The parser of one command: options may stand between its words."""

    _parsing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does; a second call comes from within."""
        if self._parsing or completion.is_asked():
            return super().parse_known_args(args, namespace)
        self._parsing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._parsing = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _print_what_can_be()
    parser = _parser()
    completion.complete(parser)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except UserError as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except MemoryError as error:
        print(
            f"error: memory is short: {error}; expected a smaller game, or a larger machine", file=sys.stderr
        )
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def _print_what_can_be() -> None:
    """Characters that the encoding of standard output lacks are escaped."""
    codecs.register_error(ESCAPED, _escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """As JSON writes characters, so that JSON stays JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


@cache
def _parser() -> argparse.ArgumentParser:
    """The parser of all commands, made once: a process may run many."""
    parser = _Parser(
        prog="yahtzee",
        usage="yahtzee [--help] [--version] COMMAND ...",
        description="Exact play of dice games of the Yahtzee family.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"yahtzee-core {VERSION}")
    commands = parser.add_subparsers(
        prog="yahtzee", metavar="COMMAND", required=True, help=argparse.SUPPRESS, parser_class=_Command
    )
    lines = []
    for group, modules in GROUPS.items():
        registered = _Commands(commands)
        for module in modules:
            module.add_command(registered)
        lines += [f"{group}:", *registered.lines, ""]
    parser.epilog = "\n".join([*lines, TRY])
    return parser
