"""A job of the workflow as its script sees it, from the command line that its rule writes.

What it reads is checked before it begins, and what it wrote is recorded when it has ended (tables.records).
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..files import write_text
from ..logs import logged
from ..tables.records import FOLDER, content_error, read_record, require_content, write_record
from ..tables.without_pandas import ask_for_no_pandas

OUTDATED = f"{FOLDER}/outdated"
"""Below the results, the file that a rule puts among the inputs of a job whose results here are outdated.

Snakemake looks at a folder once, and no other file of a job is in this one: so it sees a new one.
"""


@dataclass(frozen=True)
class Job:
    """One job. asked: what the rule asks for beside its files. threads: that it may use."""

    asked: dict[str, Any]
    inputs: list[Path]
    outputs: list[Path]
    threads: int = 1

    @property
    def input(self) -> Path:
        """The first input."""
        return self.inputs[0]

    @property
    def output(self) -> Path:
        """The first output."""
        return self.outputs[0]

    @property
    def by_name(self) -> dict[str, Path]:
        """The outputs by the name of their table."""
        return {path.stem: path for path in self.outputs}

    def named(self, name: str) -> Path:
        """The input that holds a table."""
        return next(path for path in self.inputs if path.stem == name)


def is_outdated(path: Path, asked: str) -> bool:
    """Whether a result is there, but damaged, or of something else than its job would be asked for now."""
    if not path.exists():
        return False
    record = read_record(path)
    return record is None or record.asked != json.loads(asked) or content_error(path) != ""


@cache
def newer_file(path: str) -> str:
    """The path of a file that is written now, once: jobs that have it among their inputs are made again."""
    write_text(Path(path), f"{time.time_ns()}\n")
    return path


def run_job(main: Callable[[Job], None]) -> None:
    """Run the function of a script for the job on the command line; its log tells of it, and of its error."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--asked", type=json.loads, default={}, help="JSON")
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--inputs", type=Path, nargs="*", default=[])
    parser.add_argument("--outputs", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    ask_for_no_pandas()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    with logged(options.log, f"{Path(sys.argv[0]).stem} {' '.join(map(str, options.outputs[:1]))}"):
        work(main, Job(options.asked, _read(options.inputs), options.outputs, options.threads))


def work(main: Callable[[Job], None], job: Job) -> None:
    """Do a job: what it reads must be as it was written, and what it writes is recorded."""
    for path in job.inputs:
        require_content(path)
    main(job)
    for path in job.outputs:
        write_record(path, job.asked, job.inputs)


def _read(inputs: list[Path]) -> list[Path]:
    """The inputs that hold results."""
    return [path for path in inputs if not path.match(OUTDATED)]
