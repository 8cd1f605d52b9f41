"""The budget of the lanes, and which tests are slow."""

from collections import defaultdict

import pytest
from helpers import PROJECT
from lanes import LONG, slow_but, slow_ones
from spent import compared, read_budgets
from toy_games import TOY_GAMES

BUDGET = {"a.py": (10.0, 2), "others": (2.0, 0)}


@pytest.mark.parametrize(
    ("seconds", "processes", "told", "failed"),
    [
        ({"a.py": 9.0, "b.py": 1.0}, {"a.py": 2}, [], []),
        ({"a.py": 11.0, "b.py": 5.0}, {}, ["a.py took 11.0 CPU s of 10.0", "b.py took 5.0 CPU s of 2.0"], []),
        ({"a.py": 1.0}, {"a.py": 3}, [], ["a.py started 3 processes; expected at most 2"]),
        ({"b.py": 1.0}, {"b.py": 1}, [], ["b.py started 1 processes; expected at most 0"]),
    ],
)
def test_what_is_over_a_budget(
    seconds: dict[str, float], processes: dict[str, int], told: list[str], failed: list[str]
) -> None:
    """More seconds are told, and one process more fails."""
    assert compared(seconds, defaultdict(int, processes), BUDGET) == (told, failed)


def test_budgets_are_of_modules_that_are_there() -> None:
    budgets = read_budgets()
    assert budgets.keys() == {"test", "check"}
    for costs in budgets.values():
        assert all((PROJECT / module).is_file() for module in costs.keys() - {"others"})
    for module, (seconds, processes) in budgets["test"].items():
        whole = budgets["check"].get(module, budgets["check"]["others"])
        assert seconds <= whole[0] and processes <= whole[1], module


def test_parameters_that_are_slow() -> None:
    assert [len(getattr(each, "marks", ())) for each in slow_but("abc")] == [0, 1, 1]
    assert slow_but([1, (2, 3)], 1)[1].values == (2, 3)
    assert [len(getattr(each, "marks", ())) for each in slow_ones("abc", "b")] == [0, 1, 0]


def test_long_games_are_there() -> None:
    assert set(LONG) < TOY_GAMES.keys()


@pytest.mark.parametrize("name", LONG)
def test_a_long_game_makes_a_test_slow(name: str, request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("slow")
