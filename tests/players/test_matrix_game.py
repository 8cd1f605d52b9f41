"""Matrix games: known ones, and what holds in all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_core.players.matrix_game import solve_matrix_game

ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
KNOWN = [
    ([[3.0]], 3.0, [1.0]),
    ([[1, -1], [-1, 1]], 0.0, [0.5, 0.5]),
    (ROCK_PAPER_SCISSORS, 0.0, [1 / 3, 1 / 3, 1 / 3]),
    ([[0, -2, 1], [2, 0, -3], [-1, 3, 0]], 0.0, [1 / 2, 1 / 6, 1 / 3]),
    ([[2, 5], [1, 9]], 2.0, [1.0, 0.0]),
    ([[4, 1], [2, 3]], 2.5, [0.25, 0.75]),
    ([[0, 0], [0, 0], [1, 0]], 0.0, None),
]


@pytest.mark.parametrize(("payoff", "value", "mix"), KNOWN)
def test_known_games(payoff: list[list[float]], value: float, mix: list[float] | None) -> None:
    found = solve_matrix_game(np.array(payoff, dtype=np.float64))
    assert found[0] == pytest.approx(value, rel=0, abs=1e-15)
    assert mix is None or found[1].tolist() == pytest.approx(mix, rel=0, abs=1e-15)


@st.composite
def payoffs(draw: st.DrawFn) -> np.ndarray:
    """Up to six strategies each; few different numbers, so that ties are common."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    numbers = st.integers(-3, 3) | st.floats(-100, 100, allow_subnormal=False)
    return np.array(
        draw(st.lists(numbers, min_size=rows * columns, max_size=rows * columns)), dtype=float
    ).reshape(rows, columns)


@given(payoff=payoffs())
def test_neither_player_can_do_better(payoff: np.ndarray) -> None:
    """The row player's mix is sure of the value, the column player's mix holds it down to that."""
    value, mix = solve_matrix_game(payoff)
    against, other = solve_matrix_game(-payoff.T)
    size = 1e-12 * (1 + np.abs(payoff).max())
    for one in (mix, other):
        assert one.min() >= 0 and one.sum() == pytest.approx(1, rel=0, abs=1e-12)
    assert value == pytest.approx(-against, rel=0, abs=size)
    assert (mix @ payoff).min() == pytest.approx(value, rel=0, abs=size)
    assert (payoff @ other).max() == pytest.approx(value, rel=0, abs=size)
