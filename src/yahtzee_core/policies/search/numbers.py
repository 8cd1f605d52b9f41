"""The best numbers of a formula, by CMA-ES (pycma) with the exact expected score as fitness.

Hansen 2016, The CMA evolution strategy: a tutorial. The state of the search is stored after every generation,
and an interrupted search goes on from it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays import Floats
from ...extras import missing
from ...turn.machine import cores
from ...turn.threads import in_threads
from ..arena import Arena
from ..decisions import EstimatePolicy
from ..strategies.estimates import mean_values
from ..strategies.formulas import FORMULAS
from ..strategies.strategy import Batch
from ..walk import walk
from .state import SearchState

WORTH_STEP, VARIANCE_STEP = 1.5, 0.3
"""First steps: points for a worth, a share of itself for a variance."""


def search_numbers(
    arena: Arena,
    formula: str,
    seed: int,
    generations: int,
    state: SearchState,
    progress: Callable[[int, float], None],
) -> tuple[dict[str, float], float]:
    """The best numbers by name, and their exact expected score.

    formula: means or means_with_variances. state: of an interrupted search, to go on from. progress: told the
    generation and the best score so far.
    """
    strategy = state.load() or _started(arena, formula, seed)
    batch = Batch.of(arena.states)

    def loss(numbers: Floats) -> float:
        estimate = FORMULAS[formula].estimate(batch, np.asarray(numbers))
        return -float(walk(arena, EstimatePolicy(arena, estimate)).mean.sum())

    while strategy.countiter < generations and not strategy.stop():
        asked = strategy.ask()
        strategy.tell(asked, list(in_threads(loss, asked, cores())))
        state.save(strategy)
        progress(strategy.countiter, -strategy.result.fbest)
    best = np.round(strategy.result.xbest, 4)
    names = FORMULAS[formula].names(arena.game)
    return dict(zip(names, map(float, best), strict=True)), -loss(best)


def _started(arena: Arena, formula: str, seed: int) -> Any:
    try:
        import cma  # of the extra search
    except ImportError:
        raise missing("search", "pycma", "search") from None
    worth, variance = mean_values(arena)
    start, steps = worth, np.full(len(worth), WORTH_STEP)
    if formula == "means_with_variances":
        start = np.concatenate([worth, variance])
        steps = np.concatenate([steps, VARIANCE_STEP * np.maximum(variance, 1)])
    options = {"seed": seed, "CMA_stds": steps, "verbose": -9}
    return cma.CMAEvolutionStrategy(start, 1.0, options)
