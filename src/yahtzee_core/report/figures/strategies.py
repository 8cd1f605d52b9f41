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
    """How far every strategy is below the best; the worst at the bottom."""
    strategies = tables["strategies"]
    titles, mean = _titles(strategies), strategies["mean"].to_numpy()
    behind = mean.max() - mean
    axes.hlines(titles[::-1], 0, behind[::-1], color=MAXPROB, lw=1)
    axes.plot(behind[::-1], titles[::-1], "o", color=MAXPROB)
    for i, (lost, value) in enumerate(zip(behind[::-1], mean[::-1], strict=True)):
        axes.text(lost, i, f"  {value:.2f}", va="center", fontsize=9)
    axes.set(xlabel="points below the best strategy", xlim=(0, max(float(behind.max()), 1e-9) * 1.18))
    axes.grid(axis="y", visible=False)
    return "What every strategy loses to the best one in a game, exactly. The numbers are expected scores."


def nearest(tables: Tables) -> str:
    """The title of the figure of means: what comes nearest to the best."""
    rows = list(zip(*(tables["strategies"][c].to_pylist() for c in ("mean", "title")), strict=True))
    (best, _), *others = sorted(rows, reverse=True)
    if not others:
        return "one strategy"
    return f"{others[0][1]} comes within {best - others[0][0]:.2f} points of the best"


def losses(axes: Axes, tables: Tables) -> str:
    """What every strategy loses in a game, by kind of decision."""
    table, strategies = tables["strategy_losses"], tables["strategies"]
    order, titles = _names(strategies), _titles(strategies)
    kinds = sorted(set(table["rerolls"].to_pylist()), reverse=True)
    left = np.zeros(len(order))
    for kind in kinds:
        lost = np.array([_lost(table, strategy, kind) for strategy in order])
        label = f"keeps, {kind} reroll{'s' * (kind > 1)} left" if kind else "categories"
        colour = KEEP_COLOURS(kind / kinds[0]) if kind else OPTEXPECTED
        axes.barh(titles[::-1], lost[::-1], left=left[::-1], color=colour, label=label)
        left += lost
    for i, total in enumerate(left[::-1]):
        axes.text(total, i, f" {total:.2f}", va="center", fontsize=9)
    axes.set(xlabel="points lost in a game", xlim=(0, max(left.max(), 1e-9) * 1.12))
    axes.grid(axis="y", visible=False)
    axes.legend(frameon=False, loc="upper right")
    return (
        "Expected loss of the decisions of every strategy, judged by the values of optimal play. They sum "
        "up to what its expected score is below the optimum."
    )


def wins(axes: Axes, tables: Tables) -> str:
    """Who wins when neither sees the other's game."""
    pairs, strategies = tables["strategy_pairs"], tables["strategies"]
    order, titles = _names(strategies), _titles(strategies)
    share = _matrix(pairs, order, "p_win") + _matrix(pairs, order, "p_draw") / 2
    _heat_map(axes, 100 * share, titles, "RdBu", (0.0, 100.0), lambda x: abs(x - 50) > DARK * 50)
    return "Per cent of wins of the row against the column, draws counted half, neither seeing the other."


def variation(axes: Axes, tables: Tables) -> str:
    """How far apart the scores are."""
    pairs, order = tables["strategy_pairs"], _names(tables["strategies"])
    distance = 100 * _matrix(pairs, order, "variation")
    most = max(float(distance.max()), 1e-9)
    _heat_map(axes, distance, _titles(tables["strategies"]), "Blues", (0.0, most), lambda x: x > DARK * most)
    return (
        "Total variation distance d of the scores of two strategies, in per cent. Whoever sees one score and "
        "guesses which of the two made it is right in at most (100 + d) / 2 per cent of cases."
    )


def _names(strategies: pa.Table) -> list[str]:
    names: list[str] = strategies["strategy"].to_pylist()
    return names


def _titles(strategies: pa.Table) -> list[str]:
    """The names for people, in the same order."""
    titles: list[str] = strategies["title"].to_pylist()
    return titles


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
    titles: list[str],
    colours: str,
    limits: tuple[float, float],
    dark: Callable[[float], Any],
) -> None:
    axes.imshow(matrix, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    for (i, j), value in np.ndenumerate(matrix):
        axes.text(
            j, i, f"{value:.0f}", ha="center", va="center", fontsize=8, color="w" if dark(value) else "k"
        )
    axes.set_xticks(range(len(titles)), titles, rotation=45, ha="right", fontsize=9)
    axes.set_yticks(range(len(titles)), titles, fontsize=9)
    axes.grid(visible=False)


def _size(tables: Tables) -> tuple[float, float]:
    """A line for each strategy."""
    return 7.5, 1.8 + 0.33 * len(tables["strategies"])


DRAWINGS = {
    "strategies": Drawing(nearest, means, _size),
    "strategy_losses": Drawing("where each strategy loses its points", losses, _size),
    "strategy_wins": Drawing("how often each strategy beats each other", wins, _size),
    "strategy_variation": Drawing("how far apart the scores of two strategies are", variation, _size),
}
