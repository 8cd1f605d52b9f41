"""The two lanes: `make test` runs what is not marked slow, `make check` everything.

A test is slow above 2 seconds of a quiet core, and when it needs Slurm, a browser, kills or the default run.
What would vanish from the fast lane has a small form there: fewer examples, or the first of its parameters.
"""

from collections.abc import Iterable
from typing import Any

import pytest

FAST = "not slow"
"""The expression of marks of the fast lane."""
FEWER = 0.4
"""Of the examples of a test by Hypothesis, so many are drawn in the fast lane."""
LONG = ("joker-forced", "joker-forced-gap", "joker-free", "joker-free-gap")
"""Toy games that take the oracle long: slow wherever a test has one as a parameter.

The fast lane has other games with a joker: coins, forced-upper-only and joker-always.
"""
_running: set[str] = set()


def begin(expression: str) -> None:
    """Tell which expression of marks this session runs, before its tests are imported."""
    _running.add(expression)


def mark_long(item: pytest.Item) -> None:
    """Mark a test of a long game as slow."""
    parameters = (
        item.callspec.params.values()
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else ()
    )
    if any(isinstance(value, str) and value in LONG for value in parameters):
        item.add_marker(pytest.mark.slow)


def examples(number: int) -> int:
    """The number of examples of a test by Hypothesis, fewer in the fast lane."""
    return max(int(number * FEWER), 2) if FAST in _running else number


def slow_but(values: Iterable[Any], *fast: Any) -> list[Any]:
    """Parameters that are slow, but for some, or for the first. A tuple is several parameters."""
    listed = list(values)
    kept = fast or listed[:1]
    assert all(value in listed for value in kept), kept
    return [value if value in kept else _slow(value) for value in listed]


def _slow(value: Any) -> Any:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.slow)


def slow_ones(values: Iterable[Any], *slow: Any) -> list[Any]:
    """Parameters of which some are slow."""
    listed = list(values)
    assert all(value in listed for value in slow), slow
    return slow_but(listed, *(value for value in listed if value not in slow))
