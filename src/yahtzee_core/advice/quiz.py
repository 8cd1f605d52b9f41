"""Positions to guess in: those in which a strategy, or the player of a log, loses points.

A position is drawn with a probability in proportion to what was lost in it, so that the questions are those
that cost most. The games of a strategy are played with seeded dice.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..errors import UserError
from ..policies.actions import RankedAction
from ..policies.decisions import Policy, decided
from ..policies.strategies.strategy import Strategy
from ..turn.positions import Action, Position
from ..turn.ties import POINTS
from .advisor import Advisor
from .game_so_far import GameSoFar
from .playing import Playing
from .review import review_text

GAMES = 20
"""Games of a strategy that questions are drawn from: 780 decisions in yahtzee."""


@dataclass(frozen=True)
class Question:
    """A position.

    played: what the strategy, or the player, did there; loss: what that lost. game: as far as it went, where
    it is known.
    """

    position: Position
    played: Action
    loss: float
    game: GameSoFar | None = field(default=None, repr=False, compare=False)


def strategy_questions(
    advisor: Advisor,
    strategy: Strategy,
    number: int,
    seed: int,
    progress: Callable[[float], None] = lambda share: None,
) -> list[Question]:
    """So many questions from GAMES games of a strategy; fewer when it loses in fewer positions.

    UserError when it loses nothing.
    """
    policy, found = strategy.policy(advisor.arena), list[Question]()
    for game in range(GAMES):
        found += _lossy(advisor, policy, Playing(advisor, seed * GAMES + game))
        progress((game + 1) / GAMES)
    if not found:
        raise UserError(f"strategy {strategy.id}: it loses nothing in {GAMES} games; expected another one")
    return _drawn(found, number, seed)


def log_questions(advisor: Advisor, text: str, number: int, seed: int) -> list[Question]:
    """So many questions from the moves of a log; UserError when it has none that lost points."""
    decisions = review_text(advisor, text).decisions
    found = [Question(d.position, d.action, d.loss) for d in decisions if d.loss > POINTS.points]
    if not found:
        raise UserError("the log has no move that lost points; expected one")
    return _drawn(found, number, seed)


def _lossy(advisor: Advisor, policy: Policy, playing: Playing) -> Iterator[Question]:
    """The positions of a game in which a policy loses points."""
    while not playing.done:
        position = playing.position
        action = decided(advisor.arena, policy, position)
        loss = advisor.expected(position).taken(action).loss
        if loss > POINTS.points:
            yield Question(position, action, loss, playing.now.game)
        playing.act(action)


def _drawn(questions: Sequence[Question], number: int, seed: int) -> list[Question]:
    """Questions drawn without repetition, in proportion to their losses."""
    each = list({question.position: question for question in questions}.values())
    loss = np.array([question.loss for question in each])
    random = np.random.default_rng(seed)
    drawn = random.choice(len(each), size=min(number, len(each)), replace=False, p=loss / loss.sum())
    return [each[place] for place in drawn]


@dataclass
class Answers:
    """The score of who guesses: losses by kind of decision, keep and category."""

    losses: dict[str, list[float]] = field(default_factory=dict)

    def add(self, guess: RankedAction) -> None:
        """Count a guess; one that ties with the best loses nothing."""
        kind = "keep" if guess.action.category is None else "category"
        self.losses.setdefault(kind, []).append(0.0 if guess.is_best else guess.loss)

    @property
    def number(self) -> int:
        """Of guesses."""
        return sum(map(len, self.losses.values()))

    @property
    def mean_loss(self) -> float:
        """Of a guess."""
        return sum(map(sum, self.losses.values())) / self.number

    def rows(self) -> list[tuple[str, int, int, float]]:
        """(kind, guesses, best ones, mean loss) of each kind, then of all."""
        kinds = {**self.losses, "all": [loss for losses in self.losses.values() for loss in losses]}
        return [(kind, len(ls), ls.count(0.0), sum(ls) / len(ls)) for kind, ls in kinds.items()]
