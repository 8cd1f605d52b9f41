"""What a run would cost: classes, bytes, and the wall time on so many workers, by simulation.

A class costs a job's start, its computing, and the reading and writing of its shards, each in proportion
to bytes. Jobs are handed out as a workflow does: whenever a worker is free, it takes the class that is
ready and has the longest way to the end before it (critical path priority; Cremers 2002, section 7.3.3).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..arrays import Longs
from .costs import Costs
from .partition import Class, Partition

K = TypeVar("K", bound=Hashable)
THREAD_SECONDS = 0.3
"""CPU seconds of a job that are worth a thread."""


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


def loads_of(own: Mapping[K, int], dependencies: Callable[[K], Sequence[K]]) -> dict[K, Load]:
    """The load of every class, from the bytes of its own table."""
    return {part: Load(own[part], sum(own[d] for d in dependencies(part))) for part in own}


def job_seconds(load: Load, objective: str, costs: Costs, start: float) -> float:
    """CPU seconds of a class job that takes `start` seconds to begin."""
    return start + load.own * (costs.of(objective) + costs.write) + load.read * costs.read


def path_to_end(seconds: Mapping[K, float], dependencies: Callable[[K], Sequence[K]]) -> dict[K, float]:
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


def shared_cores(
    seconds: Mapping[K, float], dependencies: Callable[[K], Sequence[K]], cores: int
) -> dict[K, int]:
    """The threads of each job, so that a run takes all of the cores where it is narrow.

    Jobs with equally long chains of others before them run at the same time: they share the cores by their
    seconds, rounded down, each having one. A thread more is for THREAD_SECONDS of work at least.
    """
    step: dict[K, int] = {}
    for job in seconds:
        step[job] = 1 + max((step[d] for d in dependencies(job)), default=-1)
    together: dict[int, float] = defaultdict(float)
    for job, at in step.items():
        together[at] += seconds[job]
    return {
        job: threads_for(s, int(cores * s / together[step[job]] if s else 1)) for job, s in seconds.items()
    }


def threads_for(seconds: float, most: int) -> int:
    """The threads of a job of so many CPU seconds that may have `most`."""
    return max(1, min(most, int(seconds / THREAD_SECONDS)))


def makespan(seconds: Mapping[K, float], dependencies: Callable[[K], Sequence[K]], workers: int) -> float:
    """Wall seconds on `workers` workers, the ready job with the longest path to the end first."""
    path = path_to_end(seconds, dependencies)
    number = {job: i for i, job in enumerate(seconds)}
    waiting = {job: len(dependencies(job)) for job in seconds}
    followers: dict[K, list[K]] = {job: [] for job in seconds}
    for job in seconds:
        for dependency in dependencies(job):
            followers[dependency].append(job)
    jobs = list(seconds)
    ready = [(-path[job], number[job]) for job in jobs if waiting[job] == 0]
    heapq.heapify(ready)
    running: list[tuple[float, int]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < workers:
            job = jobs[heapq.heappop(ready)[1]]
            heapq.heappush(running, (now + seconds[job], number[job]))
        now, done = heapq.heappop(running)
        for follower in followers[jobs[done]]:
            waiting[follower] -= 1
            if waiting[follower] == 0:
                heapq.heappush(ready, (-path[follower], number[follower]))
    return now
