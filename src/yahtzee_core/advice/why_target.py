"""Why one action reaches a total more often than another one: which categories come where it is reached."""

from collections.abc import Callable
from functools import cached_property

from ..policies.actions import RankedAction, Turn
from ..policies.prospects import Prospects, ends_of
from ..policies.reached import TargetPlay
from ..turn.positions import Action, Position
from .gains import PartOfWhy, parts_of_why
from .sentences import Target, target_sentences, target_tie
from .why import Why


class WhyTarget:
    """Says why, for the actions of a position.

    turn: by the probability of the total. ready: makes the play for it ready, and is asked when it is needed.
    usual: what an action brings in play for the expected score.
    """

    def __init__(
        self,
        turn: Turn,
        position: Position,
        target: Target,
        ready: Callable[[], TargetPlay],
        usual: Callable[[Action], Prospects],
    ) -> None:
        self._turn, self._position, self._target = turn, position, target
        self._ready, self._usual = ready, usual

    def __call__(self, best: RankedAction, other: RankedAction) -> Why:
        """The best action beside another one; no parts where one of them cannot reach the total."""
        game = self._turn.states.game
        reached = best.value > 0 and other.value > 0
        parts: tuple[PartOfWhy, ...] = ()
        if reached:
            ahead, behind = (self._where_reached(one.action) for one in (best, other))
            parts = parts_of_why(game, ahead, behind, self._usual(best.action).chance)
        tell = target_tie if other.is_best else target_sentences
        sentences = tell(game, best, other, self._target, parts)
        return Why(best.action, other.action, other.loss, other.is_best, tuple(sentences), parts)

    @cached_property
    def _play(self) -> TargetPlay:
        return self._ready()

    def _where_reached(self, action: Action) -> Prospects:
        weights = self._turn.weights(self._position, action)
        reached = self._play.after(weights)
        turn = ends_of(self._turn.states.options, weights)
        return Prospects(reached.points, reached.chance, turn)
