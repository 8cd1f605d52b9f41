"""The results to look at: a page, figures, and the numbers that others published beside ours."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .page import write_report
    from .published import check_published

__all__ = ["check_published", "write_report"]
__getattr__ = face(__name__, {"check_published": "published", "write_report": "page"})
