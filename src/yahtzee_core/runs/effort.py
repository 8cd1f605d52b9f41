"""What the jobs of a plan take, how many threads they get, and which of them go first.

The priority of a job is the milliseconds of what begins with it: its own, and those of the jobs that wait for
it and take longest. The jobs at the end of a run wait for all others, and do not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..partition.costs import EXACT
from .objectives.expected import STATE_BYTES
from .plan import Plan
from .rule_costs import MERGE_ALONE, MERGE_SHARED, MERGE_THREADS_FROM, RULES

EXACT_WALL = 6
"""Wall seconds that `exact` of a game shall take, where there are cores enough."""


@dataclass(frozen=True)
class Effort:
    """What each job takes on so many cores; they are asked for with a job, as a graph of rules has none."""

    plan: Plan
    cores: Callable[[], int]

    def states_of(self, game: str) -> float:
        """How many states a game has, or numbers where it saves rolls: both take as many bytes."""
        run = self.plan.runs.get((game, "expected")) or self.plan.runs[game, "saved"]
        return run.bytes / STATE_BYTES

    def exact_seconds(self, game: str) -> float:
        """CPU seconds of solving a game in fractions."""
        rules = self.plan.games[game]
        return EXACT * self.states_of(game) * rules.n_rolls * rules.rolls

    # Threads

    def class_threads(self, wildcards: Any) -> int:
        """As configured, or one: classes of a layer are solved side by side (docs/decisions.md)."""
        return self.plan.run(wildcards).threads or 1

    def exact_threads(self, wildcards: Any) -> int:
        """Of the cores half at the most, so that other jobs go on beside it."""
        return max(1, min(self.cores() // 2, round(self.exact_seconds(wildcards.game) / EXACT_WALL)))

    def merge_threads(self, wildcards: Any) -> int:
        """One that reads, and one that writes, where there are cores enough."""
        return 2 if self.cores() >= MERGE_THREADS_FROM else 1

    # Priorities

    def class_priority(self, wildcards: Any) -> int:
        """Of the chain of classes, and of their merge."""
        return self.plan.run(wildcards).priorities[wildcards.part] + self.merge_priority(wildcards)

    def merge_priority(self, wildcards: Any) -> int:
        """Of the merge; the small tables of a game wait for that of `expected`."""
        merge = round(1000 * (MERGE_ALONE + MERGE_SHARED) * self.plan.run(wildcards).bytes)
        return merge + (self.facts_priority(wildcards) if wildcards.objective == "expected" else 0)

    def facts_priority(self, wildcards: Any) -> int:
        """Of the small tables of a game."""
        return round(1000 * RULES["facts"].seconds(self.states_of(wildcards.game)))

    def exact_priority(self, wildcards: Any) -> int:
        """Of all threads together."""
        return round(1000 * self.exact_seconds(wildcards.game))
