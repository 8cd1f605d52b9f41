"""The difference of two actions in plain words. Each sentence names the numbers that it stands on.

The parts with the largest differences are named, until they make COVERED of all gains and losses; what the
others add up to is said, too, where it does not round to 0. Numbers have two decimals, or as many as it takes
to show two digits of the difference of the two actions and one of each part that is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from ..game.game import Game
from ..policies.actions import RankedAction
from ..turn.positions import Action, format_dice
from .gains import BONUSES, PartOfWhy

COVERED = 0.8
"""Share of the sum of all gains and losses that the named ones make at least."""
DECIMALS = 2
MOST_DECIMALS = 9
CHANCE = 0.01
"""A difference of chances that is worth a word."""
TURN = 0.05
"""The same of the chances that this turn ends in a category."""
SENTENCES = 3
NAMED = 2
"""Categories that are named for a total to reach."""


def tie_sentence(game: Game, action: Action, against: Action, value: str) -> str:
    """Two actions that are tied. value: what each is, with its unit."""
    return f"{capital(doing(game, action))} and {doing(game, against)} are tied: each {value}."


def points_sentences(
    game: Game, action: Action, against: Action, difference: float, parts: Sequence[PartOfWhy]
) -> list[str]:
    """Why an action is worth more points than another one, by more than a tie."""
    named = largest(parts)
    decimals = max(decimals_of(difference, 2), *(decimals_of(part.difference, 1) for part in named))
    gains, losses = ([part for part in named if (part.difference > 0) == up] for up in (True, False))
    more = f"{difference:.{decimals}f} points more"
    sentences = [f"{capital(doing(game, action))} is worth {more} than {doing(game, against)}."]
    for verb, of_verb in (("gains", gains), ("gives up", losses)):
        if of_verb:
            sentences.append(f"It {verb} {_listed([_term(part, decimals) for part in of_verb])}.")
    rest = difference - sum(part.difference for part in named)
    if float(f"{rest:.{decimals}f}"):
        sentences[-1] = f"{sentences[-1][:-1]}; all else comes to {rest:+.{decimals}f}."
    if len(sentences) < SENTENCES:
        sentences += _turn_sentence(action, against, parts)
    return sentences


def largest(parts: Sequence[PartOfWhy]) -> list[PartOfWhy]:
    """The parts with the largest differences, until they make COVERED of all, largest first."""
    ordered = sorted(parts, key=lambda part: -abs(part.difference))
    left = COVERED * sum(abs(part.difference) for part in parts)
    named = []
    for part in ordered:
        if left <= 0:
            break
        named.append(part)
        left -= abs(part.difference)
    return named


def decimals_of(difference: float, digits: int) -> int:
    """So many that a difference shows that many digits at least."""
    return min(max(DECIMALS, digits - 1 - floor(log10(abs(difference)))), MOST_DECIMALS)


def doing(game: Game, action: Action) -> str:
    """An action as the subject of a sentence: `keeping 3 3`, `scoring Chance`."""
    if action.category is not None:
        return f"scoring {game.categories[action.category].title}"
    return f"keeping {format_dice(action.keep) if action.keep else 'nothing'}"


def capital(text: str) -> str:
    """With a capital letter at its begin."""
    return text[:1].upper() + text[1:]


def percent(chance: float, decimals: int = 1) -> str:
    """A chance in per cent; 0% and 100% are said of what is impossible and of what is sure alone."""
    if chance <= 1e-12 or chance >= 1 - 1e-12:
        return f"{chance:.0%}"
    rounded, step = f"{chance:.{decimals}%}", 10.0**-decimals
    if rounded == f"{0:.{decimals}%}":
        return f"less than {step:.{decimals}f}%"
    if rounded == f"{1:.{decimals}%}":
        return f"more than {100 - step:.{decimals}f}%"
    return rounded


@dataclass(frozen=True)
class Target:
    """What is aimed at, in words.

    does: what an action does, `makes 192 more points`; games: those in which it does, `that get there`; more:
    what is said of the chances.
    """

    does: str
    games: str
    more: str = ""


def target_tie(
    game: Game, best: RankedAction, other: RankedAction, target: Target, parts: Sequence[PartOfWhy]
) -> list[str]:
    """Two actions that reach a total equally often."""
    each = f"{target.does} in {percent(best.value)} of games{target.more}"
    return [tie_sentence(game, best.action, other.action, each)]


def target_sentences(
    game: Game, best: RankedAction, other: RankedAction, target: Target, parts: Sequence[PartOfWhy]
) -> list[str]:
    """Why an action reaches a total more often than another one: what must come, and what differs."""
    decimals = next(n for n in range(1, 13) if n == 12 or percent(best.value, n) != percent(other.value, n))
    chances = [percent(one.value, decimals) for one in (best, other)]
    one, another = (doing(game, each.action) for each in (best, other))
    does = f"{target.does} in {chances[0]} of games, {another} in {chances[1]}{target.more}"
    return [f"{capital(one)} {does}.", *_coming(one, target, parts), *_differing(another, parts)]


def _coming(doing: str, target: Target, parts: Sequence[PartOfWhy]) -> list[str]:
    """The categories that come more often where the total is reached than in play for the expected score."""
    known = [(p.chance, p.usual, p.title) for p in parts if p.chance is not None and p.usual is not None]
    most = sorted(known, key=lambda row: row[1] - row[0])[:NAMED]
    most = [(chance, usual, title) for chance, usual, title in most if chance - usual >= TURN]
    if not most:
        return []
    come = _come([(title, f"in {percent(chance)}") for chance, _, title in most])
    usually = _listed([percent(usual) for _, usual, _ in most])
    games = f"Of the games {target.games} after {doing}"
    return [f"{games}, {come}; played for the expected score, in {usually}."]


def _differing(doing: str, parts: Sequence[PartOfWhy]) -> list[str]:
    """The chances that differ most between two actions, where the total is reached."""
    pairs = [(p.chance, p.chance_against, p.title) for p in parts]
    known = [(one, other, title) for one, other, title in pairs if one is not None and other is not None]
    most = sorted(known, key=lambda row: -abs(row[0] - row[1]))[:NAMED]
    most = [(one, other, title) for one, other, title in most if abs(one - other) >= CHANCE]
    come = [(title, f"in {percent(other)} in place of {percent(one)}") for one, other, title in most]
    return [f"Of those after {doing}, {_come(come)}."] if come else []


def _come(terms: Sequence[tuple[str, str]]) -> str:
    """What comes, and how often: `Yahtzee comes in 41.2% and the upper bonus in 77.0%`."""
    (title, often), *others = terms
    return _listed([f"{title} comes {often}", *(f"{name} {text}" for name, text in others)])


def _term(part: PartOfWhy, decimals: int) -> str:
    """What a part gains or gives up: `0.65 through the upper bonus (chance 66.5% against 65.3%)`."""
    where = "through" if part.title in BONUSES.values() else "in"
    text = f"{abs(part.difference):.{decimals}f} {where} {part.title}"
    if part.chance is None or part.chance_against is None or abs(part.chance - part.chance_against) < CHANCE:
        return text
    return f"{text} (chance {percent(part.chance)} against {percent(part.chance_against)})"


def _turn_sentence(action: Action, against: Action, parts: Sequence[PartOfWhy]) -> list[str]:
    """Where this turn ends more often, when dice are kept either way; nothing for a small difference."""
    if action.category is not None or against.category is not None:
        return []
    turns = [(part.turn or 0.0, part.turn_against or 0.0, part.title) for part in parts]
    more, less, title = max(turns, key=lambda turn: turn[0] - turn[1])
    if more - less < TURN:
        return []
    return [f"This turn ends in {title} in {percent(more)} of games, against {percent(less)}."]


def _listed(terms: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *before, last = terms
    return f"{', '.join(before)} and {last}" if before else last
