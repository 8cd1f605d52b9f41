"""`maxprob`: the highest probability of at least so many more points (Cremers 2002, eqs 3.1-3.3).

    P[s](needed) = turn of the leaves   max over categories c of  P[s after c](needed - gain(s, c, roll))
    P[s](needed) = 1 for needed <= 0;  P[end](needed) = 0 for needed > 0

The lanes of a state are the points needed. Rows hold needed = first + 1 .. last, where `first` points are
certain and more than `last` impossible; the ones before and the zeros after are implied.

**Which MaxProb policy.** Many policies reach the same probability. MaxProb_s is the one that maximises
(probability, then expected points): its mean and second moment are further rows, with
`mean[s](needed) = V[s]` for needed <= 0 and needed > last, V being `expected`. Probabilities within 1e-12 of
the best (relative; they go down to 1e-19) are tied where those of less points,

    Q[s](needed) = 1 - P[s](needed)
                 = turn of the leaves   min over categories c of  Q[s after c](needed - gain(s, c, roll)),

are so too: near certainty they have the digits that 1 has not. Means within 1e-9 points are tied (ties.py).
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..game.game import Game
from ..game.refusals import require_plain_turns
from ..turn.kernel import Needed, Spans, pad, pad_rows
from ..turn.machine import cores, require_room
from ..turn.one_turn import OneTurn
from ..turn.ready import Ready
from ..turn.states import State, States
from ..turn.threads import in_threads
from ..turn.ties import MAXPROB
from .bounds import add_bounds, bounds_to_come, most_behind
from .expected import ExpectedTable


@dataclass(frozen=True)
class Bounds:
    """By state, int32: `certain` points come for sure, more than `most` are impossible."""

    certain: Ints
    most: Ints

    @property
    def length(self) -> Longs:
        """(n_states,) int64: numbers in a row."""
        return (self.most - self.certain).astype(np.int64)

    def by_mask(self, states: States, masks: Longs) -> Longs:
        """(len(masks),) int64: numbers in the rows of all states of each mask."""
        before = np.concatenate([[0], np.cumsum(self.length)])
        numbers: Longs = before[states.offset[masks + 1]] - before[states.offset[masks]]
        return numbers


class Rows:
    """Rows of some states: probabilities, and with moments those of less, means and second moments.

    place: (n_states,) int64, where the row of a state begins, -1 where it is not held.
    numbers: one or four float64 arrays, a row being padded by `pad` numbers on either side.
    """

    estimates: tuple[float, ...] = ()
    """Before a row of estimates, if there is one; they stand before the probabilities."""

    def __init__(self, bounds: Bounds, states: Longs, moments: ExpectedTable | None = None) -> None:
        self.bounds, self.moments = bounds, moments
        length = bounds.length[states]
        self.place = np.full(len(bounds.certain), -1, dtype=np.int64)
        self.place[states] = np.cumsum(length + 2 * pad) - length - pad
        size = int((length + 2 * pad).sum())
        width = len(self.estimates) + (1 if moments is None else 4)
        require_room(f"the rows of {len(states):,} states", 8 * size * width)
        self.numbers = [np.empty(size) for _ in range(width)]
        ends = [(np.full(len(states), most), np.zeros(len(states))) for most in (*self.estimates, 1.0)]
        if moments is not None:
            ends += [(np.zeros(len(states)), np.ones(len(states)))]
            ends += [(moments.value[states],) * 2, (moments.second[states],) * 2]
        for rows, (before, after) in zip(self.numbers, ends, strict=True):
            pad_rows(rows, self.spans(states), before, after)

    def spans(self, states: Longs) -> Spans:
        """Where the rows of some states stand."""
        return Spans(self.place[states], self.bounds.length[states])

    def needed(self, others: "Rows") -> Needed:
        """Where these rows stand, and others of the same bounds."""
        return Needed(np.maximum(self.place, others.place), self.bounds.certain, self.bounds.most)

    def solved(self, states: Longs) -> None:
        """Told when the rows of some states have been solved."""

    def row(self, state: int, which: int = 0) -> Floats:
        """The numbers of a state for needed = first + 1 .. last; a view."""
        place, length = int(self.place[state]), int(self.bounds.length[state])
        return self.numbers[which][place : place + length]


class Solver:
    """The tables of a game that its kernel needs; bounds, and rows of masks whose successors are held."""

    def __init__(self, game: Game | Ready, threads: int | None = None, variant: str | None = None) -> None:
        self.ready = Ready.of(game, variant)
        require_plain_turns(self.ready.game, "a probability of scores")
        self.states, self.kernel = self.ready.states, self.ready.kernel
        self.threads = threads or cores()

    def bounds(self, masks: Longs | None = None) -> Bounds:
        """The bounds of the states of some masks, with all that follow on them; of all when None."""
        return Bounds(
            *bounds_to_come(self.states, self.kernel, self.states.masks if masks is None else masks)
        )

    def add_bounds(self, masks: Longs, bounds: Bounds) -> None:
        """Fill in the bounds of the states of `masks`; those of their successors must be there."""
        add_bounds(self.states, self.kernel, masks, bounds.certain, bounds.most)

    def most_behind(self) -> Ints:
        """(n_states,) int32: the most points that can lie behind a state, -1 where no game gets there."""
        return most_behind(self.states, self.kernel)

    def solve(self, masks: Longs, rows: Rows, into: Rows | None = None) -> None:
        """Fill in the rows of the states of `masks`, in `rows` or else in `into`, from those after."""
        into = into or rows
        needed = rows.needed(into)

        def work(part: Longs) -> None:
            self.kernel.maxprob(part, needed, rows.numbers, into.numbers)

        for layer in reversed(self.states.layers(masks)):
            list(in_threads(work, self.shares(layer, rows.bounds), self.threads))
            into.solved(self.states.of_masks(layer))

    def shares(self, masks: Longs, bounds: Bounds) -> list[Longs]:
        """Masks in shares of about equal work, a few for each thread."""
        work = np.cumsum(bounds.by_mask(self.states, masks))
        n = 1 if self.threads == 1 else min(8 * self.threads, len(masks))
        return np.split(masks, np.searchsorted(work, work[-1] * np.arange(1, n) / n))


class Twin:
    """What `Solver` does with means and moments, readably: one state and one number of points at a time."""

    def __init__(self, expected: ExpectedTable) -> None:
        self.expected, self.states = expected, expected.states
        self._known: dict[tuple[State, int], Floats] = {}

    def at(self, state: State, needed: int) -> Floats:
        """(4,): `P[s](needed)` and Q, then mean and second moment of the points to come under MaxProb."""
        if (state, needed) not in self._known:
            self._known[state, needed] = self._solved(state, needed)
        return self._known[state, needed]

    def _solved(self, state: State, needed: int) -> Floats:
        V, M = (of[self.states.index(state)] for of in (self.expected.value, self.expected.second))  # noqa: N806
        if needed <= 0:
            return np.array([1.0, 0.0, V, M])
        if state.filled == self.states.game.full:
            return np.array([0.0, 1.0, V, M])
        leaves = np.full((4, len(self.states.options)), np.nan)
        for option in self.states.options.in_situation(state.filled):
            after, gain = self.states.successor(state, option)
            P, Q, mean, second = self.at(after, needed - gain)  # noqa: N806
            leaves[:, option] = P, Q, mean + gain, second + gain * (mean + mean + gain)
        turn = OneTurn(self.states.options, state.filled, leaves, MAXPROB)
        return turn.value
