"""A shard as a recurrence sees it: which masks it holds, and its rows a piece at a time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..errors import UserError
from ..states import States

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Shard:
    """name: for errors. masks: what it holds, in order. read: rows by piece, all columns or some."""

    name: str
    masks: Longs
    read: Callable[[list[str] | None], Iterator[pa.Table]]

    def pieces(self, states: States, columns: list[str]) -> Iterator[tuple[Longs, pa.Table]]:
        """(numbers of the states, rows) by piece; UserError when the shard holds other states."""
        numbers, at = states.of_masks(self.masks), 0
        keys = dict(zip(("filled", "need", "chip"), states.columns(self.masks), strict=True))
        for rows in self.read([*keys, *columns]):
            here = slice(at, at + len(rows))
            at = here.stop
            if not all(np.array_equal(rows[key].to_numpy(), keys[key][here]) for key in keys):
                break
            yield numbers[here], rows
        if at != len(numbers):
            raise UserError(f"{self.name}: other states than those of its class; delete it and run again")


def key_columns(states: States, masks: Longs) -> dict[str, pa.Array]:
    """The columns filled, need and chip of the states of some masks."""
    filled, need, chip = states.columns(masks)
    return {"filled": pa.array(filled), "need": pa.array(need, pa.int16()), "chip": pa.array(chip)}
