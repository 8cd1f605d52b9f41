"""What two players would cost: the perfect-information race, by its classes, before anyone runs it.

A state is (sheet of the mover, sheet of the other, score difference). Its classes are pairs of classes of
one sheet; a pair (m, o) depends on (o, m') for the classes m' that m depends on, the other player being
the next to move. A ply is all pairs with equally many filled categories.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .costs import Costs
from .game import Game
from .partition import Class, Partition
from .planner import makespan, path_to_end
from .states import States

CELL_BYTES = 4
"""float32, as the values are probabilities that need no more than seven digits."""
Pair = tuple[Class, Class]


def duel_outlook(
    game: Game, fixed: int, differences: int, workers: Sequence[int], costs: Costs
) -> dict[str, Any]:
    """Classes, bytes and predicted times of a duel with |G| = `fixed` on each sheet."""
    states, n = States(game), len(game.categories)
    partition = Partition(n, tuple(range(fixed)))
    size = {part: int(states.lanes[partition.masks(part)].sum()) for part in partition.classes()}
    after = {part: partition.dependencies(part) for part in size}

    def dependencies(pair: Pair) -> list[Pair]:
        return [(pair[1], mover) for mover in after[pair[0]]]

    pairs = _pairs(list(size))
    cells = {pair: size[pair[0]] * size[pair[1]] * differences for pair in pairs}
    plies: Counter[int] = Counter()
    for pair, count in cells.items():
        plies[pair[0].first + pair[1].first] += count * CELL_BYTES
    rate = costs.solve["maxprob"] * 8
    seconds = {
        pair: costs.start_slurm
        + count * (rate + CELL_BYTES * costs.write)
        + sum(cells[d] for d in dependencies(pair)) * CELL_BYTES * costs.read
        for pair, count in cells.items()
    }
    held = {pair: cells[pair] + sum(cells[d] for d in dependencies(pair)) for pair in pairs}
    return {
        "game": game.id,
        "objective": "duel",
        "fixed": fixed,
        "differences": differences,
        "classes": len(pairs),
        "pairs_of_states": sum(cells.values()) // differences,
        "cells": sum(cells.values()),
        "largest_working_set_bytes": max(held.values()) * CELL_BYTES,
        "largest_ply_bytes": max(plies.values()),
        "largest_two_plies_bytes": max(plies[k] + plies[k + 1] for k in plies),
        "core_hours": sum(seconds.values()) / 3600,
        "critical_path_hours": max(path_to_end(seconds, dependencies).values()) / 3600,
        "workers": [{"workers": w, "hours": makespan(seconds, dependencies, w) / 3600} for w in workers],
    }


def _pairs(parts: list[Class]) -> list[Pair]:
    """(mover, other) of every ply, each after those that it depends on."""
    by_layer: dict[int, list[Class]] = {}
    for part in parts:
        by_layer.setdefault(part.first, []).append(part)
    last = max(by_layer)
    plies = [(k, k) for k in range(last + 1)] + [(k, k + 1) for k in range(last)]
    ordered = sorted(plies, key=lambda ply: -sum(ply))
    return [(m, o) for mover, other in ordered for m in by_layer[mover] for o in by_layer[other]]
