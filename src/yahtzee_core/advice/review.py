"""A played game reviewed (Verhoeff's proficiency test): what decisions lost, and how lucky the dice were.

With Q(a) the value of an action and V that of a state, before a roll and after it,

    loss of a decision  = best Q - Q(action)        luck of a roll  = best Q after it - value before it

so that   final score - V[start] = sum of luck - sum of loss,   exactly. Three levels of a log are told apart:
*full* (every roll and keep), *categories* (last rolls and categories alone: no luck, category losses),
*sheet* (points by category: the total and its percentile alone). Of a game that is not over yet, the expected
final score under optimal play from there takes the place of the final score.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..game.game import Game
from ..game.joker_rules import joker_words
from ..policies.distribution import Distribution
from ..shown import html_table, line
from ..turn.positions import Action, Position, format_action
from ..turn.ties import POINTS
from .advisor import Advisor
from .answers import parts_fit
from .game_so_far import GameSoFar
from .gamelog import Log, Step, followed, parse_log

ROUNDING = 1e-9
OPEN = "the turn that goes on"
"""In place of a category where a turn has not filled one yet."""
WORST = 5
"""Decisions of a game that are explained."""
GRADES = ((ROUNDING, "best"), (0.5, "good"), (2.0, "inaccurate"), (5.0, "mistake"))
"""The most points that a decision of each grade loses; more is a blunder."""


def grade_of(loss: float) -> str:
    """A decision in a word, by the points that it loses."""
    return next((grade for most, grade in GRADES if loss <= most), "blunder")


@dataclass(frozen=True)
class Decision:
    """One decision of a game.

    line: of the log. grade: its loss in a word. luck: of the roll before it, None when it is not known. why:
    sentences on why the best action is better, for the WORST decisions of a game.
    """

    line: int
    position: Position
    action: Action
    value: float
    best: Action
    best_value: float
    loss: float
    grade: str = field(init=False)
    luck: float | None
    why: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "grade", grade_of(self.loss))

    @property
    def turn(self) -> int:
        """The number of its turn, from 1."""
        return self.position.filled.bit_count() + 1


@dataclass(frozen=True)
class Review:
    """A game reviewed.

    score: the points at its end, or so far. expected_final: the score, or while the game goes on the points
    so far and those to come under optimal play.

    percentile: per cent of optimal games with this score or less. at_least: probability that optimal play
    scores this or more; both are None while the game goes on. luck is None unless the level is full, the
    losses are None for a sheet; mean_loss is that of a decision. loss_by_kind: by keep and category;
    loss_by_category: of the turn that filled it.
    """

    game: Game
    joker: str | None = field(init=False)
    level: str
    over: bool
    score: int
    expected_final: float
    start_value: float
    luck: float | None
    loss: float | None
    mean_loss: float | None
    percentile: float | None
    at_least: float | None
    loss_by_kind: dict[str, float]
    loss_by_category: dict[str, float]
    decisions: tuple[Decision, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "joker", joker_words(self.game))

    def __repr__(self) -> str:
        return line(f"Review {self.game.id}", score=self.score, luck=self.luck, loss=self.loss)

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        played = ((format_action(self.game, action) for action in (d.action, d.best)) for d in self.decisions)
        rows = [(d.turn, *both, d.loss, d.grade) for d, both in zip(self.decisions, played, strict=True)]
        head = ["turn", "played", "best", "loss", "grade"]
        return html_table(f"{self.game.id}: {self.score} points", head, rows)

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions that lost most, at most WORST of them, the worst first; none that is tied."""
        return worst_of(self.decisions)


