"""Work in threads; the kernels release the interpreter's lock while they work."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")
MOST = 4 * (os.cpu_count() or 1)
"""Threads that are started, however many are asked for: more than there are cores bring nothing."""


def in_threads(work: Callable[[Part], Result], parts: Iterable[Part], threads: int) -> Iterator[Result]:
    """What `work` returns for each part, in the order of the parts, as far as they are asked for.

    The thread that asks does all of the work where one thread would do: to start another takes longer than a
    layer of a small game.
    """
    parts = list(parts)
    started = min(threads, len(parts), MOST)
    if started < 2:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(started) as pool:
        yield from pool.map(work, parts)
