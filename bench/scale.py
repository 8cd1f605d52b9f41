"""CPU, memory and bytes of `expected` with the size of a game: dice, categories, threshold; and a fit.

    python bench/scale.py [FIGURE.png]

Each game is a process of its own, one thread. The sheet is six upper categories and lower ones of groups and
runs. Seconds are fitted as set-up + lanes x edges of a turn x a; lanes are states in whole vectors of eight.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

CASES = [
    *((dice, 12, 63) for dice in (3, 4, 5, 6)),
    *((5, categories, 63) for categories in (8, 10, 14, 16)),
    *((6, categories, 63) for categories in (8, 10, 14)),
    *((5, 12, threshold) for threshold in (0, 30, 90)),
]
SOLVE = """
import json, re, sys, time
import yaml
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.game.load import parse_game
game = parse_game(sys.stdin.read(), "scale.yaml")
began = time.process_time()
table = solve_expected(game, threads=1)
seconds = time.process_time() - began
memory = int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])
grid, states = table.states.options.lattice, table.states
blocks = int((-(-states.lanes // 8) * 8).sum())
print(json.dumps({
    "states": len(states),
    "seconds": seconds,
    "megabytes": memory / 1000,
    "edges": (game.rolls - 1) * (grid.up.size + len(grid.down)),
    "lanes": blocks,
}))
"""


def sheet(dice: int, categories: int, threshold: int) -> str:
    """A game file with so many categories."""
    upper = [
        {"id": f"face_{f}", "title": str(f), "section": "upper", "face": f, "score": "matching"}
        for f in range(1, 7)
    ]
    lower = [
        {"id": f"other_{i}", "title": str(i), "section": "lower", "score": 10 + i}
        | ({"groups": [2 + i % (dice - 1)]} if i % 2 else {"run": 2 + i % (dice - 1)})
        for i in range(categories - 6)
    ]
    game = {
        "id": "scale",
        "title": "Scale",
        "dice": dice,
        "faces": 6,
        "rolls": 3,
        "categories": upper + lower,
    }
    return json.dumps({**game, **({"upper": {"threshold": threshold, "bonus": 35}} if threshold else {})})


def measured(case: tuple[int, int, int], repeats: int = 3) -> dict[str, float]:
    """The costs of one game: the least of a few runs."""
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", SOLVE], input=sheet(*case), capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(repeats)
    ]
    return min(runs, key=lambda run: run["seconds"])


def fitted(rows: list[dict[str, float]]) -> np.ndarray:
    """(2,): nanoseconds of the set-up and of an edge; least squares of relative errors."""
    columns = np.array([[1.0, row["lanes"] * row["edges"]] for row in rows])
    seconds = np.array([row["seconds"] for row in rows])
    return 1e9 * np.linalg.lstsq(columns / seconds[:, None], np.ones(len(rows)), rcond=None)[0]


def draw(rows: list[dict[str, float]], path: Path) -> None:
    """Nanoseconds of a state against the edges of a turn."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for case, row in zip(CASES, rows, strict=True):
        axes.plot(row["edges"], 1e9 * row["seconds"] / row["states"], "o", color="#0b5fa5")
        axes.annotate(f" {case[1]}", (row["edges"], 1e9 * row["seconds"] / row["states"]), fontsize=8)
    axes.set(xlabel="edges of a turn (3, 4, 5, 6 dice)", ylabel="nanoseconds of CPU a state", xlim=0, ylim=0)
    axes.set_title("expected: what a state costs; the numbers are categories", loc="left")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Print a Markdown table and the fit; draw the figure when a path is given."""
    rows = [measured(case) for case in CASES]
    head = (
        "dice",
        "categories",
        "threshold",
        "states",
        "edges a turn",
        "CPU s",
        "ns a state",
        "peak MB",
        "bytes",
    )
    print(f"| {' | '.join(head)} |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for case, row in zip(CASES, rows, strict=True):
        cells = [*case, f"{row['states']:,}", f"{row['edges']:,}", f"{row['seconds']:.3f}"]
        cells += [
            f"{1e9 * row['seconds'] / row['states']:,.0f}",
            f"{row['megabytes']:.0f}",
            f"{16 * row['states']:,}",
        ]
        print(f"| {' | '.join(map(str, cells))} |")
    setup, edge = fitted(rows)
    print(f"\nseconds = {setup / 1e9:.3f} + lanes x edges x {edge:.3f} ns")
    five, six = (next(r for c, r in zip(CASES, rows, strict=True) if c == (dice, 12, 63)) for dice in (5, 6))
    ratio = six["seconds"] / six["states"] / (five["seconds"] / five["states"])
    print(f"a state of six dice costs {ratio:.2f} of five; edges {six['edges'] / five['edges']:.2f}")
    if len(sys.argv) > 1:
        draw(rows, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
