"""Which elements to put in G: sets of one size compared by simulated wall time and by memory.

Classes are the same for every set of one size, but for the sets that they hold: their order and their
dependencies are made once, and the bytes of all of them are counted at once, for each set. Simulated times
are those of schedule.makespan, which Cremers 2002, section 7.3.3 asks for.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..arrays import Longs
from .costs import Costs
from .partition import Partition
from .schedule import Load, job_seconds, makespan
from .sizes import bytes_by_class

CRITERIA = ("time", "memory")


class Choice(NamedTuple):
    """A set G, the simulated wall seconds of its run, and the bytes of its largest working set (5.8)."""

    fixed: tuple[int, ...]
    seconds: float
    held: int

    def rank(self, criterion: str) -> tuple[float, float]:
        """Less is better: for "time" wall seconds, then bytes; for "memory" the other way round."""
        return (self.seconds, self.held) if criterion == "time" else (self.held, self.seconds)


@dataclass(frozen=True)
class Chooser:
    """Compares the sets G of `g` elements.

    size: bytes by mask of {0, ..., n - 1}. The wall time is that of `workers`, jobs started locally.
    """

    size: Longs
    g: int
    mirrored: bool
    objective: str
    costs: Costs
    workers: int
    _known: dict[tuple[int, ...], Choice] = field(default_factory=dict, repr=False)

    @property
    def n(self) -> int:
        return len(self.size).bit_length() - 1

    @property
    def default(self) -> Choice:
        """The first g elements: of a sheet, the top."""
        return self.measure(tuple(range(self.g)))

    def measure(self, fixed: tuple[int, ...]) -> Choice:
        """What the planner says of a rising set G."""
        if fixed not in self._known:
            own = bytes_by_class(self.size, Partition(self.n, fixed)).ravel()[self._at].tolist()
            loads = [Load(b, sum(own[d] for d in self._needs[i])) for i, b in enumerate(own)]
            jobs = [job_seconds(load, self.objective, self.costs, self.costs.start) for load in loads]
            seconds = makespan(dict(enumerate(jobs)), self._needs.__getitem__, self.workers)
            self._known[fixed] = Choice(fixed, seconds, max(load.held for load in loads))
        return self._known[fixed]

    def choose(self, criterion: str, most_bytes: float = float("inf")) -> Choice:
        """The best set by `criterion` that swaps find, never worse than the default.

        From the default on, the best swap of an element of G for another is made until none is better (of
        equal ones, the first tried). Only sets whose working sets take at most `most_bytes` are taken.
        """
        best = self.default
        while True:
            fit = [choice for choice in self._swaps(best.fixed) if choice.held <= most_bytes]
            better = min([best, *fit], key=lambda choice: choice.rank(criterion))
            if better is best:
                return best
            best = better

    def _swaps(self, fixed: tuple[int, ...]) -> list[Choice]:
        others = [e for e in range(self.n) if e not in fixed]
        return [self.measure(tuple(sorted({*fixed, e} - {out}))) for out in fixed for e in others]

    @cached_property
    def _default_partition(self) -> Partition:
        return Partition(self.n, tuple(range(self.g)), mirrored=self.mirrored)

    @cached_property
    def _at(self) -> list[int]:
        """The places of the classes in bytes_by_class, each after those of its dependencies."""
        return [part.first << self.g | part.fixed for part in self._default_partition.classes()]

    @cached_property
    def _needs(self) -> list[list[int]]:
        """The dependencies of each class, by number."""
        number = {part: i for i, part in enumerate(self._default_partition.classes())}
        return [[number[d] for d in self._default_partition.dependencies(part)] for part in number]
