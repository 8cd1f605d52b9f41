"""Figures of a duel: what a lead is worth turn by turn, and what playing for the expected score costs."""

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes

from ...arrays import Floats
from .drawing import Drawing, Tables

CURVES = 6
LEAST = 1e-4
"""Share of the greatest cost at which colours begin."""
SEEN = 0.002
"""Leads are drawn where the value is this far from 0 and 1 at the start."""


def value_of_leads(axes: Axes, tables: Tables) -> str:
    """P(win) + P(draw) / 2 by lead, for some of the player's turns."""
    duel = tables["duel"]
    last = max(duel["turns"].to_pylist())
    turns = np.unique(np.linspace(0, last // 2, CURVES).round().astype(int)) * 2
    colours = mpl.colormaps["viridis"](np.linspace(0, 0.9, len(turns)))
    for turn, colour in zip(turns.tolist(), colours, strict=True):
        rows = duel.filter(pc.equal(duel["turns"], turn))
        label = f"{turn // 2} turn{'s' * (turn != 2)} each"
        axes.plot(rows["lead"].to_numpy(), rows["value"].to_numpy(), color=colour, label=label)
    low, high = _seen(duel)
    axes.set(xlabel="lead of the player who began, before their turn", xlim=(low, high), ylim=(0, 1))
    axes.set_ylabel("P(win) + P(draw) / 2")
    axes.legend(frameon=False)
    return (
        "What a lead is worth to the player who began, after so many turns of each, under exact play of "
        "both; the mean over the sheets that two players of the expected score come to."
    )


def cost_of_expected(axes: Axes, tables: Tables) -> str:
    """Heat map of the cost of one turn by `expected`, by turns and lead."""
    duel = tables["duel"]
    low, high = _seen(duel)
    turns, lead, cost = (duel[name].to_numpy() for name in ("turns", "lead", "cost"))
    grid = np.zeros((high - low + 1, int(turns.max()) + 1))
    inside = (lead >= low) & (lead <= high)
    grid[lead[inside] - low, turns[inside]] = 100 * cost[inside]
    least = max(grid.max(), 1e-9) * LEAST
    extent = (-0.5, grid.shape[1] - 0.5, low - 0.5, high + 0.5)
    image = axes.imshow(
        np.maximum(grid, least), origin="lower", aspect="auto", cmap="Blues", norm="log", vmin=least,
        interpolation="nearest", extent=extent,
    )  # fmt: skip
    axes.figure.colorbar(image, ax=axes, label="per cent of a win", format="{x:g}")
    axes.set(xlabel="turns played by both together", ylabel="lead of the player who moves")
    axes.grid(visible=False)
    return (
        "What it costs to play one turn for the expected score, exact play of both going on after it; the "
        "mean over the sheets that two players of the expected score come to."
    )


def _seen(duel: pa.Table) -> tuple[int, int]:
    """The leads at which the game is open at its start."""
    start = duel.filter(pc.equal(duel["turns"], 0))
    value: Floats = start["value"].to_numpy()
    lead = start["lead"].to_numpy()[(value > SEEN) & (value < 1 - SEEN)]
    return int(lead.min()), int(lead.max())


DRAWINGS = {
    "duel_value": Drawing("what a lead is worth", value_of_leads),
    "duel_cost": Drawing("what playing for the expected score costs", cost_of_expected),
}
