"""States between turns: filled categories x need x chip, merged where the future cannot differ.

Two upper totals are the same state when the open upper categories cannot tell them apart. With m
points missing to the threshold, `need` is the smallest sum that some of the open upper categories can
make and that is >= m; it is 0 when m <= 0 (the bonus was paid on crossing) and when no such sum exists
(reached and out of reach are one). With several bonuses m is counted to the highest threshold, and need is
the most points missing for which the same sums earn the same bonuses. Glenn's count, which keeps reached and
out of reach apart, is 314,880 for yahtzee; this one is 310,656.

The states of a mask are its *lanes*: need rising for chip 0, then need rising for chip 1.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Ints, Longs
from ..errors import UserError
from ..game.game import Game
from .machine import require_room
from .options import Options

SUM_BYTES = 64
"""A total in a set."""
IDENTITY = 0
"""The transition of lower categories: the need stays."""


@dataclass(frozen=True)
class State:
    """One state. `chip` is the Yahtzee category scored above 0, in games with a Yahtzee bonus."""

    filled: int
    need: int
    chip: int


class States:
    """All merged states of a game, numbered: by mask, then by lane.

    offset: (2**n_categories + 1,) int64, number of the first state of a mask; last, the count.
    upper_filled: (2**n_categories,) int32, the filled upper categories of a mask, packed (bit i is
    the i-th upper category).
    canonical: (2**n_upper, .) int32, need by packed upper categories and points missing.
    needs[u]: the needs that occur with packed upper categories u, rising.
    totals[u]: the real upper totals that these categories can make, rising, uncapped.
    rank: (2**n_upper, .) int32, place of a need among needs[u].
    n_needs, has_chips, lanes: int32; needs by u; 1 where a mask can have the chip; states by mask.
    saves: (2**n_categories,) int32, how many numbers of saved rolls each state of a mask can have; 1 in
    games that save none.
    """

    def __init__(self, game: Game, options: Options | None = None) -> None:
        self.game = game
        self.options = options or Options(game)
        self.masks = np.arange(1 << len(game.categories), dtype=np.int64)
        self.upper = [i for i, c in enumerate(game.categories) if c.upper]
        self.upper_filled = _pack(self.masks, self.upper)
        self.totals = self._sums()
        self.canonical = self._canonical_needs()
        self.needs = [
            np.unique([self.need_of(u, int(t)) for t in totals]) for u, totals in enumerate(self.totals)
        ]
        self.n_needs = np.array([len(n) for n in self.needs], dtype=np.int32)
        self._all_needs = np.concatenate(self.needs).astype(np.int32)
        self._first_need = np.cumsum(self.n_needs, dtype=np.int64) - self.n_needs
        self.rank = self._ranks()
        self.has_chips = self._has_chips()
        lanes = self.n_needs[self.upper_filled].astype(np.int64) * (1 + self.has_chips)
        lanes *= self.options.reachable
        if game.limit:
            self._refuse_limit(game.limit)
        self.lanes = lanes.astype(np.int32)
        filled = np.bitwise_count(self.masks).astype(np.int32)
        self.saves: Ints = 1 + filled * (game.saved_rolls * (game.rolls - 1))
        self.offset = np.concatenate([[0], np.cumsum(lanes)])

    def __len__(self) -> int:
        return int(self.offset[-1])

    @property
    def size(self) -> int:
        """States of the game; with saved rolls, for each number of them."""
        return int((self.lanes.astype(np.int64) * self.saves).sum())

    @property
    def start(self) -> State:
        """The start of the game."""
        return State(0, self.need_of(0, 0), 0)

    def need_of(self, upper_filled: int, total: int) -> int:
        """Need of an upper total (uncapped) with packed upper categories `upper_filled`."""
        return int(self.canonical[upper_filled, max(self.game.top - total, 0)])

    def at(self, filled: int, upper_total: int, chip: int = 0) -> State:
        """The merged state of a real upper total; UserError when no game gets there."""
        game, u = self.game, int(self.upper_filled[filled])
        names = " ".join(game.names(filled)) or "nothing"
        if not self.options.reachable[filled]:
            raise UserError(
                f"game {game.id}: {names} filled; expected the sheet filled in order, {game.order}"
            )
        if upper_total not in self.totals[u]:
            raise UserError(
                f"game {game.id}: upper total {upper_total} cannot be with {names} filled; "
                f"expected one of {_ranges(self.totals[u])}"
            )
        if chip and game.yahtzee is None:
            raise UserError(f"game {game.id}: a chip; expected none, as there is no Yahtzee bonus")
        if chip and game.yahtzee is not None and not filled >> game.yahtzee & 1:
            raise UserError(f"game {game.id}: a chip needs the Yahtzee category filled; filled: {names}")
        return State(filled, self.need_of(u, upper_total), int(bool(chip) and self.has_chips[filled]))

    def index(self, state: State) -> int:
        """Number of a state; inverse of `state`. UserError when there is no such state."""
        needs = self.needs[self.upper_filled[state.filled]]
        rank = int(np.searchsorted(needs, state.need))
        exists = rank < len(needs) and needs[rank] == state.need and self.options.reachable[state.filled]
        if not exists or not 0 <= state.chip <= self.has_chips[state.filled]:
            raise UserError(f"game {self.game.id}: no state {state}; expected a need of {needs.tolist()}")
        return int(self.offset[state.filled]) + state.chip * len(needs) + rank

    def state(self, index: int) -> State:
        """The state with a number; inverse of `index`."""
        filled = int(np.searchsorted(self.offset, index, side="right")) - 1
        needs = self.needs[self.upper_filled[filled]]
        chip, rank = divmod(index - int(self.offset[filled]), len(needs))
        return State(filled, int(needs[rank]), chip)

    def of_masks(self, masks: Longs) -> Longs:
        """Numbers of all states of these masks, in the order of the masks."""
        lanes = self.lanes[masks].astype(np.int64)
        first = np.repeat(self.offset[masks] - (np.cumsum(lanes) - lanes), lanes)
        return first + np.arange(len(first))

    def columns(self, masks: Longs) -> tuple[Ints, Ints, Bools]:
        """(filled, need, chip) of all states of these masks, in state order."""
        lanes, upper = self.lanes[masks].astype(np.int64), self.upper_filled[masks]
        n_needs, first = np.repeat(self.n_needs[upper], lanes), np.repeat(self._first_need[upper], lanes)
        lane = np.arange(len(first)) - np.repeat(np.cumsum(lanes) - lanes, lanes)
        chip = lane >= n_needs
        return np.repeat(masks, lanes).astype(np.int32), self._all_needs[first + lane - chip * n_needs], chip

    def sheets(self, masks: Longs) -> tuple[Longs, Longs]:
        """(first, sheet): lanes of these masks with the same filled categories and chip are one sheet.

        first: (n_sheets,) the first lane of each; sheet: (n_lanes,) that of each lane.
        """
        lanes, n_needs = self.lanes[masks].astype(np.int64), self.n_needs[self.upper_filled[masks]]
        sizes = np.column_stack([np.minimum(n_needs, lanes), np.maximum(lanes - n_needs, 0)]).reshape(-1)
        sizes = sizes[sizes > 0]
        return np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes)

    def layers(self, masks: Longs | None = None) -> list[Longs]:
        """Masks (all when None) by number of filled categories, the emptiest first."""
        masks = self.masks if masks is None else masks
        layer = np.bitwise_count(masks)
        return [masks[layer == filled] for filled in np.unique(layer)]

    def successor(self, state: State, option: int) -> tuple[State, int]:
        """The state after an option, and the points gained, bonuses included."""
        game, o = self.game, self.options
        category, points = int(o.category[option]), int(o.points[option])
        filled = state.filled | 1 << category
        need, gain = state.need, points
        if game.categories[category].upper and need > 0:
            left = max(need - points, 0)
            gain += int(self.paid(np.array(need), np.array(left)))
            need = int(self.canonical[self.upper_filled[filled], left])
        gain += game.yahtzee_bonus * bool(o.extra[option]) * state.chip
        scored = category == game.yahtzee and points > 0 and game.yahtzee_bonus > 0
        return State(filled, need, int(state.chip or scored)), gain

    def paid(self, need: Ints, left: Ints) -> Ints:
        """Upper bonuses paid when the points missing to the highest threshold fall from `need` to `left`."""
        total = np.zeros(np.broadcast_shapes(need.shape, left.shape), dtype=np.int32)
        for threshold, points in self.game.upper_bonuses:
            beyond = self.game.top - threshold
            total += points * ((need > beyond) & (left <= beyond))
        return total

    def _refuse_limit(self, limit: int) -> None:
        """UserError with the number of states when the chip has to count the bonuses that are left."""
        needs = self.n_needs[self.upper_filled].astype(np.int64)
        size, now = (int((needs * (1 + self.has_chips * n)).sum()) for n in (limit, 1))
        raise UserError(
            f"game {self.game.id}: yahtzee.limit: {limit}: the chip would have to count the bonuses left, "
            f"{size:,} states in place of {now:,}, and tables know it as yes or no; expected no limit"
        )

    def _has_chips(self) -> Ints:
        if self.game.yahtzee is None or self.game.yahtzee_bonus == 0:
            return np.zeros(len(self.masks), dtype=np.int32)
        return (self.masks >> self.game.yahtzee & 1).astype(np.int32)

    def _ranks(self) -> Ints:
        """(2**n_upper, .) int32: place of a need among needs[u]; 0 for needs that do not occur."""
        table = np.zeros(self.canonical.shape, dtype=np.int32)
        for u, needs in enumerate(self.needs):
            table[u, needs] = np.arange(len(needs))
        return table

    def _sums(self, *also: int) -> list[Ints]:
        """The sums that each set of upper categories (packed) can make, rising; `also` are further points."""
        options, sums = self.options, [{0}]
        for category in self.upper:
            points = {*options.points[options.category == category].tolist(), *also}
            totals = sum(map(len, sums)) * len(points)
            require_room(f"game {self.game.id}: {totals:,} upper totals", SUM_BYTES * totals)
            sums += [{total + p for total in one for p in points} for one in sums]
        return [np.array(sorted(one), dtype=np.int32) for one in sums]

    def _canonical_needs(self) -> Ints:
        """(2**n_upper, .) int32: need by packed filled upper categories and points missing.

        The bonus is paid on crossing, when some of the open categories may still be open: their sums
        count, with 0 for those.
        """
        partial = self._sums(0)
        missing = np.arange(max(self.game.top, partial[-1][-1]) + 1)
        size = 8 * len(self.totals) * len(missing)
        require_room(f"game {self.game.id}: the needs of {len(missing):,} upper totals", size)
        table = np.zeros((len(self.totals), len(missing)), dtype=np.int32)
        for filled in range(len(self.totals)):
            earned = self._earned(partial[len(partial) - 1 - filled], missing)
            kind = _kinds(earned)
            most = np.zeros(kind.max() + 1, dtype=np.int32)
            np.maximum.at(most, kind, missing)
            table[filled] = np.where(earned.any(axis=0), most[kind], 0)
        return table

    def _earned(self, sums: Ints, missing: Longs) -> Ints:
        """(n_bonuses, .) int32: the least sum that earns each bonus, 0 when none does or it was paid."""
        least = []
        for threshold, _ in self.game.upper_bonuses:
            left = np.maximum(missing - (self.game.top - threshold), 0)
            at = np.searchsorted(sums, left)
            least.append(np.where(at < len(sums), sums[np.minimum(at, len(sums) - 1)], 0))
        return np.array(least, dtype=np.int32)


def _kinds(rows: Ints) -> Longs:
    """(n_columns,) int64: a number for each column, the same for equal ones; a row at a time, as integers."""
    kind = np.zeros(rows.shape[1], dtype=np.int64)
    for row in rows:
        kind = np.unique(kind * (int(row.max()) + 1) + row, return_inverse=True)[1]
    return kind


def _pack(masks: Longs, bits: list[int]) -> Ints:
    packed = np.zeros(len(masks), dtype=np.int32)
    for i, bit in enumerate(bits):
        packed |= ((masks >> bit & 1) << i).astype(np.int32)
    return packed


def _ranges(values: Ints) -> str:
    """Rising numbers in short: 0-5, 8, 10-12."""
    parts = np.split(values, np.flatnonzero(np.diff(values) > 1) + 1)
    return ", ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else f"{p[0]}" for p in parts)
