"""The cost model of a machine, and the one to use where none was measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """CPU seconds: to start a job here and on Slurm, and for each byte of a table to solve, read and write.

    solve: by objective. measured: the date, or who measured the defaults.
    """

    measured: str
    start: float
    start_slurm: float
    solve: dict[str, float]
    read: float
    write: float

    def of(self, objective: str) -> float:
        """CPU seconds to solve a byte; not measured: the default, in proportion to `maxprob`."""
        if objective in self.solve:
            return self.solve[objective]
        return self.solve["maxprob"] * DEFAULT.solve[objective] / DEFAULT.solve["maxprob"]


SETUP, EDGE = 0.025, 0.19e-9
"""CPU seconds of `expected`: to set a game up, and for an edge of the turn of a lane (docs/scale.md)."""

EXACT = 5.7e-8
"""CPU seconds of `exact`, for a position: a state, a roll and rerolls left (docs/exactness.md)."""

DEFAULT = Costs(
    measured="2026-11-29, two cores with AVX-512",
    start=0.3,
    start_slurm=2.5,
    solve={
        "expected": 1.2e-6 / 16,
        "saved": 1.5e-6 / 16,
        "maxprob": 0.36e-6 / 8,
        "maxprob_moments": 2.3e-6 / 32,
        "maxprob_approx": 1.1e-6 / 16,
        "duel": 0.38e-6 / 8,
        **dict.fromkeys(("duel_expected_first", "duel_expected_second", "duel_endgame"), 0.38e-6 / 8),
        "held_karp": 6e-8,
    },
    read=2.2e-9,
    write=2.5e-9,
)
