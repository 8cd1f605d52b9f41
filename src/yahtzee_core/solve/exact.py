"""`exact`: the highest expected points still to come as fractions, for every state.

The recurrence is that of `expected` (expected.py). With k turns to come every value is a whole number over
the scale S_k = B^(r k), r being the rolls of a turn, d its dice, f their faces and B = f^d:

    options       N[s, c] = gain S_(k-1) + N[s after c],    then the best option of every roll
    each reroll   A[keep] = sum over faces of A[keep + face],    times f^(dice kept): over B times the scale;
                  then the best keep of every roll
    first roll    N[s] = sum over the rolls of ways A[roll],    over S_k = B^r S_(k-1)

and the second moments N2 go along: gain^2 S_(k-1) + 2 gain N + N2. Nothing is rounded or divided. Actions are
compared as whole numbers; of those that are equal the tie rule (turn/ties.py) takes the first. The kernel is
solve/kernel/exact.c, and `Twin` its readable twin in fractions.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ..arrays import Floats, Longs, Shorts
from ..errors import UserError
from ..game.game import Game
from ..turn.machine import cores
from ..turn.ready import Ready
from ..turn.states import State, States
from ..turn.threads import in_threads
from ..turn.ties import POINTS
from ..turn.transitions import BLOCK
from .exact_audit import Audit, Counted, merged
from .exact_numbers import Layer, Moves, Widths
from .expected import ExpectedTable, solve_expected
from .kernel import ExactKernel

PART = 1024
"""States that are solved before progress is told, about; their decisions are held at once."""


@dataclass(frozen=True)
class ExactTable:
    """`exact`, solved for every state of a game, beside the float64 table.

    layers: by turns to come, from none. audit: what holds in all positions.
    """

    ready: Ready
    widths: Widths
    layers: list[Layer]
    audit: Audit
    floats: ExpectedTable

    @property
    def states(self) -> States:
        return self.ready.states

    def value(self, state: State) -> Fraction:
        """The highest expected points still to come."""
        layer, row = self._row(state)
        return Fraction(self.widths.to_int(layer.numbers[row, : layer.n].tolist()), layer.scale)

    def second(self, state: State) -> Fraction:
        """Their expected square, under the tie rule."""
        layer, row = self._row(state)
        return Fraction(self.widths.to_int(layer.numbers[row, layer.n :].tolist()), layer.scale)

    def variance(self, state: State) -> Fraction:
        """Their variance, under the tie rule."""
        return self.second(state) - self.value(state) ** 2

    @property
    def start_value(self) -> Fraction:
        """The expected score of the game."""
        return self.value(self.states.start)

    @property
    def start_variance(self) -> Fraction:
        """The variance of the score."""
        return self.variance(self.states.start)

    @cached_property
    def largest_error(self) -> float:
        """The largest error of a value of the float64 table, in points."""
        return max(map(self._largest_error, self.layers))

    def _row(self, state: State) -> tuple[Layer, int]:
        to_come = len(self.ready.game.categories) - state.filled.bit_count()
        lane = self.states.index(state) - int(self.states.offset[state.filled])
        layer = self.layers[to_come]
        return layer, int(layer.first[state.filled]) + lane

    def _largest_error(self, layer: Layer) -> float:
        floats = self.floats.value[self.states.of_masks(layer.masks)]
        values = map(self.widths.to_int, layer.numbers[:, : layer.n].tolist())
        return max(_error(*pair, layer.scale) for pair in zip(floats.tolist(), values, strict=True))


def _error(found: float, number: int, scale: int) -> float:
    """|found - number / scale|, rounded once."""
    over, under = found.as_integer_ratio()
    return abs(over * scale - number * under) / (under * scale)


def require_exact(game: Game) -> None:
    """UserError where turns are more than this recurrence knows of."""
    if game.rolls_matter:
        why = (
            "rolls are saved, as states with more rolls in hand would need scales of their own"
            if game.saved_rolls
            else "a first roll scores more, as its turns do not tell that roll from the others"
        )
        raise UserError(f"game {game.id}: no exact values where {why}; expected value without --exact")


class ExactSolver:
    """What a game needs to be solved exactly, made ready."""

    def __init__(self, ready: Ready, threads: int | None = None) -> None:
        require_exact(ready.game)
        self.ready, self.threads = ready, threads or cores()
        moves = Moves(ready)
        self.widths = Widths(ready.game, moves.most)
        self.kernel = ExactKernel(ready.states, moves, self.widths.bits)

    def solve(self, floats: ExpectedTable, progress: Callable[[float], None]) -> ExactTable:
        """All layers from the fullest, and the audit of the policy of `floats`."""
        states, n = self.ready.states, len(self.ready.game.categories)
        value = np.concatenate([floats.value, np.zeros(BLOCK)])
        masks = dict(zip(range(n, -1, -1), states.layers(), strict=True))
        layers = [Layer.empty(states, masks[0], self.widths, 0)]
        counted: list[Counted] = []
        for to_come in range(1, n + 1):
            layers.append(Layer.empty(states, masks[to_come], self.widths, to_come))
            for part in self._solve_layer(to_come, layers[-2], layers[-1], value):
                counted.append(part)
                progress(sum(counts[0] for counts, _ in counted) / self._positions)
        return ExactTable(self.ready, self.widths, layers, merged(states, counted), floats)

    @property
    def _positions(self) -> int:
        states = self.ready.states
        turns = len(states) - int(states.lanes[-1])
        return turns * states.options.lattice.n_rolls * self.ready.game.rolls

    def _solve_layer(self, to_come: int, after: Layer, into: Layer, value: Floats) -> Iterator[Counted]:
        """Masks of one layer do not depend on each other: threads take parts of them."""
        scale = self.widths.to_limbs(after.scale, after.n)
        unit = np.array(
            [
                self._unit(into.n, after.scale * self.widths.base**left)
                for left in range(self.ready.game.rolls)
            ]
        )

        def solve(masks: Longs) -> Counted:
            return self.kernel.solve(
                masks, after, into, scale, unit, POINTS.points, self._decide(masks, value)
            )

        return in_threads(solve, _parts(self.ready.states, into.masks), self.threads)

    def _unit(self, limbs: int, scale: int) -> float:
        """What 1 in the top limb is worth in points."""
        return (1 << self.widths.bits * (limbs - 1)) / scale

    def _decide(self, masks: Longs, value: Floats) -> Shorts:
        """What the policy of the float64 table does in the lanes of some masks (policies/decisions.py)."""
        states, game = self.ready.states, self.ready.game
        blocks = int((-(-states.lanes[masks] // BLOCK)).sum())
        decisions = np.empty((blocks, game.rolls, states.options.lattice.n_rolls, BLOCK), dtype=np.uint16)
        self.ready.kernel.decide(masks, value, None, decisions)
        return decisions


def _parts(states: States, masks: Longs) -> list[Longs]:
    """Masks in parts of about PART states."""
    lanes = np.cumsum(states.lanes[masks])
    cuts = np.searchsorted(lanes, np.arange(PART, int(lanes[-1]), PART))
    return [part for part in np.split(masks, cuts) if len(part)]


def solve_exact(
    game: Game | Ready, threads: int | None = None, progress: Callable[[float], None] = lambda share: None
) -> ExactTable:
    """Solve `exact` for all states, in memory. progress is told the share that is done."""
    ready = Ready.of(game)
    solver = ExactSolver(ready, threads)
    return solver.solve(solve_expected(ready, threads), progress)
