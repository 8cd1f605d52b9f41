"""A user's own strategy: a Python function or class, imported and checked (docs/agents.md).

Three kinds. An *estimate* is a function of some states (strategy.Batch) that returns (n,) numbers, the points
still to come. A *chooser* has two methods, keep(positions) -> (n, faces) dice to keep by face, and
score(positions) -> (n,) places of categories on the sheet. An *agent* is a function of an argument called
`positions`, or has a method `act` of it, and returns (n,) numbers of actions (layout.py).
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Bools, Floats, Ints, Longs, Numbers, Reals
from ...errors import UserError
from ...turn.options import NO_OPTION
from ..arena import Arena
from ..decisions import Decisions, EstimatePolicy, Policy, pack
from .strategy import Batch, Strategy

POSITIONS = "positions"
"""What the argument of a function is called that chooses actions."""
KINDS = "a function, a method act, or methods keep and score"


@dataclass(frozen=True)
class Positions:
    """Some positions of one turn: states, rolls and rerolls left.

    states: the states, one for each position. dice: (n, faces), dice by face. rerolls: left, the same for
    all. at_play: (n, 2), in games that are played, the points so far of the player and of the opponent.
    """

    arena: Arena
    states: Batch
    roll: Longs
    rerolls: int
    at_play: Longs | None = None

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

    @cached_property
    def at(self) -> Longs:
        """(n,): the numbers of the states."""
        return numbers_of(self.arena, self.states)

    @cached_property
    def observations(self) -> Reals:
        """(n, n_columns) float32: what an environment shows of the positions (layout.py)."""
        return self.arena.layout.observations(self.at, self.roll, self.rerolls)

    @cached_property
    def possible(self) -> Bools:
        """(n, n_actions): which actions the rules allow (layout.py)."""
        return self.arena.layout.possible(self.at, self.roll, self.rerolls)

    def keep(self, dice: Ints) -> Longs:
        """(n,): the actions that keep these dice, (n, faces) by face; -1 for dice that no roll has."""
        dice = np.asarray(dice)
        if dice.shape != self.dice.shape or dice.dtype.kind not in "iub":
            shape = self.dice.shape
            raise UserError(f"dice of shape {dice.shape}; expected whole numbers of shape {shape}, by face")
        legal = np.all((dice >= 0) & (dice <= self.arena.game.dice), axis=1)
        legal &= dice.sum(axis=1) <= self.arena.game.dice
        return np.where(legal, _keep_numbers(self.arena, dice * legal[:, None]), -1).astype(np.int64)

    def category(self, place: Longs) -> Longs:
        """(n,): the actions that score in categories by their place on the sheet, from 0."""
        action: Longs = self.arena.layout.n_keeps + np.asarray(place, dtype=np.int64)
        return action

    @property
    def totals(self) -> Longs:
        """(n,): the points so far, bonuses included; UserError where positions are not those of games."""
        return self._at_play("the points so far")[:, 0]

    @property
    def opponent_totals(self) -> Longs:
        """(n,): the points so far of the opponent, who moves second; 0 where there is none."""
        return self._at_play("the opponent's points")[:, 1]

    def _at_play(self, what: str) -> Longs:
        if self.at_play is None:
            raise UserError(
                f"an agent that looks at {what} cannot be evaluated from states alone; expected `estimate`, "
                "which plays games"
            )
        return self.at_play


def numbers_of(arena: Arena, batch: Batch) -> Longs:
    """(n,): the numbers of some states."""
    states, masks = arena.states, batch.filled.astype(np.int64)
    upper = states.upper_filled[masks]
    lane = states.rank[upper, batch.need] + batch.chip * states.n_needs[upper]
    numbers: Longs = states.offset[masks] + lane
    return numbers


class ChooserPolicy:
    """Asks a user's object for positions; UserError for a choice that the game does not have."""

    def __init__(self, arena: Arena, chooser: Any, where: str) -> None:
        self.arena, self.chooser, self.where = arena, chooser, where
        self._acts = _act_of(chooser)

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in the lanes of these masks, where somebody comes.

        An agent that comes to a state comes to every roll with every number of rerolls left: what it keeps is
        part of the roll, so that the same roll can come again.
        """
        states = self.arena.states
        every = Batch.of(states, masks)
        lanes: Bools = np.ones(len(every), dtype=bool) if visit is None else visit > 0
        n, n_rolls = int(lanes.sum()), states.options.lattice.n_rolls
        repeated = every.where(lanes).where(np.repeat(np.arange(n), n_rolls))
        roll = np.tile(np.arange(n_rolls, dtype=np.int64), n)
        asked = (Positions(self.arena, repeated, roll, left) for left in range(states.game.rolls))
        return pack(states, masks, [self.choose(positions).reshape(n, n_rolls) for positions in asked], lanes)

    def choose(self, positions: Positions) -> Ints:
        """(n,): the keep that is chosen in each position, and with no reroll left the option."""
        if self._acts is not None:
            return self._by_number(positions, self._acts)
        return self._keep(positions) if positions.rerolls else self._score(positions)

    def _by_number(self, positions: Positions, act: Callable[[Positions], Any]) -> Ints:
        chosen = self._whole("act", act(positions), (len(positions),)).astype(np.int64)
        layout = self.arena.layout
        if positions.rerolls:
            inside = (chosen >= 0) & (chosen < layout.n_keeps)
            inside[inside] = layout.inside[positions.roll[inside], chosen[inside]]
            self._refuse(~inside, positions, chosen, "act", "the number of a keep of these dice")
            return chosen.astype(np.int32)
        option = layout.option(positions.at, positions.roll, chosen)
        wanted = f"{layout.n_keeps} and the place of a category open to the roll"
        self._refuse(option == NO_OPTION, positions, chosen, "act", wanted)
        return option.astype(np.int32)

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
        return self._whole(method, getattr(self.chooser, method)(positions), shape)

    def _whole(self, method: str, answer: Any, shape: tuple[int, ...]) -> Ints:
        numbers: Ints = np.asarray(answer)
        if numbers.shape != shape or numbers.dtype.kind not in "iub":
            raise UserError(
                f"{self.where}: {method} returned {numbers.dtype} of shape {numbers.shape}; "
                f"expected whole numbers of shape {shape}"
            )
        return numbers.astype(np.int32)

    def _refuse(self, bad: Bools, positions: Positions, answer: Numbers, method: str, wanted: str) -> None:
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


def _act_of(chooser: Any) -> Callable[[Positions], Any] | None:
    """What returns numbers of actions; None for an object with the methods keep and score."""
    act = getattr(chooser, "act", None)
    if callable(act):
        return act  # type: ignore[no-any-return]
    return chooser if callable(chooser) and _first_argument(chooser) == POSITIONS else None


def _first_argument(function: Any) -> str | None:
    try:
        return next(iter(inspect.signature(function).parameters), None)
    except (TypeError, ValueError):  # a function of C, say
        return None


def _chooses(made: Any) -> bool:
    return (hasattr(made, "keep") and hasattr(made, "score")) or _act_of(made) is not None


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
    """The strategy of a function, a class or an object; UserError when it is of no kind.

    where: what errors call it.
    """
    made = own() if isinstance(own, type) else own
    if not callable(made) and not _chooses(made):
        raise UserError(f"strategy {where}: {type(made).__name__}; expected {KINDS}")
    return Strategy(name, name, where, lambda arena: _policy(arena, made, where))


def _policy(arena: Arena, made: Any, text: str) -> Policy:
    if _chooses(made):
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
