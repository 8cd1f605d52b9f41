"""A game as it is played: dice from a seed, moves, undo, and the log."""

from dataclasses import dataclass, field, replace
from random import Random

from ..errors import UserError
from ..policies.actions import option_of
from ..turn.positions import Action, Position, format_action
from ..turn.states import State
from .advisor import Advisor
from .notation import format_words


@dataclass(frozen=True)
class Moment:
    """Where a game is. drawn: how many dice have been thrown, which fixes the ones to come."""

    state: State
    sheet: tuple[int | None, ...]
    upper: int
    points: int
    dice: tuple[int, ...]
    rerolls: int
    drawn: int


@dataclass
class Playing:
    """One game. Undoing a move takes back its dice, too: the same move brings the same dice again."""

    advisor: Advisor
    seed: int
    now: Moment = field(init=False)
    log: list[str] = field(default_factory=list)
    _before: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = self.advisor.arena.states.start
        sheet = (None,) * len(self.advisor.game.categories)
        self.now = Moment(start, sheet, 0, 0, (), 0, 0)
        self.now = self._thrown((), self.advisor.game.rolls - 1)

    @property
    def done(self) -> bool:
        """Whether all categories are filled."""
        return self.now.state.filled == self.advisor.game.full

    @property
    def position(self) -> Position:
        """Where the game is, as a position."""
        now = self.now
        return Position(now.state.filled, now.upper, bool(now.state.chip), now.dice, now.rerolls, now.points)

    def act(self, action: Action) -> int:
        """Make a move; the points that it scored. UserError, and no change, when it is not possible."""
        game = self.advisor.game
        words = f"{format_words(game, self.position)} => {format_action(game, action)}"
        before = self.now
        gain = self._scored(action) if action.category is not None else self._kept(action.keep or ())
        self._before.append(before)
        self.log.append(words)
        return gain

    def undo(self) -> None:
        """Take back the last move."""
        if not self._before:
            raise UserError("undo: no move yet; expected one")
        self.now = self._before.pop()
        self.log.pop()

    def log_text(self) -> str:
        """The log, in notation 3; with the final score when the game is done."""
        final = [f"final {self.now.points}"] if self.done else []
        return "".join(f"{line}\n" for line in [*self.log, *final])

    def _kept(self, keep: tuple[int, ...]) -> int:
        now = self.now
        if now.rerolls == 0:
            raise UserError("keep: no rerolls left; expected score and a category")
        if any(keep.count(face) > now.dice.count(face) for face in keep):
            kept, dice = " ".join(map(str, keep)), " ".join(map(str, now.dice))
            raise UserError(f"keep {kept}: the dice are {dice}; expected some of them")
        self.now = self._thrown(keep, now.rerolls - 1)
        return 0

    def _scored(self, action: Action) -> int:
        now, states, game = self.now, self.advisor.arena.states, self.advisor.game
        category = action.category
        assert category is not None
        if now.state.filled >> category & 1:
            raise UserError(f"{format_action(game, action)}: it is filled; expected an open category")
        option = option_of(states, self.position, action)
        after, gain = states.successor(now.state, option)
        points = int(states.options.points[option])
        sheet = (*now.sheet[:category], points, *now.sheet[category + 1 :])
        upper = now.upper + points * game.categories[category].upper
        self.now = replace(now, state=after, sheet=sheet, upper=upper, points=now.points + gain)
        if not self.done:
            self.now = self._thrown((), game.rolls - 1)
        return gain

    def _thrown(self, keep: tuple[int, ...], rerolls: int) -> Moment:
        """The moment after a throw of the dice that are not kept."""
        game, drawn = self.advisor.game, self.now.drawn
        missing = game.dice - len(keep)
        faces = [Random(f"{self.seed} {drawn + i}").randint(1, game.faces) for i in range(missing)]
        return replace(self.now, dice=tuple(sorted([*keep, *faces])), rerolls=rerolls, drawn=drawn + missing)
