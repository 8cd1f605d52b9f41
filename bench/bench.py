"""make bench: CPU seconds, wall, peak memory, and ratios to a baseline of the same run.

The baseline is the portable kernel (two lanes, no special instructions) on the same game: machines are
noisy, and a ratio within one run says more than seconds. Best of a few runs; one thread.
"""

import resource
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from yahtzee_core import load_game, solve_expected
from yahtzee_core.advice.batch import advise_positions
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import EstimatePolicy
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.policies.simulation import simulate
from yahtzee_core.policies.walk import walk
from yahtzee_core.solve.bounds import Quantity
from yahtzee_core.solve.maxprob import Solver
from yahtzee_core.solve.scores import solve_maxprob
from yahtzee_core.turn.kernel import variants
from yahtzee_core.turn.positions import Position
from yahtzee_core.turn.ready import Ready
from yahtzee_core.turn.states import States

REPEATS = 5


class Cost(NamedTuple):
    """Least CPU and wall seconds of a few runs."""

    cpu: float
    wall: float


def cost(work: Callable[[], object], repeats: int = REPEATS) -> Cost:
    """Measure some work."""
    costs = []
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        costs.append(Cost(time.process_time() - cpu, time.perf_counter() - wall))
    return min(costs)


def expected(name: str, variant: str) -> None:
    """One line: `expected` of a game, in process, set-up included."""
    game = load_game(name)
    states = States(game)
    kernel = Ready(game, variant).kernel
    solve = cost(lambda: solve_expected(game, threads=1, variant=variant))
    lattice = cost(lambda: kernel.lattice_alone(2, len(states)))
    base = cost(lambda: solve_expected(game, threads=1, variant="baseline"), repeats=2)
    edges = (
        len(states) * (game.rolls - 1) * (states.options.lattice.up.size + len(states.options.lattice.down))
    )
    print(
        f"{name:16}{variant:10}{solve.cpu:8.3f}{solve.wall:8.3f}{len(states) / solve.cpu:12,.0f}"
        f"{lattice.cpu / solve.cpu:9.0%}{1e9 * lattice.cpu / edges:9.2f}{base.cpu / solve.cpu:8.1f}"
    )


def maxprob(name: str) -> None:
    """A few lines: `maxprob` of a game for all scores, in process, beside the lattice alone."""
    game = load_game(name)
    solver = Solver(game, 1)
    cells = int(solver.bounds().length.sum())
    grid = solver.states.options.lattice
    edges = cells * (game.rolls - 1) * (grid.up.size + len(grid.down))
    solve = cost(lambda: solve_maxprob(game, threads=1), repeats=1)
    sample = 4_000_000
    kernel = solver.kernel
    lattice = cost(lambda: kernel.lattice_alone(1, sample)).cpu * cells / sample
    baseline = Ready(game, "baseline").kernel
    base = cost(lambda: baseline.lattice_alone(1, sample), repeats=2).cpu * cells / sample
    print(f"\nmaxprob of {name}: every score, {cells:,} cells (state, needed), one thread")
    print(f"CPU {solve.cpu:.1f} s, wall {solve.wall:.1f} s, {1e9 * solve.cpu / cells:.0f} ns a cell")
    print(
        f"lattice alone {lattice:.1f} s ({lattice / solve.cpu:.0%}), {1e9 * lattice / edges:.3f} ns an edge"
    )
    print(f"lattice alone with the portable kernel {base:.1f} s ({base / lattice:.1f} times)")


def strategies(name: str) -> None:
    """A few lines: a strategy evaluated exactly, simulated, and advice for many positions."""
    game = load_game(name)
    arena = Arena(game)
    policy = EstimatePolicy(arena, arena.optimal.value)
    walked = cost(lambda: walk(arena, policy), repeats=3)
    totals = cost(lambda: walk(arena, policy, [Quantity.TOTAL]), repeats=1)
    judged = cost(lambda: policy_table(arena, policy), repeats=3)
    solve = cost(lambda: solve_expected(game, threads=1), repeats=3)
    print(f"\nstrategies of {name}, one thread")
    print(f"walk (mean, sd, categories) CPU {walked.cpu:.2f} s, {walked.cpu / solve.cpu:.1f} x expected")
    print(f"with the distribution of the total {totals.cpu:.2f} s; backwards (mean, sd) {judged.cpu:.2f} s")
    games = 500_000
    played = cost(lambda: simulate(arena, policy, games, seed=1), repeats=1)
    print(f"simulation {60e-6 * games / played.cpu:.1f} million games a CPU minute")
    random = np.random.default_rng(1)
    batch = [_position(arena, random) for _ in range(20_000)]
    advised = cost(lambda: advise_positions(arena, batch), repeats=1)
    print(f"advice {len(batch) / advised.cpu:,.0f} random positions a CPU second, from a solved table")


def _position(arena: Arena, random: np.random.Generator) -> Position:
    """A random position of a random state."""
    game, states = arena.game, arena.states
    filled = int(random.integers(0, game.full))
    upper = int(random.choice(states.totals[states.upper_filled[filled]]))
    dice = tuple(sorted(random.integers(1, game.faces + 1, game.dice).tolist()))
    return Position(filled, upper, False, dice, int(random.integers(0, game.rolls)))


def main() -> None:
    """All lines."""
    print("expected: value and second moment of every state, one thread")
    heads = zip(
        ("CPU s", "wall s", "states/s", "lattice", "ns/edge", "x base"), (8, 8, 12, 9, 9, 8), strict=True
    )
    print(f"{'game':16}{'kernel':10}" + "".join(f"{head:>{width}}" for head, width in heads))
    for name in ("yahtzee", "yahtzee-forced", "yatzy", "yaht"):
        expected(name, variants()[0])
    for variant in variants()[1:]:
        expected("yahtzee", variant)
    strategies("yahtzee")
    maxprob("yahtzee")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
