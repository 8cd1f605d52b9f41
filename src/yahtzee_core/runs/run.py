"""One objective of one game, as a configuration asks for it and as every one of its jobs gets it."""

from dataclasses import asdict, dataclass
from functools import cache, cached_property
from math import ceil
from pathlib import Path
from typing import Any

from ..partition.choose import BUFFER_BYTES
from ..partition.costs import DEFAULT
from ..partition.problem import Classes, Problem
from ..partition.schedule import Load, job_seconds, loads_of, path_to_end
from .objectives import load_problem

INTERPRETER_BYTES = 100_000_000
"""An interpreter with all imports takes 75 MB."""


@dataclass(frozen=True)
class Run:
    """One objective of one game, or Held-Karp for one instance.

    name: id of the game or name of the instance. source: what the configuration calls it, an id or a path.
    problem: what objectives.load_problem is asked for; with moments, maxprob is solved by maxprob_moments.
    fixed, stride: of the partition. made_of: what the results depend on beside their inputs; a change
    computes them again.
    """

    name: str
    source: str
    objective: str
    problem: str
    fixed: tuple[int, ...]
    stride: int
    made_of: dict[str, str]
    threads: int | None = None
    highest: int | None = None
    open_at_most: int | None = None

    def load(self, threads: int = 1) -> Problem:
        """The problem of this run."""
        return problem_of(self.problem, self.source, threads, self.highest, self.open_at_most)

    @cached_property
    def partition(self) -> Classes:
        """How the run is cut into classes."""
        return self.load().partition(self.fixed, self.stride)

    @cached_property
    def asked(self) -> dict[str, Any]:
        """The run as plain values, for a job: all that can change its results."""
        values = asdict(self)
        del values["threads"]
        return values

    @classmethod
    def of(cls, asked: dict[str, Any]) -> "Run":
        """The run of a job."""
        return cls(**{**asked, "fixed": tuple(asked["fixed"])})

    @cached_property
    def loads(self) -> dict[Any, Load]:
        """Bytes of every class and of those that it depends on."""
        return loads_of(self.load().bytes_of(self.partition), self.partition.dependencies)

    @cached_property
    def bytes(self) -> int:
        """Those of the table of all classes."""
        return sum(load.own for load in self.loads.values())

    @property
    def start_part(self) -> str:
        """The name of the class that holds the start, which is solved last."""
        return self.partition.name(self.partition.classes()[-1])

    @cached_property
    def seconds(self) -> dict[Any, float]:
        """CPU seconds of the job of every class."""
        return {p: job_seconds(load, self.problem, DEFAULT, DEFAULT.start) for p, load in self.loads.items()}

    @cached_property
    def priorities(self) -> dict[str, int]:
        """By name of a class: milliseconds of the longest chain of jobs that it begins."""
        paths = path_to_end(self.seconds, self.partition.dependencies)
        return {self.partition.name(part): round(1000 * path) for part, path in paths.items()}

    @cached_property
    def memory(self) -> dict[str, int]:
        """By name of a class: MB that its job takes at most, interpreter and buffers included."""
        around = BUFFER_BYTES + INTERPRETER_BYTES
        return {self.partition.name(p): ceil((load.held + around) / 1e6) for p, load in self.loads.items()}


def problem_of(
    name: str, source: str, threads: int = 1, highest: int | None = None, open_at_most: int | None = None
) -> Problem:
    """As load_problem, once for all who ask, while the file that `source` may be stays as it is."""
    path = Path(source)
    return _problem_of(
        path.read_bytes() if path.is_file() else b"", name, source, threads, highest, open_at_most
    )


@cache
def _problem_of(content: bytes, name: str, source: str, *limits: int | None) -> Problem:
    threads, highest, open_at_most = limits
    return load_problem(name, source, threads or 1, highest, open_at_most)
