"""The workflow run in a folder of its own."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from helpers import PROJECT

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.tables.records import record_path

PARTS = ("Snakefile", "workflow", "config", "profiles")


TOY = load_game("toy")


PARTITION = Partition(7, fixed=(0, 6))


CONFIG = "config/toy.yaml"
DEFAULT = "config/config.yaml"


PRINTED = "first-run.txt"
"""What a shared run printed, in its folder."""


TINY = {
    **{"id": "tiny", "title": "Tiny", "dice": 2, "faces": 3, "rolls": 2},
    "categories": [
        {"id": "chance", "title": "Chance", "section": "lower", "score": "all"},
        {"id": "pair", "title": "Pair", "section": "lower", "groups": [2], "score": 7},
    ],
}


@dataclass(frozen=True)
class Done:
    """A run of snakemake that has ended, and all that it printed."""

    code: int
    text: str

    @property
    def elapsed(self) -> str:
        """The time that snakemake says the run took."""
        (found,) = re.findall(r"^Elapsed time: (\S+)", self.text, re.MULTILINE)
        return str(found)

    def count(self, rule: str) -> int:
        """How many jobs of a rule began."""
        return len(re.findall(rf"^(?:local)?rule {rule}:$", self.text, re.MULTILINE))

    @property
    def jobs(self) -> dict[str, int]:
        """The number of jobs of each rule, as the table of a dry run has them; but for `all`."""
        _, _, table = self.text.partition("Job stats:")
        rows = re.findall(r"^(\w+) +(\d+)$", table.partition("\n\n")[0], re.MULTILINE)
        return {rule: int(count) for rule, count in rows if rule not in ("all", "total")}


def command(*arguments: str, warm: bool = False, mixed: bool = False) -> list[str]:
    """The command line of snakemake; warm, mixed: jobs begin as in warm.py."""
    forked = [str(Path(__file__).with_name("warm.py")), *["--mixed"] * mixed]
    snakemake = forked if warm or mixed else ["-m", "snakemake"]
    return [sys.executable, *snakemake, "--cores", "2", *arguments]


def run(
    project: Path,
    *arguments: str,
    config: str = CONFIG,
    package: Path | None = None,
    warm: bool = False,
    mixed: bool = False,
) -> Done:
    """Run the workflow in a folder; package: the folder of another copy of the package."""
    here = {} if package is None else {"PYTHONPATH": str(package)}
    process = subprocess.run(
        command(*arguments, "--configfile", config, warm=warm, mixed=mixed),
        cwd=project,
        env={**os.environ, **here},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=3600,
        check=False,
    )
    return Done(process.returncode, process.stdout)


def succeeded(done: Done) -> Done:
    """The same run, which must have succeeded."""
    assert done.code == 0, done.text
    return done


def new_project(folder: Path) -> Path:
    """A folder that holds the workflow and nothing else of the repository."""
    project = folder / "a b'c"
    copy_workflow(project)
    return project


def run_toy(folder: Path) -> None:
    """The whole of `CONFIG` in a new project, mixed as in warm.py; what it prints is kept."""
    project = new_project(folder)
    done = succeeded(run(project, mixed=True))
    (project / PRINTED).write_text(done.text, encoding="utf-8")


def run_default(folder: Path) -> None:
    """All of config/config.yaml in a folder that holds the examples of the pages too.

    It goes on from the results of `make run`, where they are: what is outdated is made again.
    """
    for name in (*PARTS, "src", "docs", "tools"):
        copy = shutil.copytree if (PROJECT / name).is_dir() else shutil.copy2
        copy(PROJECT / name, folder / name)
    copy_results(PROJECT, folder, DEFAULT)
    succeeded(run(folder, "--quiet", "all", config=DEFAULT, warm=True))


def copy_results(source: Path, folder: Path, config: str) -> int:
    """Copy the results of a configuration, and their records, to another project; returns how many there are.

    Results of other configurations stay behind: snakemake knows which it would delete.
    """
    if not (source / "results").is_dir():
        return 0
    told = run(source, "--delete-all-output", "--dry-run", config=config)
    files = [Path(name) for name in re.findall(r"^Would delete (\S+)$", succeeded(told).text, re.MULTILINE)]
    for file in filter(Path.is_file, map(source.joinpath, [*files, *map(record_path, files)])):
        copy = folder / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    return len(files)


def copy_workflow(project: Path) -> None:
    """Make a folder of the workflow alone."""
    project.mkdir(parents=True)
    for name in PARTS:
        copy = shutil.copytree if (PROJECT / name).is_dir() else shutil.copy2
        copy(PROJECT / name, project / name)
