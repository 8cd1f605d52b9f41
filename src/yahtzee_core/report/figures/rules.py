"""The figure of the rule changes of a game: what each of them adds to the expected score."""

from pathlib import Path

import pyarrow.parquet as pq
from matplotlib.axes import Axes

from .scores import MAXPROB, OPTEXPECTED, draw


def draw_rule_changes(game: str, table: Path, path: Path) -> None:
    """Draw the changes, the dearest at the top, into `path` as SVG and PNG."""
    base, *rows = pq.read_table(table).to_pylist()
    rows.sort(key=lambda row: row["difference"])
    difference = [row["difference"] for row in rows]

    def content(axes: Axes) -> str:
        colours = [MAXPROB if value > 0 else OPTEXPECTED for value in difference]
        axes.barh([row["words"] for row in rows], difference, color=colours)
        for at, value in enumerate(difference):
            side = "right" if value < 0 else "left"
            axes.text(value, at, f" {value:+.2f} ", va="center", ha=side, fontsize=9)
        axes.axvline(0, color="k", linewidth=0.8)
        axes.margins(x=0.2)
        axes.set(xlabel="points added to the expected score")
        axes.grid(axis="y", visible=False)
        return f"Expected score of {game} with one rule changed, less {base['expected']:.2f} as it is."

    draw(path, f"{game}: what a rule is worth", content, width=8, height=1.2 + 0.36 * len(rows))
