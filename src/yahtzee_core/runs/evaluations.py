"""The exact statistics of a strategy as tables (docs/data.md)."""

from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa

from ..arrays import Floats
from ..game.game import Game
from ..policies.arena import Arena
from ..policies.distribution import dominance, outcomes, total_variation
from ..policies.evaluation import Evaluation, evaluate
from ..policies.strategies.load import load_strategy
from ..solve.expected import ExpectedTable


def strategy_tables(game: Game, text: str, expected: ExpectedTable) -> dict[str, pa.Table]:
    """The tables of a strategy of a game, given as to load_strategy, by name."""
    return evaluation_tables(evaluate(Arena(game, expected), load_strategy(text, game)))


def pair_rows(amounts: pa.Table) -> pa.Table:
    """The table `strategy_pairs`, of strategy_amounts: every strategy against every other by the score."""
    import pyarrow.compute as pc  # slow to import

    totals = amounts.filter(pc.equal(amounts["quantity"], "total"))
    by_strategy = {
        name: totals.filter(pc.equal(totals["strategy"], name))["probability"].to_numpy()
        for name in sorted(set(totals["strategy"].to_pylist()))
    }
    return pa.Table.from_pylist(
        [_pair(*one, *other) for one, other in product(by_strategy.items(), repeat=2)]
    )


def _pair(one: str, mine: Floats, other: str, theirs: Floats) -> dict[str, Any]:
    win, draw, loss = outcomes(mine, theirs)
    dominates, fails_at = dominance(mine, theirs)
    return {
        "strategy": one,
        "other": other,
        "p_win": win,
        "p_draw": draw,
        "p_lose": loss,
        "variation": total_variation(mine, theirs),
        "dominates": dominates,
        "fails_at": fails_at,
    }


def evaluation_tables(evaluation: Evaluation) -> dict[str, pa.Table]:
    """The tables of one strategy, by name; the same names as in schemas."""
    return {
        "strategies": pa.Table.from_pylist([_summary(evaluation)]),
        "strategy_categories": _categories(evaluation),
        "strategy_scores": _scores(evaluation),
        "strategy_rolls": _rolls(evaluation),
        "strategy_amounts": _amounts(evaluation),
        "strategy_covariances": _covariances(evaluation),
        "strategy_losses": _losses(evaluation),
    }


def _summary(evaluation: Evaluation) -> dict[str, Any]:
    count = np.arange(len(evaluation.extra_yahtzees))
    losses = evaluation.losses
    return {
        "strategy": evaluation.strategy.id,
        "title": evaluation.strategy.title,
        "source": evaluation.strategy.source,
        "mean": evaluation.mean,
        "sd": evaluation.sd,
        "median": evaluation.distribution.quantile(0.5),
        "upper_bonus": evaluation.bonus_probability,
        "secured_early": evaluation.secured_early,
        "extra_yahtzees": float(evaluation.extra_yahtzees @ count),
        "keep_loss": losses.keep_loss,
        "category_loss": losses.category_loss,
        "differs": float(losses.differs.sum()),
        "differs_beyond_tie": float(losses.differs_beyond_tie.sum()),
    }


def _named(evaluation: Evaluation, columns: dict[str, Any]) -> pa.Table:
    """A table with the strategy's name before other columns."""
    rows = len(next(iter(columns.values())))
    return pa.table({"strategy": pa.array([evaluation.strategy.id] * rows, pa.string()), **columns})


def _categories(evaluation: Evaluation) -> pa.Table:
    columns = {
        "category": evaluation.parts,
        "mean": evaluation.walk.mean,
        "variance": np.diag(evaluation.covariance),
        "zero": evaluation.zero,
    }
    return _named(evaluation, columns)


def _scores(evaluation: Evaluation) -> pa.Table:
    """Which points a category gets, and in which turn: options with the same points are one row."""
    options = evaluation.arena.states.options
    ids = np.array([c.id for c in evaluation.game.categories])
    keys, which = np.unique(np.column_stack([options.category, options.points]), axis=0, return_inverse=True)
    rows = []
    for turn, taken in enumerate(evaluation.walk.taken, start=1):
        probability = np.bincount(which.reshape(-1), weights=taken, minlength=len(keys))
        rows += [(int(c), int(p), turn, x) for (c, p), x in zip(keys, probability, strict=True) if x > 0]
    rows.sort()
    category, points, turns, chance = map(np.array, zip(*rows, strict=True))
    columns = {
        "category": ids[category],
        "points": points.astype(np.int32),
        "turn": turns.astype(np.int8),
        "probability": chance,
    }
    return _named(evaluation, columns)


def _rolls(evaluation: Evaluation) -> pa.Table:
    """Which roll fills which category."""
    lattice = evaluation.arena.states.options.lattice
    texts = np.array(
        [" ".join(map(str, lattice.faces_of(lattice.first_roll + r))) for r in range(lattice.n_rolls)]
    )
    at, category = np.nonzero(evaluation.walk.final)
    ids = np.array([c.id for c in evaluation.game.categories])
    expected = evaluation.walk.final[at, category]
    return _named(evaluation, {"roll": texts[at], "category": ids[category], "expected": expected})


def _amounts(evaluation: Evaluation) -> pa.Table:
    """Distributions of what piles up."""
    names = [q.name.lower() for q, p in evaluation.walk.amounts.items() for _ in p]
    amount = np.concatenate([np.arange(len(p)) for p in evaluation.walk.amounts.values()])
    probability = np.concatenate(list(evaluation.walk.amounts.values()))
    columns = {"quantity": names, "amount": amount.astype(np.int32), "probability": probability}
    return _named(evaluation, columns)


def _covariances(evaluation: Evaluation) -> pa.Table:
    n = len(evaluation.parts)
    columns = {
        "category": np.repeat(evaluation.parts, n),
        "other": np.tile(evaluation.parts, n),
        "covariance": evaluation.covariance.reshape(-1),
    }
    return _named(evaluation, columns)


def _losses(evaluation: Evaluation) -> pa.Table:
    turns, rolls = evaluation.losses.loss.shape
    columns = {
        "turn": np.repeat(np.arange(1, turns + 1, dtype=np.int8), rolls),
        "rerolls": np.tile(np.arange(rolls, dtype=np.int8), turns),
        "points_lost": evaluation.losses.loss.reshape(-1),
        "differs": evaluation.losses.differs.reshape(-1),
        "differs_beyond_tie": evaluation.losses.differs_beyond_tie.reshape(-1),
    }
    return _named(evaluation, columns)
