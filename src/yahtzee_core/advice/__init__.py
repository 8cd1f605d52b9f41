"""Games as people write and play them, and what to do in them."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .advice import Advice
    from .advisor import Advisor
    from .notation import parse_position
    from .review import review_text
    from .single import advise

__all__ = ["Advice", "Advisor", "advise", "parse_position", "review_text"]
__getattr__ = face(
    __name__,
    {
        "Advice": "advice",
        "Advisor": "advisor",
        "advise": "single",
        "parse_position": "notation",
        "review_text": "review",
    },
)
