"""Which partition a run uses: the cost of a class against that of a job, and the memory limit.

Only what choosing G needs; predictions of wall time on many workers build on it.
"""

from math import ceil

import numpy as np
import numpy.typing as npt

from .errors import UserError
from .game import Game
from .objectives import OBJECTIVES
from .partition import Class, Partition

BYTE_SECONDS = {"expected": 1.2e-6 / 16, "maxprob": 0.5e-6 / 8, "maxprob_moments": 1.7e-6 / 24}
"""CPU seconds for each byte of a table of a five-dice game (make bench)."""
JOB_SECONDS = 0.3
"""CPU seconds of a job before it computes: interpreter, imports, tables of the game."""
FAN_OUT_JOBS = 100
"""A run fans out when it costs as much as so many empty jobs; below, one job does all."""
WORKERS = 8
"""A fan-out gives at least so many classes to the middle layer."""
BUFFER_BYTES = 140_000_000
"""What a job needs beside its working set and the interpreter: tables of the game, pieces of shards on
their way in and out, and what allocators keep (bench/memory.py)."""


def choose_partition(
    game: Game, objective: str, fixed: str | int | list[str] = "auto", memory_mb: int | None = None
) -> Partition:
    """The partition of a run: G given, its size given, or chosen ("auto").

    auto takes one class of everything while that is cheaper than a fan-out and fits in `memory_mb`
    (beside the interpreter with its imports), else the smallest |G| that fits and makes WORKERS classes
    in the middle layer. A number takes so many categories from the top of the sheet.
    """
    n = len(game.categories)
    if isinstance(fixed, list):
        return Partition(n, tuple(game.index(category) for category in fixed))
    if isinstance(fixed, int):
        if not 0 <= fixed <= n:
            raise UserError(f"game {game.id}: fixed: {fixed}; expected 0 to {n}, its categories")
        return Partition(n, tuple(range(fixed)))
    size = bytes_by_mask(game, objective)
    limit = float("inf") if memory_mb is None else memory_mb * 1e6 - BUFFER_BYTES
    if size.sum() * BYTE_SECONDS[objective] < FAN_OUT_JOBS * JOB_SECONDS and size.sum() <= limit:
        return Partition(n, stride=n + 1)
    fan = [Partition(n, tuple(range(g))) for g in range(n + 1)]
    fitting = [partition for partition in fan if working_set(size, partition) <= limit]
    if not fitting:
        least = ceil((working_set(size, fan[-1]) + BUFFER_BYTES) / 1e6)
        raise UserError(f"game {game.id}: memory_mb: {memory_mb}; expected at least {least}")
    cheap = size.sum() * BYTE_SECONDS[objective] < FAN_OUT_JOBS * JOB_SECONDS
    wide = [partition for partition in fitting if cheap or 2 ** len(partition.fixed) >= WORKERS]
    return (wide or fitting[-1:])[0]


def bytes_by_mask(game: Game, objective: str) -> npt.NDArray[np.int64]:
    """(2**n_categories,) int64: bytes of the states of each mask in memory."""
    return OBJECTIVES[objective](game, 1).sizes()


def working_set(size: npt.NDArray[np.int64], partition: Partition) -> int:
    """The most bytes that a class and its dependencies hold together, as in (5.8), by real sizes."""
    of_class: dict[Class, int] = {c: int(size[partition.masks(c)].sum()) for c in partition.classes()}
    return max(of_class[c] + sum(of_class[d] for d in partition.dependencies(c)) for c in of_class)
