"""The drawings of the pages, made from what the package itself works with: `make docs`.

python docs/figures.py docs
"""

import csv
import sys
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from rule_graph import direct, places, rule_edges

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Class, Partition
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.turn.dice import Lattice, lattice

FEWEST_LINES = 3
GREY, BLUE, ORANGE = "#b8b8b8", "#0b5fa5", "#c4510c"
STYLE = {"font.size": 10, "svg.hashsalt": "yahtzee", "svg.fonttype": "none"}
Point = tuple[float, float]


def main(folder: Path) -> None:
    """Draw all of them, as SVG."""
    with mpl.rc_context(STYLE):
        for name, (draw, size) in DRAWINGS.items():
            figure = Figure(figsize=size, layout="constrained", facecolor="white")
            axes = figure.add_subplot()
            axes.set_axis_off()
            draw(axes)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})


def keep_lattice(axes: Axes) -> None:
    """Three dice with three faces: an expect of one keep, and a choose of one roll."""
    keeps = lattice(3, 3)
    at = _places(keeps)
    for keep, more in enumerate(keeps.up):
        for other in more:
            _arrow(axes, at[other], at[keep], GREY, 0.6)
    expected, chosen = keeps.keep_index([2]), keeps.keep_index([1, 1, 3])
    for other in keeps.up[expected]:
        _arrow(axes, at[other], at[expected], ORANGE, 1.8)
    for other in keeps.down[keeps.down_start[chosen] : keeps.down_start[chosen + 1]]:
        _arrow(axes, at[other], at[chosen], BLUE, 1.8)
    for keep, place in enumerate(at):
        _label(axes, place, " ".join(map(str, keeps.faces_of(keep))) or "none")
    for size, words in enumerate(("nothing kept", "one die", "two dice", "rolls")):
        axes.text(size, 5.3, words, ha="center", color="#555555")
    axes.text(1.5, -5.4, "expect: the mean of the keeps with a die more", ha="center", color=ORANGE)
    axes.text(1.5, -6.1, "choose: the best of the keeps with a die less", ha="center", color=BLUE)
    axes.set(xlim=(-0.35, 3.4), ylim=(-6.4, 5.7))


def _places(keeps: Lattice) -> list[Point]:
    """Where each keep stands: a column for each number of dice."""
    sizes = keeps.counts.sum(axis=1).tolist()
    seen: list[int] = []
    places = []
    for size in sizes:
        places.append((float(size), (sizes.count(size) - 1) / 2 - seen.count(size)))
        seen.append(size)
    return places


def class_dag(axes: Axes) -> None:
    """The classes of config/toy.yaml, and what one of them reads."""
    game = load_game("toy")
    names = [category.id for category in game.categories]
    partition = Partition(len(names), tuple(names.index(name) for name in ("ones", "yahtzee")))
    patterns = sorted({of.fixed for of in partition.classes()}, key=lambda f: (f.bit_count(), f))
    at = {of: (float(of.first), -1.0 * patterns.index(of.fixed)) for of in partition.classes()}
    shown = partition.named("layer=03/fixed=10")
    for of in partition.classes():
        for other in partition.dependencies(of):
            _arrow(axes, at[other], at[of], BLUE if of == shown else GREY, 1.8 if of == shown else 0.8)
    for of, place in at.items():
        _label(axes, place, _class_words(partition, of), BLUE if of == shown else "#444444")
    for layer in range(partition.n + 1):
        axes.text(layer, 0.62, f"layer {layer}", ha="center", color="#555555")
    axes.set(xlim=(-0.5, partition.n + 0.5), ylim=(-3.5, 0.9))


def _class_words(partition: Partition, of: Class) -> str:
    """Its intersection with G, and how many sets of filled categories it holds."""
    name = partition.name(of).partition("/")[2]
    return f"{name.removeprefix('fixed=')}\n{len(partition.masks(of))}"


def lanes(axes: Axes) -> None:
    """The leaf of a roll, eight numbers of points needed at once: two categories, two shifts of a row."""
    needed, options = range(31, 39), (("three of a kind", 17, 2.4), ("sixes", 12, 0.0))
    for words, gain, y in options:
        for n in range(10, 31):
            inside = n in range(needed[0] - gain, needed[-1] - gain + 1)
            _box(axes, n, y, str(n), BLUE if inside else GREY)
        axes.text(9.2, y + 0.5, f"P[after {words}]", ha="right", va="center")
        axes.text(31.4, y + 0.5, f"gain {gain}: read from {needed[0] - gain}", va="center", color=BLUE)
        middle = needed[0] - gain + 4
        _arrow(axes, (middle, y - 0.05), (18.0, -1.75), BLUE, 1.4, shrink=2)
    for i, n in enumerate(needed):
        _box(axes, 14 + i, -2.8, str(n), ORANGE)
    axes.text(9.2, -2.3, "A[roll], points needed", ha="right", va="center")
    axes.text(31.4, -2.3, "the greater one, lane by lane", va="center", color=ORANGE)
    axes.set(xlim=(-1, 43), ylim=(-3.2, 3.8))


