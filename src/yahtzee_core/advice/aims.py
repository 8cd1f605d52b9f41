"""What advice is for: the expected score, a total to reach, points to come, or to end above an opponent."""

from dataclasses import dataclass, fields, replace

from ..errors import UserError
from ..turn.positions import Position
from .advice import Advice
from .advisor import Advisor


@dataclass(frozen=True)
class Aim:
    """At most one of these; none: the expected score.

    target: the total to reach at the end of the game, for which the points so far must be known. to_come: the
    points to reach from here on. opponent_total: the total of an opponent who has finished, to end above it.
    """

    target: int | None = None
    to_come: int | None = None
    opponent_total: int | None = None

    def __post_init__(self) -> None:
        given = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) is not None}
        if len(given) > 1:
            raise UserError(f"{' and '.join(given)}: expected one of them")
        for name, number in given.items():
            if number < 0:
                raise UserError(f"{name} {number}; expected at least 0")

    @property
    def objective(self) -> str:
        """The objective that it is advice of."""
        if self.opponent_total is not None:
            return "beat"
        return "expected" if self.target is None and self.to_come is None else "maxprob"

    def advice(self, advisor: Advisor, position: Position) -> Advice:
        """Advice in a position; UserError for a total in a position that does not say its points."""
        if self.to_come is not None:
            return advisor.maxprob(position, self.to_come + (position.points or 0))
        if self.target is not None:
            return advisor.maxprob(_with_points(position, "target"), self.target)
        if self.opponent_total is not None:
            return advisor.beat(_with_points(position, "opponent_total"), self.opponent_total)
        return advisor.expected(position)


EXPECTED = Aim()
"""The aim of the expected score."""


def _with_points(position: Position, name: str) -> Position:
    """The position with its points: 0 before anything is filled."""
    if position.points is None and not position.filled:
        return replace(position, points=0)
    if position.points is None:
        more = " or to_come" if name == "target" else ""
        raise UserError(f"{name}: the position does not say its points; expected them (points 120){more}")
    return position
