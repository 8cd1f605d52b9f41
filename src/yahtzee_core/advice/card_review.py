"""A reviewed game held against a card: which of its lines was broken, and what that cost."""

from dataclasses import dataclass

from ..game.game import Game
from ..policies.decisions import decided
from ..policies.strategies.card import Card, CardPlay
from ..policies.strategies.line_words import NO_LINE, score_words
from ..turn.positions import Action, Position
from ..turn.ties import POINTS
from .advisor import Advisor
from .review import Review


@dataclass(frozen=True)
class Broken:
    """A decision unlike that of the card.

    line: of the log. card_line: the number of the line of the card, from 1; None when no line fits, and to
    score. words: what the card says. cost: the value of what the card does, less that of what was played,
    best play following; below 0 where the break gained.
    """

    line: int
    card_line: int | None
    words: str
    position: Position
    played: Action
    card_plays: Action
    cost: float


@dataclass(frozen=True)
class HeldAgainst:
    """A game held against a card: how many decisions it had, and those that were unlike the card's."""

    game: Game
    card: str
    decisions: int
    broken: tuple[Broken, ...]

    @property
    def cost(self) -> float:
        """What all breaks cost together; what they gained is taken off."""
        return sum(each.cost for each in self.broken)


def held_against(advisor: Advisor, review: Review, card: Card) -> HeldAgainst:
    """The decisions of a game that are unlike those of a card; moves of the same value are no break."""
    play, broken = CardPlay(advisor.arena, card), []
    for decision in review.decisions:
        says = decided(advisor.arena, play.policy, decision.position)
        value = advisor.expected(decision.position).taken(says).value
        if says != decision.action and abs(value - decision.value) > POINTS.points:
            line = play.line(decision.position)
            words = _words(card, line, decision.position)
            cost = value - decision.value
            broken.append(Broken(decision.line, line, words, decision.position, decision.action, says, cost))
    return HeldAgainst(review.game, card.id, len(review.decisions), tuple(broken))


def _words(card: Card, line: int | None, position: Position) -> str:
    if not position.rerolls:
        return score_words()
    return NO_LINE if line is None else card.words[line - 1]
