"""A card as one page to print."""

from html import escape
from pathlib import Path

from ..files import write_text
from ..game.joker_rules import named
from ..policies.card_worth import CardWorth
from ..policies.strategies.line_words import FOLLOW, NO_LINE, score_words

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 15px/1.35 system-ui, sans-serif; max-width: 54rem; margin: 1.5rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.5rem; margin: 0; }}
h2 {{ font-size: 1.1rem; margin: 1rem 0 .3rem; }}
p {{ margin: .3rem 0; }}
main {{ display: grid; grid-template-columns: minmax(0, 1fr) 13rem; gap: 0 2rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .12rem .5rem .12rem 0; }}
tr {{ border-bottom: 1px solid #8886; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
footer {{ font-size: .8rem; margin-top: 1rem; }}
@media (max-width: 40rem) {{ main {{ display: block; }} }}
@page {{ size: A4; margin: 12mm; }}
@media print {{
  body {{ font-size: 8pt; line-height: 1.2; margin: 0; padding: 0; max-width: none; }}
  th, td {{ padding-block: .08rem; }}
  h2 {{ margin-top: .4rem; }}
  footer {{ margin-top: .4rem; }}
  main {{ display: grid; grid-template-columns: minmax(0, 1fr) 9rem; gap: 0 1.2rem; }}
  h1 {{ font-size: 1.2rem; }}
}}
</style></head><body>
<h1>{title}</h1>
<p>{worth}</p>
<main><section>
<h2>Keep</h2>
<p>{follow}. {no_line}.</p>
<table><thead>
<tr><th class="number">Line</th><th>What to keep</th><th class="number">Worth</th></tr>
</thead><tbody>
{lines}
</tbody></table>
</section><section>
<h2>Score</h2>
<p>{score}.</p>
<table><thead><tr><th>Category</th><th class="number">Par</th></tr></thead><tbody>
{par}
</tbody></table>
</section></main>
<footer>Worth: the points a game that this card loses without the line. All numbers are exact expectations
for {game}. Found by: {source}.</footer>
</body></html>
"""


def write_card_page(worth: CardWorth, path: Path) -> None:
    """Write the page; UserError when it cannot be written."""
    write_text(path, card_page(worth))


def card_page(worth: CardWorth) -> str:
    """The page as text."""
    card = worth.card
    lines = (
        f"<tr>{_number(number)}<td>{escape(words)}.</td>{_number(f'{cost:.2f}')}</tr>"
        for number, words, cost in worth.lines
    )
    par = (f"<tr><td>{escape(c.title)}</td>{_number(card.par[c.id])}</tr>" for c in card.game.categories)
    return PAGE.format(
        title=f"{escape(card.game.title)} on a card",
        worth=escape(worth_words(worth)),
        follow=escape(FOLLOW),
        no_line=escape(NO_LINE),
        lines="\n".join(lines),
        score=escape(score_words()),
        par="\n".join(par),
        game=escape(named(card.game)),
        source=escape(card.source),
    )


def _number(value: object) -> str:
    return f'<td class="number">{value}</td>'


def worth_words(worth: CardWorth) -> str:
    """What a card is worth, in a few sentences."""
    keep, category = worth.loss.keep_loss, worth.loss.category_loss
    return (
        f"Whoever follows this card scores {worth.mean:.2f} points a game on average. Best play scores "
        f"{worth.optimum:.2f}. The difference of {keep + category:.2f} is lost by keeps ({keep:.2f}) and by "
        f"the choice of categories ({category:.2f})."
    )
