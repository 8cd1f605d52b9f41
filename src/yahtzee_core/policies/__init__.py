"""What a player does, and exactly what comes of it."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .decisions import Policy, optimal_policy
    from .evaluation import evaluate

__all__ = ["Policy", "evaluate", "optimal_policy"]
__getattr__ = face(__name__, {"Policy": "decisions", "evaluate": "evaluation", "optimal_policy": "decisions"})
