"""Copies of the workflow, runs of it on Slurm and on this machine, and what they leave behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
from workflow_runs import Done, copy_workflow

LOCAL = ("--workflow-profile", "none", "--scheduler", "greedy", "--cores", "2")
CLASS = re.compile(r"wildcards: game=(\S+), objective=(\S+), part=(\S+)$", re.MULTILINE)
TIMINGS = "timings.parquet"
TIMEOUT = 3600.0
SLOW = """\
import json, pathlib, sys, time
_asked = json.loads(sys.argv[sys.argv.index("--asked") + 1])
_class = _asked["run"]["objective"] + "-" + _asked["part"].replace("/", "-")
_mark = pathlib.Path("slowed-" + _class)
if _class in {classes!r} and not _mark.exists():
    _mark.touch()
    time.sleep(3600)
"""


def new_project(folder: Path) -> Path:
    """A folder that holds the workflow and nothing else of the repository."""
    project = (folder / "project").resolve()
    folder.mkdir(exist_ok=True)
    copy_workflow(project)
    return project


def on_slurm(profile: str) -> tuple[str, ...]:
    """Arguments for a run on Slurm: the profile as it is, with less waiting."""
    sooner = ("--slurm-init-seconds-before-status-checks", "1") if profile == "slurm" else ()
    return ("--workflow-profile", f"profiles/{profile}", "--latency-wait", "5", "--jobs", "8", *sooner)


def command(where: tuple[str, ...], config: str, *arguments: str) -> list[str]:
    """The command line of snakemake, for `LOCAL` or `on_slurm`."""
    snakemake = Path(__file__).with_name("slurm_quick.py")
    return [sys.executable, str(snakemake), *arguments, *where, "--configfile", config]


def run(project: Path, where: tuple[str, ...], config: str, *arguments: str) -> Done:
    """Run the workflow in a folder and wait for its end."""
    with started(project, where, config, *arguments) as process:
        return finish(project, process)


def started(project: Path, where: tuple[str, ...], config: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Begin a run in a process group of its own; what it prints goes to run.txt."""
    with open(project / "run.txt", "wb") as out:
        return subprocess.Popen(
            command(where, config, *arguments), cwd=project, stdout=out, stderr=out, start_new_session=True
        )


def finish(project: Path, process: "subprocess.Popen[bytes]") -> Done:
    """Wait for the end of a run; one that takes too long is killed."""
    try:
        code = process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        kill(process)
        raise AssertionError(f"not in {TIMEOUT:.0f} s\n{printed(project)}") from None
    return Done(code, printed(project))


def kill(process: "subprocess.Popen[bytes]") -> None:
    """kill -9 for snakemake and all that it started on this machine; Slurm goes on."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def printed(project: Path) -> str:
    """What the last run of a folder has printed so far."""
    return (project / "run.txt").read_text(encoding="utf-8", errors="replace")


def until(holds: Callable[[], bool], project: Path, process: "subprocess.Popen[bytes]") -> None:
    """Wait in a run until something holds."""
    began = time.monotonic()
    while not holds():
        assert process.poll() is None and time.monotonic() - began < TIMEOUT, printed(project)
        time.sleep(0.1)


def slow_down(project: Path, *classes: str) -> list[Path]:
    """Let the first job of each class sleep; returns the files that these jobs leave when they begin to."""
    script = project / "workflow/scripts/solve_class.py"
    script.write_text(SLOW.format(classes=classes) + script.read_text(encoding="utf-8"), encoding="utf-8")
    return [project / f"slowed-{each}" for each in classes]


def class_of(project: Path, job: int) -> tuple[str, str, str] | None:
    """Game, objective and class that a Slurm job solved by its log, None for a job of another rule."""
    (log,) = (project / "logs/slurm").rglob(f"{job}.log")
    found = CLASS.search(log.read_text(encoding="utf-8"))
    return (found[1], found[2], found[3]) if found else None


def classes(project: Path) -> list[tuple[str, str, str]]:
    """Game, objective and class of every shard of a project, sorted."""
    found = [re.fullmatch(r"([^/]+)/([^/]+)/shards/(.*)\.parquet", name) for name in tables(project)]
    return sorted((shard[1], shard[2], shard[3]) for shard in found if shard)


def check_same_tables(project: Path, other: Path) -> int:
    """The Parquet files of a project have the bits of another's, but for times; returns how many have."""
    names = [name for name in tables(project) if name != TIMINGS]
    for name in names:
        mine, its = (pq.read_table(folder / "results" / name) for folder in (project, other))
        assert mine.equals(its, check_metadata=True), name
    return len(names)


def tables(project: Path) -> list[str]:
    """The Parquet files of a project, by their path below results."""
    folder = project / "results"
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*.parquet"))
