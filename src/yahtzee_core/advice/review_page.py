"""A review as one self-contained page."""

from html import escape
from pathlib import Path

from ..files import write_text
from ..game.game import Game
from ..game.joker_rules import named
from ..turn.positions import format_action
from ..turn.ties import POINTS
from .notation import format_words
from .review import Decision, Review
from .review_words import equation, summary

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #8886; }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
tr.bad {{ background: #c4510c33; }}
</style></head><body>
<h1>{title}</h1>
<p>{summary}</p>
{table}
</body></html>
"""
BAD = 1.0
"""Decisions that lose more points than this are marked."""


def write_page(review: Review, path: Path) -> None:
    """Write the page; UserError when it cannot be written."""
    write_text(path, page(review))


def page(review: Review) -> str:
    """The page as text."""
    so_far = "" if review.over else " so far"
    title = f"A game of {escape(named(review.game))}: {review.score} points{so_far}"
    return PAGE.format(title=title, summary=_summary(review), table=_table(review))


def _summary(review: Review) -> str:
    text = escape(f"{summary(review)}.")
    if review.luck is not None and review.loss is not None:
        equals = equation(review).replace(" - ", " &minus; ")
        text += f" {equals}; {review.mean_loss:.4f} lost in a decision."
    elif review.loss is not None:
        text += f" {review.loss:.4f} lost by categories, {review.mean_loss:.4f} in a decision."
    return text


def _table(review: Review) -> str:
    if not review.decisions:
        return ""
    head = "".join(f"<th>{name}</th>" for name in ("Turn", "Position", "Played", "Better", "Grade"))
    head += "".join(f'<th class="number">{name}</th>' for name in ("Loss", "Luck"))
    rows = "\n".join(_row(review.game, decision) for decision in review.decisions)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>"


def _row(game: Game, decision: Decision) -> str:
    better = format_action(game, decision.best) if decision.loss > POINTS.points else ""
    played = format_words(game, decision.position), format_action(game, decision.action)
    luck = "" if decision.luck is None else f"{decision.luck:+.3f}"
    cells = "".join(
        f"<td>{escape(word)}</td>" for word in (str(decision.turn), *played, better, decision.grade)
    )
    numbers = "".join(f'<td class="number">{number}</td>' for number in (f"{decision.loss:.3f}", luck))
    kind = ' class="bad"' if decision.loss > BAD else ""
    why = f'<tr class="why"><td></td><td colspan="6">{escape(" ".join(decision.why))}</td></tr>'
    return f"<tr{kind}>{cells}{numbers}</tr>" + (f"\n{why}" if decision.why else "")
