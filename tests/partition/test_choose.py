"""The partition of a run: given, or chosen by cost and memory."""

import numpy as np
import numpy.typing as npt
import pytest
from helpers import builtin_states

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.partition import choose
from yahtzee_core.partition.choose import choose_partition
from yahtzee_core.partition.partition import Partition
from yahtzee_core.partition.schedule import class_loads
from yahtzee_core.partition.sizes import working_set
from yahtzee_core.runs.objectives import OBJECTIVES
from yahtzee_core.runs.objectives.expected import ExpectedProblem

Longs = npt.NDArray[np.int64]
TOY = load_game("toy")
YAHTZEE = load_game("yahtzee")


def chosen(game: Game, fixed: str | int | list[str] = "auto", memory_mb: int | None = None) -> Partition:
    """The partition of a run of `expected`."""
    given = tuple(map(game.index, fixed)) if isinstance(fixed, list) else fixed
    return choose_partition(OBJECTIVES["expected"](game, 1), given, memory_mb)


def sizes_of(game: Game, objective: str = "expected") -> Longs:
    """Bytes by mask."""
    return OBJECTIVES[objective](game, 1).sizes()


def top(g: int, n: int = 13) -> Partition:
    """The partition by the first g categories."""
    return Partition(n, fixed=tuple(range(g)))


def megabytes(name: str, partition: Partition) -> float:
    """What the working set of a partition takes."""
    return max(load.held for load in class_loads(sizes_of(load_game(name)), partition).values()) / 1e6


def resize(monkeypatch: pytest.MonkeyPatch, state_bytes: int) -> None:
    """Let states of toy have another size."""
    sizes = builtin_states("toy").lanes.astype(np.int64) * state_bytes
    monkeypatch.setattr(ExpectedProblem, "sizes", lambda *_: sizes)


@pytest.fixture(autouse=True)
def no_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the memory of a run hold its working set and nothing else."""
    monkeypatch.setattr(choose, "BUFFER_BYTES", 0)


# Given


def test_a_list_of_categories() -> None:
    assert chosen(TOY, ["ones", "yahtzee"]) == Partition(7, fixed=(0, 6))
    assert chosen(TOY, ["yahtzee", "ones"]) == Partition(7, fixed=(6, 0))
    assert chosen(TOY, []) == Partition(7)


@pytest.mark.parametrize("number", range(8))
def test_a_number_of_categories(number: int) -> None:
    assert chosen(TOY, number) == Partition(7, fixed=tuple(range(number)))


@pytest.mark.parametrize("number", [-1, 8, 100])
def test_a_number_out_of_range(number: int) -> None:
    with pytest.raises(UserError) as caught:
        chosen(TOY, number)
    assert str(caught.value) == f"toy: fixed: {number}; expected 0 to 7"


def test_an_unknown_category() -> None:
    with pytest.raises(UserError) as caught:
        chosen(TOY, ["ones", "nines"])
    message = "game toy: no category 'nines'; expected one of "
    assert str(caught.value) == message + "ones, twos, threes, fours, pair, straight, yahtzee"


def test_what_is_given_ignores_the_memory() -> None:
    assert chosen(YAHTZEE, 0, memory_mb=1) == top(0)


# The working set


@pytest.mark.parametrize(("name", "states"), [("toy", 1080), ("yahtzee", 310656)])
def test_the_working_set_of_everything_is_all_states(name: str, states: int) -> None:
    """Value and second moment, eight bytes each."""
    n = len(load_game(name).categories)
    (load,) = class_loads(sizes_of(load_game(name)), Partition(n, stride=n + 1)).values()
    assert (load.own, load.read, load.held) == (16 * states, 0, 16 * states)


@pytest.mark.parametrize("objective", ["maxprob", "maxprob_moments"])
def test_maxprob_takes_more_memory(objective: str) -> None:
    size = sizes_of(TOY, objective)
    assert size.shape == (128,) and size.sum() > 10 * sizes_of(TOY).sum()


@pytest.mark.parametrize("partition", [Partition(7), Partition(7, fixed=(0, 6)), top(7, 7)], ids=str)
def test_the_working_set_by_counting_masks(partition: Partition) -> None:
    """The states of a class and of all masks with one category more, class by class."""
    size, largest = sizes_of(TOY), 0
    for part in partition.classes():
        masks = set(partition.masks(part).tolist())
        after = {m | 1 << c for m in masks for c in range(7)}
        touched = {partition.class_of(m) for m in masks | after}
        held = [m for m in range(128) if partition.class_of(m) in touched]
        largest = max(largest, sum(int(size[m]) for m in held))
    assert working_set(size, partition) == largest


# Chosen


@pytest.mark.parametrize("name", [name for name in builtin_games() if name != "yatzy"])
def test_auto_makes_one_class_of_a_builtin_game(name: str) -> None:
    game = load_game(name)
    n = len(game.categories)
    assert chosen(game) == chosen(game, "auto", 1000) == Partition(n, stride=n + 1)


def test_auto_fans_out_what_is_dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one job would take longer than a fan-out, the middle layer has a class for each worker."""
    monkeypatch.setattr(choose, "FAN_OUT_JOBS", 0)
    assert chosen(YAHTZEE) == top(3)
    monkeypatch.setattr(choose, "WORKERS", 3)
    assert chosen(YAHTZEE) == top(2)


def test_buffers_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "BUFFER_BYTES", 1_000_000)
    assert chosen(YAHTZEE, "auto", 5) != chosen(YAHTZEE, "auto", 6) == Partition(13, stride=14)


@pytest.mark.parametrize("memory_mb", [1, 2, 3, 4])
def test_auto_takes_the_smallest_set_that_fits(memory_mb: int) -> None:
    found = chosen(YAHTZEE, "auto", memory_mb)
    assert found == top(len(found.fixed))
    assert megabytes("yahtzee", found) <= memory_mb < megabytes("yahtzee", Partition(13, stride=14))
    assert all(megabytes("yahtzee", top(g)) > memory_mb for g in range(len(found.fixed)))


def test_less_memory_never_means_fewer_fixed_categories() -> None:
    sizes = [len(chosen(YAHTZEE, "auto", mb).fixed) for mb in (5, 4, 3, 2, 1)]
    assert sizes == sorted(sizes) and sizes[0] == 0 < sizes[-1]


def test_memory_that_fits_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A MB is 1,000,000 bytes: 1,080 states of 925 bytes are less, of 926 bytes are more."""
    resize(monkeypatch, 925)
    assert chosen(TOY, "auto", 1) == Partition(7, stride=8)
    resize(monkeypatch, 926)
    assert chosen(TOY, "auto", 1) == Partition(7)
    assert chosen(TOY, "auto", 2) == Partition(7, stride=8)


@pytest.mark.parametrize("state_bytes", [16, 40_000, 150_000])
def test_too_little_memory(state_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the key and a number of MB that is enough."""
    resize(monkeypatch, state_bytes)
    with pytest.raises(UserError) as caught:
        chosen(TOY, "auto", 0)
    head, _, needed = str(caught.value).rpartition(" ")
    assert head == "toy: memory_mb: 0; expected at least"
    assert chosen(TOY, "auto", int(needed)).n == 7
