"""One turn of one state: what every action is worth, and what comes of it under best play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .errors import UserError
from .lattice_levels import chosen_keeps, expected_keeps, first_best, keep_values, keeps_in_order
from .notation import format_action
from .positions import Action, Position
from .states import State
from .turn import TIE
from .turn_value import chosen_options, open_choices

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Option:
    """An action in a position. points: scored now, None for keeps. upper_bonus, yahtzee: the probability that
    they are still to come, None for maxprob."""

    action: Action
    text: str
    value: float
    loss: float
    tied: bool
    points: int | None
    upper_bonus: float | None = None
    yahtzee: float | None = None


class TurnActions:
    """The turn of one state, given what every option is worth."""

    def __init__(self, arena: Arena, state: State) -> None:
        self.arena, self.state, self.all = arena, state, arena.states.options
        self.lattice = self.all.lattice
        self._choices = open_choices(self.all, state.filled)

    def options(self, position: Position, rows: Floats, tie: float) -> tuple[Option, ...]:
        """All actions, best first, from what each option is worth, (n_options,)."""
        roll = self._roll(position)
        found: list[tuple[Action, int | None, float]] = [
            (Action(category=int(self.all.category[o])), o, float(rows[o])) for o in self._options(roll)
        ]
        first = found[first_best(np.array([v for *_, v in found]), self._tie(found, tie))][0]
        if position.rerolls:
            keeps, values = self._keeps(position, rows)
            chosen = first_best(values, self._tie([(0, 0, v) for v in values], tie))
            first = Action(keep=self.lattice.faces_of(keeps[chosen]))
            found += [
                (Action(keep=self.lattice.faces_of(k)), None, v) for k, v in zip(keeps, values, strict=True)
            ]
        best = max(value for *_, value in found)
        order = sorted(found, key=lambda item: (item[0] != first, -item[2]))
        within = self._tie(found, tie)
        return tuple(
            Option(
                action,
                format_action(self.arena.game, action),
                float(value),
                float(best - value),
                bool(best - value <= within),
                None if option is None else int(self.all.points[option]),
            )
            for action, option, value in order
        )

    def weights(self, position: Position, action: Action, rows: Floats) -> Floats:
        """(n_options,) probability that the turn ends with each option after an action, under best play."""
        weights = np.zeros(len(self.all))
        if action.category is not None:
            weights[self.option(position, action)] = 1.0
            return weights
        if not position.rerolls or Counter(action.keep) - Counter(position.dice):
            name = format_action(self.arena.game, action)
            raise UserError(f"{name}: not possible here; expected an open category or some of the dice")
        columns = np.eye(len(self.all))[:, self._decided(rows)]
        for left, a in enumerate(self._followed(rows, columns, position.rerolls), start=1):
            if left == position.rerolls:
                weights = a[:, self.lattice.keep_index(action.keep or ())]
        return weights

    def chance_rows(self, chances: Floats) -> Floats:
        """(2, n_options): probability of the upper bonus and of the Yahtzee when an option is taken."""
        states, game = self.arena.states, self.arena.game
        rows = np.zeros((2, len(self.all)))
        for option in self.all.in_situation(self.state.filled):
            after, gain = states.successor(self.state, option)
            category = int(self.all.category[option])
            points = int(self.all.points[option])
            extra = bool(self.all.extra[option]) * self.state.chip * game.yahtzee_bonus
            rows[:, option] = chances[states.index(after)]
            rows[0, option] += gain - points - extra > 0
            rows[1, option] += category == game.yahtzee and points > 0
        return rows

    def chances(
        self, position: Position, rows: Floats, by_option: Floats
    ) -> dict[Action, tuple[float, float]]:
        """(upper bonus, Yahtzee) of every action."""
        roll = self._roll(position)
        found = {
            Action(category=int(self.all.category[o])): (float(by_option[0, o]), float(by_option[1, o]))
            for o in self._options(roll)
        }
        leaf = by_option[:, self._decided(rows)]
        for left, a in enumerate(self._followed(rows, leaf, position.rerolls), start=1):
            if left == position.rerolls:
                for keep in keeps_in_order(self.lattice, roll):
                    action = Action(keep=self.lattice.faces_of(keep))
                    found[action] = float(a[0, keep]), float(a[1, keep])
        return found

    def _followed(self, rows: Floats, leaf: Floats, rerolls: int) -> Sequence[Floats]:
        """(width, n_keeps) with 1, 2, ... rerolls left: what follows the decisions by value."""
        levels, at_rolls = [], leaf
        for values in list(keep_values(self.lattice, self._leaf(rows), self.arena.game.rolls))[:rerolls]:
            a = expected_keeps(self.lattice, at_rolls)
            levels.append(a)
            at_rolls = a[:, chosen_keeps(self.lattice, values)]
        return levels

    def _decided(self, rows: Floats) -> Ints:
        """(n_rolls,): the option that each roll takes."""
        return chosen_options(self._choices, rows)[0]

    def _keeps(self, position: Position, rows: Floats) -> tuple[tuple[int, ...], Floats]:
        values = list(keep_values(self.lattice, self._leaf(rows), self.arena.game.rolls))
        keeps = keeps_in_order(self.lattice, self._roll(position))
        return keeps, values[position.rerolls - 1][list(keeps)]

    def _leaf(self, rows: Floats) -> Floats:
        return chosen_options(self._choices, rows)[1]

    def _options(self, roll: int) -> list[int]:
        return self.all.of(self.state.filled, roll)

    def _roll(self, position: Position) -> int:
        return self.lattice.keep_index(position.dice) - self.lattice.first_roll

    def option(self, position: Position, action: Action) -> int:
        """The option of a category for the roll of a position."""
        for option in self._options(self._roll(position)):
            if self.all.category[option] == action.category:
                return option
        name, game = format_action(self.arena.game, action), self.arena.game.id
        is_filled = self.state.filled >> (action.category or 0) & 1
        why = "it is filled" if is_filled else f"the joker rule of {game} forbids it for this roll"
        raise UserError(f"{name}: {why}; expected another category")

    def _tie(self, found: Sequence[tuple[Any, Any, float]], tie: float) -> float:
        """Points for expected; a share of the best for probabilities."""
        return tie if tie == TIE else tie * max(value for *_, value in found)
