"""Advice for a position: every action with what it is worth, best first.

`expected`: points still to come when the action is taken and optimal play follows. `maxprob`: the highest
probability to reach a total. `beat`: the same for more than an opponent's total, a draw being half a win. A
loss is what an action is below the best. Actions within a tie (TIE points; probabilities: a share of 1e-12)
of the best are tied.

How close it is: *tie* when another action is tied with the best one, *close* when the next best loses less
than CLOSE points (or, for probabilities, CLOSE_SHARE of the best), else *clear*. Keeping all dice and scoring
them at once are one choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .answers import distribution_of, expected_of, maxprob_rows_after
from .arena import Arena
from .chances import solve_chances
from .decisions import EstimatePolicy
from .distribution import Distribution
from .errors import UserError
from .expected import option_rows
from .game import Game
from .lattice_levels import expected_keeps, first_best, keep_values, keeps_in_order
from .notation import format_action
from .positions import Action, Position, state_of
from .quantities import Quantity
from .states import State
from .turn import TIE
from .walk import walk

Floats = npt.NDArray[np.float64]
Progress = Callable[[float], None]
CLOSE = 0.5
CLOSE_SHARE = 0.01
PROBABILITY_TIE = 1e-12


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


@dataclass(frozen=True)
class Advice:
    """All actions of a position, best first. needed: points still to come for a target score."""

    game: Game
    objective: str
    position: Position
    options: tuple[Option, ...]
    score: int | None = None
    needed: int | None = None

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def closeness(self) -> str:
        """tie, close or clear; see above."""
        others = [o for o in self.options[1:] if not self._same_choice(o)]
        if not others or others[0].tied:
            return "tie" if others else "clear"
        scale = CLOSE if self.objective == "expected" else CLOSE_SHARE * self.best.value
        return "close" if others[0].loss < scale else "clear"

    def _same_choice(self, other: Option) -> bool:
        kinds = {self.best.action.keep == self.position.dice, other.action.keep == self.position.dice}
        scoring = (self.best.action.category is None) != (other.action.category is None)
        return other.tied and scoring and True in kinds


@dataclass
class Advisor:
    """Advises in a game; what is solved or read once serves all advice."""

    game: Game
    results: Path = Path("results")
    progress: Progress | None = None
    _arena: Arena | None = field(default=None, repr=False)
    _chances: Floats | None = field(default=None, repr=False)

    @property
    def arena(self) -> Arena:
        """The game with its optimal table, read from the results when they are there and fit."""
        if self._arena is None:
            self._arena = Arena(self.game, expected_of(self.game, self.results))
        return self._arena

    @cached_property
    def totals(self) -> Distribution:
        """The distribution of the total under optimal play."""
        return distribution_of(self.game, self.results)

    def value_of(self, state: State) -> float:
        """Points still to come from a state."""
        return float(self.arena.optimal.value[self.arena.states.index(state)])

    def option_of(self, state: State, position: Position, action: Action) -> int:
        """The option that scoring in a category is; UserError when the joker rule forbids it."""
        return _Turn(self.arena, state).option(position, action)

    @property
    def chances(self) -> Floats:
        """(n_states, 2), of chances.py, under optimal play."""
        if self._chances is None:
            self._chances = solve_chances(self.arena, EstimatePolicy(self.arena, self.arena.optimal.value))
        return self._chances

    def expected(self, position: Position) -> Advice:
        """Advice for the expected score."""
        state = state_of(self.arena.states, position)
        turn = _Turn(self.arena, state)
        rows = option_rows(self.arena.states, state, self.arena.optimal.table)[0]
        options = turn.options(position, rows, TIE)
        return Advice(self.game, "expected", position, self._with_chances(turn, position, rows, options))

    def maxprob(self, position: Position, score: int) -> Advice:
        """Advice for a total of `score`; for that many points from here when the points are not known."""
        state = state_of(self.arena.states, position)
        needed = score - (position.points or 0)
        options = self._targets(position, state, needed, 0.0)
        return Advice(self.game, "maxprob", position, options, score, needed)

    def beat(self, position: Position, opponent: int) -> Advice:
        """Advice for the last player of a game: to end above the opponent's total, a draw being half a win.

        Values are P(win) + P(draw) / 2. Totals count from here when the points are not known.
        """
        state = state_of(self.arena.states, position)
        needed = opponent + 1 - (position.points or 0)
        options = self._targets(position, state, needed, 0.5)
        return Advice(self.game, "beat", position, options, opponent, needed)

    def _targets(self, position: Position, state: State, needed: int, draw: float) -> tuple[Option, ...]:
        states, progress = self.arena.states, self.progress
        rows = maxprob_rows_after(self.game, states, state, needed, self.results, progress, draw)
        return _Turn(self.arena, state).options(position, rows, PROBABILITY_TIE)

    def distribution(self, position: Position, action: Action) -> Distribution:
        """The exact distribution of the final total when an action is taken and optimal play follows.

        Counted from the points on the sheet, or from here when they are not known.
        """
        state = state_of(self.arena.states, position)
        rows = option_rows(self.arena.states, state, self.arena.optimal.table)[0]
        weights = _Turn(self.arena, state).weights(position, action, rows)
        start: dict[tuple[int, int], float] = {}
        for option in np.flatnonzero(weights):
            after, gain = self.arena.states.successor(state, int(option))
            key = self.arena.states.index(after), gain + (position.points or 0)
            start[key] = start.get(key, 0.0) + float(weights[option])
        policy = EstimatePolicy(self.arena, self.arena.optimal.value)
        played = walk(self.arena, policy, [Quantity.TOTAL], start)
        return Distribution(self.game, "expected", played.amounts[Quantity.TOTAL])

    def _with_chances(
        self, turn: "_Turn", position: Position, rows: Floats, options: tuple[Option, ...]
    ) -> tuple[Option, ...]:
        by_option = turn.chance_rows(self.chances)
        keeps = turn.chances(position, rows, by_option)
        found = []
        for option in options:
            bonus, yahtzee = keeps[option.action]
            fields = {**vars(option), "upper_bonus": bonus, "yahtzee": yahtzee}
            found.append(Option(**fields))
        return tuple(found)


class _Turn:
    """The turn of one state, given what every option is worth."""

    def __init__(self, arena: Arena, state: State) -> None:
        self.arena, self.state, self.all = arena, state, arena.states.options
        self.lattice = self.all.lattice

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
        columns = np.eye(len(self.all))[:, self._decided(rows)]
        for left, a in enumerate(self._followed(rows, columns, position.rerolls), start=1):
            if left == position.rerolls:
                weights = a[:, self.lattice.keep_index(action.keep or ())]
        return weights

    def chance_rows(self, chances: Floats) -> Floats:
        """(2, n_options): probability of the upper bonus and of the Yahtzee when an option is taken."""
        states, game = self.arena.states, self.arena.game
        rows = np.zeros((2, len(self.all)))
        for option, category in enumerate(self.all.category.tolist()):
            if self.state.filled >> category & 1:
                continue
            after, gain = states.successor(self.state, option)
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
            at_rolls = a[:, [self._chosen(values, roll) for roll in range(self.lattice.n_rolls)]]
        return levels

    def _chosen(self, values: Floats, roll: int) -> int:
        keeps = keeps_in_order(self.lattice, roll)
        return keeps[first_best(values[list(keeps)])]

    def _decided(self, rows: Floats) -> list[int]:
        """The option that each roll takes."""
        found = []
        for roll in range(self.lattice.n_rolls):
            options = self._options(roll)
            found.append(options[first_best(rows[options])])
        return found

    def _keeps(self, position: Position, rows: Floats) -> tuple[tuple[int, ...], Floats]:
        values = list(keep_values(self.lattice, self._leaf(rows), self.arena.game.rolls))
        keeps = keeps_in_order(self.lattice, self._roll(position))
        return keeps, values[position.rerolls - 1][list(keeps)]

    def _leaf(self, rows: Floats) -> Floats:
        return np.array([rows[self._options(roll)].max() for roll in range(self.lattice.n_rolls)])

    def _options(self, roll: int) -> list[int]:
        return self.all.of(self.state.filled, roll)

    def _roll(self, position: Position) -> int:
        return self.lattice.keep_index(position.dice) - self.lattice.first_roll

    def option(self, position: Position, action: Action) -> int:
        """The option of a category for the roll of a position."""
        for option in self._options(self._roll(position)):
            if self.all.category[option] == action.category:
                return option
        name = format_action(self.arena.game, action)
        raise UserError(f"{name}: the joker rule of {self.arena.game.id} forbids it for this roll")

    def _tie(self, found: Sequence[tuple[Any, Any, float]], tie: float) -> float:
        """Points for expected; a share of the best for probabilities."""
        return tie if tie == TIE else tie * max(value for *_, value in found)
