"""What a configuration asks for: a function for each rule of the workflow."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .config import load_runs
    from .driver import merge, solve_class
    from .objectives import load_problem

__all__ = ["load_problem", "load_runs", "merge", "solve_class"]
__getattr__ = face(
    __name__,
    {"load_problem": "objectives", "load_runs": "config", "merge": "driver", "solve_class": "driver"},
)
