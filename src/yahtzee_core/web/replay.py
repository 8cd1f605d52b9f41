"""A log played again without values: where the game stands. The page knows no rules, it asks here."""

from dataclasses import dataclass, field
from typing import Any

from ..advice.gamelog import Move, check_roll, check_said, parse_log
from ..advice.notation import as_json
from ..errors import UserError
from ..game.game import Game
from ..turn.positions import Position, format_action, sheet_position, state_of
from ..turn.states import States

MOST_EXTRA = 64


@dataclass
class Standing:
    """Where a game stands. sheet: points by category, None where open. extra: Yahtzees with a bonus.

    kept: dice held from the last roll. rerolls: left after the roll to come, None where a turn begins.
    moves: made so far.
    """

    states: States
    sheet: list[int | None]
    extra: int = 0
    kept: tuple[int, ...] = ()
    rerolls: int | None = None
    moves: list[Move] = field(default_factory=list)

    def position(self, dice: tuple[int, ...], rerolls: int) -> Position:
        """With a roll; UserError when the sheet cannot be."""
        return sheet_position(self.states, tuple(self.sheet), dice, rerolls, self.extra)

    @property
    def over(self) -> bool:
        """Whether all categories are filled."""
        return None not in self.sheet

    def roll(self, dice: tuple[int, ...], rerolls: int) -> Position:
        """A roll that fits what was kept; UserError when it does not."""
        if self.over:
            raise UserError("all categories are filled; expected no roll after that")
        check_roll(dice, rerolls, self.kept, rerolls if self.rerolls is None else self.rerolls)
        position = self.position(dice, rerolls)
        state_of(self.states, position)
        return position

    def scores(self, position: Position) -> dict[str, dict[str, int]]:
        """By category that may be chosen: its points, and the gain with bonuses."""
        found = {}
        for option in self._options(position):
            category = int(self.states.options.category[option])
            _, gain = self.states.successor(state_of(self.states, position), option)
            points = int(self.states.options.points[option])
            found[self.states.game.categories[category].id] = {"points": points, "gain": gain}
        return found

    def follow(self, move: Move) -> None:
        """Make a move; UserError when it is not possible."""
        position = self.roll(move.dice, move.rerolls)
        check_said(self.states.game, move, position)
        keep, category = move.action.keep, move.action.category
        if category is not None:
            self._score(position, category)
        elif keep is None or not move.rerolls or any(keep.count(f) > move.dice.count(f) for f in keep):
            raise UserError(f"{format_action(self.states.game, move.action)}: not possible here")
        else:
            self.kept, self.rerolls = keep, move.rerolls - 1
        self.moves.append(move)

    def _score(self, position: Position, category: int) -> None:
        options = self.states.options
        for option in self._options(position):
            if options.category[option] == category:
                self.sheet[category] = int(options.points[option])
                self.extra += int(bool(options.extra[option]) and position.chip)
                self.kept, self.rerolls = (), None
                return
        name = self.states.game.categories[category].id
        raise UserError(f"score {name}: filled, or forbidden by the joker rule; expected another category")

    def _options(self, position: Position) -> list[int]:
        lattice = self.states.options.lattice
        roll = lattice.keep_index(position.dice) - lattice.first_roll
        return self.states.options.of(position.filled, roll)


def replay(states: States, log: str, sheet: dict[str, int], extra: int) -> Standing:
    """Where a game stands after a log, that began with a sheet; UserError names the line."""
    game = states.game
    standing = Standing(states, [None] * len(game.categories), extra)
    for category, points in sheet.items():
        standing.sheet[game.index(category)] = points
    if not 0 <= extra <= MOST_EXTRA:
        raise UserError(f"extra {extra}; expected 0 to {MOST_EXTRA}")
    if extra and not standing.position((), 0).chip:
        raise UserError(f"extra {extra}; expected none, as no Yahtzee has scored")
    if not any(line.strip() and not line.strip().startswith("#") for line in log.splitlines()):
        return standing
    found = parse_log(log, states)
    if found.sheet:
        return Standing(states, list(found.sheet.points), found.sheet.extra)
    for move in found.moves:
        try:
            standing.follow(move)
        except UserError as error:
            raise UserError(f"line {move.line}: {error}") from None
    total = standing.position((), 0).points
    if found.final is not None and (found.final != total or not standing.over):
        raise UserError(f"final {found.final}; expected a whole game of {total} points")
    return standing


def standing_json(standing: Standing, dice: list[int], rerolls: int | None) -> dict[str, Any]:
    """A standing, and with dice the position and what they score. rerolls: None for as many as there are."""
    game = standing.states.game
    here = standing.position((), 0)
    left = game.rolls - 1 if standing.rerolls is None else standing.rerolls
    value: dict[str, Any] = {
        "game": game.id,
        "sheet": {c.id: points for c, points in zip(game.categories, standing.sheet, strict=True)},
        "upper": here.upper,
        "upper_bonus": game.upper_bonus if 0 < game.threshold <= here.upper else 0,
        "extra_yahtzees": standing.extra,
        "yahtzee_bonus": standing.extra * game.yahtzee_bonus,
        "points": here.points,
        "over": standing.over,
        "moves": [_move(game, move) for move in standing.moves],
        "kept": list(standing.kept),
        "began": standing.rerolls is not None,
        "rerolls": left,
        "position": None,
        "scores": None,
    }
    if dice:
        position = standing.roll(tuple(sorted(dice)), left if rerolls is None else rerolls)
        value |= {"position": as_json(game, position), "scores": standing.scores(position)}
        value["rerolls"] = position.rerolls
    return value


def _move(game: Game, move: Move) -> dict[str, Any]:
    return {"dice": list(move.dice), "rerolls": move.rerolls, "action": format_action(game, move.action)}
