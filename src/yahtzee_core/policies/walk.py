"""A policy played forwards from the start: visits, categories, totals (Glenn 2007, algorithm 3 and eq. 9).

With w[s](o), the probability that a turn of state s ends with option o, turn by turn

    P[s after o]  +=  w[s](o) P[s]
    D[s after o](x + gain(s, o))  +=  w[s](o) D[s](x)      for every quantity x that is asked for

and beside P the expected points so far of every category and bonus, whose products give all covariances.
Only sums and products of positive numbers: every probability is right to about 1e-13 of itself.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Floats, Ints, Longs
from ..game.game import Game
from ..solve.bounds import Quantity, most_behind
from ..turn.kernel import Spans, Sums
from ..turn.machine import require_room
from ..turn.states import State, States
from ..turn.transitions import BLOCK
from ..turn.twin import play
from .arena import Arena
from .decisions import Decisions, Policy, unpack

CHUNK = 1024
"""States whose decisions are held at once, at the most."""
CHUNK_BYTES = 1 << 27
"""What these decisions may take: more dice, fewer states at once."""


UPPER_BONUS, YAHTZEE_BONUS = "upper_bonus", "yahtzee_bonus"


def part_names(game: Game) -> list[str]:
    """The parts of a total, in the order of walk.Walk."""
    return [*(c.id for c in game.categories), UPPER_BONUS, YAHTZEE_BONUS]


@dataclass(frozen=True)
class Walk:
    """What happens in a game under a policy. Parts are the categories, the upper bonus, the Yahtzee bonus.

    visits: (n_states,) probability that a game comes to each state.
    mean: (n_parts,) expected points of each part. cross: (n_parts, n_parts) expected products of points.
    taken: (n_categories, n_options) probability that each turn ends with an option.
    secured: (n_upper + 1,) probability that the upper bonus is earned with so many upper categories open.
    final: (n_rolls, n_categories) expected number of times that a roll is scored in a category.
    amounts: for every quantity asked for, the distribution at the end of the game, from 0.
    """

    visits: Floats
    mean: Floats
    cross: Floats
    taken: Floats
    secured: Floats
    final: Floats
    amounts: dict[Quantity, Floats]


Start = Mapping[tuple[int, int], float]
"""Probability by (number of a state, points behind it); the states are of one layer."""


Watch = Callable[[int, Longs, Floats, Decisions], None]
"""Told of every turn, masks, probability of their lanes, and decisions in them, as a policy is played."""


def walk(
    arena: Arena,
    policy: Policy,
    quantities: Sequence[Quantity] = (),
    start: Start | None = None,
    watch: Watch | None = None,
) -> Walk:
    """Play a policy forwards, with the distributions of these quantities at the end.

    start: where to begin, the start of a game when None. Points behind count in the total alone. watch: so
    that a policy that is slow to ask is asked once.
    """
    return _Walker(arena, policy, quantities, start, watch).walk()


class _Walker:
    def __init__(
        self,
        arena: Arena,
        policy: Policy,
        quantities: Sequence[Quantity],
        start: Start | None = None,
        watch: Watch | None = None,
    ) -> None:
        states, self.watch = arena.states, watch
        self.states = states
        self.start = start or {(states.index(states.start), 0): 1.0}
        self.kernel, self.policy = arena.kernel, policy
        n, parts = len(arena.game.categories), len(arena.game.categories) + 2
        self.visits = np.zeros(len(states))
        self.cross = np.zeros((parts, parts))
        self.taken = np.zeros((n, len(states.options)))
        self.secured = np.zeros(len(states.upper) + 1)
        self.final = np.zeros((states.options.lattice.n_rolls, n))
        self.upper = sum(1 << category for category in states.upper)
        self.most = {q: most_behind(states, self.kernel, q, self._behind(q)) for q in quantities}
        self.length = {q: behind.astype(np.int64) + 1 for q, behind in self.most.items()}

    def walk(self) -> Walk:
        """Layer by layer from the start."""
        (here,) = deque(self.layers(), maxlen=1)
        mean = here.moments[:, 1:].sum(axis=0)
        amounts = {q: here.total(q) for q in self.most}
        return Walk(self.visits, mean, self.cross, self.taken, self.secured, self.final, amounts)

    def layers(self) -> Iterator["_Layer"]:
        """Every layer from that of the start on, once all that leads there is known."""
        turns = self.states.state(min(at for at, _ in self.start)).filled.bit_count()
        first, *rest = self.states.layers()[turns:]
        here = _Layer(self.states, first, self.most)
        for (state, points), probability in self.start.items():
            here.moments[here.place[state], 0] += probability
            for quantity, row in here.rows.items():
                behind = points if quantity == Quantity.TOTAL else 0
                row[here.row_place[quantity][state] + behind] += probability
        for turn, after in enumerate(rest, start=turns):
            there = _Layer(self.states, after, self.most)
            self.visits[here.states] = here.moments[:, 0]
            yield here
            self._turn(turn, here, there)
            here = there
        self.visits[here.states] = here.moments[:, 0]
        yield here

    def _behind(self, quantity: Quantity) -> dict[int, int]:
        """The most of a quantity behind each state of the start."""
        behind: dict[int, int] = {}
        for state, points in self.start:
            behind[state] = max(behind.get(state, 0), points if quantity == Quantity.TOTAL else 0)
        return behind

    def _turn(self, turn: int, here: "_Layer", there: "_Layer") -> None:
        is_here = here.place >= 0
        place = np.where(is_here, here.place, there.place)
        spans = {
            q: Spans(np.where(is_here, here.row_place[q], there.row_place[q]), length)
            for q, length in self.length.items()
        }
        sums = Sums(self.cross, self.taken[turn], self.secured, self.upper)
        for masks in chunks(self.states, here.masks):
            visit = self.visits[self.states.of_masks(masks)]
            if not visit.any():
                continue
            weights = np.empty((len(visit), len(self.states.options)))
            decided = self.policy.decide(masks, visit)
            self.kernel.play(masks, visit, decided, weights, self.final)
            if self.watch:
                self.watch(turn, masks, visit, decided)
            self.kernel.tally(masks, weights, place, here.moments, there.moments, sums)
            for q, where in spans.items():
                self.kernel.push(masks, int(q), weights, where, here.rows[q], there.rows[q])


class _Layer:
    """The states of a layer: moments by place, and for every quantity a row each, one after another."""

    def __init__(self, states: States, masks: Longs, most: dict[Quantity, Ints]) -> None:
        self.masks, self.states, self.most = masks, states.of_masks(masks), most
        self.place = np.full(len(states), -1, dtype=np.int64)
        self.place[self.states] = np.arange(len(self.states))
        self.moments = np.zeros((len(self.states), 3 + len(states.game.categories)))
        self.row_place: dict[Quantity, Longs] = {}
        self.rows: dict[Quantity, Floats] = {}
        for quantity, behind in most.items():
            length = behind[self.states].astype(np.int64) + 1
            self.row_place[quantity] = np.full(len(states), -1, dtype=np.int64)
            self.row_place[quantity][self.states] = np.cumsum(length) - length
            what = f"game {states.game.id}: the totals of {len(length):,} states"
            require_room(what, 8 * int(length.sum()))
            self.rows[quantity] = np.zeros(int(length.sum()))

    def total(self, quantity: Quantity) -> Floats:
        """The rows of all states, added up."""
        behind, place = self.most[quantity][self.states], self.row_place[quantity][self.states]
        total = np.zeros(int(behind.max()) + 1)
        for length, start in zip(behind + 1, place, strict=True):
            total[:length] += self.rows[quantity][start : start + length]
        return total

    def of_state(self, quantity: Quantity, state: int) -> Floats:
        """The row of a state, from 0; a view."""
        place = self.row_place[quantity][state]
        return self.rows[quantity][place : place + self.most[quantity][state] + 1]


def at_the_end(arena: Arena, policy: Policy, quantity: Quantity) -> dict[int, Floats]:
    """The distribution of a quantity together with the last state, by number of the state."""
    (last,) = deque(_Walker(arena, policy, [quantity]).layers(), maxlen=1)
    return {state: last.of_state(quantity, state) for state in last.states.tolist()}


def points_met(arena: Arena, policy: Policy) -> Bools:
    """(n_states, most points + 1): whether a game of a policy comes to a state with so many points."""
    walker = _Walker(arena, policy, [Quantity.TOTAL])
    met = np.zeros((len(arena.states), int(walker.most[Quantity.TOTAL].max()) + 1), dtype=bool)
    for layer in walker.layers():
        for state in layer.states.tolist():
            row = layer.of_state(Quantity.TOTAL, state)
            met[state, : len(row)] = row > 0
    return met


def chunks(states: States, masks: Longs) -> Iterator[Longs]:
    """Masks in pieces of about CHUNK lanes, or fewer where the decisions of a lane are many."""
    lanes, lane_bytes = np.cumsum(states.lanes[masks]), 2 * states.game.rolls * states.game.n_rolls
    step = min(CHUNK, max(CHUNK_BYTES // lane_bytes, BLOCK))
    yield from np.split(masks, np.searchsorted(lanes, np.arange(step, lanes[-1], step)))


def total_twin(arena: Arena, policy: Policy) -> dict[int, float]:
    """P(total) under a policy, readably: D above for the total, one state and one option at a time."""
    states = arena.states
    D = {(states.start, 0): 1.0}  # noqa: N806
    for _ in arena.game.categories:
        after: dict[tuple[State, int], float] = defaultdict(float)
        for (state, x), p in D.items():
            masks = np.array([state.filled])
            lane = states.index(state) - int(states.offset[state.filled])
            decisions = unpack(states, masks, policy.decide(masks, None))[:, lane]
            w = play(states.options.lattice, decisions, len(states.options))
            for option in np.flatnonzero(w).tolist():
                there, gain = states.successor(state, option)
                after[there, x + gain] += w[option] * p
        D = after  # noqa: N806
    total: dict[int, float] = defaultdict(float)
    for (_, x), p in D.items():
        total[x] += p
    return dict(total)
