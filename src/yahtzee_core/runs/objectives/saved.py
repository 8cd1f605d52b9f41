"""`saved` class by class: a row a set of filled categories in shards, merged into what saved rolls are worth.

Shards hold every value and second moment. The merged table is small: means over the states of a layer.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from ...arrays import Longs
from ...game.game import Game
from ...partition.problem import Shard, Solution
from ...solve.expected import Solver, Table
from ...solve.saved import Gain, SavedTable, require_saved_rolls
from .game_problem import GameProblem

STATE_BYTES = 16
PIECE = 1 << 21
"""Numbers of a list column in one piece of a shard (16 MB), about."""


class SavedProblem(GameProblem):
    """See objectives.Problem."""

    name = "saved"
    shard_schema = "saved_shard"
    table_schema = "saved"

    def __init__(self, game: Game, threads: int = 1) -> None:
        require_saved_rolls(game)
        super().__init__(game)
        self.solver = Solver(game, threads)
        self.states = self.solver.states
        self.numbers: Longs = self.states.lanes.astype(np.int64) * self.states.saves

    def sizes(self) -> Longs:
        return self.numbers * STATE_BYTES

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Solution:
        table = Table.empty(self.states, np.concatenate([masks, *(shard.masks for shard in shards)]))
        for shard in shards:
            for part, value, second in self._read(shard):
                here = self._slice(part, table)
                table.value[here], table.second[here] = value, second
        self.solver.solve(masks, table)
        return Solution(self._pieces(masks, table))

    def _pieces(self, masks: Longs, table: Table) -> Iterator[pa.Table]:
        total = np.cumsum(self.numbers[masks])
        for part in np.split(masks, np.searchsorted(total, np.arange(PIECE, total[-1], PIECE))):
            if len(part):
                yield self._rows(part, table)

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        layers: dict[int, Gain] = {}
        for shard in shards:
            for part, value, second in self._read(shard):
                held = SavedTable(self.states, Table.of(self.states, part, value, second))
                for mask in part.tolist():
                    gain = layers.setdefault(mask.bit_count(), Gain.empty(int(self.states.saves[mask])))
                    gain.add(*held.rows(mask))
        yield pa.Table.from_pylist([row for layer in sorted(layers) for row in layers[layer].rows(layer)])

    def _read(self, shard: Shard) -> Iterator[tuple[Longs, np.ndarray, np.ndarray]]:
        """(masks, values, second moments) of a shard, by piece."""
        keys = {"filled": shard.masks.astype(np.int32)}
        for here, rows in shard.pieces(keys, ["value", "second"]):
            flat = [rows[name].combine_chunks().flatten().to_numpy() for name in ("value", "second")]
            yield shard.masks[here], flat[0], flat[1]

    def _rows(self, masks: Longs, table: Table) -> pa.Table:
        offsets = pa.array(np.concatenate([[0], np.cumsum(self.numbers[masks])]), pa.int32())
        here = self._slice(masks, table)
        return pa.table(
            {
                "filled": pa.array(masks, pa.int32()),
                "value": pa.ListArray.from_arrays(offsets, table.value[here]),
                "second": pa.ListArray.from_arrays(offsets, table.second[here]),
            }
        )

    def _slice(self, masks: Longs, table: Table) -> slice:
        """Where a table holds masks that stand side by side in it."""
        first = int(table.offset[masks[0]])
        return slice(first, first + int(self.numbers[masks].sum()))
