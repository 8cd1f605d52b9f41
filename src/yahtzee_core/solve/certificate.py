"""Two numbers for every state, lo and hi, between which the highest expected points to come lie.

They are multiples of 2^-bits that a double holds. With B the best turn of a state by numbers of the states
after it,

    hi[s] = B(hi)[s], every division rounded up;      lo[s] = B(lo)[s], every division rounded down

and both are 0 at the end. Means and maxima of larger numbers are larger, so lo <= V <= hi by induction over
turns. Whoever holds the columns can check them state by state, without exact values
(tools/check_certificate.py).
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Longs
from ..game.game import Game
from ..turn.dice import Lattice
from ..turn.machine import require_room
from ..turn.options import NO_OPTION
from ..turn.ready import Ready
from ..turn.states import States
from .exact import require_exact
from .exact_numbers import Moves
from .expected import solve_expected

if TYPE_CHECKING:
    import pyarrow as pa

PRECISION = 53
"""Bits of a double."""
FORBIDDEN = -1
"""Less than all points."""


@dataclass(frozen=True)
class Certificate:
    """bounds: (n_states, 2) int64, lo and hi in state order, in multiples of 2^-bits."""

    ready: Ready
    bits: int
    bounds: Longs

    @property
    def widest(self) -> float:
        """The most points between lo and hi."""
        return float((self.bounds[:, 1] - self.bounds[:, 0]).max() / 2**self.bits)

    @property
    def sha256(self) -> str:
        """SHA-256 (hex) of the bounds as little-endian numbers of 64 bits, however a file packs them."""
        return hashlib.sha256(np.ascontiguousarray(self.bounds, dtype="<i8").tobytes()).hexdigest()

    def to_arrow(self) -> "pa.Table":
        """Columns filled, need, chip, lo, hi; bits are in the metadata."""
        import pyarrow as pa  # slow to import, and most callers do without

        filled, need, chip = self.ready.states.columns(self.ready.states.masks)
        lo, hi = (self.bounds / 2.0**self.bits).T
        columns = {"filled": filled, "need": need, "chip": chip, "lo": lo, "hi": hi}
        note = json.dumps({"game": self.ready.game.id, "bits": self.bits})
        return pa.table(columns).replace_schema_metadata({b"certificate": note.encode()})


def certify(game: Game | Ready, progress: Callable[[float], None] = lambda share: None) -> Certificate:
    """The certificate of a game. progress is told the share that is done."""
    ready = Ready.of(game)
    require_exact(ready.game)
    states, moves = ready.states, Moves(ready)
    bits = PRECISION - 1 - int(solve_expected(ready).value.max()).bit_length()
    require_room(f"game {ready.game.id}: bounds of {len(states):,} states", 16 * len(states))
    bounds = np.zeros((len(states), 2), dtype=np.int64)
    done = 0
    for layer in reversed(states.layers(states.masks[:-1])):
        for mask in layer.tolist():
            if states.lanes[mask]:
                bounds[states.offset[mask] : states.offset[mask + 1]] = _turn(
                    states, moves, bounds, mask, bits
                )
        done += int(states.lanes[layer].sum())
        progress(done / len(states))
    return Certificate(ready, bits, bounds)


def _turn(states: States, moves: Moves, bounds: Longs, mask: int, bits: int) -> Longs:
    """(lanes, 2): lo and hi of the states of a mask."""
    lattice, rolls = states.options.lattice, states.game.rolls
    a = np.empty((lattice.n_keeps, int(states.lanes[mask]), 2), dtype=np.int64)
    a[lattice.first_roll :] = _leaf(states, moves, bounds, mask, bits)
    for _ in range(rolls - 1):
        _expect(lattice, a)
        _choose(lattice, a)
    _expect(lattice, a)
    start: Longs = a[0]
    return start


def _leaf(states: States, moves: Moves, bounds: Longs, mask: int, bits: int) -> Longs:
    """(n_rolls, lanes, 2): the best option of every roll; the same may be best by lo and another by hi."""
    lanes, options = int(states.lanes[mask]), states.options
    rows = np.full((len(options) + 1, lanes, 2), FORBIDDEN, dtype=np.int64)
    for option in options.in_situation(mask):
        move = moves.type[mask], option, slice(lanes)
        after = states.offset[mask | 1 << int(options.category[option])] + moves.lane_after[move]
        rows[option] = bounds[after] + (moves.gain[move].astype(np.int64)[:, None] << bits)
    choices = options.open_choices(mask)
    best = rows[choices[:, 0]]
    for option in choices[:, 1:].T:
        np.maximum(best, rows[option], out=best)
    assert NO_OPTION == -1  # so that it is the last row
    return best


def _expect(lattice: Lattice, a: Longs) -> None:
    """a[k] = 1/faces sum_f a[k + f], in falling size, lo rounded down and hi up; `a` is changed."""
    for keeps in reversed(lattice.sizes[:-1]):
        total = a[lattice.up[keeps, 0]]
        for face in range(1, lattice.faces):
            total += a[lattice.up[keeps, face]]
        total[..., 1] += lattice.faces - 1
        a[keeps] = total // lattice.faces


def _choose(lattice: Lattice, a: Longs) -> None:
    """a[k] = best of a[k] and a[k - f], in rising size; `a` is changed."""
    for keeps in lattice.sizes[1:]:
        for below in lattice.down_by_place[keeps].T:
            a[keeps] = np.maximum(a[keeps], a[below])
