"""Dice, options, states and one turn of them: the kernel, and its readable twin."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .dice import lattice
    from .positions import Action, Position
    from .states import State, States
    from .twin import turn

__all__ = ["Action", "Position", "State", "States", "lattice", "turn"]
__getattr__ = face(
    __name__,
    {
        "Action": "positions",
        "Position": "positions",
        "State": "states",
        "States": "states",
        "lattice": "dice",
        "turn": "twin",
    },
)
