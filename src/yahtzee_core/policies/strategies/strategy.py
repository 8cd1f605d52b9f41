"""What a strategy is, and the states as strategies see them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Bools, Ints, Longs
from ...game.game import Game
from ...turn.states import States
from ..arena import Arena
from ..decisions import Policy

ID = "[a-z0-9_-]+"
"""What the id of a file of rules or numbers may be."""


@dataclass(frozen=True)
class Strategy:
    """A rule that yields a policy for a game.

    source: where it is published, or how it was found. fits: the games that it is made for.
    """

    id: str
    title: str
    source: str
    policy: Callable[[Arena], Policy]
    fits: Callable[[Game], bool] = lambda game: True


@dataclass(frozen=True)
class Batch:
    """Some states: filled (masks), need and chip, (n,) each, as in states.State."""

    game: Game
    filled: Ints
    need: Ints
    chip: Bools

    @classmethod
    def of(cls, states: States, masks: Longs | None = None) -> "Batch":
        """All states of these masks, in state order; of all masks when None."""
        return cls(states.game, *states.columns(states.masks if masks is None else masks))

    def where(self, lanes: Bools | Longs) -> "Batch":
        """Some of the states, by a mask or by place."""
        return Batch(self.game, self.filled[lanes], self.need[lanes], self.chip[lanes])

    def __len__(self) -> int:
        return len(self.filled)

    @cached_property
    def open(self) -> Bools:
        """(n, n_categories): which categories are open."""
        columns: Bools = (self.filled[:, None] >> np.arange(len(self.game.categories)) & 1) == 0
        return columns

    @cached_property
    def open_upper(self) -> Bools:
        """(n, n_categories): which upper categories are open."""
        upper: Bools = self.open & np.array([c.upper for c in self.game.categories])
        return upper

    @cached_property
    def turns(self) -> Longs:
        """(n,): turns to come."""
        turns: Longs = self.open.sum(axis=1)
        return turns
