"""A played game reviewed (Verhoeff's proficiency test): what decisions lost, and how lucky the dice were.

With Q(a) the value of an action and V that of a state, before a roll and after it,

    loss of a decision  = best Q - Q(action)        luck of a roll  = best Q after it - value before it

so that   final score - V[start] = sum of luck - sum of loss,   exactly. Three levels of a log are told apart:
*full* (every roll and keep), *categories* (last rolls and categories alone: no luck, category losses),
*sheet* (points by category: the total and its percentile alone).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..errors import UserError
from ..policies.actions import option_of
from ..turn.positions import Action, Position, format_action, state_of
from .advisor import Advice, Advisor
from .gamelog import Log, Move, Sheet, check_roll, check_said, parse_log
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
    return review_sheet(advisor, log.sheet) if log.sheet else review_moves(advisor, log)


def review_moves(advisor: Advisor, log: Log) -> Review:
    """Review a log of moves; UserError names the line of what cannot be."""
    played = list(_Player(advisor, log.moves).decisions())
    full = all(decision.luck is not None for decision, _ in played)
    score = sum(gain for _, gain in played)
    if log.final is not None and log.final != score:
        raise UserError(f"line {log.final_line}: final {log.final}; expected {score}, the sum of the moves")
    decisions = tuple(decision for decision, _ in played)
    loss = sum(decision.loss for decision in decisions)
    luck = sum(decision.luck or 0.0 for decision in decisions) if full else None
    found = _review(advisor, "full" if full else "categories", score, decisions, luck, loss)
    if luck is not None and abs(score - found.start_value - luck + loss) > ROUNDING:
        raise AssertionError(f"luck {luck} and loss {loss} do not explain {score}")
    return found


def review_sheet(advisor: Advisor, sheet: Sheet) -> Review:
    """Review a filled score sheet: its total alone."""
    return _review(advisor, "sheet", sheet.total, (), None, None)


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


class _Player:
    """Plays a log again, checking each move."""

    def __init__(self, advisor: Advisor, moves: list[Move]) -> None:
        self.advisor, self.moves = advisor, moves
        self.states, self.game = advisor.arena.states, advisor.game
        self.full = self.game.rolls == 1 or any(move.rerolls > 0 for move in moves)
        self.state, self.upper, self.points, self.turn = self.states.start, 0, 0, 1
        self.before: float | None = advisor.arena.optimal.start_value if self.full else None
        self.keep: tuple[int, ...] = ()
        self.rerolls = self.game.rolls - 1 if self.full else 0

    def decisions(self) -> Iterator[tuple[Decision, int]]:
        """Each decision with the points that it scored."""
        for move in self.moves:
            try:
                yield self._decision(move)
            except UserError as error:
                raise UserError(f"line {move.line}: {error}") from None
        if self.state.filled != self.game.full:
            left = " ".join(self.game.names(self.game.full & ~self.state.filled))
            raise UserError(
                f"line {self.moves[-1].line}: the log ends with {left} open; expected a whole game"
            )

    def _decision(self, move: Move) -> tuple[Decision, int]:
        position = self._position(move)
        advice = self.advisor.expected(position)
        taken = next((o for o in advice.options if o.action == move.action), None)
        if taken is None:
            raise UserError(
                f"{format_action(self.game, move.action)}: not possible here; expected an open action"
            )
        luck = None if self.before is None else advice.best.value - self.before
        decision = Decision(
            move.line,
            self.turn,
            format_words(self.game, position),
            taken.text,
            taken.value,
            advice.best.text,
            advice.best.value,
            taken.loss,
            luck,
        )
        return decision, self._follow(position, advice, move.action, taken.value)

    def _position(self, move: Move) -> Position:
        """Where a move is made; what the log says of it must agree with the moves before."""
        if self.state.filled == self.game.full:
            raise UserError("a move after the last one; expected final and the score")
        check_roll(move.dice, move.rerolls, self.keep, self.rerolls)
        position = Position(self.state.filled, self.upper, self._chip, move.dice, move.rerolls, self.points)
        state_of(self.states, position)
        check_said(self.game, move, position)
        return position

    @property
    def _chip(self) -> bool:
        return bool(self.state.chip)

    def _follow(self, position: Position, advice: Advice, action: Action, value: float) -> int:
        """Go where an action leads; the points that it scores."""
        if action.category is None:
            self.keep, self.rerolls = action.keep or (), position.rerolls - 1
            self.before = value if self.full else None
            return 0
        option = option_of(self.states, position, action)
        after, gain = self.states.successor(self.state, option)
        points = int(self.states.options.points[option])
        self.upper += points if self.game.categories[action.category].upper else 0
        self.points += gain
        self.state, self.turn, self.keep = after, self.turn + 1, ()
        self.rerolls = self.game.rolls - 1 if self.full else 0
        self.before = float(self.advisor.value_of(after)) if self.full else None
        return gain
