"""What tests cost: CPU seconds and processes of each module, against tests/budget.yaml.

Processes are counted, and one too many fails the session. Seconds depend on the machine: more than the budget
is told, and fails nothing.
"""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import lanes
import pytest
import yaml

BUDGET = Path(__file__).parents[1] / "budget.yaml"
LONGEST = 2.0
"""CPU seconds of the call of a test that is not slow; the longest are told."""
TOLD = 10
SPENT = "spent"
Cost = tuple[float, int]
"""CPU seconds, and processes started."""
_started: Counter[str] = Counter()


def _count(event: str, _: Any) -> None:
    if event == "subprocess.Popen":
        _started[event] += 1


def _now() -> Cost:
    """So far, of this process and of those that it waited for."""
    times = os.times()
    seconds = times.user + times.system + times.children_user + times.children_system
    return seconds, _started["subprocess.Popen"]


@dataclass(eq=False)
class Spent:
    """The costs of the modules of a session; under xdist the controller's alone are whole."""

    lane: str
    before: Cost = (0.0, 0)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    processes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    longest: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """A test begins."""
        self.before = _now()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[Any]:
        """Its report tells what it cost since the last one."""
        report = yield
        now = _now()
        spent = (now[0] - self.before[0], now[1] - self.before[1])
        self.before = now
        report.user_properties = [(SPENT, (*spent, item.get_closest_marker("slow") is not None))]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a report, of this process or of a worker."""
        module = report.nodeid.partition("::")[0]
        for name, (seconds, processes, slow) in report.user_properties:
            if name == SPENT:
                self.seconds[module] += seconds
                self.processes[module] += processes
                if report.when == "call" and not slow and seconds > LONGEST:
                    self.longest[report.nodeid] = seconds

    @property
    def over(self) -> tuple[list[str], list[str]]:
        """Modules and tests that cost more than their budget: what is told, and what fails."""
        told, failed = compared(self.seconds, self.processes, budget(self.lane))
        longest = sorted(self.longest, key=lambda test: -self.longest[test])[:TOLD]
        told += [f"{test} took {self.longest[test]:.1f} CPU s and is not marked slow" for test in longest]
        return told, failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A session that started too many processes has failed."""
        if not hasattr(session.config, "workerinput") and self.over[1] and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The total, the modules that cost most, and what is over its budget."""
        told, failed = self.over
        seconds, processes = sum(self.seconds.values()), sum(self.processes.values())
        terminalreporter.write_sep("=", f"{seconds:.0f} CPU seconds, {processes} processes started by tests")
        for module in sorted(self.seconds, key=lambda module: -self.seconds[module])[:TOLD]:
            line = f"{self.seconds[module]:7.1f} CPU s {self.processes[module]:4} processes {module}"
            terminalreporter.write_line(line)
        for line in told:
            terminalreporter.write_line(f"more than its budget: {line}")
        for line in failed:
            terminalreporter.write_line(f"error: {line}", red=True)


def budget(lane: str) -> dict[str, Cost]:
    """The budget of every module of a lane."""
    return read_budgets()[lane]


def read_budgets() -> dict[str, dict[str, Cost]]:
    """The budget of every module, by lane."""
    raw = yaml.safe_load(BUDGET.read_text(encoding="utf-8"))
    return {
        lane: {module: (float(cost[0]), cost[1]) for module, cost in costs.items()}
        for lane, costs in raw.items()
    }


def compared(
    seconds: dict[str, float], processes: dict[str, int], budget: dict[str, Cost]
) -> tuple[list[str], list[str]]:
    """What is over a budget: what is told, and what fails; a module without one has that of `others`."""
    told, failed = [], []
    for module in sorted(seconds):
        most, starts = budget.get(module, budget["others"])
        if processes[module] > starts:
            failed.append(f"{module} started {processes[module]} processes; expected at most {starts}")
        if seconds[module] > most:
            told.append(f"{module} took {seconds[module]:.1f} CPU s of {most}")
    return told, failed


def pytest_configure(config: pytest.Config) -> None:
    """Watch a session, and tell its lane before any test is imported."""
    sys.addaudithook(_count)
    lanes.begin(config.option.markexpr)
    lane = "test" if config.option.markexpr == lanes.FAST else "check"
    config.pluginmanager.register(Spent(lane))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow by its game; workers take modules in the order of the budget, the longest first."""
    for item in items:
        lanes.mark_long(item)
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = {module: i for i, module in enumerate(budget("check"))}
        items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))
