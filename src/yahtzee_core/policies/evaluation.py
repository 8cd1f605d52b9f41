"""The exact statistics of a strategy (Glenn 2007, section II-C)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Floats
from ..game.game import Game
from ..shown import html_table
from ..solve.bounds import Quantity
from .arena import Arena
from .decisions import optimal_policy
from .distribution import Distribution
from .judge import Criteria, Judging
from .strategies.strategy import Strategy
from .walk import Walk, part_names, walk

TOLD = (Quantity.TOTAL, Quantity.UPPER_TOTAL, Quantity.EXTRA_YAHTZEES)
"""Quantities whose distributions are told of a strategy."""


@dataclass(frozen=True)
class Evaluation:
    """What a strategy does in a game; losses are judged by the optimal policy."""

    arena: Arena
    strategy: Strategy
    walk: Walk
    losses: Criteria

    def __repr__(self) -> str:
        numbers = f"mean {self.mean:.4f}, sd {self.sd:.4f}"
        return f"<Evaluation {self.game.id}, {self.strategy.id}: {numbers}>"

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        sd = np.sqrt(np.maximum(self.covariance.diagonal(), 0)).tolist()
        lost = [*self.losses.chosen.tolist(), None, None]
        columns = (self.parts, self.walk.mean.tolist(), sd, self.zero.tolist(), lost)
        head = ["category", "mean", "sd", "zero", "lost by choosing it"]
        return html_table(repr(self).strip("<>"), head, zip(*columns, strict=True))

    @property
    def game(self) -> Game:
        return self.arena.game

    @property
    def parts(self) -> list[str]:
        """What a total is the sum of: the categories, then the two bonuses."""
        return part_names(self.game)

    @property
    def mean(self) -> float:
        """Expected score."""
        return float(self.walk.mean.sum())

    @cached_property
    def covariance(self) -> Floats:
        """(n_parts, n_parts) of the points of the parts; it sums up to the variance of the score."""
        covariance: Floats = self.walk.cross - np.outer(self.walk.mean, self.walk.mean)
        return covariance

    @property
    def sd(self) -> float:
        """Standard deviation of the score."""
        return float(np.sqrt(max(self.covariance.sum(), 0.0)))

    @property
    def distribution(self) -> Distribution:
        """Of the score."""
        return Distribution(self.game, self.strategy.id, self.walk.amounts[Quantity.TOTAL])

    @property
    def extra_yahtzees(self) -> Floats:
        """Probability of each number of Yahtzee bonuses, from 0."""
        return self.walk.amounts[Quantity.EXTRA_YAHTZEES]

    @property
    def bonus_probability(self) -> float:
        """Of the upper bonus; 0 in games without."""
        return float(self.walk.secured.sum())

    @property
    def secured_early(self) -> float:
        """Probability that the upper bonus is earned before the last upper category is filled."""
        return float(self.walk.secured[1:].sum())

    @cached_property
    def zero(self) -> Floats:
        """(n_parts,) probability of no points."""
        options = self.arena.states.options
        taken = self.walk.taken.sum(axis=0) * (options.points == 0)
        zero = np.bincount(options.category, weights=taken, minlength=len(self.game.categories))
        return np.concatenate([zero, [1 - self.bonus_probability, self.extra_yahtzees[0]]])


def evaluate(arena: Arena, strategy: Strategy) -> Evaluation:
    """Evaluate a strategy exactly."""
    judging = Judging(arena, optimal_policy(arena), arena.optimal.table.value)
    played = walk(arena, strategy.policy(arena), TOLD, watch=judging.watch)
    return Evaluation(arena, strategy, played, judging.criteria)
