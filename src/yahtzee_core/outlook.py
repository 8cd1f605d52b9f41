"""The outlook of a run: the numbers that `yahtzee plan` prints."""

from collections.abc import Sequence
from typing import Any

from . import formulas
from .costs import Costs
from .game import Game
from .objectives import OBJECTIVES
from .partition import Class, Partition
from .plan import BUFFER_BYTES, choose_partition
from .planner import class_loads, job_seconds, makespan, path_to_end
from .utility import maximum_total


def outlook(
    game: Game,
    objective: str,
    fixed: int | None,
    memory_mb: int | None,
    workers: Sequence[int],
    costs: Costs,
) -> dict[str, Any]:
    """Classes, sizes and predicted times of a run with |G| = `fixed`, or chosen for `memory_mb`.

    Sizes named as in Cremers 2002 are in his elements: sets times |B|, the unmerged states of a set times
    the scores up to the maximum for maxprob; those under `bytes` are of the merged states.
    """
    n = len(game.categories)
    problem = OBJECTIVES[objective](game, 1)
    size = problem.sizes()
    recommended = choose_partition(problem, "auto", memory_mb)
    partition = recommended if fixed is None else choose_partition(problem, fixed)
    loads = class_loads(size, partition)
    b = elements_per_set(game, objective)
    g = len(partition.fixed)
    local = {part: job_seconds(load, objective, costs, costs.start) for part, load in loads.items()}
    slurm = {part: job_seconds(load, objective, costs, costs.start_slurm) for part, load in loads.items()}
    return {
        "game": game.id,
        "objective": objective,
        "fixed": g,
        "fixed_categories": [game.categories[c].id for c in partition.fixed],
        "classes": len(loads),
        "elements_per_set": b,
        "largest_working_set": formulas.largest_cache(n, g, b),
        "preloaded": formulas.preloaded(n, g, b),
        "reads_per_element": formulas.reads_per_element(n, g),
        "recommended_fixed": len(recommended.fixed),
        "bytes": {
            "table": sum(load.own for load in loads.values()),
            "largest_working_set": max(load.held for load in loads.values()),
            "beside_it": BUFFER_BYTES,
            "read": sum(load.read for load in loads.values()),
        },
        "calibration": costs.measured,
        "cpu_seconds": sum(local.values()),
        "critical_path": max(path_to_end(local, partition.dependencies).values()),
        "workers": [_row(partition, local, slurm, w) for w in workers],
    }


def elements_per_set(game: Game, objective: str) -> int:
    """|B| as in the thesis: upper totals x chip, and scores for maxprob."""
    chips = 2 if game.yahtzee_bonus else 1
    scores = 1 if objective == "expected" else maximum_total(game)
    return (game.threshold + 1) * chips * scores


def _row(
    partition: Partition, local: dict[Class, float], slurm: dict[Class, float], workers: int
) -> dict[str, float]:
    seconds = makespan(local, partition.dependencies, workers)
    return {
        "workers": workers,
        "seconds": round(seconds, 2),
        "utilisation": round(sum(local.values()) / (seconds * workers), 4),
        "seconds_slurm": round(makespan(slurm, partition.dependencies, workers), 2),
    }
