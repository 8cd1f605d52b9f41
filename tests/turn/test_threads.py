"""Parts of a work come back in their order; one thread is the one that asks."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from yahtzee_core.game.load import load_game
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.scores import solve_maxprob
from yahtzee_core.turn import threads as threads_module
from yahtzee_core.turn.threads import MOST, in_threads


@pytest.mark.parametrize("threads", [1, 2, 16])
@pytest.mark.parametrize("parts", [[], [3], list(range(20))], ids=len)
def test_the_order_is_that_of_the_parts(parts: list[int], threads: int) -> None:
    assert list(in_threads(lambda part: part * part, iter(parts), threads)) == [part**2 for part in parts]


def test_threads_work_at_the_same_time() -> None:
    """Each of two waits for the other one."""
    both = threading.Barrier(2, timeout=60)
    assert sorted(in_threads(lambda _: both.wait(), range(2), threads=2)) == [0, 1]


@pytest.mark.parametrize(("parts", "threads"), [(1, 4), (4, 1)])
def test_no_thread_is_started_for_one(parts: int, threads: int) -> None:
    here = threading.current_thread()
    found = list(in_threads(lambda _: threading.current_thread(), range(parts), threads))
    assert found == [here] * parts


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_a_part_is_raised(threads: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda part: 1 // part, [2, 1, 0], threads))


def test_no_more_threads_than_have_a_use(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def pool(threads: int) -> ThreadPoolExecutor:
        asked.append(threads)
        return ThreadPoolExecutor(threads)

    monkeypatch.setattr(threads_module, "ThreadPoolExecutor", pool)
    assert list(in_threads(abs, range(20 * MOST), threads=10**9)) == list(range(20 * MOST))
    assert asked == [MOST]


def test_a_billion_threads_give_the_same_bits() -> None:
    game = load_game("toy")
    one, many = (solve_expected(game, threads) for threads in (1, 10**9))
    assert one.value.tobytes() == many.value.tobytes()
    one, many = (solve_maxprob(game, threads=threads) for threads in (1, 10**9))
    assert one.start.tobytes() == many.start.tobytes()
