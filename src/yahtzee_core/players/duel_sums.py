"""What remains of the pairs of a duel: sums by turn and lead.

The pairs are weighted by the probability that two players of `expected`, neither looking at the other, come
to them; no weight knows of the points that lie behind, so that the sums tell what a lead would be worth.
Beyond the leads at which a pair is undecided its value is 0 or 1. The greatest cost is that of a pair and a
lead that these players meet together.
"""

import numpy as np
import pyarrow as pa

from ..arrays import Bools, Bytes, Floats, Longs, Numbers, Reals
from ..solve.maxprob import Bounds
from ..turn.kernel import add_rows, highest_rows
from ..turn.states import States
from .duel import outcomes_of
from .pair_solver import SHARES, Told, Turned, Work

STATE = ("filled", "need", "chip")
MOST = ("most", *STATE, *(f"other_{name}" for name in STATE))
SUMMED_BY = ("turns", "lead")
SUMMED = ("weight", "undecided", "value", "draw", "cost")
NOT_MET = -1.0
"""Less than any cost."""


class Sums:
    """Sums over the pairs of a class, by share and by the points that the mover is behind.

    value, draw: of P and D times the weight, where a pair holds them. cost: of P less its value after a turn
    of `expected`. begun, ended: the weight of the pairs whose row begins, or has ended. most, where: the
    greatest cost of an undecided pair that is met so many points behind, and which pair, as
    mover * n_states + other; NOT_MET and -1 where there is none.

    visits: (n_states,) of a player of `expected`. points: (n_states, .), with which points, of points_met.
    """

    def __init__(self, states: States, bounds: Bounds, visits: Floats, points: Bools) -> None:
        self.states, self.visits, self.points = states, visits, points
        self.behind = np.arange(-int(bounds.most.max()), int(bounds.most.max()) + 2)
        shape = SHARES, len(self.behind)
        self.value, self.draw, self.cost = (np.zeros(shape) for _ in range(3))
        self.begun, self.ended = (np.zeros(shape) for _ in range(2))
        self.most = np.full(shape, NOT_MET)
        self.where = np.full(shape, -1, dtype=np.int64)

    def told(self, masks: Longs, others: Longs, expected: Floats | None) -> Told:
        """What DuelSolver.solve is to tell. expected: how `expected` plays a turn; None: no cost is asked."""
        movers = self.states.of_masks(masks)
        before = _bits(self.points[movers])

        def add(turned: Turned, work: Work) -> None:
            other = others[turned.other]
            weight = self.visits[movers] * self.visits[other]
            if weight.any():
                self._add(turned, weight)
            if weight.any() and expected is not None:
                name, met = movers * len(self.states) + other, self._met(before, len(movers), other)
                self._add_cost(turned, weight, work(expected, 1)[0], name, met)

        return add

    def _met(self, before: Bytes, n: int, other: int) -> Bytes:
        """(n movers, len(behind)): whether each is met with the other so many points behind.

        before: points of the movers, of _bits.
        """
        most = self.points.shape[1] - 1
        met = np.zeros((len(self.behind), before.shape[1]), dtype=np.uint8)
        for points in np.flatnonzero(self.points[other]).tolist():
            first = points - most - int(self.behind[0])
            met[first : first + most + 1] |= before
        return np.ascontiguousarray(np.unpackbits(met, axis=1, count=n).T)

    def _add(self, turned: Turned, weight: Floats) -> None:
        share, to, spans = turned.share, turned.behind - self.behind[0], turned.spans
        value, draw = turned.rows
        add_rows(value, spans, to, weight, self.value[share])
        add_rows(draw, spans, to, weight, self.draw[share])
        np.add.at(self.begun[share], to, weight)
        np.add.at(self.ended[share], to + spans.length, weight)

    def _add_cost(self, turned: Turned, weight: Floats, expected: Reals, name: Longs, met: Bytes) -> None:
        share, to = turned.share, turned.behind - self.behind[0]
        cost = np.maximum(turned.rows[0] - expected, 0)
        add_rows(cost, turned.spans, to, weight, self.cost[share])
        highest_rows(cost, turned.spans, to, name, met, self.most[share], self.where[share])

    def table(self, turns: int) -> pa.Table:
        """The table duel_sums of a class: a row for each lead, rising."""
        begun, ended = (np.cumsum(weights.sum(axis=0)) for weights in (self.begun, self.ended))
        share = self.most.argmax(axis=0)
        columns = {
            "turns": np.full(len(self.behind), turns, dtype=np.int16),
            "lead": (-self.behind).astype(np.int32),
            "weight": np.full(len(self.behind), begun[-1]),
            "undecided": np.maximum(begun - ended, 0),
            "value": self.value.sum(axis=0) + np.maximum(begun[-1] - begun, 0),
            "draw": self.draw.sum(axis=0),
            "cost": self.cost.sum(axis=0),
            **self._most(share, self.most.max(axis=0)),
        }
        return pa.table(columns).take(np.arange(len(self.behind))[::-1])

    def _most(self, share: Longs, most: Floats) -> dict[str, pa.Array]:
        """The greatest cost by points behind, and the pair that it is of; null where none is met."""
        pair = self.where[share, np.arange(len(self.behind))]
        mover, other = (_columns(self.states, n) for n in np.divmod(np.maximum(pair, 0), len(self.states)))
        columns = {"most": most, **mover, **{f"other_{name}": column for name, column in other.items()}}
        return {name: pa.array(column, mask=pair < 0) for name, column in columns.items()}


def _bits(points: Bools) -> Bytes:
    """(points + 1, n / 8): the points of n states, the most first, a bit for each state."""
    return np.packbits(points[:, ::-1].T, axis=1)


def _columns(states: States, numbers: Longs) -> dict[str, Numbers]:
    states_of = [states.state(int(number)) for number in numbers]
    return {
        "filled": np.array([state.filled for state in states_of], dtype=np.int32),
        "need": np.array([state.need for state in states_of], dtype=np.int32),
        "chip": np.array([bool(state.chip) for state in states_of]),
    }


def add_up(classes: pa.Table) -> pa.Table:
    """The table duel from the sums of all classes: a row for each number of turns and undecided lead."""
    most = classes["most"].fill_null(NOT_MET).to_numpy()
    order = np.lexsort((-most, classes["lead"].to_numpy(), classes["turns"].to_numpy()))
    rows = {name: np.asarray(classes[name])[order] for name in SUMMED_BY + SUMMED}
    changes = np.diff(rows["turns"]) | np.diff(rows["lead"])
    first = np.flatnonzero(np.append(True, changes != 0))
    sums = {name: np.add.reduceat(rows[name], first) for name in SUMMED}
    value, draw, cost = (sums[name] / sums["weight"] for name in ("value", "draw", "cost"))
    win, draw, loss = outcomes_of(value, draw, 0.5)
    columns = {
        **{name: rows[name][first] for name in SUMMED_BY},
        "value": np.clip(value, draw / 2, 1 - draw / 2),
        **{"p_win": win, "p_draw": draw, "p_lose": loss, "cost": cost},
        **{name: classes[name].take(order[first]) for name in MOST},
    }
    return pa.table(columns).filter(pa.array(sums["undecided"] > 0))
