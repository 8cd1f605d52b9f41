"""Two strategies side by side: decision by decision where the first one plays, and by their scores."""

from dataclasses import dataclass

from ..shown import html_table
from ..solve.bounds import Quantity
from .arena import Arena
from .distribution import dominance, outcomes, total_variation
from .estimation import kind_of
from .judge import Criteria, compare
from .strategies.strategy import Strategy
from .walk import walk


@dataclass(frozen=True)
class Dominance:
    """Whether each of two is ahead at every score, and if not the first score at which it is behind."""

    one: bool
    fails_at: int | None
    other: bool
    other_fails_at: int | None


@dataclass(frozen=True)
class Comparison:
    """Two strategies in a game. mean: of both. criteria: of the first, judged by the values of the other.

    win, draw, loss: of the first when neither sees the other's game. variation: total variation distance of
    the scores.
    """

    one: Strategy
    other: Strategy
    mean: tuple[float, float]
    criteria: Criteria
    win: float
    draw: float
    loss: float
    variation: float
    dominance: Dominance

    def __repr__(self) -> str:
        one, other = self.mean
        chances = f"wins {self.win:.4f}, draws {self.draw:.4f}, loses {self.loss:.4f}"
        return f"<Comparison {self.one.id} {one:.4f}, {self.other.id} {other:.4f}: the first {chances}>"

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        loss, differs = self.criteria.loss.sum(axis=0), self.criteria.differs.sum(axis=0)
        rows = [(kind_of(n), float(loss[n]), float(differs[n])) for n in reversed(range(len(loss)))]
        return html_table(repr(self).strip("<>"), ["decision", "loss", "other choices"], rows)


def compare_strategies(arena: Arena, one: Strategy, other: Strategy) -> Comparison:
    """Compare two strategies exactly."""
    player, judge = (strategy.policy(arena) for strategy in (one, other))
    walks = [walk(arena, policy, [Quantity.TOTAL]) for policy in (player, judge)]
    mine, theirs = (played.amounts[Quantity.TOTAL] for played in walks)
    win, draw, loss = outcomes(mine, theirs)
    return Comparison(
        one,
        other,
        (float(walks[0].mean.sum()), float(walks[1].mean.sum())),
        compare(arena, player, judge, walks[0].visits),
        win,
        draw,
        loss,
        total_variation(mine, theirs),
        Dominance(*dominance(mine, theirs), *dominance(theirs, mine)),
    )
