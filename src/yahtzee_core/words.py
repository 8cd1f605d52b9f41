"""Rules of a game in words."""

from .game import Category


def category_words(category: Category) -> str:
    """What a category scores, in words."""
    p = category.pattern
    conditions = []
    if p.groups is not None:
        kinds = " + ".join(f"{size} equal" for size in p.groups)
        conditions.append(kinds if p.distinct else f"{kinds} or all equal")
    if p.run is not None:
        conditions.append(f"{p.run} in a row")
    if p.faces is not None:
        conditions.append(" ".join(map(str, p.faces)))
    if p.total is not None:
        conditions.append(f"total {p.total}")
    if p.face is not None:
        conditions.append(f"dice of {p.face}")
    score = {"all": "sum of all dice", "matching": "sum of those dice"}.get(str(p.score), f"{p.score} points")
    return f"{' and '.join(conditions)}: {score}" if conditions else score
