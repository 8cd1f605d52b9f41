"""What remains of the pairs of a duel: sums by turn and lead.

The pairs are weighted by the probability that two players of `expected`, neither looking at the other, come
to them; no weight knows of the points that lie behind. Beyond the leads at which a pair is undecided its
value is 0 or 1.
"""

import numpy as np
import pyarrow as pa

from ..arrays import Floats, Longs, Numbers, Reals
from ..solve.maxprob import Bounds
from ..turn.kernel import Spans, add_rows, highest_rows
from ..turn.states import States
from .pair_solver import SHARES, Told, Turned, Work

STATE = ("filled", "need", "chip")
MOST = ("most", *STATE, *(f"other_{name}" for name in STATE))


class Sums:
    """Sums over the pairs of a class, by share and by the points that the mover is behind.

    value, draw: of P and D times the weight, where a pair holds them. cost: of P less its value after a turn
    of `expected`. begun, ended: the weight of the pairs whose row begins, or has ended. most, where: the
    greatest cost of a pair with a weight, and which pair, as mover * n_states + other.
    """

    def __init__(self, states: States, bounds: Bounds, visits: Floats) -> None:
        self.states, self.visits = states, visits
        self.behind = np.arange(-int(bounds.most.max()), int(bounds.most.max()) + 2)
        shape = SHARES, len(self.behind)
        self.value, self.draw, self.cost = (np.zeros(shape) for _ in range(3))
        self.begun, self.ended, self.most = (np.zeros(shape) for _ in range(3))
        self.where = np.full(shape, -1, dtype=np.int64)

    def told(self, masks: Longs, others: Longs, expected: Floats | None) -> Told:
        """What DuelSolver.solve is to tell. expected: how `expected` plays a turn; None: no cost is asked."""
        movers = self.states.of_masks(masks)

        def add(turned: Turned, work: Work) -> None:
            other = others[turned.other]
            weight = self.visits[movers] * self.visits[other]
            if weight.any():
                name = movers * len(self.states) + other
                self._add(turned, weight, name, None if expected is None else work(expected, 1)[0])

        return add

    def _add(self, turned: Turned, weight: Floats, name: Longs, expected: Reals | None) -> None:
        share, to, spans = turned.share, turned.behind - self.behind[0], turned.spans
        value, draw = turned.rows
        add_rows(value, spans, to, weight, self.value[share])
        add_rows(draw, spans, to, weight, self.draw[share])
        np.add.at(self.begun[share], to, weight)
        np.add.at(self.ended[share], to + spans.length, weight)
        if expected is not None:
            cost = np.maximum(value - expected, 0)
            add_rows(cost, spans, to, weight, self.cost[share])
            met = weight > 0
            here = Spans(spans.place[met], spans.length[met])
            highest_rows(cost, here, to[met], name[met], self.most[share], self.where[share])

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

    def _most(self, share: Longs, most: Floats) -> dict[str, Numbers]:
        """The greatest cost by points behind, and the pair that it is of."""
        pair = self.where[share, np.arange(len(self.behind))]
        mover, other = (_columns(self.states, n) for n in np.divmod(np.maximum(pair, 0), len(self.states)))
        return {"most": most, **mover, **{f"other_{name}": column for name, column in other.items()}}


def _columns(states: States, numbers: Longs) -> dict[str, Numbers]:
    states_of = [states.state(int(number)) for number in numbers]
    return {
        "filled": np.array([state.filled for state in states_of], dtype=np.int32),
        "need": np.array([state.need for state in states_of], dtype=np.int32),
        "chip": np.array([bool(state.chip) for state in states_of]),
    }


def add_up(classes: pa.Table) -> pa.Table:
    """The table duel from the sums of all classes: a row for each number of turns and undecided lead."""
    order = np.lexsort((-classes["most"].to_numpy(), classes["lead"].to_numpy(), classes["turns"].to_numpy()))
    rows = {name: np.asarray(classes[name])[order] for name in classes.column_names}
    changes = np.diff(rows["turns"]) | np.diff(rows["lead"])
    first = np.flatnonzero(np.append(True, changes != 0))
    summed = ("weight", "undecided", "value", "draw", "cost")
    sums = {name: np.add.reduceat(rows[name], first) for name in summed}
    value, draw, cost = (sums[name] / sums["weight"] for name in ("value", "draw", "cost"))
    win = value - draw / 2
    columns = {
        **{name: rows[name][first] for name in ("turns", "lead")},
        **{"value": value, "win": win, "draw": draw, "loss": 1 - win - draw, "cost": cost},
        **{name: rows[name][first] for name in MOST},
    }
    return pa.table(columns).filter(pa.array(sums["undecided"] > 0))
