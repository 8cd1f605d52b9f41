"""The workflow on a real Slurm with fake nodes, through both profiles.

The cluster is started and stopped here (slurm_cluster.py). Without root, apt-get or the executor plugins of
the extra `cluster` these tests are skipped.
"""

import importlib.util
import re
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
import yaml
from helpers import PROJECT
from slurm_cluster import Cluster, UnavailableError, slurm
from slurm_projects import (
    LOCAL,
    check_same_tables,
    class_of,
    classes,
    finish,
    kill,
    new_project,
    on_slurm,
    run,
    slow_down,
    started,
    tables,
    until,
)
from workflow_runs import TINY, succeeded

from yahtzee_core.tables.records import read_record, write_record

PLUGINS = ("snakemake_executor_plugin_slurm", "snakemake_executor_plugin_cluster_generic")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(importlib.util.find_spec(plugin) is None for plugin in PLUGINS),
        reason="the executor plugins for Slurm are missing; expected the extra cluster",
    ),
]
PROFILES = ("slurm", "slurm-generic")
SMALL, WHOLE = "small.yaml", "whole.yaml"
RUNS = {
    SMALL: [{"game": "toy", "objectives": ["expected", "maxprob"], "fixed": 0}],
    WHOLE: [{"game": "./two.yaml", "objectives": ["expected"], "fixed": 1, "strategies": ["greedy"]}],
}
"""The configs of the runs: a few jobs of a game in eight layers; four classes, up to the database."""
CLASSES = 4
MERGED = "tiny/expected.parquet"
ASKED = {"slurm": "results/yahtzee.duckdb", "slurm-generic": f"results/{MERGED}"}
"""Of a whole run: all rules through one profile, classes and their merge through the other."""
NODES = 8
SHARDS = "results/toy/expected/shards"
FIRST = (f"{SHARDS}/layer=07.parquet", "results/toy/maxprob/shards/layer=07.parquet")
TARGET = f"{SHARDS}/layer=05.parquet"
"""Three jobs with what it needs."""
LEFT_OVER = "squeue --me -ho '%A|%Z' | awk -F'|' -v d=\"$PWD\" '$2 == d {print $1}' | xargs -r scancel"
"""Cancel the jobs of a folder, as docs/cluster.md has it."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Slurm, for as long as these tests run."""
    try:
        with slurm(NODES) as running:
            yield running
    except UnavailableError as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The project of a run on this machine, by config; made once."""

    @cache
    def made(config: str) -> Path:
        project = configured(new_project(tmp_path_factory.mktemp("local")))
        targets = [TARGET, *FIRST] if config == SMALL else [ASKED["slurm"]]
        succeeded(run(project, LOCAL, config, *targets))
        return project

    return made


def configured(project: Path) -> Path:
    """The same project, with the configs of `RUNS` and the game of a whole run."""
    (project / "two.yaml").write_text(yaml.safe_dump(TINY, sort_keys=False), encoding="utf-8")
    for name, runs in RUNS.items():
        (project / name).write_text(yaml.safe_dump({"runs": runs}), encoding="utf-8")
    return project


def in_both(check: Callable[[str, Path], None], folder: Path) -> None:
    """Check something in both profiles at once, each in a project of its own; most of it is waiting."""
    projects = {profile: configured(new_project(folder / profile)) for profile in PROFILES}
    with ThreadPoolExecutor() as pool:
        checks = {profile: pool.submit(check, profile, project) for profile, project in projects.items()}
    for profile, done in checks.items():
        error = done.exception()
        if error is not None:
            error.add_note(f"in profiles/{profile}")
            raise error


def test_a_run_on_slurm(
    cluster: Cluster, local: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Slurm's records hold each class once; the tables have the bits of a local run."""
    mine = local(WHOLE)
    shards = [name for name in tables(mine) if "/shards/" in name]

    def check(profile: str, project: Path) -> None:
        done = succeeded(run(project, on_slurm(profile), WHOLE, ASKED[profile]))
        ended = cluster.ended(project)
        assert {job.state for job in ended} == {"COMPLETED"}
        solved = [found for job in ended if (found := class_of(project, job.job))]
        assert sorted(solved) == classes(mine) and len(solved) == CLASSES
        assert set(tables(project)) == (set(tables(mine)) if profile == "slurm" else {*shards, MERGED})
        compared = check_same_tables(project, mine)
        with capsys.disabled():
            print(f"\n{profile}: {len(ended)} Slurm jobs in {done.elapsed} on", end=" ")
            print(f"{len({job.node for job in ended})} nodes; {compared} tables with the bits of a local run")

    in_both(check, tmp_path)


