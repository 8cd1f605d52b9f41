"""The distribution of the total under a best strategy for a utility of it (utility.py), played forwards.

The strategy looks at the points behind, t, so no policy of states alone tells it. With its choices made
anew in every (s, t), as the rows of U say, and w[s, t](o) the probability that a turn ends with option o,

    D[s after o](t + gain(s, o))  +=  w[s, t](o) D[s](t)

which is the adjoint of the recurrence of U: sum_t D[end](t) u(t) = U[start](0).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Longs
from ..game.game import Game
from ..game.refusals import require_decisions
from ..turn.kernel import pad
from ..turn.threads import in_threads
from .maxprob import Rows, Solver
from .utility import scale_of, utility_layers

BACKWARD = 0.3
"""Share of the time that the utilities take, the rest being the way forwards."""


@dataclass(frozen=True)
class UtilityPlay:
    """A best strategy for a utility. value: the expected utility. probability: of each total, from 0."""

    value: float
    probability: Floats


def play_utility(
    game: Game,
    u: Floats,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    variant: str | None = None,
) -> UtilityPlay:
    """The highest expected utility, and the distribution of the total of a strategy that reaches it.

    u: (maximum + 1,) float64, by total. Of options that are tied, the first. The utilities of all states are
    held, 1.5 GB for yahtzee.
    """
    require_decisions(game, "the play of a utility")
    solver, scale, show = Solver(game, threads, variant), scale_of(u), progress or (lambda _: None)
    layers = list(utility_layers(solver, [u * scale], progress=lambda done: show(BACKWARD * done)))
    here = layers.pop()
    start = solver.states.index(solver.states.start)
    value = float(here.row(start)[0]) / scale
    _clear(here)
    here.row(start)[0] = 1.0
    sizes = [len(utilities.numbers[0]) for utilities in layers]
    for masks in solver.states.layers()[:-1]:
        utilities = layers.pop()
        there = Rows(utilities.bounds, np.flatnonzero(utilities.place >= 0))
        _clear(there)
        _push(solver, masks, utilities, here, there)
        here = there
        show(1 - (1 - BACKWARD) * sum(sizes[: len(layers)]) / max(sum(sizes), 1))
    return UtilityPlay(value, _total(here, len(u)))


def played_bytes(game: Game) -> int:
    """What play_utility holds at the most: the utilities of all states, and two layers of probabilities."""
    solver = Solver(game, threads=1)
    states, length = solver.states, solver.most_behind().astype(np.int64) + 1
    layers = [int(length[states.of_masks(masks)].sum()) for masks in states.layers()]
    return 8 * (sum(layers) + 2 * max(layers)) + 16 * pad * len(states)


def independent(masks: Longs, n_categories: int) -> list[Longs]:
    """Masks of a layer in groups in which no two share a successor, so that a group is pushed in any order.

    Two masks share one when each has a category that the other lacks, all others being the same. Then the
    sums of their categories' places differ, modulo the number of categories (Graham and Sloane 1980).
    """
    places = np.arange(n_categories)
    group = ((masks[:, None] >> places & 1) @ places) % n_categories
    return [masks[group == one] for one in np.unique(group)]


def _push(solver: Solver, masks: Longs, utilities: Rows, here: Rows, there: Rows) -> None:
    """Play a layer; group by group, so that sums have one order and threads never meet."""
    needed = here.needed(there)
    numbers = utilities.numbers[0], here.numbers[0], there.numbers[0]

    def work(part: Longs) -> None:
        solver.kernel.forward(part, needed, *numbers)

    for group in independent(masks, len(solver.states.game.categories)):
        list(in_threads(work, solver.shares(group, here.bounds), solver.threads))


def _clear(rows: Rows) -> None:
    rows.numbers[0][:] = 0.0


def _total(rows: Rows, n: int) -> Floats:
    """The rows of all states, added up; they run from the most points down to 0."""
    total = np.zeros(n)
    for state in np.flatnonzero(rows.place >= 0):
        row = rows.row(int(state))[::-1]
        total[: len(row)] += row
    return total
