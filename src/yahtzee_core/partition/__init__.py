"""Classes of sets that are solved one by one, what they depend on and cost. It knows nothing of dice."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .pairs import Pairs
    from .partition import Class, Partition
    from .problem import Problem

__all__ = ["Class", "Pairs", "Partition", "Problem"]
__getattr__ = face(
    __name__, {"Class": "partition", "Pairs": "pairs", "Partition": "partition", "Problem": "problem"}
)
