"""Figures 6.1 to 6.5 of Cremers 2002, with exact numbers where the thesis had simulated ones.

Dark lines on an opaque white ground: they print well and can be read on a dark page.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .storage import atomic

Columns = dict[str, npt.NDArray[np.float64]]
MAXPROB, OPTEXPECTED = "#0b5fa5", "#c4510c"
STYLE: Any = {
    "font.size": 11,
    "axes.grid": True,
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


DRAWN: dict[str, tuple[str, Callable[[Axes, Columns], None]]] = {
    "figure_6_1": ("highest probability of every score", _maxprob),
    "figure_6_2": ("MaxProb and OptExpected", _both),
    "figure_6_3": ("MaxProb and OptExpected, logarithmic", _both_log),
    "figure_6_4": ("what MaxProb gains", _difference),
    "figure_6_5": ("what MaxProb gains, relative to OptExpected", _relative),
}
"""Title and content by file name; the numbers are those of the thesis."""


def draw_figures(game: str, table: Path, folder: Path) -> None:
    """Draw all figures of a game from its table maxprob_vs_expected, as SVG and PNG in `folder`."""
    rows = pq.read_table(table)
    data = {name: rows[name].to_numpy().astype(np.float64) for name in rows.column_names}
    for name, (title, content) in DRAWN.items():
        with mpl.rc_context(STYLE):
            figure = Figure(figsize=(7.5, 4.5), layout="constrained")
            axes = figure.subplots()
            content(axes, data)
            axes.set(xlabel="score", title=f"{game}: {title}", xlim=(0, data["score"].max()))
            for kind in ("svg", "png"):
                with atomic(folder / f"{name}.{kind}") as temporary:
                    figure.savefig(temporary, format=kind, dpi=150, metadata=_metadata(kind))


def _metadata(kind: str) -> dict[str, None] | None:
    """No dates, so that the same numbers make the same files."""
    return {"Date": None} if kind == "svg" else None
