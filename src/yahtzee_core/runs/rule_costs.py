"""What jobs take that solve no class: CPU seconds of the machine of the default cost model."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleCosts:
    """CPU seconds of a job of a rule beside its start: fixed, and for each state of its game."""

    fixed: float = 0.0
    state: float = 0.0

    def seconds(self, states: float) -> float:
        """CPU seconds of a job for a game of so many states."""
        return self.fixed + self.state * states


RULES = {
    "facts": RuleCosts(0.2, 9e-6),
    "strategy": RuleCosts(0.5, 10e-6),
    "strategies": RuleCosts(0.5),
    "parts": RuleCosts(0.0, 5.5e-6),
    "rule_changes": RuleCosts(0.0, 14e-6),
    "maxprob_scores": RuleCosts(0.1),
    "sql_table": RuleCosts(0.05),
    "figure": RuleCosts(0.6),
    "partition_costs": RuleCosts(0.6),
    "check": RuleCosts(1.8),
    "database": RuleCosts(3.5),
    "report": RuleCosts(1.2),
}
"""By rule; others take their start."""
MERGE_ALONE, MERGE_SHARED = 1e-9, 5e-9
"""CPU seconds to merge a byte of a table: of one thread, and shared by one that reads and one that writes."""
MERGE_THREADS_FROM = 8
"""Cores from which a merge is given two threads."""
