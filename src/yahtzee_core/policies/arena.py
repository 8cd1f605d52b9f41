"""A game made ready to play strategies in: its states, its kernel, and its optimal table."""

from functools import cached_property

from ..game.game import Game
from ..game.refusals import require_policies
from ..solve.expected import ExpectedTable, solve_expected
from ..turn.kernel import Kernel
from ..turn.states import States
from ..turn.transitions import Transitions


class Arena:
    """What all strategies of a game share. optimal is solved when it is first asked for."""

    def __init__(self, game: Game, optimal: ExpectedTable | None = None) -> None:
        require_policies(game, "a policy")
        self.game = game
        self.states = optimal.states if optimal else States(game)
        self.transitions = Transitions(self.states)
        self.kernel = Kernel(self.states, self.transitions)
        if optimal:
            self.optimal = optimal

    @cached_property
    def optimal(self) -> ExpectedTable:
        """`expected`, solved for every state."""
        return solve_expected(self.game, threads=1)
