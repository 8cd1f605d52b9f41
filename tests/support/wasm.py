"""The kernel of the page without a server under wasmtime: a game solved from the arrays that its file has."""

import numpy as np
import pytest
from numpy.typing import NDArray

from yahtzee_core.game.game import Game
from yahtzee_core.turn.ready import Ready
from yahtzee_core.web.game_data import kernel_arrays, kernel_numbers
from yahtzee_core.web.site import PACKAGE

KERNEL = PACKAGE / "local" / "kernel.wasm"
BLOCK = 8


def solved(game: Game) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Value and second moment of all states; skips where there is no wasmtime (lane check)."""
    wasmtime = pytest.importorskip("wasmtime")
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, KERNEL.read_bytes())
    run = wasmtime.Instance(store, module, []).exports(store)
    run["_initialize"](store)
    memory = run["memory"]

    def put(numbers: NDArray[np.generic]) -> int:
        address = int(run["room"](store, max(numbers.nbytes, 1))) & 0xFFFFFFFF
        memory.write(store, numbers.tobytes(), address)
        return address

    ready = Ready(game)
    arrays = [put(np.ascontiguousarray(each.astype(kind))) for _, kind, each in kernel_arrays(ready)]
    address = run["game"](
        store, put(np.array(kernel_numbers(ready), float)), put(np.array(arrays, np.uint32))
    )
    n = len(ready.states)
    value, second = (put(np.full(n + BLOCK, np.nan)) for _ in range(2))
    for layer in reversed(ready.states.layers()):
        masks = layer[ready.states.lanes[layer] > 0]
        if len(masks):
            assert run["expected"](store, address, put(masks), len(masks), value, second) == 0
    read = (np.frombuffer(memory.read(store, at, at + 8 * n)) for at in (value, second))
    return next(read), next(read)
