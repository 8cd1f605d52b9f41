"""The numbers of the formula `pairs`: least squares against the exact values, weighted by visits."""

import numpy as np

from ..arena import Arena
from ..decisions import EstimatePolicy, optimal_policy
from ..strategies.estimates import of_categories
from ..strategies.formulas import Pairs
from ..strategies.strategy import Batch
from ..walk import walk

UNVISITED = 1e-9
"""Weight of a state that the optimal policy never comes to."""


def fit_pairs(arena: Arena, digits: int = 3) -> tuple[dict[str, float], float]:
    """The numbers by name, rounded, and their exact expected score.

    mean and variance are those of the optimal policy; the linear numbers are weighted by its visits.
    """
    formula, batch = Pairs(), Batch.of(arena.states)
    played = walk(arena, optimal_policy(arena))
    upper = [i for i, c in enumerate(arena.game.categories) if c.upper]
    mean, variance = (np.round(numbers[upper], digits) for numbers in of_categories(played))
    columns = formula.columns(batch, mean, variance)
    weighted = columns.T * (played.visits + UNVISITED)
    linear = np.linalg.lstsq(weighted @ columns, weighted @ arena.optimal.value, rcond=1e-12)[0]
    numbers = np.round(np.concatenate([mean, variance, linear]), digits)
    played = walk(arena, EstimatePolicy(arena, formula.estimate(batch, numbers)))
    return dict(zip(formula.names(arena.game), map(float, numbers), strict=True)), float(played.mean.sum())
