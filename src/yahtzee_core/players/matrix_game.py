"""Zero-sum games of two players with few strategies each, solved exactly.

The column player's program, max sum y with B y <= 1 and y >= 0, B being the payoffs made positive, has
the row player's mix as its dual (Dantzig 1951). The simplex method in fractions, by Bland's rule: no
tolerance, and it ends.
"""

from fractions import Fraction

import numpy as np

from ..arrays import Floats

Row = list[Fraction]


def solve_matrix_game(payoff: Floats) -> tuple[float, Floats]:
    """The value of a game to the row player, and a mix of rows, (n_rows,), that is sure of it.

    payoff: (n_rows, n_columns) float64, taken as exact.
    """
    n_rows, n_columns = payoff.shape
    least = Fraction(float(payoff.min())) - 1
    rows = [
        [*(Fraction(x) - least for x in row), *(Fraction(i == j) for j in range(n_rows)), Fraction(1)]
        for i, row in enumerate(payoff.tolist())
    ]
    goal = [Fraction(-1)] * n_columns + [Fraction(0)] * (n_rows + 1)
    basis = list(range(n_columns, n_columns + n_rows))
    while (column := next((j for j, x in enumerate(goal[:-1]) if x < 0), None)) is not None:
        _, _, i = min((r[-1] / r[column], basis[i], i) for i, r in enumerate(rows) if r[column] > 0)
        basis[i] = column
        _pivot(rows, goal, i, column)
    value = 1 / goal[-1]
    return float(value + least), np.array([float(value * x) for x in goal[n_columns:-1]])


def _pivot(rows: list[Row], goal: Row, at: int, column: int) -> None:
    """Make the column that of a basic variable, 1 in the row `at` and 0 elsewhere."""
    rows[at] = [x / rows[at][column] for x in rows[at]]
    for row in (*(r for i, r in enumerate(rows) if i != at), goal):
        if (factor := row[column]) != 0:
            row[:] = [x - factor * y for x, y in zip(row, rows[at], strict=True)]
