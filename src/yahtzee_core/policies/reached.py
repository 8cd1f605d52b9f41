"""What a total holds that is reached: which categories come, and with how many points.

With `P[s](n)`, the highest probability of n more points (maxprob.py), and `w[s, n](o)`, the probability
that a turn of its strategy ends with option o, played forwards from an action,

    D[s after o](n - gain(s, o))  +=  w[s, n](o) D[s](n)
    points of a part  +=  w[s, n](o) D[s](n) P[s after o](n - gain(s, o)) g(s, o)

with g, the points that the option adds to the part; for the chance of a part, [g > 0] is in place of g.
Divided by the probability, both are given that the total is reached. Where it has become sure, `expected`
plays on, and parts.py says what comes. Of options that are tied, the first is taken.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2

import numpy as np

from ..arrays import Floats
from ..solve.best_play import independent
from ..solve.maxprob import Rows, Solver
from ..solve.scores import layers_after
from ..turn.kernel import Reached
from ..turn.ready import Ready
from ..turn.states import State
from ..turn.threads import in_threads
from .parts import Parts, option_parts


@dataclass(frozen=True)
class ReachedParts:
    """The parts of a total that is reached, in the order of walk.part_names, of the points still to come.

    probability: that it is reached. points, chance: (n_parts,), given that it is, expected points and the
    probability of more than 0; the chance of the Yahtzee bonus, which can come more than once, is NaN. Both
    are 0 where the probability is.
    """

    probability: float
    points: Floats
    chance: Floats


class TargetPlay:
    """The strategy that reaches `needed` points from a state on with the highest probability, made ready.

    draw: what one point less is worth (scores.maxprob_rows); a total is then reached as much as it is worth.
    parts: of the policy of `expected`. The rows of all states after are held.
    """

    def __init__(
        self,
        ready: Ready,
        state: State,
        needed: int,
        parts: Parts,
        draw: float = 0.0,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        self._solver, self._state, self._needed, self._parts = Solver(ready), state, max(needed, 0), parts
        self._layers = list(layers_after(self._solver, state, self._needed, progress, draw))[::-1]

    def after(self, weights: Floats) -> ReachedParts:
        """When this turn ends with the options by these probabilities, (n_options,)."""
        n = self._parts.columns.shape[1]
        held = Reached(np.zeros(len(self._solver.states)), np.zeros(n), np.zeros(n))
        first = _cleared(self._layers[0])
        probability = self._begin(weights, first, held)
        if probability <= 0:
            return ReachedParts(0.0, np.zeros(n), np.zeros(n))
        self._play(first, 2.0 ** (10 - ceil(log2(probability))), held)
        sure = self._parts.total(held.sure, self._state.filled)
        points, chance = held.points + sure[0], held.times + sure[1]
        chance[-1] = np.nan
        return ReachedParts(probability, points / probability, chance / probability)

    def _begin(self, weights: Floats, first: Rows, held: Reached) -> float:
        """The end of this turn; the probability that the total is reached."""
        states, probability = self._solver.states, 0.0
        for option in np.flatnonzero(weights).tolist():
            following, gain = states.successor(self._state, option)
            after, needed = states.index(following), self._needed - gain
            at = needed - int(first.bounds.certain[after]) - 1
            if at >= first.bounds.length[after]:
                continue
            reach = 1.0 if at < 0 else float(self._layers[0].row(after)[at])
            if at < 0:
                held.sure[after] += weights[option]
            else:
                first.row(after)[at] += weights[option]
            added = option_parts(states, self._state, option)
            held.points[:] += weights[option] * reach * added
            held.times[:] += weights[option] * reach * (added > 0)
            probability += weights[option] * reach
        return probability

    def _play(self, here: Rows, scale: float, held: Reached) -> None:
        """The turns after this one. scale: makes the kernel judge ties to a share of the probability."""
        solver = self._solver
        masks = solver.states.masks[solver.states.masks & self._state.filled == self._state.filled]
        played = solver.states.layers(masks[masks != self._state.filled])[:-1]
        for layer, after in zip(played, self._layers[1:], strict=True):
            there, reach = _cleared(after), after.numbers[0] * scale
            for group in independent(layer, len(solver.states.game.categories)):
                shares = [share for share in solver.shares(group, here.bounds) if len(share)]
                done = list(in_threads(self._pusher(reach, here, there, held), shares, solver.threads))
                held.points[:] += sum(one.points for one in done) / scale
                held.times[:] += sum(one.times for one in done) / scale
            here = there

    def _pusher(self, reach: Floats, here: Rows, there: Rows, held: Reached) -> Callable[..., Reached]:
        needed = here.needed(there)

        def push(masks: np.ndarray) -> Reached:
            mine = Reached(held.sure, np.zeros_like(held.points), np.zeros_like(held.times))
            self._solver.kernel.forward(masks, needed, reach, here.numbers[0], there.numbers[0], mine)
            return mine

        return push


def _cleared(rows: Rows) -> Rows:
    """Rows of the same states, of zeros."""
    states = np.flatnonzero(rows.place >= 0)
    cleared = Rows(rows.bounds, states)
    cleared.numbers[0][:] = 0.0
    return cleared
