"""What an environment pays: points as they are gained, or shaped by exact values.

Shaped, an action that scores pays  gain + V[state after] - V[state before],  with V the expected points still
to come under best play, and 0 at the end. This is a shaping by a potential, so that the best policy stays the
best; a whole game pays its total less the expected score. Keeps pay nothing.
"""

import numpy as np

from ..arrays import Floats, Longs
from ..errors import UserError
from .games_side_by_side import GamesSideBySide

POINTS, SHAPED = "points", "shaped"
KINDS = (POINTS, SHAPED)


def check_kind(kind: str) -> str:
    """The kind; UserError when there is no such kind."""
    if kind not in KINDS:
        raise UserError(f"rewards {kind!r}; expected one of {', '.join(KINDS)}")
    return kind


def stepped(games: GamesSideBySide, action: Longs, kind: str) -> Floats:
    """(n,) float64: take actions, which must be possible; what they pay."""
    before, scores = games.at, not games.left
    gain = games.step(action).astype(np.float64)
    if kind == SHAPED and scores:
        value = games.arena.optimal.value
        gain += value[games.at] - value[before]
    return gain
