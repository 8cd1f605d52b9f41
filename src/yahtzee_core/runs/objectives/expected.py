"""`expected` class by class: shards of value and second moment, merged into value and sd."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np
import pyarrow as pa

from ...arrays import Floats, Longs
from ...game.game import Game
from ...game.refusals import require_no_saved_rolls
from ...partition.problem import Shard, Solution
from ...solve.expected import Solver, Table, standard_deviation
from .game_problem import GameProblem

STATE_BYTES = 16


class ExpectedProblem(GameProblem):
    """See objectives.Problem."""

    name = "expected"
    shard_schema = "expected_shard"
    table_schema = "expected"

    def __init__(self, game: Game, threads: int = 1) -> None:
        require_no_saved_rolls(game, self.name)
        super().__init__(game)
        self.solver = Solver(game, threads)
        self.states = self.solver.states

    def sizes(self) -> Longs:
        return self.states.lanes.astype(np.int64) * STATE_BYTES

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Solution:
        held = [masks, *(shard.masks for shard in shards)]
        table = Table.empty(self.states, np.concatenate(held))
        self._load(shards, table)
        self.solver.solve(masks, table)
        value, second = self._columns(masks, table)
        return Solution([pa.table({**self.keys(masks), "value": value, "second": second})])

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        for group in _by_layer(shards):
            held = np.sort(np.concatenate([shard.masks for shard in group]))
            table = Table.empty(self.states, held)
            self._load(group, table)
            for masks in self.states.layers(held):
                value, second = self._columns(masks, table)
                sd = standard_deviation(value, second)
                yield pa.table({**self.keys(masks), "value": value, "sd": sd})

    def _load(self, shards: Sequence[Shard], table: Table) -> None:
        for shard in shards:
            for numbers, rows in self.pieces(shard, ["value", "second"]):
                at = self._places(numbers, table)
                table.value[at] = rows["value"].to_numpy()
                table.second[at] = rows["second"].to_numpy()

    def _columns(self, masks: Longs, table: Table) -> tuple[Floats, ...]:
        at = self._places(self.states.of_masks(masks), table)
        return table.value[at], table.second[at]

    def _places(self, numbers: Longs, table: Table) -> Longs:
        """Places in a table of the states with these numbers."""
        masks = np.searchsorted(self.states.offset, numbers, side="right") - 1
        places: Longs = table.offset[masks] + numbers - self.states.offset[masks]
        return places


def _by_layer(shards: Sequence[Shard]) -> list[list[Shard]]:
    """Shards in groups that are held at once: layers, if no class holds several of them."""
    layers = [np.unique(np.bitwise_count(shard.masks)).tolist() for shard in shards]
    if any(len(several) > 1 for several in layers):
        return [list(shards)]
    pairs = zip(layers, shards, strict=True)
    return [[shard for _, shard in group] for _, group in groupby(pairs, key=itemgetter(0))]