def test_a_cancelled_job_and_a_failed_node(
    cluster: Cluster, local: Callable[[str], Path], tmp_path: Path
) -> None:
    """Both are tried again, by the retries of the profile."""
    mine = local(SMALL)

    def check(profile: str, project: Path) -> None:
        marks = slow_down(project, "expected-layer=07", "maxprob-layer=07")
        with started(project, on_slurm(profile), SMALL, *FIRST) as process:
            until(lambda: all(mark.exists() for mark in marks), project, process)
            cancelled, lost = sorted(cluster.running(project))
            subprocess.run(["scancel", str(cancelled)], check=True)
            node = cluster.node_of(lost)
            cluster.fail(node)
            try:
                succeeded(finish(project, process))
            finally:
                cluster.resume(node)
        states = {job.job: job.state for job in cluster.ended(project)}
        assert states.pop(cancelled) == "CANCELLED" and states.pop(lost) == "NODE_FAIL"
        assert list(states.values()) == ["COMPLETED"] * 2
        assert check_same_tables(project, mine) == 2

    in_both(check, tmp_path)


def test_a_failing_job_tells_why(cluster: Cluster, local: Callable[[str], Path], tmp_path: Path) -> None:
    """A shard was recorded when it was cut already: snakemake shows the log's path and the error in it."""
    mine, needed, target = local(SMALL), FIRST[0], f"{SHARDS}/layer=06.parquet"

    def check(profile: str, project: Path) -> None:
        (project / needed).parent.mkdir(parents=True)
        content = (mine / needed).read_bytes()
        (project / needed).write_bytes(content[: len(content) // 2])
        record = read_record(mine / needed)
        assert record is not None
        write_record(project / needed, record.asked)
        only = ("--rerun-triggers", "mtime", "--retries", "0")
        failed = run(project, on_slurm(profile), SMALL, *only, target)
        assert failed.code != 0 and not (project / target).exists()
        assert "Error in rule solve_class:" in failed.text
        assert re.search(r"^ +log: logs/solve_class/toy/expected/layer=06\.log", failed.text, re.MULTILINE)
        told = re.findall(r"^ *error: .*$", failed.text, re.MULTILINE)
        assert told and all(f"{needed}: damaged" in line for line in told), failed.text
        assert [job.state for job in cluster.ended(project)] == ["FAILED"]

    in_both(check, tmp_path)


def test_a_killed_run_goes_on(cluster: Cluster, local: Callable[[str], Path], tmp_path: Path) -> None:
    """kill -9 leaves a job on Slurm and a lock; after what docs/cluster.md tells to do, the same bits."""
    mine = local(SMALL)

    def check(profile: str, project: Path) -> None:
        (mark,) = slow_down(project, "expected-layer=06")
        with started(project, on_slurm(profile), SMALL, TARGET) as process:
            until(mark.exists, project, process)
            kill(process)
        (left,) = cluster.running(project)
        refused = run(project, on_slurm(profile), SMALL, TARGET)
        assert refused.code != 0 and "--unlock" in refused.text

        subprocess.run(["bash", "-c", LEFT_OVER], cwd=project, check=True)
        succeeded(run(project, on_slurm(profile), SMALL, "--unlock"))
        succeeded(run(project, on_slurm(profile), SMALL, TARGET))
        assert check_same_tables(project, mine) == 3
        states = {job.job: job.state for job in cluster.ended(project)}
        assert states.pop(left) == "CANCELLED" and list(states.values()) == ["COMPLETED"] * 3

    in_both(check, tmp_path)


def test_the_way_after_a_kill_is_documented() -> None:
    assert LEFT_OVER in (PROJECT / "docs/cluster.md").read_text(encoding="utf-8")
