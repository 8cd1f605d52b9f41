"""The one exception that a user is meant to read."""

from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 300
"""Characters of a message, at most: one that repeats its input says no more."""


class UserError(ValueError):
    """Bad input, told in one line: where it is, what was found, what was expected.

    Shells print the message and exit with code 2; nothing else derives from it. A long message loses its
    middle, as the place is at its begin and what was expected at its end; what does not print is escaped.
    """

    def __init__(self, message: str) -> None:
        super().__init__(shortened(one_line(message)))


@contextmanager
def naming(where: object) -> Iterator[None]:
    """Errors say where they are: in a file, on a line, at a key."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def one_line(text: str) -> str:
    """Text with single blanks between its words, and nothing that does not print, or cannot be encoded."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(map(_printable, line))


def shortened(line: str) -> str:
    """A line of at most LONGEST characters: the middle is left out."""
    if len(line) <= LONGEST:
        return line
    begin, gap = LONGEST * 2 // 3, " ... "
    return line[:begin] + gap + line[begin + len(gap) - LONGEST :]


def _printable(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()
