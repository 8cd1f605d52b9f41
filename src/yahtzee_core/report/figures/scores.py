"""Figures 6.1 to 6.5 of Cremers 2002, exact where the thesis simulated, and those of MaxProbApprox."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import StrMethodFormatter

from ...arrays import Floats
from .drawing import APPROX, MAXPROB, OPTEXPECTED, Drawing, Tables

Columns = dict[str, Floats]
COMMON = 1e-4
"""Scores that come more often under OptExpected: beyond them is the tail of the extra Yahtzees."""


def _maxprob(axes: Axes, data: Columns) -> None:
    axes.plot(data["score"], data["maxprob"], color=MAXPROB)
    axes.set(ylabel="probability of the score or more", ylim=(0, 1.02))


def _both(axes: Axes, data: Columns) -> None:
    axes.plot(data["score"], data["maxprob"], color=MAXPROB, label="MaxProb of that score")
    axes.plot(data["score"], data["optexpected"], color=OPTEXPECTED, ls="--", label="OptExpected")
    axes.set(ylabel="probability of the score or more", ylim=(0, 1.02))
    axes.legend(frameon=False)


def _both_log(axes: Axes, data: Columns) -> None:
    _both(axes, data)
    axes.set_yscale("log")
    axes.set_ylim(data["optexpected"][data["optexpected"] > 0].min(), 2)


def _difference(axes: Axes, data: Columns) -> None:
    axes.plot(data["score"], 100 * data["difference"], color=MAXPROB)
    axes.set(ylabel="MaxProb - OptExpected (percentage points)", ylim=(0, None))


def _relative(axes: Axes, data: Columns) -> None:
    common = data["optexpected"] > COMMON
    axes.plot(data["score"][common], 1 + data["relative"][common], color=MAXPROB)
    axes.set(ylabel="times as likely as under OptExpected", ylim=(1, None))


def _most_gained(data: Columns) -> str:
    best = int(np.argmax(data["difference"]))
    gain = 100 * data["difference"][best]
    return f"playing for {data['score'][best]:.0f} gains {gain:.1f} percentage points"


def _most_times(data: Columns) -> str:
    ratio = np.where(data["optexpected"] > COMMON, 1 + data["relative"], 0)
    best = int(np.argmax(ratio))
    return f"playing for {data['score'][best]:.0f} makes it {ratio[best]:.2f} times as likely"


def _approx(axes: Axes, data: Columns) -> None:
    _both_log(axes, data)
    axes.plot(data["score"], data["approx"], color=APPROX, lw=1, label="MaxProbApprox of that score")
    axes.legend(frameon=False)


def _approx_relative(axes: Axes, data: Columns) -> None:
    ratio = data["approx"] / data["optexpected"]
    axes.plot(data["score"], ratio, color=APPROX)
    axes.axhline(1, color=OPTEXPECTED, ls="--")
    axes.set(ylabel="MaxProbApprox / OptExpected", yscale="log")
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_formatter(StrMethodFormatter("{x:g}"))


def _columns(tables: Tables) -> Columns:
    (rows,) = tables.values()
    return {name: rows[name].to_numpy().astype(np.float64) for name in rows.column_names}


def _drawing(
    title: str | Callable[[Columns], str],
    caption: str,
    content: Callable[[Axes, Columns], None],
    linear: bool = True,
) -> Drawing:
    """A figure of one table over scores; a linear one ends where nothing is to be seen any more."""

    def drawn(axes: Axes, tables: Tables) -> str:
        data = _columns(tables)
        content(axes, data)
        seen = data["maxprob"] > 5e-4 if linear else slice(None)
        axes.set(xlim=(0, data["score"][seen].max()), xlabel="score (points)")
        return caption

    return Drawing(title if isinstance(title, str) else lambda tables: title(_columns(tables)), drawn)


_THESIS = {
    "figure_6_1": _drawing(
        "the highest probability of every score",
        "For each score s, the probability that MaxProb_s, the best strategy for it, reaches s or more.",
        _maxprob,
    ),
    "figure_6_2": _drawing(
        "MaxProb and OptExpected",
        "The probability of s or more when playing for s, and under the one strategy that maximises the "
        "expected score.",
        _both,
    ),
    "figure_6_3": _drawing(
        "MaxProb and OptExpected, logarithmic",
        "The same on a logarithmic scale, which shows rare scores, too.",
        _both_log,
        linear=False,
    ),
    "figure_6_4": _drawing(
        _most_gained,
        "The probability of s or more under MaxProb_s less that under OptExpected.",
        _difference,
    ),
    "figure_6_5": _drawing(
        _most_times,
        "How many times as likely s or more is under MaxProb_s as under OptExpected, for scores that "
        "OptExpected reaches in more than one game of 10,000.",
        _relative,
    ),
}
"""By name; the numbers are those of the thesis, whose values under OptExpected were simulated."""

_APPROX = {
    "figure_approx": _drawing(
        "playing for a score by the normal approximation",
        "The probability of s or more under MaxProb_s, under OptExpected, and under MaxProbApprox_s, which "
        "takes the points to come from every state to be normally distributed.",
        _approx,
        linear=False,
    ),
    "figure_approx_relative": _drawing(
        "what the normal approximation costs",
        "The probability of s or more under MaxProbApprox_s as a share of that under OptExpected. Below 1, "
        "playing for s by the approximation is worse than not looking at s.",
        _approx_relative,
        linear=False,
    ),
}
"""The same, from the table maxprob_approx_vs_expected (Cremers 2002, section 6.2.2)."""
DRAWINGS: dict[str, Drawing] = {**_THESIS, **_APPROX}
