"""What two players who see everything would cost, by the classes of the race, before anyone runs it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .costs import Costs
from .game import Game
from .objectives.duel import CELL_BYTES, DuelClasses
from .pairs import Pairs
from .planner import job_seconds, loads_of, makespan, path_to_end


def duel_outlook(
    game: Game, fixed: int, open_at_most: int | None, workers: Sequence[int], costs: Costs
) -> dict[str, Any]:
    """Classes, bytes and predicted times of a duel with |G| = `fixed` on each sheet, its jobs on Slurm.

    open_at_most: of the end of the game alone, from so many open categories of each player on.
    """
    partition = Pairs(len(game.categories), tuple(range(fixed)), open_at_most)
    loads = loads_of(DuelClasses(game).bytes_of(partition), partition.dependencies)
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
