"""Which partition a run uses: the cost of a class against that of a job, and the memory limit.

Only what choosing G needs; predictions of wall time on many workers build on it.
"""

from math import ceil

from ..errors import UserError
from .costs import DEFAULT
from .problem import Classes, Problem

FAN_OUT_JOBS = 100
"""A run fans out when it costs as much as so many empty jobs; below, one job does all."""
WORKERS = 8
"""A fan-out gives at least so many classes to the middle layer."""
BUFFER_BYTES = 140_000_000
"""What a job needs beside its working set and the interpreter: tables of the game, pieces of shards on
their way in and out, and what allocators keep (bench/memory.py)."""


def most_bytes(memory_mb: int | None) -> float:
    """What a working set may take in jobs of `memory_mb` beside the interpreter."""
    return float("inf") if memory_mb is None else memory_mb * 1e6 - BUFFER_BYTES


def choose_partition(
    problem: Problem, fixed: str | int | tuple[int, ...] = "auto", memory_mb: int | None = None
) -> Classes:
    """The partition of a run: G given, its size given, or chosen ("auto").

    auto takes one class of everything while that is cheaper than a fan-out and fits in `memory_mb`
    (beside the interpreter with its imports), else the smallest |G| that fits and makes WORKERS classes
    in the middle layer. A number takes so many elements of A from the first (of a sheet, the top).
    """
    n = problem.n
    if isinstance(fixed, tuple):
        return problem.partition(fixed)
    name = problem.subject.name
    if isinstance(fixed, int):
        if not 0 <= fixed <= n:
            raise UserError(f"{name}: fixed: {fixed}; expected 0 to {n}")
        return problem.partition(tuple(range(fixed)))
    size = sum(problem.bytes_of(problem.partition()).values())
    limit = most_bytes(memory_mb)
    cheap = size * DEFAULT.solve[problem.table_schema] < FAN_OUT_JOBS * DEFAULT.start
    if cheap and size <= limit:
        return problem.partition(stride=n + 1)
    wanted = 1 if cheap else WORKERS
    fitting = None
    for g in range(n + 1):
        partition = problem.partition(tuple(range(g)))
        if problem.working_set(partition) <= limit:
            fitting = partition
        if fitting and 2 ** (g * problem.sheets) >= wanted:
            return fitting
    if fitting:
        return fitting
    least = ceil((problem.working_set(partition) + BUFFER_BYTES) / 1e6)
    raise UserError(f"{name}: memory_mb: {memory_mb}; expected at least {least}")
