"""The recurrences: an equation each, arrays in and arrays out."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .expected import solve_expected
    from .saved import solve_saved
    from .scores import solve_maxprob
    from .utility import solve_utility

__all__ = ["solve_expected", "solve_maxprob", "solve_saved", "solve_utility"]
__getattr__ = face(
    __name__,
    {
        "solve_expected": "expected",
        "solve_maxprob": "scores",
        "solve_saved": "saved",
        "solve_utility": "utility",
    },
)
