"""The table `exact`: a game solved in fractions, and what holds in every position; one row."""

import pyarrow as pa

from ..game.game import Game
from ..solve.exact import solve_exact
from ..solve.exact_summary import Summary


def exact_rows(game: Game, threads: int = 1) -> pa.Table:
    """The table `exact` of a game."""
    return pa.Table.from_pylist([Summary.of(solve_exact(game, threads)).row()])
