"""Numbers of a column as text: with the same decimals, so that points stand under each other."""

import math
from collections.abc import Sequence

DIGITS = 6
"""Of the largest number of a column."""
SPREAD = 1e7
"""A column whose numbers are further apart shows each with its own digits."""


def column_texts(values: Sequence[float | int | None], certain: int | None = None) -> list[str]:
    """The texts of a column of numbers; nothing where there is none, and what is not 0 is not shown as 0.

    certain: no more digits are shown after a point than so many, and what is less than they tell is 0.
    """
    shown = [abs(value) for value in values if isinstance(value, float) and value and math.isfinite(value)]
    if not shown:
        return [_whole(value) for value in values]
    if certain is not None:
        decimals = min(_decimals(max(shown)), certain)
        return ["" if value is None else f"{round(value, decimals) + 0.0:,.{decimals}f}" for value in values]
    if max(shown) / min(shown) > SPREAD:
        return ["" if value is None else f"{value:.{DIGITS}g}" for value in values]
    decimals = _decimals(max(shown))
    return ["" if value is None else _fixed(value, decimals) for value in values]


def _decimals(largest: float) -> int:
    return min(max(DIGITS - 1 - math.floor(math.log10(largest)), 0), DIGITS)


def _whole(value: float | int | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def _fixed(value: float, decimals: int) -> str:
    if value and abs(value) < 0.5 * 10**-decimals:
        return f"{value:.1e}"
    return f"{value + 0.0:,.{decimals}f}"
