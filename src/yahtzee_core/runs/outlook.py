"""The outlook of a run before anyone runs it: the numbers that `yahtzee plan` prints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import Longs
from ..errors import UserError
from ..game.game import Game
from ..partition.choose import BUFFER_BYTES, choose_partition, most_bytes
from ..partition.choose_fixed import Chooser
from ..partition.costs import Costs
from ..partition.partition import Class, Partition
from ..partition.problem import Classes, SetProblem
from ..partition.schedule import Load, job_seconds, loads_of, makespan, path_to_end
from ..solve.utility import maximum_total
from ..turn.states import States
from .objectives import OBJECTIVES
from .objectives.duel import CELL_BYTES, DuelProblem, EndgameProblem


def outlook(
    game: Game,
    objective: str,
    fixed: int | None,
    memory_mb: int | None,
    workers: Sequence[int],
    costs: Costs,
    criterion: str | None = None,
    choose_for: int = 16,
) -> dict[str, Any]:
    """Classes, sizes and predicted times of a run with |G| = `fixed`, or chosen for `memory_mb`.

    The categories of G are the first of the sheet, or the best by `criterion` on `choose_for` workers.
    """
    problem = OBJECTIVES[objective](game, 1)
    recommended = choose_partition(problem, "auto", memory_mb)
    partition = recommended if fixed is None else choose_partition(problem, fixed)
    choice: dict[str, Any] = {}
    if criterion:
        chooser = Chooser(
            problem.sizes(), len(partition.fixed), problem.mirrored, objective, costs, choose_for
        )
        partition, choice = _chosen(game, chooser, criterion, most_bytes(memory_mb))
    loads = loads_of(problem.bytes_of(partition), partition.dependencies)
    local = {part: job_seconds(load, objective, costs, costs.start) for part, load in loads.items()}
    slurm = {part: job_seconds(load, objective, costs, costs.start_slurm) for part, load in loads.items()}
    return {
        "game": game.id,
        "objective": objective,
        "fixed": len(partition.fixed),
        "fixed_categories": [game.categories[c].id for c in partition.fixed],
        "classes": len(loads),
        **_elements(elements_per_set(game, objective), partition, _occurring(game, problem)),
        "recommended_fixed": len(recommended.fixed),
        "bytes": _bytes(loads),
        "calibration": costs.measured,
        "cpu_seconds": sum(local.values()),
        "critical_path": max(path_to_end(local, partition.dependencies).values()),
        "workers": [_row(partition, local, slurm, w) for w in workers],
        **choice,
    }


def elements_per_set(game: Game, objective: str) -> int:
    """|B| as in the thesis: unmerged upper totals x chip, and for maxprob the scores up to the maximum.

    Upper totals from 0 to the highest threshold of a bonus, where they no longer differ.
    """
    chips = 2 if game.yahtzee_bonus else 1
    scores = maximum_total(game) if objective.startswith("maxprob") else 1
    return (game.top + 1) * chips * scores


def _chosen(
    game: Game, chooser: Chooser, criterion: str, limit: float
) -> tuple[Partition, dict[str, dict[str, Any]]]:
    """The partition by the best categories that hold at most `limit` bytes, and what it gains."""
    if not chooser.g:
        raise UserError(f"{game.id}: choose: |G| is 0; expected --fixed from 1")
    choice, default = chooser.choose(criterion, limit), chooser.default
    return Partition(chooser.n, choice.fixed, mirrored=chooser.mirrored), {
        "choice": {
            "criterion": criterion,
            "fixed_categories": [game.categories[c].id for c in choice.fixed],
            "seconds": round(choice.seconds, 2),
            "seconds_default": round(default.seconds, 2),
            "largest_working_set_bytes": choice.held,
            "largest_working_set_bytes_default": default.held,
            "workers": chooser.workers,
        }
    }


def _occurring(game: Game, problem: SetProblem) -> Longs:
    """(2**n,): 1 for a set that can be, else 0; where rolls are saved, how many numbers of them it has."""
    occurring: Longs = np.where(problem.sizes() > 0, States(game).saves, 0).astype(np.int64)
    return occurring


def _elements(b: int, partition: Classes, occurring: Longs) -> dict[str, int | float]:
    """Sizes in the elements of Cremers 2002, sets times |B|, counted: (5.8), (5.10) and (5.11) are of classes
    of one layer, with all sets.

    occurring: of a set, by mask; on a sheet filled in order few can be.
    """
    sets = {part: int(occurring[partition.masks(part)].sum()) for part in partition.classes()}
    loads = loads_of(sets, partition.dependencies)
    read = sum(load.read for load in loads.values())
    return {
        "elements_per_set": b,
        "largest_working_set": b * max(load.held for load in loads.values()),
        "preloaded": b * read,
        "reads_per_element": read / sum(sets.values()),
    }


def _bytes(loads: Mapping[Class, Load]) -> dict[str, int]:
    """Sizes of the merged states."""
    return {
        "table": sum(load.own for load in loads.values()),
        "largest_working_set": max(load.held for load in loads.values()),
        "beside_it": BUFFER_BYTES,
        "read": sum(load.read for load in loads.values()),
    }


def _row(
    partition: Classes, local: dict[Class, float], slurm: dict[Class, float], workers: int
) -> dict[str, float]:
    seconds = makespan(local, partition.dependencies, workers)
    return {
        "workers": workers,
        "seconds": round(seconds, 2),
        "utilisation": round(sum(local.values()) / (seconds * workers), 4),
        "seconds_slurm": round(makespan(slurm, partition.dependencies, workers), 2),
    }


def duel_outlook(
    game: Game, fixed: int, open_at_most: int | None, workers: Sequence[int], costs: Costs
) -> dict[str, Any]:
    """Classes, bytes and predicted times of a duel with |G| = `fixed` on each sheet, its jobs on Slurm.

    open_at_most: of the end of the game alone, from so many open categories of each player on.
    """
    problem = EndgameProblem(game, 1, open_at_most) if open_at_most else DuelProblem(game)
    partition = problem.partition(tuple(range(fixed)))
    loads = loads_of(problem.bytes_of(partition), partition.dependencies)
    plies: Counter[int] = Counter()
    for part, load in loads.items():
        plies[part.turns] += load.own
    seconds = {part: job_seconds(load, "duel", costs, costs.start_slurm) for part, load in loads.items()}
    table = sum(load.own for load in loads.values())
    return {
        "game": game.id,
        "objective": "duel",
        "fixed": fixed,
        "open_at_most": open_at_most,
        "classes": len(loads),
        "cells": table // CELL_BYTES,
        "bytes": table,
        "largest_working_set_bytes": max(load.held for load in loads.values()),
        "largest_ply_bytes": max(plies.values()),
        "largest_two_plies_bytes": max(plies[turns] + plies[turns + 1] for turns in list(plies)),
        "core_hours": sum(seconds.values()) / 3600,
        "critical_path_hours": max(path_to_end(seconds, partition.dependencies).values()) / 3600,
        "workers": [
            {"workers": w, "hours": makespan(seconds, partition.dependencies, w) / 3600} for w in workers
        ],
    }
