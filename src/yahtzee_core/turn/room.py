"""What arrays may take: they are refused, with both numbers, before memory runs out."""

import os
from functools import cache

from ..errors import UserError


@cache
def machine_bytes() -> int:
    """The memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def require_room(what: str, size: int) -> None:
    """UserError when `what` takes more bytes than the machine has."""
    if size > machine_bytes():
        raise UserError(
            f"{what} would take {size / 1e9:,.1f} GB; expected at most {machine_bytes() / 1e9:,.1f}, "
            "the memory of this machine"
        )
