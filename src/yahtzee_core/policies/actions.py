"""Every action in a position: what it is worth, what it loses, and what comes of it under best play.

The first action is the one that the policy takes: the one that the kernel takes, by the tie rule (ties.py).
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Floats
from ..errors import UserError
from ..game.game import Game
from ..game.refusals import require_policies
from ..solve.expected import ExpectedTable, option_rows
from ..turn.one_turn import OneTurn
from ..turn.positions import Action, Position, format_action, format_dice
from ..turn.states import State, States
from ..turn.ties import POINTS, Tie, ranks


@dataclass(frozen=True)
class RankedAction:
    """An action in a position.

    value: in the unit of the objective, when it is taken and best play follows; loss: below the best.
    is_best: it is the best, or tied with it. points: scored now, None for keeps. upper_bonus, yahtzee: the
    probability that the bonus is still to come, and points in the category for equal dice, whatever its name;
    None where it is not known, and in a game without.
    """

    action: Action
    text: str = field(repr=False)
    """The action in words."""
    value: float
    loss: float
    is_best: bool
    points: int | None
    upper_bonus: float | None
    yahtzee: float | None


class Turn:
    """One turn of a state, from what every option is worth.

    values: (n_options,), or (2, n_options) where the rule looks at points among values that tie. follows:
    (., n_options), what else comes of an option, if it is wanted; for `actions`, the probability of the upper
    bonus and of the Yahtzee after it.
    """

    def __init__(
        self, states: States, state: State, values: Floats, rule: Tie = POINTS, follows: Floats | None = None
    ) -> None:
        self.states, self.state, self.rule = states, state, rule
        rows = np.atleast_2d(values)
        self._judged = len(rows)
        rows = rows if follows is None else np.vstack([rows, follows])
        self.one = OneTurn(states.options, state.filled, rows, rule)

    @classmethod
    def of_table(cls, table: ExpectedTable, state: State) -> "Turn":
        """The turn of `expected`."""
        require_policies(table.game, "the values of actions")
        return cls(table.states, state, option_rows(table.states, state, table.table)[0])

    def actions(self, roll: int, rerolls: int, scores: bool = True) -> list[RankedAction]:
        """All actions with a roll (its index among the rolls), best first.

        scores: False leaves out, while rerolls are left, to score at once.
        """
        rows: list[tuple[Action, Floats, int | None]] = []
        if scores or not rerolls:
            points = self.states.options.points
            for action, option in self.one.scores(roll).items():
                rows.append((action, self.one.values[:, option], int(points[option])))
        if rerolls:
            keeps = self.one.levels[rerolls - 1].keeps
            rows += [(action, keeps[:, keep], None) for action, keep in self.one.keeps(roll).items()]
        first = self.one.action(roll, rerolls)
        best = max(float(row[0]) for _, row, _ in rows)
        ranked = zip(rows, self._ranks([row for _, row, _ in rows]), strict=True)
        ordered = sorted(ranked, key=lambda pair: (pair[0][0] != first, pair[1]))
        return [self._ranked(action, row, points, best) for (action, row, points), _ in ordered]

    def weights(self, position: Position, action: Action) -> Floats:
        """(n_options,) probability that the turn ends with each option after an action, under best play."""
        values, options = self.one.values[: self._judged], self.states.options
        return Turn(self.states, self.state, values, self.rule, np.eye(len(options))).follow(position, action)

    def follow(self, position: Position, action: Action) -> Floats:
        """What follows on an action under best play, a number for each row of `follows`."""
        if action.category is not None:
            scored: Floats = self.one.values[self._judged :, option_of(self.states, position, action)]
            return scored
        check_keep(self.states.game, position, action)
        level = self.one.levels[position.rerolls - 1]
        keep = self.states.options.lattice.keep_index(action.keep or ())
        kept: Floats = level.keeps[self._judged :, keep]
        return kept

    def _ranks(self, rows: list[Floats]) -> list[tuple[int, ...]]:
        """The ranks of actions, less is better: by value and, where the rule looks further, by points.

        Rounding never decides between two that tie: they stay in the order of the tie rule.
        """
        rules = [self.rule] if self.rule.then is None else [self.rule, self.rule.then]
        numbers = np.array(rows)[:, : len(rules)].T.tolist()
        each = (ranks(values, rule) for values, rule in zip(numbers, rules, strict=True))
        return list(zip(*each, strict=True))

    def _ranked(self, action: Action, row: Floats, points: int | None, best: float) -> RankedAction:
        value, game = float(row[0]), self.states.game
        bonus, equal_dice = row[self._judged :].tolist() or [None, None]
        follows = (bonus if game.upper_bonus else None, None if game.equal_dice is None else equal_dice)
        text = format_action(game, action)
        loss = best - value
        return RankedAction(action, text, value, loss, loss <= self.rule.width(best), points, *follows)


def roll_of(states: States, position: Position) -> int:
    """The index among the rolls of the dice of a position."""
    lattice = states.options.lattice
    return lattice.keep_index(position.dice) - lattice.first_roll


def check_keep(game: Game, position: Position, action: Action) -> None:
    """UserError when the dice of an action cannot be kept in a position."""
    if not position.rerolls:
        raise UserError(f"{format_action(game, action)}: no rerolls left; expected score and a category")
    if Counter(action.keep) - Counter(position.dice):
        words, dice = format_action(game, action), format_dice(position.dice)
        raise UserError(f"{words}: the dice are {dice}; expected some of them")


def option_of(states: States, position: Position, action: Action) -> int:
    """The option of a category for the roll of a position; UserError when it may not be chosen."""
    game, options = states.game, states.options
    for option in options.of(position.filled, roll_of(states, position)):
        if options.category[option] == action.category:
            return option
    category = 1 << (action.category or 0)
    why = f"the joker rule of {game.id} forbids it for this roll"
    if position.filled & category:
        why = "it is filled"
    elif not options.reachable[position.filled | category]:
        why = f"the sheet is filled in order, {game.order}"
    raise UserError(f"{format_action(game, action)}: {why}; expected another category")
