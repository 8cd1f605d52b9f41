"""A game as it is played: dice from a seed, moves, undo, and the log."""

from dataclasses import dataclass, field, replace
from random import Random

from ..errors import UserError
from ..turn.positions import Action, Position, format_action
from .advisor import Advisor
from .game_so_far import GameSoFar
from .notation import format_words


@dataclass(frozen=True)
class Moment:
    """A game with the dice on the table. drawn: how many have been thrown, which fixes the ones to come."""

    game: GameSoFar
    dice: tuple[int, ...]
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
        states = self.advisor.arena.states
        self.now = self._thrown(GameSoFar.start(states, states.game.rolls - 1), 0)

    @property
    def done(self) -> bool:
        """Whether all categories are filled."""
        return self.now.game.over

    @property
    def position(self) -> Position:
        """Where the game is, as a position; UserError when it is over."""
        return self.now.game.rolled(self.now.dice, self.now.game.rerolls or 0)

    def act(self, action: Action) -> int:
        """Make a move; the points that it scored. UserError, and no change, when it is not possible."""
        before, position, rules = self.now, self.position, self.advisor.game
        after = before.game.after(position, action)
        self._before.append(before)
        self.log.append(f"{format_words(rules, position)} => {format_action(rules, action)}")
        self.now = self._thrown(after, before.drawn)
        return after.points - before.game.points

    def put(self, dice: tuple[int, ...]) -> None:
        """Real dice on the table, in place of those that were thrown; UserError when they cannot be there."""
        put = tuple(sorted(dice))
        self.now.game.rolled(put, self.now.game.rerolls or 0)
        self.now = replace(self.now, dice=put)

    def undo(self) -> None:
        """Take back the last move."""
        if not self._before:
            raise UserError("undo: no move yet; expected one")
        self.now = self._before.pop()
        self.log.pop()

    def log_text(self) -> str:
        """The log, in notation 3; with the final score when the game is done."""
        final = [f"final {self.now.game.points}"] if self.done else []
        return "".join(f"{line}\n" for line in [*self.log, *final])

    def _thrown(self, game: GameSoFar, drawn: int) -> Moment:
        """A game after a throw of the dice that are not kept."""
        rules = self.advisor.game
        missing = 0 if game.over else rules.dice - len(game.kept)
        faces = [Random(f"{self.seed} {drawn + i}").randint(1, rules.faces) for i in range(missing)]
        return Moment(game, tuple(sorted([*game.kept, *faces])), drawn + missing)
