"""Figures of the strategies of a game: what they score, what they lose where, and each against each."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from ...arrays import Floats
from .drawing import MAXPROB, OPTEXPECTED, Drawing, Tables

KEEP_COLOURS = LinearSegmentedColormap.from_list("keeps", ["#9cc3e6", "#0b5fa5", "#08306b", "#041c40"])
"""Keeps by the share of the rerolls that are left, the first keep of the turn last."""
DARK = 0.6
"""Share of the colour scale from which text is white."""


def means(axes: Axes, tables: Tables) -> str:
    """Expected score of every strategy; the worst at the bottom."""
    strategies = tables["strategies"]
    names, mean = _names(strategies), strategies["mean"].to_numpy()
    axes.barh(names[::-1], mean[::-1], color=MAXPROB)
    for i, value in enumerate(mean[::-1]):
        axes.text(value, i, f" {value:.2f}", va="center", fontsize=9)
    axes.set(xlabel="expected score", xlim=(0, mean.max() * 1.12))
    axes.grid(axis="y", visible=False)
    return "The exact expected score of every strategy."


def losses(axes: Axes, tables: Tables) -> str:
    """What every strategy loses in a game, by kind of decision."""
    table, order = tables["strategy_losses"], _names(tables["strategies"])
    kinds = sorted(set(table["rerolls"].to_pylist()), reverse=True)
    left = np.zeros(len(order))
    for kind in kinds:
        lost = np.array([_lost(table, strategy, kind) for strategy in order])
        label = f"keeps, {kind} reroll{'s' * (kind > 1)} left" if kind else "categories"
        colour = KEEP_COLOURS(kind / kinds[0]) if kind else OPTEXPECTED
        axes.barh(order[::-1], lost[::-1], left=left[::-1], color=colour, label=label)
        left += lost
    axes.set(xlabel="points lost in a game", xlim=(0, max(left.max(), 1e-9) * 1.02))
    axes.grid(axis="y", visible=False)
    axes.legend(frameon=False, loc="upper right")
    return (
        "Expected loss of the decisions of every strategy, judged by the values of optimal play. They sum "
        "up to what its expected score is below the optimum."
    )


def wins(axes: Axes, tables: Tables) -> str:
    """Who wins when neither sees the other's game."""
    pairs, order = tables["strategy_pairs"], _names(tables["strategies"])
    share = _matrix(pairs, order, "p_win") + _matrix(pairs, order, "p_draw") / 2
    _heat_map(axes, 100 * share, order, "RdBu", (0.0, 100.0), lambda x: abs(x - 50) > DARK * 50)
    return "Per cent of wins of the row against the column, draws counted half, neither seeing the other."


def variation(axes: Axes, tables: Tables) -> str:
    """How far apart the scores are."""
    pairs, order = tables["strategy_pairs"], _names(tables["strategies"])
    distance = 100 * _matrix(pairs, order, "variation")
    most = max(float(distance.max()), 1e-9)
    _heat_map(axes, distance, order, "Blues", (0.0, most), lambda x: x > DARK * most)
    return (
        "Total variation distance d of the scores of two strategies, in per cent. Whoever sees one score and "
        "guesses which of the two made it is right in at most (100 + d) / 2 per cent of cases."
    )


def _names(strategies: pa.Table) -> list[str]:
    names: list[str] = strategies["strategy"].to_pylist()
    return names


def _lost(table: pa.Table, strategy: str, rerolls: int) -> float:
    rows = zip(*(table[c].to_pylist() for c in ("strategy", "rerolls", "points_lost")), strict=True)
    return float(sum(loss for name, left, loss in rows if (name, left) == (strategy, rerolls)))


def _matrix(pairs: pa.Table, order: list[str], column: str) -> Floats:
    matrix = np.zeros((len(order), len(order)))
    for one, other, value in zip(*(pairs[c].to_pylist() for c in ("strategy", "other", column)), strict=True):
        matrix[order.index(one), order.index(other)] = value
    return matrix


def _heat_map(
    axes: Axes,
    matrix: Floats,
    order: list[str],
    colours: str,
    limits: tuple[float, float],
    dark: Callable[[float], Any],
) -> None:
    axes.imshow(matrix, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    for (i, j), value in np.ndenumerate(matrix):
        axes.text(
            j, i, f"{value:.0f}", ha="center", va="center", fontsize=8, color="w" if dark(value) else "k"
        )
    axes.set_xticks(range(len(order)), order, rotation=45, ha="right", fontsize=9)
    axes.set_yticks(range(len(order)), order, fontsize=9)
    axes.grid(visible=False)


def _size(tables: Tables) -> tuple[float, float]:
    """A line for each strategy."""
    return 7.5, 1.8 + 0.33 * len(tables["strategies"])


DRAWINGS = {
    "strategies": Drawing("strategies", means, _size),
    "strategy_losses": Drawing("where strategies lose", losses, _size),
    "strategy_wins": Drawing("strategy against strategy", wins, _size),
    "strategy_variation": Drawing("how far apart the scores are", variation, _size),
}
