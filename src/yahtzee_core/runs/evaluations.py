"""The exact statistics of a strategy as tables (docs/data.md)."""

from typing import Any

import numpy as np
import pyarrow as pa

from ..game.game import Game
from ..policies.arena import Arena
from ..policies.evaluation import Evaluation, evaluate
from ..policies.strategies.load import load_strategy
from ..solve.expected import ExpectedTable


def strategy_tables(game: Game, text: str, expected: ExpectedTable) -> dict[str, pa.Table]:
    """The tables of a strategy of a game, given as to load_strategy, by name."""
    return evaluation_tables(evaluate(Arena(game, expected), load_strategy(text, game)))


def evaluation_tables(found: Evaluation) -> dict[str, pa.Table]:
    """The tables of one strategy, by name; the same names as in schemas.py."""
    return {
        "strategies": pa.Table.from_pylist([_summary(found)]),
        "strategy_categories": _categories(found),
        "strategy_scores": _scores(found),
        "strategy_rolls": _rolls(found),
        "strategy_amounts": _amounts(found),
        "strategy_covariances": _covariances(found),
        "strategy_losses": _losses(found),
    }


def _summary(found: Evaluation) -> dict[str, Any]:
    count = np.arange(len(found.extra_yahtzees))
    losses = found.losses
    return {
        "strategy": found.strategy.id,
        "title": found.strategy.title,
        "source": found.strategy.source,
        "mean": found.mean,
        "sd": found.sd,
        "median": found.distribution.quantile(0.5),
        "upper_bonus": found.bonus_probability,
        "secured_early": found.secured_early,
        "extra_yahtzees": float(found.extra_yahtzees @ count),
        "keep_loss": float(losses.loss[:, 1:].sum()),
        "category_loss": float(losses.loss[:, 0].sum()),
        "differs": float(losses.differs.sum()),
        "differs_beyond_tie": float(losses.differs_beyond_tie.sum()),
    }


def _named(found: Evaluation, columns: dict[str, Any]) -> pa.Table:
    """A table with the strategy's name before other columns."""
    rows = len(next(iter(columns.values())))
    return pa.table({"strategy": pa.array([found.strategy.id] * rows, pa.string()), **columns})


def _categories(found: Evaluation) -> pa.Table:
    columns = {
        "category": found.parts,
        "mean": found.walk.mean,
        "variance": np.diag(found.covariance),
        "zero": found.zero,
    }
    return _named(found, columns)


def _scores(found: Evaluation) -> pa.Table:
    """Which points a category gets, and in which turn: options with the same points are one row."""
    options = found.arena.states.options
    ids = np.array([c.id for c in found.game.categories])
    keys, which = np.unique(np.column_stack([options.category, options.points]), axis=0, return_inverse=True)
    rows = []
    for turn, taken in enumerate(found.walk.taken, start=1):
        probability = np.bincount(which.reshape(-1), weights=taken, minlength=len(keys))
        rows += [(int(c), int(p), turn, x) for (c, p), x in zip(keys, probability, strict=True) if x > 0]
    rows.sort()
    category, points, turns, chance = map(np.array, zip(*rows, strict=True))
    columns = {
        "category": ids[category],
        "points": points.astype(np.int16),
        "turn": turns.astype(np.int8),
        "probability": chance,
    }
    return _named(found, columns)


def _rolls(found: Evaluation) -> pa.Table:
    """Which roll fills which category."""
    lattice = found.arena.states.options.lattice
    texts = np.array(
        [" ".join(map(str, lattice.faces_of(lattice.first_roll + r))) for r in range(lattice.n_rolls)]
    )
    at, category = np.nonzero(found.walk.final)
    ids = np.array([c.id for c in found.game.categories])
    expected = found.walk.final[at, category]
    return _named(found, {"roll": texts[at], "category": ids[category], "expected": expected})


def _amounts(found: Evaluation) -> pa.Table:
    """Distributions of what piles up."""
    names = [q.name.lower() for q, p in found.walk.amounts.items() for _ in p]
    amount = np.concatenate([np.arange(len(p)) for p in found.walk.amounts.values()])
    probability = np.concatenate(list(found.walk.amounts.values()))
    columns = {"quantity": names, "amount": amount.astype(np.int16), "probability": probability}
    return _named(found, columns)


def _covariances(found: Evaluation) -> pa.Table:
    n = len(found.parts)
    columns = {
        "category": np.repeat(found.parts, n),
        "other": np.tile(found.parts, n),
        "covariance": found.covariance.reshape(-1),
    }
    return _named(found, columns)


def _losses(found: Evaluation) -> pa.Table:
    turns, rolls = found.losses.loss.shape
    columns = {
        "turn": np.repeat(np.arange(1, turns + 1, dtype=np.int8), rolls),
        "rerolls": np.tile(np.arange(rolls, dtype=np.int8), turns),
        "loss": found.losses.loss.reshape(-1),
        "differs": found.losses.differs.reshape(-1),
        "differs_beyond_tie": found.losses.differs_beyond_tie.reshape(-1),
    }
    return _named(found, columns)
