"""What a whole run would take: jobs as a dry run prints them, handed out on many cores; and their threads."""

import json
import random
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import Capture, error_of, printed
from helpers import PROJECT

from yahtzee_core.checked_yaml import load_yaml
from yahtzee_core.errors import UserError
from yahtzee_core.partition.costs import DEFAULT
from yahtzee_core.runs import forecast as module
from yahtzee_core.runs.effort import Effort
from yahtzee_core.runs.forecast import (
    BEGIN,
    HAND_OUT,
    WorkflowJob,
    critical_seconds,
    forecast_of,
    forecasts,
    needs_of,
    parsed_jobs,
    wall_seconds,
    workflow_jobs,
)
from yahtzee_core.runs.plan import Plan, load_plan

PRINTED = """Building DAG of jobs...

[Sun Nov 29 11:12:08 2026]
rule solve_class:
    output: results/toy/expected/shards/layer=00/fixed=00.parquet
    log: logs/solve_class/toy/expected/layer=00/fixed=00.log
    jobid: 3
    wildcards: game=toy, objective=expected, part=layer=00/fixed=00
    priority: 301
    threads: 2
    resources: tmpdir=/tmp, mem_mb=241
[Sun Nov 29 11:12:08 2026]
rule merge:
    input: results/toy/expected/shards/layer=00/fixed=00.parquet
    output: results/toy/expected.parquet
    jobid: 2
    wildcards: game=toy, objective=expected
    resources: tmpdir=/tmp

[Sun Nov 29 11:12:08 2026]
rule facts:
    input: results/toy/expected.parquet
    output: results/toy/games.parquet, results/toy/needs.parquet
    jobid: 1
    wildcards: game=toy
    resources: tmpdir=/tmp

Job stats:
job      count
"""


@cache
def plan_of(name: str) -> Plan:
    config = PROJECT / "config" / name
    text = config.read_text(encoding="utf-8")
    return load_plan(load_yaml(text, name), PROJECT / "config/schema.yaml", name)


def test_the_jobs_that_a_dry_run_prints() -> None:
    solve, merge, facts = parsed_jobs(PRINTED)
    assert (solve.rule, solve.threads, solve.priority, solve.inputs) == ("solve_class", 2, 301, ())
    wildcards = [solve.wildcard(name) for name in ("game", "objective", "part", "strategy")]
    assert wildcards == ["toy", "expected", "layer=00/fixed=00", ""]
    assert (merge.threads, merge.priority, merge.inputs) == (1, 0, solve.outputs)
    assert facts.outputs == ("results/toy/games.parquet", "results/toy/needs.parquet")
    assert needs_of([solve, merge, facts]) == [set(), {0}, {1}]


def test_a_run_of_a_chain() -> None:
    """Its jobs come one after another on any machine, and each is handed out."""
    jobs, plan = parsed_jobs(PRINTED), plan_of("toy.yaml")
    one, many = (forecast_of(jobs, plan, cores, DEFAULT) for cores in (1, 16))
    assert one.seconds == many.seconds == pytest.approx(BEGIN + 3 * HAND_OUT + one.critical_path)
    assert list(one.critical) == ["solve_class", "merge", "facts"]
    assert one.cpu >= one.critical_path > 3 * DEFAULT.start


def made_up(rng: random.Random, cores: int) -> tuple[list[WorkflowJob], list[float]]:
    """Jobs that need earlier ones, with threads and priorities, and their seconds."""
    jobs = []
    for number in range(rng.randrange(1, 25)):
        needed = {f"{n}" for n in range(number) if rng.random() < 0.15}
        numbers = rng.randint(1, cores), rng.randrange(3)
        jobs.append(WorkflowJob("rule", tuple(needed), (f"{number}",), "", *numbers))
    return jobs, [rng.random() for _ in jobs]


@pytest.mark.parametrize("seed", range(40))
def test_no_schedule_beats_its_bounds(seed: int) -> None:
    """At least the longest chain and all work shared by the cores; at most all jobs one after another."""
    rng = random.Random(seed)
    cores = rng.randint(1, 6)
    jobs, wall = made_up(rng, cores)
    needs = needs_of(jobs)
    seconds = wall_seconds(jobs, needs, wall, cores) - BEGIN
    work = sum(job.threads * each for job, each in zip(jobs, wall)) / cores
    assert max(sum(critical_seconds(jobs, needs, wall).values()), work) <= seconds + 1e-9
    assert seconds <= sum(wall) + HAND_OUT * len(jobs) + 1e-9


def test_a_job_waits_for_its_cores_and_others_go_on() -> None:
    def job(name: str, threads: int, priority: int) -> WorkflowJob:
        return WorkflowJob(name, (), (name,), "", threads, priority)

    jobs = [job("wide", 2, 1), job("first", 1, 2), job("small", 1, 0)]
    none = [set[int]()] * 3
    assert wall_seconds(jobs, none, [1, 1, 3], 2) == pytest.approx(
        BEGIN + 2 * HAND_OUT + 3 + HAND_OUT + 1, abs=0.1
    )
    assert wall_seconds(jobs, none, [1, 1, 3], 4) == pytest.approx(BEGIN + 3 * HAND_OUT + 3)


