"""How long a whole run would take on so many cores: every rule, handed out as Snakemake hands it out.

Which jobs there are, what each reads, its threads and its priority are asked of Snakemake itself, by a dry
run for so many cores. What a job takes is foretold from its bytes or its states, in seconds of the machine
that was calibrated. One job after another is begun by the main process; a job waits for free cores.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..checked_yaml import load_yaml
from ..errors import UserError
from ..files import read_text
from ..partition.costs import DEFAULT, Costs
from ..partition.schedule import makespan, path_to_end
from .effort import Effort
from .plan import Plan, load_plan
from .rule_costs import MERGE_ALONE, MERGE_SHARED, RULES, RuleCosts

BEGIN = 1.6
"""Seconds before the first job: Snakemake reads the workflow and looks at what is there."""
HAND_OUT = 0.04
"""Seconds of the main process for each job."""
SCHEMA = Path("config/schema.yaml")
"""Of the configuration, below the folder of the workflow."""


@dataclass(frozen=True)
class WorkflowJob:
    """One job of the workflow as a dry run prints it. wildcards: as "game=yahtzee, part=layer=07"."""

    rule: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    wildcards: str
    threads: int
    priority: int

    def wildcard(self, name: str) -> str:
        """The value of a wildcard, empty where the rule has no such one."""
        found = re.search(rf"(?:^|, ){name}=(.*?)(?:, \w+=|$)", self.wildcards)
        return found[1] if found else ""


@dataclass(frozen=True)
class Forecast:
    """A run on some cores. seconds: of wall. critical: by rule, the seconds of the longest chain of jobs.

    cpu: CPU seconds of all jobs and of the main process.
    """

    cores: int
    jobs: int
    seconds: float
    cpu: float
    critical: Mapping[str, float]

    @property
    def critical_path(self) -> float:
        """Seconds of the longest chain of jobs."""
        return sum(self.critical.values())


def forecasts(config: Path, cores: Sequence[int], costs: Costs = DEFAULT) -> list[Forecast]:
    """A run of a configuration from nothing, on each number of cores; UserError for an error in it."""
    if not SCHEMA.is_file():
        raise UserError(f"{SCHEMA}: no such file; expected the folder of the workflow")
    plan = load_plan(load_yaml(read_text(config, "a configuration"), str(config)), SCHEMA, str(config))
    return [forecast_of(workflow_jobs(config, each), plan, each, costs) for each in cores]


def forecast_of(jobs: Sequence[WorkflowJob], plan: Plan, cores: int, costs: Costs) -> Forecast:
    """The same from the jobs."""
    takes = _Takes(plan, costs)
    needs = needs_of(jobs)
    wall = [takes.wall(job) for job in jobs]
    cpu = sum(map(takes.cpu, jobs)) + BEGIN + HAND_OUT * len(jobs)
    return Forecast(
        cores, len(jobs), wall_seconds(jobs, needs, wall, cores), cpu, critical_seconds(jobs, needs, wall)
    )


def workflow_jobs(config: Path, cores: int) -> list[WorkflowJob]:
    """All jobs of a run of a configuration in the workflow of this folder, each after those that it needs."""
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--forceall", "--cores", str(cores)]
    asked = subprocess.run(
        [*command, "--configfile", os.fspath(config)], capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise UserError(f"{config}: snakemake: {(asked.stderr.strip().splitlines() or ['failed'])[-1]}")
    return parsed_jobs(asked.stdout)


def parsed_jobs(printed: str) -> list[WorkflowJob]:
    """The jobs in what a dry run prints."""
    blocks = re.split(r"^(?:local)?rule (?=\w+:$)", printed, flags=re.MULTILINE)[1:]
    return [_job(block) for block in blocks]


def _job(block: str) -> WorkflowJob:
    rule, _, rest = block.partition(":\n")
    lines = dict(re.findall(r"^    ([\w-]+): (.*)$", rest, flags=re.MULTILINE))
    inputs, outputs = (tuple(lines[key].split(", ")) if key in lines else () for key in ("input", "output"))
    numbers = int(lines.get("threads", 1)), int(lines.get("priority", 0))
    return WorkflowJob(rule, inputs, outputs, lines.get("wildcards", ""), *numbers)


class _Takes:
    """What jobs take. Seconds of rules are scaled to the machine by those of `maxprob`."""

    def __init__(self, plan: Plan, costs: Costs) -> None:
        self._plan, self._effort, self._costs = plan, Effort(plan, lambda: 1), costs
        self._scale = costs.of("maxprob") / DEFAULT.of("maxprob")
        self._classes = {
            key: {run.partition.name(part): load for part, load in run.loads.items()}
            for key, run in plan.runs.items()
        }

    def cpu(self, job: WorkflowJob) -> float:
        """CPU seconds of a job."""
        return self._costs.start + sum(self._work(job))

    def wall(self, job: WorkflowJob) -> float:
        """Wall seconds of a job with its threads."""
        alone, shared = self._work(job)
        return self._costs.start + alone + shared / job.threads

    def _work(self, job: WorkflowJob) -> tuple[float, float]:
        """CPU seconds of one thread, and those that threads share."""
        game = job.wildcard("game")
        if job.rule in ("solve_class", "solve_pairs"):
            key = game, job.wildcard("objective")
            load = self._classes[key][job.wildcard("part")]
            alone = load.own * self._costs.write + load.read * self._costs.read
            return alone, load.own * self._costs.of(self._plan.runs[key].problem)
        if job.rule == "exact":
            return 0.0, self._scale * self._effort.exact_seconds(game)
        if job.rule == "merge":
            merged = self._plan.runs[game, job.wildcard("objective")].bytes
            return self._scale * MERGE_ALONE * merged, self._scale * MERGE_SHARED * merged
        return self._scale * RULES.get(job.rule, RuleCosts()).seconds(self._states(game)), 0.0

    def _states(self, game: str) -> float:
        return self._effort.states_of(game) if game in self._plan.games else 0.0


def needs_of(jobs: Sequence[WorkflowJob]) -> list[set[int]]:
    """The jobs that each job waits for, by number."""
    maker = {path: number for number, job in enumerate(jobs) for path in job.outputs}
    return [{maker[path] for path in job.inputs if path in maker} for job in jobs]


def wall_seconds(
    jobs: Sequence[WorkflowJob], needs: Sequence[set[int]], wall: Sequence[float], cores: int
) -> float:
    """Wall seconds of a run: of the ready jobs, those of the highest priority begin first if they fit."""
    priority = {number: float(job.priority) for number, job in enumerate(jobs)}
    threads = {number: job.threads for number, job in enumerate(jobs)}
    return BEGIN + makespan(dict(enumerate(wall)), needs.__getitem__, cores, priority, threads, HAND_OUT)


def critical_seconds(
    jobs: Sequence[WorkflowJob], needs: Sequence[set[int]], wall: Sequence[float]
) -> Mapping[str, float]:
    """The seconds of the jobs of the longest chain, by rule in the order in which they come."""
    path = path_to_end(dict(enumerate(wall)), needs.__getitem__)
    seconds: dict[str, float] = defaultdict(float)
    ready = set(path)
    while ready:
        first = max(sorted(ready), key=path.__getitem__)
        seconds[jobs[first].rule] += wall[first]
        ready = {number for number, needed in enumerate(needs) if first in needed}
    return dict(seconds)
