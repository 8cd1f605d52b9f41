"""What the page without a server knows of a game, in one file: numbers, arrays for the kernel, and words.

The file is gzipped. It begins with the length of a JSON header (4 bytes, little endian) and the header;
arrays follow. An array is stored as differences of its numbers, first all lowest bytes, then all second ones,
which makes tables with long runs small. The page reads no rules: what can be scored with a roll, where it
leads and what it brings stands in these arrays (docs/site.md).
"""

import gzip
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Ints
from ..game.about import about
from ..game.game import Game
from ..game.names import plain
from ..policies.strategies.load import strategies_of
from ..turn.ready import Ready
from ..turn.states import States
from .models import StrategyAnswer, answer
from .sheets import sheet_json

Array = tuple[str, str, NDArray[Any]]
"""Name, kind of its numbers in the memory of the kernel (i4, i8 or f8), numbers."""
INT, LONG, REAL = "i4", "i8", "f8"
VALUED = ("expected", "greedy")
"""Strategies that the page has the numbers of: the values that it solves, and 0."""


def game_data(game: Game) -> bytes:
    """The file of a game."""
    ready = Ready(game)
    arrays = [*kernel_arrays(ready), *_page_arrays(ready)]
    header = {
        **_words(game),
        "numbers": kernel_numbers(ready),
        "kernel": len(kernel_arrays(ready)),
        "states": len(ready.states),
        "width": _lanes_by_total(ready.states).shape[1],
        "arrays": [[name, kind, _bytes_of(values), values.size] for name, kind, values in arrays],
    }
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b"".join(_packed(values) for *_, values in arrays)
    return gzip.compress(len(text).to_bytes(4, "little") + text + packed, 9, mtime=0)


def _words(game: Game) -> dict[str, Any]:
    """What the page says of a game, and how people write its categories."""
    strategies = (each for each in strategies_of(game).values() if each.id in VALUED)
    return {
        "about": about(game),
        "sheet": sheet_json(game),
        "chip": -1 if game.yahtzee is None or game.yahtzee_bonus == 0 else game.yahtzee,
        "yahtzee": -1 if game.yahtzee is None else game.yahtzee,
        "equal_dice": -1 if game.equal_dice is None else game.equal_dice,
        "order": game.order,
        "names": {name: sorted(places) for name, places in sorted(game.known_names.items())},
        "ids": {plain(c.id): place for place, c in enumerate(game.categories)},
        "strategies": [answer(StrategyAnswer, each) for each in strategies],
    }


def kernel_numbers(ready: Ready) -> list[float]:
    """Those that game_of in turn/kernel/wasm/exports.c takes, in its order."""
    lattice, game, transitions = ready.states.options.lattice, ready.game, ready.transitions
    return [
        lattice.n_keeps,
        lattice.first_roll,
        game.faces,
        game.rolls,
        game.faces**game.dice,
        len(ready.states.options),
        len(game.categories),
        game.yahtzee_bonus,
        transitions.next.shape[1],
        transitions.stride,
        game.dice,
        len(lattice.stacks),
    ]


def kernel_arrays(ready: Ready) -> list[Array]:
    """The arrays that game_of takes, in its order."""
    states, transitions = ready.states, ready.transitions
    options, lattice = states.options, states.options.lattice
    used, used_start = options.used
    return [
        ("up", INT, lattice.up),
        ("down", INT, lattice.down),
        ("down_start", INT, lattice.down_start),
        ("ways", REAL, lattice.ways),
        ("stacks", INT, lattice.stacks),
        ("category", INT, options.category),
        ("points", INT, options.points),
        ("extra", INT, options.extra),
        ("premium", INT, options.premium),
        ("choice", INT, np.where(options.choice < 0, len(options), options.choice)),
        ("used", INT, used),
        ("used_start", INT, used_start),
        ("situation", INT, options.situation),
        ("type", INT, transitions.type),
        ("transition", INT, transitions.transition),
        ("next", INT, transitions.next),
        ("shift", INT, transitions.shift),
        ("bonus", REAL, transitions.bonus),
        ("chip", REAL, transitions.chip),
        ("offset", LONG, states.offset),
        ("lanes", INT, states.lanes),
        ("saves", INT, states.saves),
    ]


def _page_arrays(ready: Ready) -> list[Array]:
    """What the page looks up itself: dice of the keeps, lanes by real upper total, bonuses by upper total."""
    states, game = ready.states, ready.game
    totals = range(_lanes_by_total(states).shape[1])
    return [
        ("counts", INT, states.options.lattice.counts),
        ("upper_filled", INT, states.upper_filled),
        ("lane_of", INT, _lanes_by_total(states)),
        ("chip_lanes", INT, states.n_needs[states.upper_filled] * states.has_chips),
        ("bonus_of", INT, np.array([game.upper_bonus_of(total) for total in totals])),
    ]


def _lanes_by_total(states: States) -> Ints:
    """(2**n_upper, most + 1) int32: the lane without a chip of a real upper total, -1 where there is none."""
    most = max(int(totals[-1]) for totals in states.totals)
    lanes = np.full((len(states.totals), most + 1), -1, dtype=np.int32)
    for packed, totals in enumerate(states.totals):
        needs = [states.need_of(packed, total) for total in totals.tolist()]
        lanes[packed, totals] = states.rank[packed, needs]
    return lanes


def _bytes_of(values: NDArray[Any]) -> int:
    """Bytes that the differences of whole numbers take; 1, 2 or 4."""
    least, most = int(_differences(values).min()), int(_differences(values).max())
    return next(size for size in (1, 2, 4) if -(1 << 8 * size - 1) <= least and most < 1 << 8 * size - 1)


def _differences(values: NDArray[Any]) -> NDArray[np.int64]:
    """What each number is more than the one before."""
    whole = values.astype(np.int64).ravel()
    if not np.array_equal(whole, values.ravel()):
        raise ValueError("numbers that are not whole; expected whole numbers")
    return np.diff(whole, prepend=0)


def _packed(values: NDArray[Any]) -> bytes:
    """The differences, byte by byte: all lowest ones first."""
    small = _differences(values).astype(f"<i{_bytes_of(values)}")
    planes = small.view(np.uint8).reshape(-1, _bytes_of(values)).T
    return planes.tobytes()
