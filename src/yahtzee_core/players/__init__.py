"""More than one player: neither, one or both of whom see the other."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .blind import best_answer
    from .duel import solve_duel
    from .races import race

__all__ = ["best_answer", "race", "solve_duel"]
__getattr__ = face(__name__, {"best_answer": "blind", "race": "races", "solve_duel": "duel"})
