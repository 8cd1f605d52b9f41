"""Rules of a game in words."""

from .game import Category, Game


def category_words(category: Category) -> str:
    """What a category scores, in words."""
    p = category.pattern
    conditions = []
    if p.groups is not None:
        kinds = " + ".join(f"{size} equal" for size in p.groups)
        several = len(p.groups) > 1 and not p.distinct
        conditions.append(f"{kinds} (or {sum(p.groups)} equal)" if several else kinds)
    if p.run is not None:
        conditions.append(f"{p.run} in a row")
    if p.faces is not None:
        conditions.append(" ".join(map(str, p.faces)))
    if p.total is not None:
        conditions.append(f"total {p.total}")
    if p.face is not None:
        conditions.append(f"dice of {p.face}")
    if p.colours is not None:
        conditions.append("one colour")
    score = {"all": "sum of all dice", "matching": "sum of those dice"}.get(str(p.score), f"{p.score} points")
    score += f" + {p.plus}" * bool(p.plus)
    score += f" (first roll: {category.first_roll} more)" * bool(category.first_roll)
    return f"{' and '.join(conditions)}: {score}" if conditions else score


def rule_words(game: Game) -> list[str]:
    """The rules of a game beside its categories, a line each."""
    lines = [
        f"upper bonus: {points} points from {threshold} upper points" for threshold, points in _paid(game)
    ]
    if game.yahtzee is not None and game.yahtzee_bonus:
        title = game.categories[game.yahtzee].title
        lines.append(f"extra {title}: {game.yahtzee_bonus} points each, once {title} scored")
    if game.joker:
        scores = ", ".join(f"{game.categories[c].title} {p}" for c, p in game.joker_scores.items())
        lines.append(f"joker ({game.joker} placement): {scores}")
    if game.order:
        ends = {"down": "top to bottom", "up": "bottom to top"}[game.order]
        lines.append(f"order: the sheet is filled from {ends}")
    if game.saved_rolls:
        lines.append("saved rolls: rolls that a turn leaves may be used in any later turn")
    return lines


def bonus_words(game: Game) -> str | None:
    """The upper bonuses of a game: `35 from 63, 20 from 71`; None without one."""
    return ", ".join(f"{points} from {threshold}" for threshold, points in _paid(game)) or None


def _paid(game: Game) -> list[tuple[int, int]]:
    """The upper bonuses, each beside those before it."""
    return [(threshold, points) for threshold, points in game.upper_bonuses if points]
