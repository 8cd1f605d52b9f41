"""Advice: all actions of a position, best first, and why the first one is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ..errors import UserError
from ..game.game import Game
from ..game.joker_rules import joker_words
from ..policies.actions import RankedAction
from ..shown import html_table, line
from ..turn.positions import Action, Position, format_action
from .notation import format_words, parse_action
from .why import Why

Explain = Callable[[RankedAction, RankedAction], Why]
Closeness = Literal["tie", "close", "clear"]
CLOSE = 0.5
CLOSE_SHARE = 0.01
NEXT = 2
"""Actions that the best one is explained against, when none is named."""


@dataclass(frozen=True)
class Advice:
    """All actions of a position, best first.

    target: the total to reach. opponent_total: of an opponent who has finished. to_come: the points that are
    still needed for either. opponent: of a duel.
    """

    game: Game
    joker: str | None = field(init=False)
    objective: str
    position: Position
    closeness: Closeness = field(init=False)
    actions: tuple[RankedAction, ...]
    target: int | None = None
    opponent_total: int | None = None
    to_come: int | None = None
    opponent: Position | None = None
    explain: Explain | None = field(default=None, repr=False, compare=False)
    """Says why the first action is better than another one; None where that is not known."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "joker", joker_words(self.game))
        object.__setattr__(self, "closeness", self._closeness())

    def __repr__(self) -> str:
        return line(
            f"Advice {self.game.id}", best=self.best.text, value=self.best.value, closeness=self.closeness
        )

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        caption = f"{self.game.id}: {format_words(self.game, self.position)}"
        rows = [(each.text, each.value, each.loss) for each in self.actions]
        return html_table(caption, ["action", "value", "loss"], rows)

    @property
    def best(self) -> RankedAction:
        return self.actions[0]

    def why(self, against: Action | str | None = None) -> tuple[Why, ...]:
        """Why the best action is best: beside the next ones, or beside another one, as people write it.

        UserError where that is not known, and for an action that is the best one itself or not possible.
        """
        if self.explain is None:
            raise UserError(
                f"game {self.game.id}: why an action is best is not known for {self.objective}; "
                "expected another objective"
            )
        if isinstance(against, str):
            against = parse_action(against, self.game)
        others = self._next() if against is None else [self._other(against)]
        return tuple(self.explain(self.best, other) for other in others)

    def taken(self, action: Action) -> RankedAction:
        """An action as it is ranked; UserError when it is not possible."""
        for ranked in self.actions:
            if ranked.action == action:
                return ranked
        raise UserError(
            f"game {self.game.id}: {format_action(self.game, action)} is not possible in "
            f"'{format_words(self.game, self.position)}'; expected an action that is"
        )

    def _next(self) -> list[RankedAction]:
        """The next actions that are another choice than the best one, and than each other."""
        others: list[RankedAction] = []
        for action in self.actions[1:]:
            if not any(self._same_choice(one, action) for one in (self.best, *others)):
                others.append(action)
        return others[:NEXT]

    def _other(self, action: Action) -> RankedAction:
        other = self.taken(action)
        if other == self.best:
            raise UserError(f"game {self.game.id}: {other.text} is the best action; expected another one")
        return other

    def _closeness(self) -> Closeness:
        others = list(self.actions[1:])
        same = next((o for o in others if self._same_choice(self.best, o)), None)
        if same is not None:
            others.remove(same)
        if not others or others[0].is_best:
            return "tie" if others else "clear"
        scale = CLOSE if self.objective == "expected" else CLOSE_SHARE * self.best.value
        return "close" if others[0].loss < scale else "clear"

    def _same_choice(self, one: RankedAction, other: RankedAction) -> bool:
        """Whether one keeps all dice and the other scores them, and both are worth the same."""
        kinds = {one.action.keep == self.position.dice, other.action.keep == self.position.dice}
        scoring = (one.action.category is None) != (other.action.category is None)
        same = (one.is_best and other.is_best) or one.value == other.value  # a copy, where all dice stay
        return same and scoring and True in kinds
