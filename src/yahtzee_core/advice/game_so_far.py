"""A game as far as it went: the sheet, the dice that are kept, and whether a roll or an action can follow."""

from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import UserError
from ..policies.actions import check_keep, option_of, roll_of
from ..turn.positions import Action, Position, format_dice, sheet_position, state_of
from ..turn.states import State, States
from .notation import PartialPosition


@dataclass(frozen=True)
class GameSoFar:
    """Between two rolls. Nothing changes: an action leads to another one.

    sheet: points by category, None where it is open. extra: Yahtzees with a bonus. first: rerolls left after
    the first roll that is known of a turn; None when that can be any. kept: dice held from the last roll.
    left: rerolls left after the roll to come, None where a turn begins.
    """

    states: States
    sheet: tuple[int | None, ...]
    extra: int = 0
    first: int | None = None
    kept: tuple[int, ...] = ()
    left: int | None = None

    @classmethod
    def start(cls, states: States, first: int | None = None) -> "GameSoFar":
        """A game before its first roll."""
        return cls(states, (None,) * len(states.game.categories), first=first)

    @cached_property
    def without_dice(self) -> Position:
        """The sheet as a position; UserError for points that a category cannot have."""
        return sheet_position(self.states, self.sheet, (), 0, self.extra)

    @property
    def upper(self) -> int:
        """The upper total."""
        return self.without_dice.upper

    @property
    def points(self) -> int:
        """On the sheet, bonuses included."""
        return self.without_dice.points or 0

    @property
    def state(self) -> State:
        """The merged state."""
        here = self.without_dice
        return self.states.at(here.filled, here.upper, int(here.chip))

    @property
    def over(self) -> bool:
        """Whether all categories are filled."""
        return None not in self.sheet

    @property
    def open_names(self) -> list[str]:
        """The open categories."""
        return self.states.game.names(self.states.game.full & ~self.without_dice.filled)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.without_dice.filled.bit_count() + 1

    @property
    def rerolls(self) -> int | None:
        """Left after the roll to come; None when that can be any."""
        return self.first if self.left is None else self.left

    def checked(self) -> "GameSoFar":
        """The same game; UserError for points or bonuses that cannot be."""
        chip = self.without_dice.chip
        if self.extra and not (chip and self.extra < len(self.sheet)):
            raise UserError(
                f"sheet: {self.extra} extra Yahtzees; expected none, or a Yahtzee scored and fewer"
            )
        return self

    def check_final(self, score: int) -> None:
        """UserError when the game is not over, or another score is its final one."""
        self.check_over()
        if score != self.points:
            raise UserError(f"final {score}; expected {self.points}, the sum of the moves")

    def check_over(self) -> None:
        """UserError when a category is open."""
        if not self.over:
            raise UserError(f"the log ends with {' '.join(self.open_names)} open; expected a whole game")

    def rolled(self, dice: tuple[int, ...], rerolls: int) -> Position:
        """The position after a roll; UserError when it does not follow on the kept dice."""
        if self.over:
            raise UserError("a roll after all categories are filled; expected the end of the game")
        if self.rerolls is not None and rerolls != self.rerolls:
            raise UserError(f"rerolls {rerolls}; expected {self.rerolls}")
        if any(self.kept.count(face) > dice.count(face) for face in self.kept):
            kept = format_dice(self.kept)
            raise UserError(f"dice {format_dice(dice)}; expected the kept {kept} among them")
        position = replace(self.without_dice, dice=dice, rerolls=rerolls)
        state_of(self.states, position)
        return position

    def read(self, written: PartialPosition) -> Position:
        """The position that a log tells of; UserError when this game is not there."""
        position, game = self.rolled(written.dice, written.rerolls), self.states.game
        words = {
            "filled": " ".join(game.names(position.filled)) or "-",
            "upper": position.upper,
            "chip": "yes" if position.chip else "no",
            "points": position.points,
        }
        for name, expected in words.items():
            if getattr(written, name) not in (None, getattr(position, name)):
                raise UserError(f"{name} is not that of the moves before; expected {expected}")
        return position

    def scores(self, position: Position) -> dict[int, "GameSoFar"]:
        """What the roll of a position leads to, by the category that it is scored in."""
        categories, here = self.states.options.category, roll_of(self.states, position)
        options = self.states.options.of(position.filled, here)
        return {int(categories[option]): self._scored(position, option) for option in options}

    def after(self, position: Position, action: Action) -> "GameSoFar":
        """The game after an action; UserError when it is not possible."""
        if action.category is not None:
            return self._scored(position, option_of(self.states, position, action))
        check_keep(self.states.game, position, action)
        return replace(self, kept=action.keep or (), left=position.rerolls - 1)

    def _scored(self, position: Position, option: int) -> "GameSoFar":
        options = self.states.options
        category, points = int(options.category[option]), int(options.points[option])
        sheet = (*self.sheet[:category], points, *self.sheet[category + 1 :])
        extra = self.extra + int(bool(options.extra[option]) and position.chip)
        return replace(self, sheet=sheet, extra=extra, kept=(), left=None)
