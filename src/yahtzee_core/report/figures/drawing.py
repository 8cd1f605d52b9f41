"""How a figure is drawn: the style that all share, and one function that draws any of them.

Dark lines on an opaque white ground: they print well and can be read on a dark page.
"""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...files import atomic
from ...tables.rows import read_rows
from .catalogue import FIGURES

Tables = Mapping[str, pa.Table]
"""What a figure is drawn from, by name of the table."""
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
EXACT = "Exact values; game {game}."


def _standard(tables: Tables) -> tuple[float, float]:
    return 7.5, 4.8


@dataclass(frozen=True)
class Drawing:
    """One figure: its title, what draws it and returns its caption, and its size in inches.

    title: what it shows, or what makes a title of the tables that says what was found.
    """

    title: str | Callable[[Tables], str]
    content: Callable[[Axes, Tables], str]
    size: Callable[[Tables], tuple[float, float]] = _standard


def draw_figure(name: str, game: str, tables: Mapping[str, Path], path: Path) -> None:
    """Draw a figure of a game from the files of its tables, as <path>.svg and <path>.png.

    game: "" for the figures of the partition, which are of no game.
    """
    module = import_module(f".{FIGURES[name].module}", __package__)
    drawing: Drawing = module.DRAWINGS[name]
    rows = {table: read_rows(file) for table, file in tables.items()}

    def content(axes: Axes) -> str:
        caption = drawing.content(axes, rows)
        return f"{caption} {EXACT.format(game=game)}" if game else caption

    shows = drawing.title if isinstance(drawing.title, str) else drawing.title(rows)
    title = f"{game or 'fixed-subset partitioning'}: {shows}"
    draw(path, title, content, *drawing.size(rows))


def draw(
    path: Path, title: str, content: Callable[[Axes], str], width: float = 7.5, height: float = 4.8
) -> None:
    """Draw a figure as <path>.svg and <path>.png, atomically; the same numbers make the same files.

    content: draws, and returns the caption. width, height: in inches.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots()
        caption = textwrap.fill(content(axes), 100, break_on_hyphens=False)
        axes.set_title(title, loc="left")
        figure.supxlabel(caption, fontsize=9, color="#404040", x=0.01, ha="left")
        for kind in ("svg", "png"):
            with atomic(path.with_name(f"{path.name}.{kind}")) as temporary:
                metadata = {"Date": None} if kind == "svg" else None
                figure.savefig(temporary, format=kind, dpi=150, metadata=metadata)
