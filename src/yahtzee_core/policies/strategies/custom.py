"""A user's own strategy: a Python function or class, imported and checked (docs/strategies.md).

Two kinds. An *estimate* is a function of some states (strategy.Batch) that returns (n,) numbers, the points
still to come. A *chooser* has two methods, keep(positions) -> (n, faces) dice to keep by face, and
score(positions) -> (n,) places of categories on the sheet.
"""

import importlib
import importlib.util
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Bools, Floats, Ints, Longs
from ...errors import UserError
from ...turn.options import NO_OPTION
from ..arena import Arena
from ..decisions import Decisions, EstimatePolicy, Policy, pack
from .strategy import Batch, Strategy


@dataclass(frozen=True)
class Positions:
    """Some positions of one turn: states, rolls and rerolls left.

    states: the states, one for each position. dice: (n, faces), dice by face. rerolls: left, the same for
    all.
    """

    arena: Arena
    states: Batch
    roll: Longs
    rerolls: int

    def __len__(self) -> int:
        return len(self.roll)

    @cached_property
    def dice(self) -> Ints:
        return self.arena.states.options.lattice.rolls[self.roll]

    @cached_property
    def options(self) -> Ints:
        """(n, n_categories): option numbers, NO_OPTION where a category is filled or the joker forbids it."""
        options = self.arena.states.options
        options_of_roll: Ints = options.choice[options.situation[self.states.filled], :, self.roll]
        return np.where(self.states.open, options_of_roll, NO_OPTION)

    @cached_property
    def points(self) -> Ints:
        """(n, n_categories): points without bonuses, -1 where a category may not be chosen."""
        options = self.arena.states.options
        return np.where(self.options == NO_OPTION, -1, options.points[self.options])


class ChooserPolicy:
    """Asks a user's object for every position; UserError for a choice that the game does not have."""

    def __init__(self, arena: Arena, chooser: Any, where: str) -> None:
        self.arena, self.chooser, self.where = arena, chooser, where

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of these masks."""
        states = self.arena.states
        every = Batch.of(states, masks)
        lanes: Bools = np.ones(len(every), dtype=bool) if visit is None else visit > 0
        n, rolls = int(lanes.sum()), states.options.lattice.n_rolls
        batch = every.where(lanes)
        repeated = batch.where(np.repeat(np.arange(n), rolls))
        roll = np.tile(np.arange(rolls, dtype=np.int64), n)
        positions = [Positions(self.arena, repeated, roll, left) for left in range(states.game.rolls)]
        stages = [self._score(positions[0]), *map(self._keep, positions[1:])]
        return pack(states, masks, [stage.reshape(n, rolls) for stage in stages], lanes)

    def _score(self, positions: Positions) -> Ints:
        chosen = self._asked("score", positions, (len(positions),))
        n = len(self.arena.game.categories)
        inside = (chosen >= 0) & (chosen < n)
        option = positions.options[np.arange(len(positions)), np.where(inside, chosen, 0)]
        self._refuse(
            ~inside | (option == NO_OPTION), positions, chosen, "score", "a category open to the roll"
        )
        return option

    def _keep(self, positions: Positions) -> Ints:
        faces = self.arena.game.faces
        kept = self._asked("keep", positions, (len(positions), faces))
        bad: Bools = np.any((kept < 0) | (kept > positions.dice), axis=1)
        self._refuse(bad, positions, kept, "keep", "some of the dice")
        return _keep_numbers(self.arena, kept)

    def _asked(self, method: str, positions: Positions, shape: tuple[int, ...]) -> Ints:
        answer = np.asarray(getattr(self.chooser, method)(positions))
        if answer.shape != shape or answer.dtype.kind not in "iub":
            raise UserError(
                f"{self.where}: {method} returned {answer.dtype} of shape {answer.shape}; "
                f"expected whole numbers of shape {shape}"
            )
        return answer.astype(np.int32)

    def _refuse(self, bad: Bools, positions: Positions, answer: Ints, method: str, wanted: str) -> None:
        if not bad.any():
            return
        at = int(np.flatnonzero(bad)[0])
        lattice, game = self.arena.states.options.lattice, self.arena.game
        dice = " ".join(map(str, lattice.faces_of(lattice.first_roll + int(positions.roll[at]))))
        filled = " ".join(game.names(int(positions.states.filled[at]))) or "-"
        raise UserError(
            f"{self.where}: {method} returned {answer[at].tolist()} for dice {dice} with filled {filled}; "
            f"expected {wanted}"
        )


def _keep_numbers(arena: Arena, kept: Ints) -> Ints:
    """(n,): the lattice's numbers of dice given by face."""
    lattice = arena.states.options.lattice
    radix = (arena.game.dice + 1) ** np.arange(arena.game.faces)
    codes = lattice.counts @ radix
    order = np.argsort(codes)
    numbers: Longs = order[np.searchsorted(codes, kept @ radix, sorter=order)]
    return numbers.astype(np.int32)


def load_custom(text: str) -> Strategy:
    """The strategy at `file.py:name` or `module:name`; UserError when there is none."""
    source, _, name = text.rpartition(":")
    attribute = getattr(_module(source, text), name, None)
    if attribute is None:
        raise UserError(f"strategy {text}: no '{name}' in {source}; expected a function or a class")
    return strategy_of(attribute, name, text)


def strategy_of(own: object, name: str, where: str) -> Strategy:
    """The strategy of a function, a class or an object; UserError when it is neither kind.

    where: what errors call it.
    """
    made = own() if isinstance(own, type) else own
    if not callable(made) and not (hasattr(made, "keep") and hasattr(made, "score")):
        raise UserError(f"strategy {where}: neither a function nor keep and score; expected one of them")
    return Strategy(name, name, where, lambda arena: _policy(arena, made, where))


def _policy(arena: Arena, made: Any, text: str) -> Policy:
    if hasattr(made, "keep") and hasattr(made, "score"):
        return ChooserPolicy(arena, made, f"strategy {text}")
    try:
        return EstimatePolicy(arena, np.asarray(made(Batch.of(arena.states)), dtype=np.float64))
    except (UserError, ValueError, TypeError) as error:
        raise UserError(f"strategy {text}: {error}") from None


def _module(source: str, text: str) -> Any:
    try:
        if not source.endswith(".py"):
            return importlib.import_module(source)
        if not Path(source).is_file():
            raise UserError(f"strategy {text}: no file {source}; expected file.py:name or module:name")
        spec = importlib.util.spec_from_file_location(Path(source).stem, source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # where dataclasses look
        spec.loader.exec_module(module)
    except UserError:
        raise
    except (ImportError, SyntaxError, ValueError) as error:
        raise UserError(f"strategy {text}: {error}; expected file.py:name or module:name") from None
    return module
