"""A game made ready to play strategies in: its states, its kernel, and its optimal table."""

from collections.abc import Callable
from functools import cached_property, partial

from ..game.game import Game
from ..game.refusals import require_policies
from ..solve.expected import ExpectedTable, solve_expected
from ..turn.ready import Ready
from .layout import Layout


class Arena:
    """What all strategies of a game share. optimal is found, or else solved, when it is first asked for."""

    def __init__(
        self,
        game: Game,
        optimal: ExpectedTable | None = None,
        find: Callable[[Ready], ExpectedTable] | None = None,
    ) -> None:
        require_policies(game, "a policy")
        self.ready = optimal.ready if optimal else Ready(game)
        self.game, self.states = self.ready.game, self.ready.states
        self.transitions, self.kernel = self.ready.transitions, self.ready.kernel
        self._find = find or partial(solve_expected, threads=1)
        if optimal:
            self.optimal = optimal

    @cached_property
    def optimal(self) -> ExpectedTable:
        """`expected` of every state."""
        return self._find(self.ready)

    @cached_property
    def layout(self) -> Layout:
        """Its positions and actions as numbers."""
        return Layout(self.states)
