"""Categories as people write them: their ids, their printed titles, usual names of the faces; in any case."""

import re
from collections.abc import Iterable, Mapping

FACE_NAMES = (
    ("ones", "aces"),
    ("twos", "deuces"),
    ("threes", "treys"),
    ("fours",),
    ("fives",),
    ("sixes",),
)
"""Of the upper category of each face, whatever its title is."""
Names = Mapping[str, frozenset[int]]
"""Places on the sheet by plain name."""


def plain(text: str) -> str:
    """A name without its case, and with _ for all that is no letter or digit: full_house."""
    return re.sub(r"[\W_]+", "_", text.casefold()).strip("_")


def names_of(categories: Iterable[tuple[str, str, int | None]]) -> Names:
    """The places that each name may mean, from (id, title, face of an upper category)."""
    names: dict[str, frozenset[int]] = {}
    for place, (id, title, face) in enumerate(categories):
        usual = FACE_NAMES[face - 1] if face and face <= len(FACE_NAMES) else ()
        for name in {plain(id), plain(title), *usual}:
            names[name] = names.get(name, frozenset()) | {place}
    return names


def readings(text: str, names: Names) -> list[frozenset[int]]:
    """The sets of categories that words can mean, two at the most; titles may have several words."""
    words = plain(text).split("_")
    after: list[list[frozenset[int]]] = [[] for _ in words] + [[frozenset()]]
    for first in reversed(range(len(words))):
        sets = {
            rest | {place}
            for last in range(first + 1, len(words) + 1)
            for place in names.get("_".join(words[first:last]), ())
            for rest in after[last]
        }
        after[first] = sorted(sets, key=sorted)[:2]
    return after[0]
