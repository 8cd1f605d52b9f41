"""Where jobs run: in a container, whose Python they take; the Snakefile that the catalog looks for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from workflow_runs import CONFIG, command, new_project

pytestmark = pytest.mark.slow
CONTAINER = """#!/bin/sh
[ "$1" = --version ] && echo apptainer version 1.3.0 && exit
for last; do :; done
echo "$last" >> started
PATH=$INSIDE:$PATH exec bash -c "$last"
"""
"""Stands for apptainer: it runs a command with what the container has in front."""


def test_a_job_takes_the_python_of_its_container(tmp_path: Path) -> None:
    project = new_project(tmp_path)
    (project / "yahtzee-core.sif").touch()
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("apptainer", "singularity"):
        (commands / name).write_text(CONTAINER, encoding="utf-8")
        (commands / name).chmod(0o755)
    wanted = "results/partition_costs.parquet"
    done = subprocess.run(
        [*command(wanted, "--configfile", CONFIG), "--sdm", "apptainer"],
        cwd=project,
        env={
            **os.environ,
            "PATH": f"{commands}:{os.environ['PATH']}",
            "INSIDE": str(Path(sys.executable).parent),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (started,) = (project / "started").read_text(encoding="utf-8").splitlines()
    assert " python " in started and sys.executable not in started
    assert (project / wanted).is_file()


def test_the_snakefile_of_the_catalog_makes_all(tmp_path: Path) -> None:
    project = new_project(tmp_path)
    options = ("--snakefile", "workflow/Snakefile", "--configfile", CONFIG, "--dry-run")
    done = subprocess.run(command(*options), cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"everything", "report", "solve_class"} <= set(done.stdout.split())
