"""What a run would cost: classes, bytes, and the wall time on so many workers, by simulation.

A class costs a job's start, its computing, and the reading and writing of its shards, each in proportion
to bytes. Jobs are handed out as a workflow does: whenever a worker is free, it takes the class that is
ready and has the longest way to the end before it (critical path priority; Cremers 2002, section 7.3.3).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..arrays import Longs
from .costs import Costs
from .partition import Class, Partition

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Load:
    """Bytes of a class: its own table, and those of its dependencies together."""

    own: int
    read: int

    @property
    def held(self) -> int:
        return self.own + self.read


def class_loads(size: Longs, partition: Partition) -> dict[Class, Load]:
    """The load of every class, in the order of Partition.classes(); size: bytes by mask."""
    own = {part: int(size[partition.masks(part)].sum()) for part in partition.classes()}
    return loads_of(own, partition.dependencies)


def loads_of(own: Mapping[K, int], dependencies: Callable[[K], Collection[K]]) -> dict[K, Load]:
    """The load of every class, from the bytes of its own table."""
    return {part: Load(own[part], sum(own[d] for d in dependencies(part))) for part in own}


def job_seconds(load: Load, objective: str, costs: Costs, start: float) -> float:
    """CPU seconds of a class job that takes `start` seconds to begin."""
    return start + load.own * (costs.of(objective) + costs.write) + load.read * costs.read


def path_to_end(seconds: Mapping[K, float], dependencies: Callable[[K], Collection[K]]) -> dict[K, float]:
    """The longest chain of seconds from the start of a job to the end of the run.

    seconds: in an order in which dependencies come first.
    """
    after = dict.fromkeys(seconds, 0.0)
    path: dict[K, float] = {}
    for job in reversed(list(seconds)):
        path[job] = seconds[job] + after[job]
        for dependency in dependencies(job):
            after[dependency] = max(after[dependency], path[job])
    return path


def makespan(
    seconds: Mapping[K, float],
    dependencies: Callable[[K], Collection[K]],
    workers: int,
    priority: Mapping[K, float] | None = None,
    threads: Mapping[K, int] | None = None,
    hand_out: float = 0.0,
) -> float:
    """Wall seconds on `workers` workers, of the ready jobs that of the highest priority first.

    priority: None: the longest path to the end. threads: workers that a job takes at once, 1 where None;
    while they are not free, jobs of a lower priority go first. hand_out: seconds for each job of the one
    process that begins all of them.
    """
    before = priority or path_to_end(seconds, dependencies)
    takes = {job: min(threads[job], workers) for job in seconds} if threads else dict.fromkeys(seconds, 1)
    run = _Simulated(seconds, {job: -before[job] for job in seconds}, takes, workers, hand_out)
    waiting = {job: len(dependencies(job)) for job in seconds}
    followers: dict[K, list[K]] = defaultdict(list)
    for job in seconds:
        for dependency in dependencies(job):
            followers[dependency].append(job)
    run.ready(job for job, jobs in waiting.items() if jobs == 0)
    while run.begin():
        done = run.end()
        for follower in followers[done]:
            waiting[follower] -= 1
        run.ready(follower for follower in followers[done] if waiting[follower] == 0)
    return run.now


class _Simulated(Generic[K]):
    """Workers that take jobs: ready ones and those that run, each in a heap. order: the least goes first."""

    def __init__(
        self,
        seconds: Mapping[K, float],
        order: Mapping[K, float],
        takes: Mapping[K, int],
        free: int,
        hand_out: float,
    ) -> None:
        self._seconds, self._order, self._takes, self._hand_out = seconds, order, takes, hand_out
        self._free, self._handed_out, self.now = free, 0.0, 0.0
        self._number = {job: i for i, job in enumerate(seconds)}
        self._ready: list[tuple[float, int, K]] = []
        self._running: list[tuple[float, int, K]] = []

    def ready(self, jobs: Iterable[K]) -> None:
        """Jobs that wait for workers alone."""
        for job in jobs:
            heapq.heappush(self._ready, (self._order[job], self._number[job], job))

    def begin(self) -> bool:
        """Begin all that there are workers for; whether any job runs."""
        too_wide = []
        while self._ready and self._free:
            first = heapq.heappop(self._ready)
            _, number, job = first
            if self._takes[job] > self._free:
                too_wide.append(first)
                continue
            self._free -= self._takes[job]
            self._handed_out = max(self._handed_out, self.now) + self._hand_out
            heapq.heappush(self._running, (self._handed_out + self._seconds[job], number, job))
        for wide in too_wide:
            heapq.heappush(self._ready, wide)
        return bool(self._running)

    def end(self) -> K:
        """The job that ends next, at `now`."""
        self.now, _, done = heapq.heappop(self._running)
        self._free += self._takes[done]
        return done
