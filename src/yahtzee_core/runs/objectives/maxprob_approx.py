"""MaxProbApprox class by class (Cremers 2002, section 6.2.2), for every score at once.

Verhoeff's strategy takes the points to come from a state to be normally distributed, with the mean and
variance of `expected`, and plays for the highest probability of the points needed under that assumption:

    a[s](needed) = P(N(V[s], sd[s]^2) >= needed)
    c = the best category by a[s after c](needed - gain), turns played as well as can be for a
    P[s](needed) = the probability that the points needed come when it is followed

What is certain and what is impossible it knows: a is 1 and 0 there.
"""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from ...arrays import Longs
from ...game.game import Game
from ...partition.problem import Shard
from ...solve.expected import ExpectedTable, solve_expected
from ...solve.maxprob import Bounds, Rows
from ...turn.kernel import normal_rows
from .maxprob import MaxProbProblem

SCALE = 2.0**600
"""Estimates are stored times this, so that none is within a tie of another unless they are equal."""


class EstimatedRows(Rows):
    """Rows with the estimates by which the strategy chooses before the probabilities."""

    estimates = (SCALE,)

    def __init__(self, bounds: Bounds, states: Longs, expected: ExpectedTable) -> None:
        super().__init__(bounds, states)
        self.expected = expected

    def solved(self, states: Longs) -> None:
        """Put the estimates of some states in their places."""
        value, sd = self.expected.value[states], self.expected.sd[states]
        normal_rows(self.numbers[0], self.spans(states), self.bounds.certain[states], value, sd, SCALE)


class MaxProbApproxProblem(MaxProbProblem):
    """See objectives.Problem. The merged table has the row of the start of the game alone."""

    name = "maxprob_approx"
    shard_schema = table_schema = "maxprob_approx"

    def __init__(self, game: Game, threads: int = 1, highest: int | None = None) -> None:
        super().__init__(game, threads, highest)
        self.expected = solve_expected(game, threads)

    def sizes(self) -> Longs:
        """With the estimates beside the probabilities."""
        return 2 * super().sizes()

    def rows(self, bounds: Bounds, states: Longs) -> Rows:
        return EstimatedRows(bounds, states, self.expected)

    def merge(self, shards: Sequence[Shard]) -> Iterator[pa.Table]:
        for shard in shards:
            if shard.masks[-1] == 0:
                for _, rows in self.pieces(shard, ["certain", "most", *self.lists]):
                    last = rows.slice(len(rows) - 1)
                yield last
