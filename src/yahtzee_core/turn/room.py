"""What arrays may take: they are refused, with both numbers, before memory runs out."""

from .. import machine
from ..errors import UserError


def require_room(what: str, size: int) -> None:
    """UserError when `what` takes more bytes than the machine has."""
    if size > machine.memory():
        raise UserError(
            f"{what} would take {size / 1e9:,.1f} GB; expected at most {machine.memory() / 1e9:,.1f}, "
            "the memory of this machine"
        )
