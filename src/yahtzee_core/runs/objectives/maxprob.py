"""`maxprob` class by class: shards with a list of probabilities by needed for every state."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from ...arrays import Floats, Ints, Longs
from ...game.game import Game
from ...partition.problem import Shard, Solution
from ...solve.expected import ExpectedTable, solve_expected
from ...solve.maxprob import Bounds, Rows, Solver
from ...turn.kernel import pad, put_rows, take_rows
from .game_problem import GameProblem

PIECE = 1 << 18
"""Numbers of a list column in one piece of a shard (2 MB)."""


class MaxProbProblem(GameProblem):
    """See objectives.Problem."""

    name = "maxprob"
    shard_schema = table_schema = "maxprob"
    lists: tuple[str, ...] = ("probability",)

    def __init__(self, game: Game, threads: int = 1, highest: int | None = None) -> None:
        """highest: hold no more needed points than this; the lists then end there."""
        super().__init__(game)
        self.solver = Solver(game, threads)
        self.states = self.solver.states
        self.highest = highest
        self.moments: ExpectedTable | None = None

    @property
    def objective(self) -> str:
        return self.name if self.highest is None else f"{self.name} up to {self.highest}"

    def sizes(self) -> Longs:
        numbers = self._limits(self.solver.bounds()).by_mask(self.states, self.states.masks)
        return (numbers + 2 * pad * self.states.lanes) * 8 * len(self.lists)

    def solve(self, masks: Longs, shards: Sequence[Shard]) -> Solution:
        bounds = self._bounds(shards)
        self.solver.add_bounds(masks, bounds)
        held = [self.states.of_masks(m) for m in (masks, *(shard.masks for shard in shards))]
        rows = self.rows(self._limits(bounds), np.concatenate(held))
        self._load(shards, rows)
        self.solver.solve(masks, rows)
        return Solution(self._pieces(masks, rows, bounds.most))

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        for shard in shards:
            for _, rows in self.pieces(shard, ["certain", "most", *self.lists]):
                yield rows

    def rows(self, bounds: Bounds, states: Longs) -> Rows:
        """Room for the rows of some states."""
        return Rows(bounds, states, self.moments)

    def _limits(self, bounds: Bounds) -> Bounds:
        """The needed that rows run over."""
        if self.highest is None:
            return bounds
        return Bounds(np.minimum(bounds.certain, self.highest), np.minimum(bounds.most, self.highest))

    def _bounds(self, shards: Sequence[Shard]) -> Bounds:
        """The bounds of the states in some shards; 0 elsewhere."""
        first, last = (np.zeros(len(self.states), dtype=np.int32) for _ in range(2))
        for shard in shards:
            for numbers, rows in self.pieces(shard, ["certain", "most"]):
                first[numbers], last[numbers] = rows["certain"].to_numpy(), rows["most"].to_numpy()
        return Bounds(first, last)

    def _load(self, shards: Sequence[Shard], rows: Rows) -> None:
        for shard in shards:
            for numbers, table in self.pieces(shard, list(self.lists)):
                spans = rows.spans(numbers)
                for into, name in zip(self._stored(rows), self.lists, strict=True):
                    put_rows(table[name].combine_chunks().flatten().to_numpy(), spans, into)
                rows.solved(numbers)

    def _stored(self, rows: Rows) -> list[Floats]:
        """The numbers that shards hold."""
        return rows.numbers[len(rows.estimates) :]

    def _pieces(self, masks: Longs, rows: Rows, most: Ints) -> Iterator[pa.Table]:
        """The rows of the states of some masks, in pieces of about PIECE numbers."""
        total = np.cumsum(rows.bounds.by_mask(self.states, masks))
        for part in np.split(masks, np.searchsorted(total, np.arange(PIECE, total[-1], PIECE))):
            if len(part):
                yield self._table(part, rows, most)

    def _table(self, masks: Longs, rows: Rows, most: Ints) -> pa.Table:
        numbers = self.states.of_masks(masks)
        spans = rows.spans(numbers)
        offsets = pa.array(np.concatenate([[0], np.cumsum(spans.length)]), pa.int32())
        columns = {
            **self.keys(masks),
            "certain": pa.array(rows.bounds.certain[numbers]),
            "most": pa.array(most[numbers]),
        }
        for name, stored in zip(self.lists, self._stored(rows), strict=True):
            flat = np.empty(int(spans.length.sum()))
            take_rows(stored, spans, flat)
            columns[name] = pa.ListArray.from_arrays(offsets, flat)
        return pa.table(columns)


class MaxProbMomentsProblem(MaxProbProblem):
    """The same with mean and second moment of MaxProb_s; rows begin with needed = 1."""

    name = "maxprob_moments"
    shard_schema = table_schema = "maxprob_moments"
    lists = ("probability", "less", "mean", "second_moment")

    def __init__(self, game: Game, threads: int = 1, highest: int | None = None) -> None:
        super().__init__(game, threads, highest)
        self.moments = solve_expected(game, threads)

    def _limits(self, bounds: Bounds) -> Bounds:
        limits = super()._limits(bounds)
        return Bounds(np.zeros_like(limits.certain), limits.most)
