"""Figures 6.1 to 6.5 of Cremers 2002, exact where the thesis simulated, and those of MaxProbApprox."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes

from ...arrays import Floats
from .drawing import APPROX, MAXPROB, OPTEXPECTED, Drawing, Tables

Columns = dict[str, Floats]


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
    axes.plot(data["score"], data["difference"], color=MAXPROB)
    axes.set(ylabel="MaxProb - OptExpected", ylim=(0, None))


def _relative(axes: Axes, data: Columns) -> None:
    axes.plot(data["score"], data["relative"], color=MAXPROB)
    axes.set(ylabel="(MaxProb - OptExpected) / OptExpected", ylim=(0, None))


def _approx(axes: Axes, data: Columns) -> None:
    _both_log(axes, data)
    axes.plot(data["score"], data["approx"], color=APPROX, lw=1, label="MaxProbApprox of that score")
    axes.legend(frameon=False)


def _approx_relative(axes: Axes, data: Columns) -> None:
    ratio = data["approx"] / data["optexpected"]
    axes.plot(data["score"], ratio, color=APPROX)
    axes.axhline(1, color=OPTEXPECTED, ls="--")
    axes.set(ylabel="MaxProbApprox / OptExpected", yscale="log")


def _drawing(
    title: str, caption: str, content: Callable[[Axes, Columns], None], linear: bool = True
) -> Drawing:
    """A figure of one table over scores; a linear one ends where nothing is to be seen any more."""

    def drawn(axes: Axes, tables: Tables) -> str:
        (rows,) = tables.values()
        data = {name: rows[name].to_numpy().astype(np.float64) for name in rows.column_names}
        content(axes, data)
        seen = data["maxprob"] > 5e-4 if linear else slice(None)
        axes.set(xlim=(0, data["score"][seen].max()), xlabel="score")
        return caption

    return Drawing(title, drawn)


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
        "The same on a logarithmic scale. Each step down is one more extra Yahtzee.",
        _both_log,
        linear=False,
    ),
    "figure_6_4": _drawing(
        "what playing for a score gains",
        "The probability of s or more under MaxProb_s less that under OptExpected.",
        _difference,
    ),
    "figure_6_5": _drawing(
        "what playing for a score gains, relatively",
        "The same difference as a share of the probability under OptExpected.",
        _relative,
        linear=False,
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
