"""A job of the workflow as its script sees it, from the command line that its rule writes."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..logs import logged


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


def run_job(main: Callable[[Job], None]) -> None:
    """Run the function of a script for the job on the command line; its log tells of it, and of its error."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--asked", type=json.loads, default={}, help="JSON")
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--inputs", type=Path, nargs="*", default=[])
    parser.add_argument("--outputs", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    with logged(options.log, f"{Path(sys.argv[0]).stem} {' '.join(map(str, options.outputs[:1]))}"):
        main(Job(options.asked, options.inputs, options.outputs, options.threads))