def worst_of(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """See Review.worst."""
    losing = (decision for decision in decisions if decision.loss > POINTS.points)
    return tuple(sorted(losing, key=lambda decision: -decision.loss)[:WORST])


def review_text(advisor: Advisor, text: str) -> Review:
    """Review a log of any level; UserError names the line of what cannot be."""
    log = parse_log(text, advisor.arena.states)
    if log.sheet:
        return _review(advisor, "sheet", log.sheet, float(log.sheet.points), (), None)
    return review_moves(advisor, log)


def review_moves(advisor: Advisor, log: Log) -> Review:
    """Review a log of moves, of a whole game or of its beginning; UserError names the line of what cannot be.

    Where it tells no roll before the last one of a turn, a turn begins with that.
    """
    game = advisor.game
    full = game.rolls == 1 or any(move.written.rerolls > 0 for move in log.moves)
    start = GameSoFar.start(advisor.arena.states, game.rolls - 1 if full else 0)
    steps = list(followed(start, log))
    end = steps[-1].after
    decisions = _explained(advisor, tuple(_decisions(advisor, steps, full)))
    luck = sum(decision.luck or 0.0 for decision in decisions) if full else None
    expected = end.points + _to_come(advisor, steps[-1], decisions[-1])
    review = _review(advisor, "full" if full else "categories", end, expected, decisions, luck)
    if luck is not None and abs(expected - review.start_value - luck + (review.loss or 0.0)) > ROUNDING:
        raise AssertionError(f"luck {luck} and loss {review.loss} do not explain {expected}")
    return review


def _to_come(advisor: Advisor, step: Step, decision: Decision) -> float:
    """Points still to come after a move."""
    return decision.value if step.move.action.category is None else advisor.value_of(step.after.state)


def _explained(advisor: Advisor, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """The same decisions, the worst with words; as they are where the game is too large to tell parts."""
    if not parts_fit(advisor.arena.states):
        return decisions
    worst = {decision.line: decision for decision in worst_of(decisions)}
    return tuple(
        replace(each, why=_words(advisor, each)) if each.line in worst else each for each in decisions
    )


def _words(advisor: Advisor, decision: Decision) -> tuple[str, ...]:
    (why,) = advisor.expected(decision.position).why(decision.action)
    return why.sentences


def _decisions(advisor: Advisor, steps: list[Step], full: bool) -> Iterator[Decision]:
    """What each move was worth. full: whether every roll is known, and with it the luck."""
    before = advisor.arena.optimal.start_value
    for step in steps:
        advice, move = advisor.expected(step.position), step.move
        taken = advice.taken(move.action)
        yield Decision(
            move.line,
            step.position,
            taken.action,
            taken.value,
            advice.best.action,
            advice.best.value,
            taken.loss,
            advice.best.value - before if full else None,
            (),
        )
        before = taken.value if move.action.category is None else advisor.value_of(step.after.state)


def _review(
    advisor: Advisor,
    level: str,
    end: GameSoFar,
    expected_final: float,
    decisions: tuple[Decision, ...],
    luck: float | None,
) -> Review:
    loss = sum(decision.loss for decision in decisions) if decisions else None
    return Review(
        advisor.game,
        level,
        end.over,
        end.points,
        expected_final,
        advisor.arena.optimal.start_value,
        luck,
        loss,
        None if loss is None else loss / len(decisions),
        _percentile(advisor.totals, end.points) if end.over else None,
        _at_least(advisor.totals, end.points) if end.over else None,
        _sums(decisions, lambda d: "keep" if d.action.category is None else "category"),
        _sums(decisions, _filled_by(advisor.game, decisions)),
        decisions,
    )


def _at_least(totals: Distribution, score: int) -> float:
    return float(totals.at_least[score]) if score < len(totals.probability) else 0.0


def _percentile(totals: Distribution, score: int) -> float:
    return 100 * min(float(totals.probability[: score + 1].sum()), 1.0)


def _sums(decisions: tuple[Decision, ...], key: Callable[[Decision], str]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for decision in decisions:
        sums[key(decision)] = sums.get(key(decision), 0.0) + decision.loss
    return sums


def _filled_by(game: Game, decisions: tuple[Decision, ...]) -> Callable[[Decision], str]:
    """The category that the turn of a decision fills."""
    categories = {d.turn: d.action.category for d in decisions if d.action.category is not None}
    names = {turn: game.categories[category].id for turn, category in categories.items()}
    return lambda decision: names.get(decision.turn, OPEN)
