"""The figure of the rule changes of a game: what each of them adds to the expected score."""

from pathlib import Path

import matplotlib as mpl
import pyarrow.parquet as pq
from matplotlib.figure import Figure

from .figures import MAXPROB, OPTEXPECTED, STYLE, save


def draw_rule_changes(game: str, table: Path, path: Path) -> None:
    """Draw the changes, the dearest at the top, into `path` as SVG and PNG."""
    base, *rows = pq.read_table(table).to_pylist()
    rows.sort(key=lambda row: row["difference"])
    difference = [row["difference"] for row in rows]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 1.2 + 0.36 * len(rows)), layout="constrained")
        axes = figure.subplots()
        colours = [MAXPROB if value > 0 else OPTEXPECTED for value in difference]
        axes.barh([row["words"] for row in rows], difference, color=colours)
        for at, value in enumerate(difference):
            axes.text(
                value, at, f" {value:+.2f} ", va="center", ha="right" if value < 0 else "left", fontsize=9
            )
        axes.axvline(0, color="k", linewidth=0.8)
        axes.margins(x=0.2)
        axes.set(xlabel="points added to the expected score", title=f"{game}: what a rule is worth")
        axes.grid(axis="y", visible=False)
        caption = f"Expected score of {game} with one rule changed, less {base['expected']:.2f} as it is."
        figure.supxlabel(caption, fontsize=9, color="#404040", x=0.01, ha="left")
        save(figure, path)
