"""Commands on other systems: without what Linux alone has, and where output is no UTF-8."""

import io
import json
import os
import subprocess
import sys

import pytest
from commands import COMMAND, Capture, error_of, printed

from yahtzee_core.turn import machine


@pytest.fixture
def not_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delenv("PYTHON_CPU_COUNT")


@pytest.mark.usefixtures("not_linux")
@pytest.mark.parametrize(
    "command",
    [
        ("value", "toy"),
        ("maxprob", "toy", "--target", "100"),
        ("distribution", "toy"),
        ("plan", "toy", "--objective", "maxprob"),
    ],
    ids=lambda command: command[0],
)
def test_commands_start_where_no_affinity_is_known(command: tuple[str, ...], capsys: Capture) -> None:
    assert printed(capsys, *command)
    assert machine.cores() == os.cpu_count()


def test_cores_are_those_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHON_CPU_COUNT")
    assert 1 <= machine.cores() <= (os.cpu_count() or 1)


@pytest.mark.parametrize(("asked", "given"), [("3", 3), ("0", 1)])
def test_cores_that_were_asked_for(monkeypatch: pytest.MonkeyPatch, asked: str, given: int) -> None:
    monkeypatch.setenv("PYTHON_CPU_COUNT", asked)
    assert machine.cores() == given


@pytest.mark.parametrize("asked", ["default", ""])
def test_no_number_of_cores_that_was_asked_for(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.delenv("PYTHON_CPU_COUNT")
    found = machine.cores()
    monkeypatch.setenv("PYTHON_CPU_COUNT", asked)
    assert machine.cores() == found


@pytest.mark.parametrize("asked", ["two", "-1", "1.5"])
def test_a_wrong_number_of_cores_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, asked: str
) -> None:
    monkeypatch.setenv("PYTHON_CPU_COUNT", asked)
    assert error_of(capsys, "value", "toy") == (
        f"PYTHON_CPU_COUNT: '{asked}'; expected a number of cores, or default"
    )


def test_no_bound_where_the_memory_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> int:
        raise ValueError(name)

    machine.memory.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(os, "sysconf", unknown)
        assert machine.memory() == 1 << 62
    machine.memory.cache_clear()
    assert 1 << 28 < machine.memory() < 1 << 62


def in_ascii(*command: str) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, *command], capture_output=True, env=environment, check=True)
    return done.stdout.decode("ascii")


def test_a_terminal_of_ascii_sees_escapes() -> None:
    sheet = in_ascii("games", "generala")
    assert "Ten categories, no bonus." in sheet and "\\u00" in sheet


def test_json_of_ascii_is_json() -> None:
    games = json.loads(in_ascii("games", "--json"))
    titles = [category["title"] for game in games for category in game["categories"]]
    assert any("ó" in title for title in titles)


def test_other_streams_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from yahtzee_core.cli import main

    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(["games", "generala"]) == 0


NAMES = "print(*(open(f'/proc/self/task/{task}/comm').read() for task in os.listdir('/proc/self/task')))"
"""Of the threads of a process: those of BLAS are called as the process, that of PyArrow is not."""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads of a process are listed on Linux")
@pytest.mark.parametrize(("asked", "threads"), [(None, 1), ("2", 2)])
def test_numpy_has_one_thread_unless_told_otherwise(asked: str | None, threads: int) -> None:
    """However many cores there are: those of BLAS wait for work on a busy core."""
    if asked and os.cpu_count() == 1:
        pytest.skip("a second thread needs a second core")
    told = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told |= {"OPENBLAS_NUM_THREADS": asked} if asked else {}
    command = [sys.executable, "-c", f"import os, yahtzee_core.cli, numpy; {NAMES}"]
    done = subprocess.run(command, capture_output=True, text=True, env=told, check=True)
    names = done.stdout.split()
    assert names.count(names[0]) == threads
