"""A played game reviewed (Verhoeff's proficiency test): what decisions lost, and how lucky the dice were.

With Q(a) the value of an action and V that of a state, before a roll and after it,

    loss of a decision  = best Q - Q(action)        luck of a roll  = best Q after it - value before it

so that   final score - V[start] = sum of luck - sum of loss,   exactly. Three levels of a log are told apart:
*full* (every roll and keep), *categories* (last rolls and categories alone: no luck, category losses),
*sheet* (points by category: the total and its percentile alone).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .advisor import Advisor
from .game_so_far import GameSoFar
from .gamelog import Log, Step, followed, on_line, parse_log
from .notation import format_words

ROUNDING = 1e-9


@dataclass(frozen=True)
class Decision:
    """One decision of a game. line: of the log. luck: of the roll before it, None when it is not known."""

    line: int
    turn: int
    position: str
    action: str
    value: float
    best: str
    best_value: float
    loss: float
    luck: float | None

    @property
    def kind(self) -> str:
        """keep or category."""
        return self.action.partition(" ")[0].replace("score", "category")


@dataclass(frozen=True)
class Review:
    """A game reviewed. percentile: per cent of optimal games with this score or less.

    at_least: probability that optimal play scores this or more. luck is None unless the level is full, the
    losses are None for a sheet.
    """

    game: str
    level: str
    score: int
    start_value: float
    percentile: float
    at_least: float
    decisions: tuple[Decision, ...]
    luck: float | None
    loss: float | None

    @property
    def mean_loss(self) -> float | None:
        """Points lost in a decision, on the mean."""
        return None if self.loss is None else self.loss / max(len(self.decisions), 1)

    def loss_by_kind(self) -> dict[str, float]:
        """Points lost by keep and category."""
        return self._sums(lambda d: d.kind)

    def loss_by_category(self) -> dict[str, float]:
        """Points lost in the turn that filled each category."""
        filled = {d.turn: d.action.partition(" ")[2] for d in self.decisions if d.kind == "category"}
        return self._sums(lambda d: filled[d.turn])

    def _sums(self, key: Callable[[Decision], str]) -> dict[str, float]:
        sums: dict[str, float] = {}
        for decision in self.decisions:
            sums[key(decision)] = sums.get(key(decision), 0.0) + decision.loss
        return sums


def review_text(advisor: Advisor, text: str) -> Review:
    """Review a log of any level; UserError names the line of what cannot be."""
    log = parse_log(text, advisor.arena.states)
    if log.sheet:
        return _review(advisor, "sheet", log.sheet.points, (), None, None)
    return review_moves(advisor, log)


def review_moves(advisor: Advisor, log: Log) -> Review:
    """Review a log of moves; UserError names the line of what cannot be.

    Where it tells no roll before the last one of a turn, a turn begins with that.
    """
    game = advisor.game
    full = game.rolls == 1 or any(move.written.rerolls > 0 for move in log.moves)
    start = GameSoFar.start(advisor.arena.states, game.rolls - 1 if full else 0)
    steps = list(followed(start, log))
    end = steps[-1].after
    with on_line(log.moves[-1].line):
        end.check_over()
    decisions = tuple(_decisions(advisor, steps, full))
    loss = sum(decision.loss for decision in decisions)
    luck = sum(decision.luck or 0.0 for decision in decisions) if full else None
    review = _review(advisor, "full" if full else "categories", end.points, decisions, luck, loss)
    if luck is not None and abs(end.points - review.start_value - luck + loss) > ROUNDING:
        raise AssertionError(f"luck {luck} and loss {loss} do not explain {end.points}")
    return review


def _decisions(advisor: Advisor, steps: list[Step], full: bool) -> Iterator[Decision]:
    """What each move was worth. full: whether every roll is known, and with it the luck."""
    game, before = advisor.game, advisor.arena.optimal.start_value
    for step in steps:
        advice, move = advisor.expected(step.position), step.move
        taken = next(option for option in advice.options if option.action == move.action)
        yield Decision(
            move.line,
            step.position.filled.bit_count() + 1,
            format_words(game, step.position),
            taken.text,
            taken.value,
            advice.best.text,
            advice.best.value,
            taken.loss,
            advice.best.value - before if full else None,
        )
        before = taken.value if move.action.category is None else advisor.value_of(step.after.state)


def _review(
    advisor: Advisor,
    level: str,
    score: int,
    decisions: tuple[Decision, ...],
    luck: float | None,
    loss: float | None,
) -> Review:
    totals = advisor.totals
    at_least = float(totals.at_least[score]) if score < len(totals.probability) else 0.0
    below = float(totals.probability[: score + 1].sum())
    start = advisor.arena.optimal.start_value
    return Review(
        advisor.game.id, level, score, start, 100 * min(below, 1.0), at_least, decisions, luck, loss
    )