@pytest.mark.parametrize("cores", [1, 2, 16, 32])
def test_threads_change_no_class(cores: int) -> None:
    """The default run: classes, what jobs are asked for and their order are those of any number of cores."""
    plan = plan_of("config.yaml")
    run = plan.runs["yahtzee", "maxprob"]
    assert "threads" not in run.asked and len(run.partition.classes()) == 88
    exact = {
        game: Effort(plan, lambda: cores).exact_threads(SimpleNamespace(game=game)) for game in plan.games
    }
    assert max(exact.values()) == exact["yatzy"] <= max(1, cores // 2)


def test_configured_threads_are_kept() -> None:
    plan = plan_of("toy.yaml")
    of = SimpleNamespace(game="toy", objective="duel", part="")
    assert Effort(plan, lambda: 16).class_threads(of) == 2
    assert (
        Effort(plan, lambda: 16).class_threads(SimpleNamespace(game="toy", objective="maxprob", part="")) == 1
    )


def test_what_others_wait_for_goes_first() -> None:
    """The classes from the fullest, then their merge, then the tables of the game with the most states."""
    effort, run = Effort(plan_of("config.yaml"), lambda: 2), plan_of("config.yaml").runs["yahtzee", "maxprob"]
    classes = [run.partition.name(part) for part in run.partition.classes()]
    of = {"game": "yahtzee", "objective": "maxprob"}
    first, last = (
        effort.class_priority(SimpleNamespace(**of, part=name)) for name in (classes[0], classes[-1])
    )
    assert first == max(effort.class_priority(SimpleNamespace(**of, part=name)) for name in classes)
    assert first > last > effort.merge_priority(SimpleNamespace(**of)) > 1000
    small = {game: effort.facts_priority(SimpleNamespace(game=game)) for game in effort.plan.games}
    assert max(small, key=lambda game: small[game]) == "yatzy"
    for game, facts in small.items():
        assert effort.merge_priority(SimpleNamespace(game=game, objective="expected")) >= facts > 0


@pytest.mark.parametrize("path", sorted((PROJECT / "config").glob("[!s]*.yaml")), ids=lambda path: path.stem)
def test_jobs_of_every_configuration_are_foretold(path: Path) -> None:
    """Games that save rolls, and runs of no game, too."""
    plan = plan_of(path.name)
    jobs = [WorkflowJob("facts", (), (f"{game}",), f"game={game}", 1, 0) for game in plan.games]
    foretold = forecast_of(jobs, plan, 2, DEFAULT)
    assert foretold.critical_path >= DEFAULT.start * bool(jobs) and (plan.games or plan.tours)


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (16, 2)])
def test_a_merge_reads_beside_where_there_is_room(cores: int, threads: int) -> None:
    assert Effort(plan_of("toy.yaml"), lambda: cores).merge_threads(SimpleNamespace()) == threads


def test_elsewhere_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        UserError, match=r"config/schema\.yaml: no such file; expected the folder of the workflow"
    ):
        forecasts(PROJECT / "config/toy.yaml", [2])


@pytest.fixture
def printed_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command in the folder of the workflow, with the jobs above for every number of cores."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.setattr(module, "workflow_jobs", lambda config, cores: parsed_jobs(PRINTED))


@pytest.mark.usefixtures("printed_run")
def test_the_command_prints_what_its_json_has(capsys: Capture) -> None:
    text = printed(capsys, "plan", "--config", "config/toy.yaml")
    told = json.loads(printed(capsys, "plan", "--config", "config/toy.yaml", "--json"))
    assert text.startswith("config/toy.yaml: 3 jobs, ") and max(map(len, text.splitlines())) <= 80
    rows = [line.split() for line in text.splitlines()[4:10]]
    assert (
        [int(cores) for cores, *_ in rows] == [run["cores"] for run in told["runs"]] == [1, 2, 4, 8, 16, 32]
    )
    for (_, seconds, share, path), run in zip(rows, told["runs"]):
        assert seconds == f"{run['seconds']:.1f}" and path == f"{run['critical_path']:.1f}"
        assert share == f"{run['cpu'] / run['cores'] / run['seconds']:.2f}"
    (one,) = json.loads(printed(capsys, "plan", "--config", "config/toy.yaml", "--workers", "2", "--json"))[
        "runs"
    ]
    assert one == told["runs"][1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--config", "config/toy.yaml", "--objective", "maxprob"), "expected no option of an objective"),
        ((), "plan: expected --objective of a game, or --config of a whole run"),
        (("--config", "config/none.yaml"), "config/none.yaml: "),
    ],
)
@pytest.mark.usefixtures("printed_run")
def test_what_the_command_refuses(capsys: Capture, arguments: tuple[str, ...], words: str) -> None:
    assert words in error_of(capsys, "plan", *arguments)


@pytest.mark.slow
def test_a_real_dry_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The jobs are the same for any number of cores, and no job asks for more."""
    monkeypatch.chdir(PROJECT)
    config = PROJECT / "config/toy.yaml"
    jobs = {cores: workflow_jobs(config, cores) for cores in (1, 16)}
    made = {cores: {(job.rule, job.outputs, job.inputs) for job in each} for cores, each in jobs.items()}
    assert made[1] == made[16] and len(made[1]) > 100
    for cores, each in jobs.items():
        assert all(needed < number for number, needs in enumerate(needs_of(each)) for needed in needs)
        assert max(job.threads for job in each) <= cores
    told = forecast_of(jobs[16], plan_of("toy.yaml"), 16, DEFAULT)
    assert BEGIN + told.critical_path < told.seconds < told.cpu
    with pytest.raises(UserError, match="snakemake: "):
        workflow_jobs(PROJECT / "config/none.yaml", 1)
