"""Answers that are made once and kept: whoever asks for one that is being made waits for it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Memo(Generic[V]):
    """The answers of the last `size` questions, from any thread. What fails is not kept."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._found: OrderedDict[Hashable, Future[V]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The answer of a key."""
        with self._lock:
            future = self._found.get(key)
            mine = future is None
            if future is None:
                future = self._found[key] = Future()
            self._found.move_to_end(key)
            if len(self._found) > self._size:
                self._found.popitem(last=False)
        if mine:
            self._fill(key, future, make)
        return future.result()

    def _fill(self, key: Hashable, future: "Future[V]", make: Callable[[], V]) -> None:
        try:
            future.set_result(make())
        except BaseException as error:
            with self._lock:
                if self._found.get(key) is future:
                    del self._found[key]
            future.set_exception(error)
