"""A game made ready to be solved: its states, its transitions and its kernel, each made once."""

from functools import cached_property

from ..game.game import Game
from .kernel import Kernel
from .options import Options
from .states import States
from .transitions import Transitions


class Ready:
    """The tables of a game that all solvers and players share.

    variant: of the kernel, None for the fastest that this machine has. Transitions and kernel are made when
    they are first asked for.
    """

    def __init__(self, game: Game, variant: str | None = None, options: Options | None = None) -> None:
        self.game, self.variant = game, variant
        self.states = States(game, options)

    @classmethod
    def of(cls, game: "Game | Ready", variant: str | None = None) -> "Ready":
        """A game made ready, unless it is."""
        return game if isinstance(game, Ready) else cls(game, variant)

    @cached_property
    def transitions(self) -> Transitions:
        """Where every lane goes with every option."""
        return Transitions(self.states)

    @cached_property
    def kernel(self) -> Kernel:
        """The turn kernel for this game."""
        return Kernel(self.states, self.transitions, self.variant)
