"""Two players class by class: shards of pairs of states, and the sums over them that stay.

A shard has a row for each pair with its numbers by points behind, as the other player sees them. It is read
by the classes of the turn before alone, so that two plies are on disk at a time; what remains of a class is
its *sums* by lead, over all pairs, weighted by the probability that two players of `expected` come to them.

Three problems: both play exactly; the one who begins plays `expected` and does not look at the other, who
answers as well as can be; and the reverse. In the first, the sums tell also what a turn of `expected` would
cost, exact play going on after it.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from ...arrays import Bools, Floats, Longs, Numbers
from ...game.game import Game
from ...game.refusals import require_policies
from ...partition.pairs import Pair, Pairs
from ...partition.problem import Shard, Solution
from ...partition.schedule import loads_of
from ...players.duel_sums import Sums, add_up
from ...players.pair_solver import DuelSolver, PairRows
from ...policies.arena import Arena
from ...policies.decisions import optimal_policy
from ...policies.to_come import option_weights
from ...policies.walk import points_met, walk
from .game_problem import OfGame

Masks = tuple[Longs, Longs]
PIECE = 1 << 20
"""Numbers of a list column in one piece of a shard (4 MB)."""
KEYS = ("filled", "need", "chip")
CELL_BYTES = 8
"""Value and probability of a draw, in float32."""


class DuelProblem(OfGame):
    """See objectives.Problem. follows: which player plays `expected`, None when both play exactly."""

    name = "duel"
    sheets = 2
    shard_schema = "duel_shard"
    sums_schema: str | None = "duel_sums"
    table_schema = "duel"
    follows: str | None = None

    def __init__(self, game: Game, threads: int = 1) -> None:
        super().__init__(game)
        if self.sums_schema:  # weighed by how often two players of `expected` come to a pair
            require_policies(game, f"the objective {self.name}")
        self.solver = DuelSolver(game, threads)
        self.states = self.solver.states

    def partition(self, fixed: tuple[int, ...] = (), stride: int = 1) -> Pairs:
        """One class for each ply when G is empty, whatever the stride."""
        return Pairs(self.n, fixed)

    def bytes_of(self, partition: Pairs) -> dict[Pair, int]:
        """Bytes in memory of every class."""
        states: dict[bytes, Longs] = {}

        def of(masks: Longs) -> Longs:
            return states.setdefault(masks.tobytes(), self.states.of_masks(masks))

        pairs = {part: partition.masks(part) for part in partition.classes()}
        return {part: CELL_BYTES * self.solver.cells(*map(of, masks)) for part, masks in pairs.items()}

    def working_set(self, partition: Pairs) -> int:
        """The most bytes that a class and its dependencies hold together."""
        return max(load.held for load in loads_of(self.bytes_of(partition), partition.dependencies).values())

    def solve(self, masks: Masks, shards: Sequence[Shard]) -> Solution:
        mover, other = masks
        turns = int(mover[0]).bit_count() + int(other[0]).bit_count()
        plays = "second" if turns % 2 else "first"
        expected = (
            option_weights(self._arena, optimal_policy(self._arena), mover)
            if self.follows in (None, plays)
            else None
        )
        sums = Sums(self.states, self.solver.bounds, self._visits, self._points)
        others = self.states.of_masks(other)
        if self.follows is None:
            given, told = None, sums.told(mover, others, expected)
        else:
            given, told = expected, sums.told(mover, others, None)
        rows = self.solver.solve(self._after(shards), mover, others, given, told)
        return Solution(self._pieces(masks, rows), sums.table(turns))

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        """The sums of all classes, by turn and lead."""
        yield add_up(pa.concat_tables(rows for shard in shards for rows in shard.read(None)))

    @cached_property
    def _arena(self) -> Arena:
        return Arena(self.game)

    @cached_property
    def _visits(self) -> Floats:
        """Probability that a player of `expected` comes to each state."""
        return walk(self._arena, optimal_policy(self._arena)).visits

    @cached_property
    def _points(self) -> Bools:
        """With which points such a player comes to each state."""
        return points_met(self._arena, optimal_policy(self._arena))

    def _after(self, shards: Sequence[Shard]) -> list[PairRows]:
        """The pairs that follow; without shards, the end of a game."""
        return [self._load(shard) for shard in shards] or [self.solver.end(0.5)]

    def _load(self, shard: Shard) -> PairRows:
        mover, other = (self.states.of_masks(masks) for masks in shard.masks)
        pairs, at = self.solver.empty(mover, other), 0
        for _, rows in shard.pieces(self._keys(*shard.masks), ["value", "draw"]):
            for into, name in zip(pairs.numbers, ("value", "draw"), strict=True):
                flat = rows[name].combine_chunks().flatten().to_numpy()
                into[at : at + len(flat)] = flat
            at += len(flat)
        return pairs

    def _keys(self, mover: Longs, other: Longs) -> dict[str, Numbers]:
        """The key columns of all pairs, those of the first mover first."""
        own, others = self.states.columns(mover), self.states.columns(other)
        n, m = len(own[0]), len(others[0])
        keys = {name: np.repeat(column, m) for name, column in zip(KEYS, own, strict=True)}
        keys |= {f"other_{name}": np.tile(column, n) for name, column in zip(KEYS, others, strict=True)}
        bounds, movers, other = self.solver.bounds, self.states.of_masks(mover), self.states.of_masks(other)
        first = bounds.certain[other] - bounds.most[movers, np.newaxis]
        return keys | {"first": first.ravel()}

    def _pieces(self, masks: Masks, rows: PairRows) -> Iterator[pa.Table]:
        """The rows of the pairs; none where a sheet filled in order comes to no sheet of the class."""
        if not rows.cells:
            return
        keys, m = self._keys(*masks), len(rows.other)
        ends = np.append(rows.place.block, rows.cells)
        starts = np.searchsorted(rows.place.block, np.arange(0, rows.cells, PIECE))
        cuts = np.unique(starts[starts < len(rows.mover)])
        for first, last in zip(cuts, [*cuts[1:], len(rows.mover)], strict=True):
            here = slice(int(ends[first]), int(ends[last]))
            length = np.concatenate([rows.place.of_mover(i).length for i in range(first, last)])
            offsets = pa.array(np.concatenate([[0], np.cumsum(length)]), pa.int32())
            columns = {name: key[first * m : last * m] for name, key in keys.items()}
            for name, numbers in zip(("value", "draw"), rows.numbers, strict=True):
                columns[name] = pa.ListArray.from_arrays(offsets, numbers[here])
            yield pa.table(columns)


class FirstFollowsProblem(DuelProblem):
    """The player who begins plays `expected`; the other answers."""

    name = table_schema = "duel_expected_first"
    follows = "first"


class SecondFollowsProblem(DuelProblem):
    """The player who moves second plays `expected`; the one who begins answers."""

    name = table_schema = "duel_expected_second"
    follows = "second"


class EndgameProblem(DuelProblem):
    """The end of a game, from `open_at_most` open categories of each player on; its shards stay."""

    name = table_schema = "duel_endgame"
    sums_schema: str | None = None

    def __init__(self, game: Game, threads: int = 1, open_at_most: int = 1) -> None:
        super().__init__(game, threads)
        self.open_at_most = open_at_most

    @property
    def objective(self) -> str:
        return f"{self.name}, at most {self.open_at_most} open"

    def partition(self, fixed: tuple[int, ...] = (), stride: int = 1) -> Pairs:
        return Pairs(self.n, fixed, self.open_at_most)

    def solve(self, masks: Masks, shards: Sequence[Shard]) -> Solution:
        mover, other = masks
        return Solution(
            self._pieces(masks, self.solver.solve(self._after(shards), mover, self.states.of_masks(other)))
        )

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        """The rows of all shards."""
        for shard in shards:
            for _, rows in shard.pieces(self._keys(*shard.masks), ["value", "draw"]):
                yield rows
