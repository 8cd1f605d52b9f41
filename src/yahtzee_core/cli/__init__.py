"""The command line: `yahtzee <command>`. One module for each command; errors are one line, code 2."""

import argparse
import codecs
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from .. import __version__
from ..errors import UserError
from . import (
    advise,
    blind,
    certificate,
    compare,
    distribution,
    duel,
    endgames,
    evaluate,
    games,
    maxprob,
    plan,
    play,
    query,
    race,
    results,
    review,
    search,
    serve,
    simulate,
    strategies,
    value,
)

COMMANDS = (
    games, value, maxprob, distribution, advise, play, review, serve, strategies, evaluate, compare, simulate,
    search, blind, race, duel, endgames, query, results, plan,
    certificate,
)  # fmt: skip


ESCAPED = "yahtzee-escaped"


class _Parser(argparse.ArgumentParser):
    """Errors in one line, without the usage text."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _print_what_can_be()
    options = _parser().parse_args(arguments)
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yahtzee",
        description="Exact play of dice games of the Yahtzee family.",
        epilog="Try: yahtzee games, yahtzee value yahtzee, yahtzee query 'FROM games'",
    )
    parser.add_argument("--version", action="version", version=f"yahtzee-core {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add_command(commands)
    return parser
