"""Which partition a run uses: the cost of a class against that of a job, and the memory limit.

Only what choosing G needs; predictions of wall time on many workers build on it.
"""

from .errors import UserError
from .game import Game
from .partition import Partition
from .states import States

LANE_SECONDS = 1.2e-6
"""CPU seconds of one state of a five-dice game, value and second moment (make bench)."""
JOB_SECONDS = 0.3
"""CPU seconds of a job before it computes: interpreter, imports, tables of the game."""
FAN_OUT_JOBS = 100
"""A run fans out when it costs as much as so many empty jobs; below, one job does all."""
STATE_BYTES = 16


def choose_partition(
    game: Game, fixed: str | int | list[str] = "auto", memory_mb: int | None = None
) -> Partition:
    """The partition of a run: G given, its size given, or chosen ("auto").

    auto takes one class of everything while that is cheaper than a fan-out and fits in `memory_mb`
    (the table of the working set, not the interpreter), else the smallest |G| that fits.
    A number takes so many categories from the top of the sheet.
    """
    n = len(game.categories)
    if isinstance(fixed, list):
        return Partition(n, tuple(game.index(category) for category in fixed))
    if isinstance(fixed, int):
        if not 0 <= fixed <= n:
            raise UserError(f"game {game.id}: fixed: {fixed}; expected 0 to {n}, its categories")
        return Partition(n, tuple(range(fixed)))
    states = States(game)
    cheap = len(states) * LANE_SECONDS < FAN_OUT_JOBS * JOB_SECONDS
    candidates = [Partition(n, stride=n + 1)] * cheap + [Partition(n, tuple(range(g))) for g in range(n + 1)]
    limit = float("inf") if memory_mb is None else memory_mb * 1e6
    for partition in candidates:
        if working_set(states, partition) * STATE_BYTES <= limit:
            return partition
    least = working_set(states, candidates[-1]) * STATE_BYTES / 1e6
    raise UserError(f"game {game.id}: memory_mb: {memory_mb}; expected at least {least:.0f}")


def working_set(states: States, partition: Partition) -> int:
    """The most states that a class and its dependencies hold together, as in (5.8), by real counts."""
    sizes = {c: int(states.lanes[partition.masks(c)].sum()) for c in partition.classes()}
    return max(sizes[c] + sum(sizes[d] for d in partition.dependencies(c)) for c in sizes)
