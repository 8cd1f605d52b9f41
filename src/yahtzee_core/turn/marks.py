"""Totals with marks: one number that tells the total, and whether the bonus and the equal dice came.

A mark is more than the most points of a game. The marked total is the total, plus a mark if the category of
equal dice has points, plus two if an upper bonus was earned. In games with chips the chip at the end tells
the former: it is not marked, and the bonus is one mark. Most states have no bonus, so few totals are
behind them. Games with several upper bonuses have no policies, so that a bonus is earned once.
"""

from typing import TYPE_CHECKING

from ..game.game import Game

if TYPE_CHECKING:
    from .options import Options


def marked_category(game: Game) -> int | None:
    """The category of equal dice where points in it are marked; None where a chip tells, or there is none."""
    return None if game.yahtzee_bonus else game.equal_dice


def mark_of(options: "Options") -> int:
    """More than the points of any game: the best of every category, an extra in each turn, all bonuses."""
    game, best = options.game, [0] * len(options.game.categories)
    for category, points in zip(options.category, options.points + options.premium, strict=True):
        best[category] = max(best[category], int(points))
    bonuses = sum(points for _, points in game.upper_bonuses)
    return 1 + sum(best) + bonuses + len(game.categories) * game.yahtzee_bonus


def marked(options: "Options", total: int, bonus: bool, equal: bool) -> int:
    """A total with its marks. equal: whether the marked category has points."""
    one = marked_category(options.game) is None
    return total + mark_of(options) * (equal + bonus * (1 if one else 2))


def unmarked(options: "Options", number: int) -> tuple[int, bool, bool]:
    """The total, whether an upper bonus was earned, and whether the marked category has points."""
    marks, total = divmod(number, mark_of(options))
    if marked_category(options.game) is None:
        return total, bool(marks), False
    return total, marks >= 2, bool(marks & 1)
