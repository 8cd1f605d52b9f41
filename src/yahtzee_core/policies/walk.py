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

from ..arrays import Bools, Floats, Longs
from ..game.game import Game
from ..solve.bounds import Quantity, most_behind
from ..turn.kernel import Spans, Sums
from ..turn.machine import require_room
from ..turn.states import State, States
from ..turn.transitions import BLOCK
from ..turn.twin import play
from .arena import Arena
from .decisions import Decisions, Policy, looks_at_sheets_alone, unpack

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
    by_last: the same together with the last state, by number of the state.
    """

    visits: Floats
    mean: Floats
    cross: Floats
    taken: Floats
    secured: Floats
    final: Floats
    amounts: dict[Quantity, Floats]
    by_last: dict[Quantity, dict[int, Floats]]


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
        self.place = np.empty(len(states), dtype=np.int64)
        for layer in map(states.of_masks, states.layers()):
            self.place[layer] = np.arange(len(layer))
        self.behind = {q: _Behind.nothing(len(states)) for q in quantities}

    def walk(self) -> Walk:
        """Layer by layer from the start."""
        (here,) = deque(self.layers(), maxlen=1)
        mean = here.moments[:, 1:].sum(axis=0)
        amounts = {q: self._at_the_end(q, here.total(q)) for q in self.behind}
        by_last = {q: here.by_state(q) for q in self.behind}
        return Walk(self.visits, mean, self.cross, self.taken, self.secured, self.final, amounts, by_last)

    def _at_the_end(self, quantity: Quantity, total: Floats) -> Floats:
        """A distribution with a place for every amount that a game may end with."""
        start: dict[int, int] = {}
        for state, points in self.start:
            start[state] = max(start.get(state, 0), points if quantity == Quantity.TOTAL else 0)
        most = int(most_behind(self.states, self.kernel, quantity, start).max())
        return np.concatenate([total, np.zeros(most + 1 - len(total))])

    def layers(self) -> Iterator["_Layer"]:
        """Every layer from that of the start on, once all that leads there is known."""
        turns = self.states.state(min(at for at, _ in self.start)).filled.bit_count()
        first, *rest = self.states.layers()[turns:]
        here, room = self._first_layer(first), dict[Quantity, Floats]()
        for turn, after in enumerate(rest, start=turns):
            there = _Layer(self.states, after, self.behind, room)
            self.visits[here.states] = here.moments[:, 0]
            yield here
            self._turn(turn, here, there)
            here, room = there, here.room
        self.visits[here.states] = here.moments[:, 0]
        yield here

    def _first_layer(self, masks: Longs) -> "_Layer":
        """The layer of the start. Points behind count in the total alone."""
        here = _Layer(self.states, masks, self.behind, {})
        for (state, points), probability in self.start.items():
            here.moments[self.place[state], 0] += probability
            for quantity, behind in self.behind.items():
                behind.widen(state, points if quantity == Quantity.TOTAL else 0)
        here.open_rows()
        for (state, points), probability in self.start.items():
            for quantity in self.behind:
                low, row = here.row(quantity, state)
                row[(points if quantity == Quantity.TOTAL else 0) - low] += probability
        return here

    def _turn(self, turn: int, here: "_Layer", there: "_Layer") -> None:
        """Rows are opened once it is known what can lie behind each state; until then weights wait."""
        sums = Sums(self.cross, self.taken[turn], self.secured, self.upper)
        waiting: deque[tuple[Longs, Floats]] = deque()
        for masks in chunks(self.states, here.masks):
            visit = self.visits[self.states.of_masks(masks)]
            if not visit.any():
                continue
            weights = self._play(turn, masks, visit)
            self.kernel.tally(masks, weights, self.place, here.moments, there.moments, sums)
            for q, behind in self.behind.items():
                self.kernel.amounts_behind(masks, int(q), weights, behind.low, behind.high)
            if self.behind:
                waiting.append((masks, weights))
        there.open_rows()
        while waiting:
            masks, weights = waiting.popleft()
            for q, behind in self.behind.items():
                rows = here.rows[q], there.rows[q]
                self.kernel.push(masks, int(q), weights, behind.spans, behind.low, *rows)

    def _play(self, turn: int, masks: Longs, visit: Floats) -> Floats:
        """(n_lanes, n_options): the probability that a turn ends with an option.

        One turn for each sheet where a policy looks at nothing else and nobody watches.
        """
        weights = np.empty((len(visit), len(self.states.options)))
        if self.watch or not looks_at_sheets_alone(self.policy):
            decided = self.policy.decide(masks, visit)
            self.kernel.play(masks, visit, decided, weights, self.final)
            if self.watch:
                self.watch(turn, masks, visit, decided)
            return weights
        first, sheet = self.states.sheets(masks)
        all_visits = np.zeros(len(visit))
        all_visits[first] = np.bincount(sheet, weights=visit)
        self.kernel.play(masks, all_visits, self.policy.decide(masks, all_visits), weights, self.final)
        return weights[first[sheet]]


@dataclass(frozen=True)
class _Behind:
    """What of a quantity lies behind each state, (n_states,) int64: from low to high, low > high where nobody
    comes; spans: where its row stands among those of its layer.
    """

    low: Longs
    high: Longs
    spans: Spans

    @classmethod
    def nothing(cls, n: int) -> "_Behind":
        low, high = np.full(n, np.iinfo(np.int64).max // 2), np.full(n, -1, dtype=np.int64)
        return cls(low, high, Spans(np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)))

    def widen(self, state: int, amount: int) -> None:
        """An amount that lies behind a state."""
        self.low[state] = min(self.low[state], amount)
        self.high[state] = max(self.high[state], amount)


class _Layer:
    """The states of a layer: moments in their order, and for every quantity a row each, one after another."""

    def __init__(
        self, states: States, masks: Longs, behind: Mapping[Quantity, _Behind], room: dict[Quantity, Floats]
    ) -> None:
        """room: of a layer that is read no more: to clear it is faster than to ask for new pages."""
        self.masks, self.states, self.behind, self._game = masks, states.of_masks(masks), behind, states.game
        self.room = room
        self.moments = np.zeros((len(self.states), 3 + len(states.game.categories)))
        self.rows: dict[Quantity, Floats] = {}

    def open_rows(self) -> None:
        """Room for what lies behind the states, once that is known."""
        for quantity, behind in self.behind.items():
            length = np.maximum(behind.high[self.states] - behind.low[self.states] + 1, 0)
            behind.spans.length[self.states] = length
            behind.spans.place[self.states] = np.cumsum(length) - length
            what = f"game {self._game.id}: the totals of {len(length):,} states"
            require_room(what, 8 * int(length.sum()))
            self.rows[quantity] = self._zeros(quantity, int(length.sum()))

    def _zeros(self, quantity: Quantity, n: int) -> Floats:
        """So many zeros; where there is no room for them, room for twice as many is made."""
        if n > len(self.room.get(quantity, [])):
            self.room.pop(quantity, None)
            self.room[quantity] = np.empty(2 * n)
        row = self.room[quantity][:n]
        row.fill(0)
        return row

    def total(self, quantity: Quantity) -> Floats:
        """The rows of all states, added up, from 0."""
        total = np.zeros(int(self.behind[quantity].high[self.states].max()) + 1)
        for state in self.states.tolist():
            low, row = self.row(quantity, state)
            total[low : low + len(row)] += row
        return total

    def by_state(self, quantity: Quantity) -> dict[int, Floats]:
        """The row of every state, from 0."""
        rows = {state: self.row(quantity, state) for state in self.states.tolist()}
        return {state: np.concatenate([np.zeros(low), row]) for state, (low, row) in rows.items()}

    def row(self, quantity: Quantity, state: int) -> tuple[int, Floats]:
        """(low, row): the row of a state runs from low; a view, empty where nobody comes."""
        behind = self.behind[quantity]
        place, length = int(behind.spans.place[state]), int(behind.spans.length[state])
        return int(behind.low[state]) if length else 0, self.rows[quantity][place : place + length]


def points_met(arena: Arena, policy: Policy) -> Bools:
    """(n_states, most points + 1): whether a game of a policy comes to a state with so many points."""
    most = int(most_behind(arena.states, arena.kernel).max())
    met = np.zeros((len(arena.states), most + 1), dtype=bool)
    for layer in _Walker(arena, policy, [Quantity.TOTAL]).layers():
        for state in layer.states.tolist():
            low, row = layer.row(Quantity.TOTAL, state)
            met[state, low : low + len(row)] = row > 0
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
