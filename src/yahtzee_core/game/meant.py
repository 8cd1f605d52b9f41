"""The name that was probably meant, for an error that names it first."""

from collections.abc import Iterable
from difflib import get_close_matches

from .names import plain

SHOWN = 12
"""Names of an error, at the most: more do not fit its line."""


def expected_names(name: str, known: Iterable[str]) -> str:
    """What was expected in place of a name: the one it is like, or the names that there are."""
    by_plain = {plain(one): one for one in known}
    like = get_close_matches(plain(name)[:60], by_plain, n=1, cutoff=0.7)
    if like:
        return f"did you mean {by_plain[like[0]]}?"
    names = list(by_plain.values())
    rest = f", and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"expected one of {', '.join(names[:SHOWN])}{rest}"
