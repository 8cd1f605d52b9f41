"""Figures 6.1 to 6.5 of Cremers 2002, with exact numbers where the thesis had simulated ones.

Dark lines on an opaque white ground: they print well and can be read on a dark page.
"""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pyarrow.parquet as pq
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...arrays import Floats
from ...files import atomic

Columns = dict[str, Floats]
MAXPROB, OPTEXPECTED, APPROX = "#0b5fa5", "#c4510c", "#3c8031"
STYLE: Any = {
    "font.size": 11,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#d9d9d9",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "yahtzee",
    "svg.fonttype": "none",
}


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


@dataclass(frozen=True)
class Drawing:
    """One figure: its title, its caption, and what draws it."""

    title: str
    caption: str
    content: Callable[[Axes, Columns], None]
    linear: bool = True


def _approx(axes: Axes, data: Columns) -> None:
    _both_log(axes, data)
    axes.plot(data["score"], data["approx"], color=APPROX, lw=1, label="MaxProbApprox of that score")
    axes.legend(frameon=False)


def _approx_relative(axes: Axes, data: Columns) -> None:
    ratio = data["approx"] / data["optexpected"]
    axes.plot(data["score"], ratio, color=APPROX)
    axes.axhline(1, color=OPTEXPECTED, ls="--")
    axes.set(ylabel="MaxProbApprox / OptExpected", yscale="log")


DRAWINGS: dict[str, Drawing] = {
    "figure_6_1": Drawing(
        "the highest probability of every score",
        "For each score s, the probability that MaxProb_s, the best strategy for it, reaches s or more.",
        _maxprob,
    ),
    "figure_6_2": Drawing(
        "MaxProb and OptExpected",
        "The probability of s or more when playing for s, and under the one strategy that maximises the "
        "expected score.",
        _both,
    ),
    "figure_6_3": Drawing(
        "MaxProb and OptExpected, logarithmic",
        "The same on a logarithmic scale. Each step down is one more extra Yahtzee.",
        _both_log,
        linear=False,
    ),
    "figure_6_4": Drawing(
        "what playing for a score gains",
        "The probability of s or more under MaxProb_s less that under OptExpected.",
        _difference,
    ),
    "figure_6_5": Drawing(
        "what playing for a score gains, relatively",
        "The same difference as a share of the probability under OptExpected.",
        _relative,
        linear=False,
    ),
}
"""By file name; the numbers are those of the thesis, whose values under OptExpected were simulated."""


APPROX_DRAWINGS: dict[str, Drawing] = {
    "figure_approx": Drawing(
        "playing for a score by the normal approximation",
        "The probability of s or more under MaxProb_s, under OptExpected, and under MaxProbApprox_s, which "
        "takes the points to come from every state to be normally distributed.",
        _approx,
        linear=False,
    ),
    "figure_approx_relative": Drawing(
        "what the normal approximation costs",
        "The probability of s or more under MaxProbApprox_s as a share of that under OptExpected. Below 1, "
        "playing for s by the approximation is worse than not looking at s.",
        _approx_relative,
        linear=False,
    ),
}
"""The same, from the table maxprob_approx_vs_expected (Cremers 2002, section 6.2.2)."""


def draw_figures(game: str, table: Path, folder: Path, drawings: dict[str, Drawing]) -> None:
    """Draw figures of a game from their table, as SVG and PNG in `folder`."""
    rows = pq.read_table(table)
    data = {name: rows[name].to_numpy().astype(np.float64) for name in rows.column_names}
    for name, drawing in drawings.items():

        def content(axes: Axes, drawing: Drawing = drawing) -> str:
            drawing.content(axes, data)
            seen = data["maxprob"] > 5e-4 if drawing.linear else slice(None)
            axes.set(xlim=(0, data["score"][seen].max()), xlabel="score")
            return f"{drawing.caption} Exact values; game {game}."

        draw(folder / name, f"{game}: {drawing.title}", content)


def draw(
    path: Path, title: str, content: Callable[[Axes], str], width: float = 7.5, height: float = 4.8
) -> None:
    """Draw a figure as <path>.svg and <path>.png, atomically; the same numbers make the same files.

    content: draws, and returns the caption. width, height: in inches.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots()
        caption = textwrap.fill(content(axes), 100)
        axes.set_title(title, loc="left")
        figure.supxlabel(caption, fontsize=9, color="#404040", x=0.01, ha="left")
        for kind in ("svg", "png"):
            with atomic(path.with_name(f"{path.name}.{kind}")) as temporary:
                metadata = {"Date": None} if kind == "svg" else None
                figure.savefig(temporary, format=kind, dpi=150, metadata=metadata)
