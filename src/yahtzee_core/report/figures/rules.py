"""The figure of the rule changes of a game: what each of them adds to the expected score."""

from matplotlib.axes import Axes

from .drawing import MAXPROB, OPTEXPECTED, Drawing, Tables


def differences(axes: Axes, tables: Tables) -> str:
    """The changes, the dearest at the top."""
    base, *rows = tables["rule_changes"].to_pylist()
    rows.sort(key=lambda row: row["difference"])
    difference = [row["difference"] for row in rows]
    colours = [MAXPROB if value > 0 else OPTEXPECTED for value in difference]
    axes.barh([row["words"] for row in rows], difference, color=colours)
    for at, value in enumerate(difference):
        side = "right" if value < 0 else "left"
        axes.text(value, at, f" {signed(value)} ", va="center", ha=side, fontsize=9)
    axes.axvline(0, color="k", linewidth=0.8)
    axes.margins(x=0.2)
    axes.set(xlabel="points added to the expected score")
    axes.grid(axis="y", visible=False)
    return f"Expected score with one rule changed, less {base['expected']:.2f} as it is."


def signed(value: float) -> str:
    """A difference with its sign, to two places, or to the first digit that is not 0."""
    text = f"{value:+.2f}" if abs(value) >= 0.005 or value == 0 else f"{value:+.1g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _size(tables: Tables) -> tuple[float, float]:
    """A line for each change."""
    return 8, 1.2 + 0.36 * (len(tables["rule_changes"]) - 1)


DRAWINGS = {"rule_changes": Drawing("what a rule is worth", differences, _size)}
