"""yahtzee completion: the shell completes commands, options, games and strategies."""

import argparse
import os
from collections.abc import Callable, Iterable
from typing import Any

from ..game.load import all_games

SHELLS = ("bash", "zsh", "fish")
ASKED = "_ARGCOMPLETE"
"""In the environment when a shell asks for completions."""


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "completion",
        help="what a shell needs to complete commands, games and strategies",
        description='Print what completes the words of this command in a shell: eval "$(yahtzee completion '
        'bash)" in ~/.bashrc, the same with zsh in ~/.zshrc, or yahtzee completion fish | source in '
        "~/.config/fish/config.fish.",
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Print the code of a shell."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["yahtzee"], shell=options.shell))


def is_asked() -> bool:
    """Whether this process was started by a shell that completes a word."""
    return ASKED in os.environ


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer the shell that completes a word, and end; nothing else."""
    if is_asked():
        import argcomplete

        argcomplete.autocomplete(parser)


def game_ids(**_: Any) -> list[str]:
    """The games that have an id."""
    return all_games()


def strategy_ids(**_: Any) -> list[str]:
    """The strategies that come with the package."""
    from ..policies.strategies.load import builtin_names

    return builtin_names()


def completed(argument: argparse.Action, ids: Callable[..., Iterable[str]]) -> None:
    """Complete an argument by ids; files are completed beside them."""
    argument.completer = ids  # type: ignore[attr-defined]
