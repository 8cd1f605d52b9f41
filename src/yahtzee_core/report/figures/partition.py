"""Figures 5.5 to 5.8 of Cremers 2002: what fixed-subset partitioning costs, by the formulas and for real.

Drawn from formulas.py but for the real sizes of `maxprob`, which come from the table partition_costs.
"""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...partition import formulas
from ...runs.partition_costs import BYTES, ELEMENTS, GAME, MIB, N
from .drawing import MAXPROB, OPTEXPECTED, Drawing, Tables

MEMORY = 256
"""MiB of a node of the thesis."""


def cache_bounds(axes: Axes, tables: Tables) -> str:
    """Figure 5.5: the largest cache as a share of the table, for G empty and G = A."""
    sizes = np.arange(1, 21)
    for share, label in ((0.0, "|G| = 0"), (1.0, "|G| = |A|")):
        held = [formulas.largest_cache(int(n), int(share * n)) / 2.0**n for n in sizes]
        axes.plot(sizes, held, marker="o", ms=3, label=label)
    axes.set(xlabel="|A|", ylabel="largest cache / table", ylim=(0, None))
    axes.legend(frameon=False)
    return "The largest cache, (5.8), as a share of the table; any |G| lies between these two."


def read_bounds(axes: Axes, tables: Tables) -> str:
    """Figure 5.6: reads for each element, for G empty and G = A."""
    sizes = np.arange(1, 21)
    for share, label in ((0.0, "|G| = 0"), (1.0, "|G| = |A|")):
        reads = [formulas.reads_per_element(int(n), int(share * n)) for n in sizes]
        axes.plot(sizes, reads, marker="o", ms=3, label=label)
    axes.set(xlabel="|A|", ylabel="reads for each element", ylim=(0, None))
    axes.legend(frameon=False)
    return "How often an element is read on average, (5.11): once at least, half of |A| more often at most."


def caches(axes: Axes, tables: Tables) -> str:
    """Figure 5.7: the largest cache of the case study by |G|, and that of every score today."""
    real = _real(tables, "real_cache_mib")
    sizes = range(N + 1)
    thesis = [formulas.largest_cache(N, g, ELEMENTS) * BYTES / MIB for g in sizes]
    axes.plot(sizes, thesis, marker="o", color=MAXPROB, label="scores up to 400, (5.8)")
    axes.plot(range(len(real)), real, marker="s", color=OPTEXPECTED, label="all scores, merged states")
    axes.axhline(MEMORY, color="#606060", lw=1, ls=":")
    axes.annotate(f"{MEMORY} MiB", (N, MEMORY), ha="right", va="bottom", fontsize=9)
    axes.set(xlabel="|G|", ylabel="largest cache, MiB", yscale="log")
    axes.legend(frameon=False)
    return "Memory for a class and all that it depends on. The thesis took |G| = 5; a node had 256 MiB."


def reads(axes: Axes, tables: Tables) -> str:
    """Figure 5.8: reads for each element of the case study by |G|, and of every score today."""
    real = _real(tables, "real_reads")
    sizes = range(N + 1)
    thesis = [formulas.reads_per_element(N, g) for g in sizes]
    axes.plot(sizes, thesis, marker="o", color=MAXPROB, label="(5.11)")
    axes.plot(range(len(real)), real, marker="s", color=OPTEXPECTED, label="all scores, merged states")
    axes.set(xlabel="|G|", ylabel="reads for each element", ylim=(0, None))
    axes.legend(frameon=False)
    return "How often an element is read from a shard. Half a read more for each category in G."


def _drawing(title: str, content: Callable[[Axes, Tables], str]) -> Drawing:
    """A figure over whole numbers."""

    def drawn(axes: Axes, tables: Tables) -> str:
        caption = content(axes, tables)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return caption

    return Drawing(title, drawn)


def _real(tables: Tables, name: str) -> list[float]:
    """A column of real sizes by |G|, where it was worked out."""
    rows = tables["partition_costs"].to_pylist()
    return [row[name] for row in rows if row["real_reads"] is not None]


DRAWINGS = {
    "figure_5_5": _drawing("the largest cache", cache_bounds),
    "figure_5_6": _drawing("reads for each element", read_bounds),
    "figure_5_7": _drawing(f"maxprob of {GAME}: the largest cache", caches),
    "figure_5_8": _drawing(f"maxprob of {GAME}: reads for each element", reads),
}
