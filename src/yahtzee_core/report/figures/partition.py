"""Figures 5.5 to 5.8 of Cremers 2002: what fixed-subset partitioning costs, by the formulas and for real.

Drawn from formulas.py but for the real sizes of `maxprob`, which come from the table partition_costs.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...partition import formulas
from ...runs.partition_costs import BYTES, ELEMENTS, GAME, MIB, N
from .scores import MAXPROB, OPTEXPECTED, draw

MEMORY = 256
"""MiB of a node of the thesis."""


def cache_bounds(axes: Axes) -> str:
    """Figure 5.5: the largest cache as a share of the table, for G empty and G = A."""
    sizes = np.arange(1, 21)
    for share, label in ((0.0, "|G| = 0"), (1.0, "|G| = |A|")):
        held = [formulas.largest_cache(int(n), int(share * n)) / 2.0**n for n in sizes]
        axes.plot(sizes, held, marker="o", ms=3, label=label)
    axes.set(xlabel="|A|", ylabel="largest cache / table", ylim=(0, None))
    axes.legend(frameon=False)
    return "The largest cache, (5.8), as a share of the table; any |G| lies between these two."


def read_bounds(axes: Axes) -> str:
    """Figure 5.6: reads for each element, for G empty and G = A."""
    sizes = np.arange(1, 21)
    for share, label in ((0.0, "|G| = 0"), (1.0, "|G| = |A|")):
        reads = [formulas.reads_per_element(int(n), int(share * n)) for n in sizes]
        axes.plot(sizes, reads, marker="o", ms=3, label=label)
    axes.set(xlabel="|A|", ylabel="reads for each element", ylim=(0, None))
    axes.legend(frameon=False)
    return "How often an element is read on average, (5.11): once at least, half of |A| more often at most."


def caches(axes: Axes, real: list[float]) -> str:
    """Figure 5.7: the largest cache of the case study by |G|, and that of every score today."""
    sizes = range(N + 1)
    thesis = [formulas.largest_cache(N, g, ELEMENTS) * BYTES / MIB for g in sizes]
    axes.plot(sizes, thesis, marker="o", color=MAXPROB, label="scores up to 400, (5.8)")
    axes.plot(range(len(real)), real, marker="s", color=OPTEXPECTED, label="all scores, merged states")
    axes.axhline(MEMORY, color="#606060", lw=1, ls=":")
    axes.annotate(f"{MEMORY} MiB", (N, MEMORY), ha="right", va="bottom", fontsize=9)
    axes.set(xlabel="|G|", ylabel="largest cache, MiB", yscale="log")
    axes.legend(frameon=False)
    return "Memory for a class and all that it depends on. The thesis took |G| = 5; a node had 256 MiB."


def reads(axes: Axes, real: list[float]) -> str:
    """Figure 5.8: reads for each element of the case study by |G|, and of every score today."""
    sizes = range(N + 1)
    thesis = [formulas.reads_per_element(N, g) for g in sizes]
    axes.plot(sizes, thesis, marker="o", color=MAXPROB, label="(5.11)")
    axes.plot(range(len(real)), real, marker="s", color=OPTEXPECTED, label="all scores, merged states")
    axes.set(xlabel="|G|", ylabel="reads for each element", ylim=(0, None))
    axes.legend(frameon=False)
    return "How often an element is read from a shard. Half a read more for each category in G."


def draw_partition_figures(table: Path, folder: Path) -> None:
    """Draw figures 5.5 to 5.8 from the table partition_costs, as SVG and PNG into `folder`."""
    rows = [row for row in pq.read_table(table).to_pylist() if row["real_reads"] is not None]
    held, read = ([row[name] for row in rows] for name in ("real_cache_mib", "real_reads"))
    drawings: dict[str, tuple[str, Callable[[Axes], str]]] = {
        "figure_5_5": ("the largest cache", cache_bounds),
        "figure_5_6": ("reads for each element", read_bounds),
        "figure_5_7": (f"maxprob of {GAME}: the largest cache", lambda axes: caches(axes, held)),
        "figure_5_8": (f"maxprob of {GAME}: reads for each element", lambda axes: reads(axes, read)),
    }
    for name, (title, content) in drawings.items():

        def shown(axes: Axes, content: Callable[[Axes], str] = content) -> str:
            caption = content(axes)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            return caption

        draw(folder / name, f"fixed-subset partitioning: {title}", shown)
