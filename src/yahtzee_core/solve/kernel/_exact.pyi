from ...arrays import Floats, Longs, Shorts
from ...turn.states import States
from ..exact_audit import Counted
from ..exact_maxprob import Chances
from ..exact_numbers import Layer, Limbs, Moves

source_sha256: str

class ExactKernel:
    def __init__(self, states: States, moves: Moves, bits: int) -> None: ...
    def solve(
        self,
        masks: Longs,
        after: Layer,
        into: Layer,
        scale: Limbs,
        unit: Floats,
        tie: float,
        decisions: Shorts | None = None,
    ) -> Counted: ...
    def maxprob(
        self, masks: Longs, offset: Longs, after: Chances, into: Chances, scale: Limbs, tie: float
    ) -> Counted: ...
