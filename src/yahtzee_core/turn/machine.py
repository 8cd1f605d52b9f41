"""What this machine has, on Linux and on macOS, and what does not fit into it."""

import os
from functools import cache

from ..errors import UserError


def cores() -> int:
    """Cores that this process may use: PYTHON_CPU_COUNT, or what the system says, or all that there are.

    Python itself reads that variable from 3.13 on. A container that is given a part of a machine needs it, as
    the system tells it all cores. UserError when it is neither a number nor `default`.
    """
    asked = os.environ.get("PYTHON_CPU_COUNT", "")
    if asked.isdecimal():
        return max(1, int(asked))
    if asked not in ("", "default"):
        raise UserError(f"PYTHON_CPU_COUNT: '{asked[:30]}'; expected a number of cores, or default")
    affinity = getattr(os, "sched_getaffinity", None)  # of Linux alone
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@cache
def memory() -> int:
    """Bytes of memory; more than any array where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 62


def require_room(what: str, size: int) -> None:
    """UserError, with both numbers, when `what` takes more bytes than there are; before memory runs out."""
    if size > memory():
        raise UserError(
            f"{what} would take {size / 1e9:,.1f} GB; expected at most {memory() / 1e9:,.1f}, "
            "the memory of this machine"
        )
