"""`maxprob` as fractions, for every state and number of points, where a game is small enough.

    P[s](n) = E max_c P[s after c](n - gain),    1 for n <= 0, 0 for more points than can come

is a whole number over S_k with k turns to come (exact.py), and has the same turn. Its audit tells how far the
best actions are ahead of the others as a share of them, which is how the tie rule of probabilities counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from ..arrays import Ints, Longs
from ..game.game import Game
from ..turn.machine import cores, require_room
from ..turn.ready import Ready
from ..turn.states import State, States
from ..turn.threads import in_threads
from ..turn.ties import PROBABILITIES
from .exact import require_exact
from .exact_audit import Audit, Counted, merged
from .exact_numbers import Limbs, Moves, Widths
from .kernel import ExactKernel

PART = 64
"""Sets of filled categories that are solved at a time."""


@dataclass(frozen=True)
class Chances:
    """The probabilities of the states with k turns to come: of 1, 2, ... most[state] points, over scale.

    place, most: by state of the game. place: the row of a state begins there; 0 for those of other layers.
    numbers: (cells + 1, n) uint64.
    """

    place: Longs
    most: Ints
    numbers: Limbs
    n: int
    scale: int

    @classmethod
    def empty(cls, states: States, masks: Longs, most: Ints, widths: Widths, to_come: int) -> "Chances":
        """Room for the states of some masks."""
        here = states.of_masks(masks)
        cells = most[here].astype(np.int64)
        place = np.zeros(len(states), dtype=np.int64)
        place[here] = np.cumsum(cells) - cells
        scale = widths.scale(to_come)
        n = -(-scale.bit_length() // widths.bits)
        size, what = int(cells.sum()) + 1, f"game {states.game.id}: {int(cells.sum()):,} exact probabilities"
        require_room(what, 8 * size * n)
        return cls(place, most, np.zeros((size, n), dtype=np.uint64), n, scale)


@dataclass(frozen=True)
class ExactMaxProb:
    """layers: by turns to come, from none. audit: in all positions of all states and points, from 1 on."""

    ready: Ready
    widths: Widths
    layers: list[Chances]
    audit: Audit

    def probability(self, state: State, needed: int) -> Fraction:
        """The highest probability of so many more points."""
        index = self.ready.states.index(state)
        layer = self.layers[len(self.ready.game.categories) - state.filled.bit_count()]
        if needed <= 0 or needed > layer.most[index]:
            return Fraction(needed <= 0)
        row = layer.numbers[layer.place[index] + needed - 1]
        return Fraction(self.widths.to_int(row.tolist()), layer.scale)


def solve_exact_maxprob(
    game: Game | Ready, threads: int | None = None, progress: Callable[[float], None] = lambda share: None
) -> ExactMaxProb:
    """All layers from the fullest. progress is told the share that is done."""
    ready = Ready.of(game)
    require_exact(ready.game)
    states, moves, most = ready.states, Moves(ready), _most(ready)
    widths = Widths(ready.game, moves.most)
    kernel = ExactKernel(states, moves, widths.bits)
    full, *layers_of_masks = states.layers()[::-1]
    layers = [Chances.empty(states, full, most, widths, 0)]
    counted: list[Counted] = []
    for to_come, masks in enumerate(layers_of_masks, start=1):
        into = Chances.empty(states, masks, most, widths, to_come)
        solve = partial(_solve, kernel, states, widths, layers[-1], into)
        parts = np.array_split(masks, -(-len(masks) // PART))
        counted += in_threads(solve, parts, threads or cores())
        layers.append(into)
        progress(to_come / len(layers_of_masks))
    return ExactMaxProb(ready, widths, layers, merged(states, counted))


def _solve(
    kernel: ExactKernel, states: States, widths: Widths, after: Chances, into: Chances, masks: Longs
) -> Counted:
    """The states of some masks."""
    scale = widths.to_limbs(after.scale, after.n)
    return kernel.maxprob(masks, states.offset, after, into, scale, PROBABILITIES.share)


def _most(ready: Ready) -> Ints:
    """(n_states,) int32: the most points that can come."""
    states = ready.states
    first, last = (np.zeros(len(states), dtype=np.int32) for _ in range(2))
    for layer in states.layers()[::-1]:
        ready.kernel.bounds(layer, first, last)
    return last
