"""Plots that answer the pointer, by plotly; colours of axes and ground are left to the page.

Every point of a line is drawn: plotly would leave out nine of ten.
"""

from typing import Any

import plotly.graph_objects as go
import pyarrow as pa
import pyarrow.compute as pc

from .blocks import Block

COLOURS = ("#3b82c4", "#d9722e", "#4f9d45", "#9a6cc4", "#c44e6b", "#7b8794", "#2aa1a1", "#b5942b")
DASHES = ("solid", "dash", "dot", "dashdot")
HEIGHT = 380


def plot_json(block: Block, rows: pa.Table) -> str:
    """The plot of a block, as the JSON that plotly.js takes."""
    figure = go.Figure({"lines": _lines, "bars": _bars, "heat": _heat}[block.kind](block, rows))
    figure.update_layout(
        template="none",
        height=_height(block, rows),
        margin={"l": 70, "r": 20, "t": 10, "b": 50},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hovermode="closest" if block.kind == "heat" else "x unified" if block.kind == "lines" else "y",
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        colorway=COLOURS,
    )
    upright = block.kind != "bars"
    figure.update_xaxes(
        title=_label(block, block.x if upright else block.y[0]), zeroline=False, automargin=True
    )
    title = block.labels.get("y", _label(block, block.y[0])) if upright else ""
    figure.update_yaxes(title=title, zeroline=False, automargin=True)
    if block.log:
        figure.update_yaxes(type="log", exponentformat="power", nticks=12)
    text: str = figure.to_json()
    return text


def _lines(block: Block, rows: pa.Table) -> list[Any]:
    if block.by:
        values = dict.fromkeys(rows[block.by].to_pylist())
        parts = {str(value): rows.filter(pc.equal(rows[block.by], value)) for value in values}
        series = [(name, part[block.x], part[block.y[0]]) for name, part in parts.items()]
    else:
        series = [(_label(block, name), rows[block.x], rows[name]) for name in block.y]
    return [
        go.Scatter(
            x=x.to_pylist(),
            y=y.to_pylist(),
            name=name,
            mode="lines",
            line={"dash": DASHES[i // len(COLOURS) % len(DASHES)], "width": 2, "simplify": False},
            hovertemplate="%{y:.6g}",
        )
        for i, (name, x, y) in enumerate(series)
    ]


def _bars(block: Block, rows: pa.Table) -> list[Any]:
    """Horizontal, the first row at the top."""
    return [
        go.Bar(
            x=rows[name].to_pylist()[::-1],
            y=rows[block.x].to_pylist()[::-1],
            name=_label(block, name),
            orientation="h",
            hovertemplate="%{x:.6g}",
        )
        for name in block.y
    ]


def _heat(block: Block, rows: pa.Table) -> list[Any]:
    return [
        go.Heatmap(
            x=rows[block.x].to_pylist(),
            y=rows[block.y[0]].to_pylist(),
            z=rows[block.z].to_pylist(),
            colorscale="Blues",
            colorbar={"title": _label(block, block.z)},
            hovertemplate=f"%{{y}}, %{{x}}: %{{z:.4g}}<extra>{_label(block, block.z)}</extra>",
        )
    ]


def _height(block: Block, rows: pa.Table) -> int:
    """Pixels; a row of bars or of a heat map takes 22."""
    if block.kind == "lines":
        return HEIGHT
    bars = len(rows) if block.kind == "bars" else len(pc.unique(rows[block.y[0]]))
    return max(HEIGHT, 100 + 22 * min(bars, 40))


def _label(block: Block, column: str) -> str:
    return block.labels.get(column, column.replace("_", " "))
