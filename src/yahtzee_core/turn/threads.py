"""Work in threads; the kernels release the interpreter's lock while they work."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_threads(work: Callable[[Part], Result], parts: Iterable[Part], threads: int) -> Iterator[Result]:
    """What `work` returns for each part, in the order of the parts, as far as they are asked for.

    The thread that asks does all of the work where one thread would do: to start another takes longer than a
    layer of a small game.
    """
    parts = list(parts)
    if min(threads, len(parts)) < 2:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(min(threads, len(parts))) as pool:
        yield from pool.map(work, parts)