def rules(axes: Axes) -> None:
    """Which rule of the workflow feeds which, in the toy configuration."""
    edges = direct(rule_edges())
    at = places(edges)
    for one, other in edges:
        if one != other:
            _arrow(axes, at[one], at[other], GREY, 0.8, shrink=22)
    looped = {one for one, other in edges if one == other}
    for rule, place in at.items():
        _label(
            axes,
            place,
            rule + (" \N{CLOCKWISE OPEN CIRCLE ARROW}" if rule in looped else ""),
            BLUE if rule in looped else "#444444",
        )
    xs, ys = zip(*at.values(), strict=True)
    axes.set(xlim=(min(xs) - 0.5, max(xs) + 0.5), ylim=(min(ys) - 0.6, max(ys) + 0.6))


def tutorial(axes: Axes) -> None:
    """The four states of the game of the tutorial, with their values, and what leads from one to the next."""
    table = solve_expected(load_game(str(Path(__file__).parent / "tutorial.yaml")))
    game, full = table.game, table.game.full
    at: dict[int, Point] = {0: (0, 0), 1: (1, 0.7), 2: (1, -0.7), full: (2, 0)}
    for filled, place in at.items():
        for i, category in enumerate(game.categories):
            after = filled | 1 << i
            if after != filled:
                _arrow(axes, place, at[after], BLUE, 1.4, shrink=44)
                middle = (place[0] + at[after][0]) / 2, (place[1] + at[after][1]) / 2
                axes.text(
                    middle[0], middle[1] + 0.12, f"fill {category.id}", ha="center", color=BLUE, fontsize=9
                )
    for filled, (x, y) in at.items():
        names = " and ".join(game.names(filled)) or "nothing"
        _label(axes, (x, y), f"{names} filled\n{table.at(game.names(filled), 0):.4f} to come")
    axes.text(0, -1.25, "the game begins here", ha="center", color="#555555")
    axes.text(2, -1.25, "values are found from here on, backwards", ha="center", color=ORANGE)
    axes.set(xlim=(-0.45, 2.5), ylim=(-1.4, 1.1))


def two_players(axes: Axes) -> None:
    """Three ways for two to play: neither looks at the sheet of the other, one does, both do."""
    ways = (
        ("neither looks", "yahtzee blind", ""),
        ("one looks", "yahtzee race", ">"),
        ("both look", "yahtzee duel", "<>"),
    )
    for i, (words, command, looks) in enumerate(ways):
        left, right = (3.0 * i, 0.0), (3.0 * i + 1.5, 0.0)
        if ">" in looks:
            _arrow(axes, (left[0], 0.08), (right[0], 0.08), BLUE, 1.8, shrink=30)
        if "<" in looks:
            _arrow(axes, (right[0], -0.08), (left[0], -0.08), ORANGE, 1.8, shrink=30)
        _label(axes, left, "player\nsheet", BLUE if ">" in looks else "#444444")
        _label(axes, right, "opponent\nsheet", ORANGE if "<" in looks else "#444444")
        middle = (left[0] + right[0]) / 2
        axes.text(middle, 0.42, words, ha="center", color="#222222")
        axes.text(middle, -0.55, command, ha="center", color="#555555", family="monospace", fontsize=9)
    axes.set(xlim=(-0.6, 8.1), ylim=(-0.75, 0.65))


def _box(axes: Axes, x: float, y: float, text: str, color: str) -> None:
    axes.add_patch(Rectangle((x, y), 0.94, 1, facecolor="white", edgecolor=color, linewidth=1.4))
    axes.text(x + 0.47, y + 0.48, text, ha="center", va="center", fontsize=8)


def _label(axes: Axes, at: Point, text: str, color: str = "#444444") -> None:
    box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": color}
    axes.text(*at, text, ha="center", va="center", fontsize=9, bbox=box)


def _arrow(axes: Axes, start: Point, end: Point, color: str, width: float, shrink: float = 16) -> None:
    style = {"arrowstyle": "-|>", "color": color, "linewidth": width, "shrinkA": shrink, "shrinkB": shrink}
    axes.annotate("", xy=end, xytext=start, arrowprops=style)


def cards(axes: Axes) -> None:
    """What a card of so many lines loses against best play, in each game that has one (card_frontier.csv)."""
    axes.set_axis_on()
    with open(Path(__file__).parent / "card_frontier.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    styles = ("-", "--", "-.", ":")
    for game, style in zip(dict.fromkeys(row["game"] for row in rows), styles, strict=False):
        of_game = [row for row in rows if row["game"] == game and int(row["lines"]) >= FEWEST_LINES]
        lines, lost = ([float(row[key]) for row in of_game] for key in ("lines", "lost"))
        axes.plot(lines, lost, style, color=BLUE if game == "yahtzee" else ORANGE, label=game)
        axes.annotate(f"{lost[-1]:.1f}", (lines[-1], lost[-1]), xytext=(4, 0), textcoords="offset points")
    axes.set(xlabel="lines of the card", ylabel="points lost against best play", ylim=(0, None))
    axes.grid(visible=True, color=GREY, linewidth=0.4)
    axes.legend()


DRAWINGS: dict[str, tuple[Callable[[Axes], None], Point]] = {
    "keep_lattice": (keep_lattice, (8, 6.5)),
    "class_dag": (class_dag, (9, 4)),
    "lanes": (lanes, (10, 2.9)),
    "rules": (rules, (11, 4.2)),
    "tutorial": (tutorial, (8, 3.2)),
    "two_players": (two_players, (9, 1.7)),
    "figure_card": (cards, (8, 4.2)),
}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
