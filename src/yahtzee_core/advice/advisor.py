"""Advice for a position: every action with what it is worth, best first.

`expected`: points still to come when the action is taken and optimal play follows. `maxprob`: the highest
probability to reach a total. `beat`: the same for more than an opponent's total, a draw being half a win.
`duel`: the same against an opponent who goes on playing, sees everything and plays exactly, too. A loss is
what an action is below the best. Which actions are tied, and which of them is the first, ties.py says. Those
whose probabilities tie, as they do when a total is certain or hopeless, are ranked by the expected points
when `expected` plays on, and then as it plays.

How close it is: *tie* when another action is tied with the best one, *close* when the next best loses less
than CLOSE points (or, for probabilities, CLOSE_SHARE of the best), else *clear*. Keeping all dice and scoring
them at once are one choice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path

import numpy as np

from ..errors import UserError
from ..game.game import Game
from ..game.refusals import require_policies
from ..players.duel_position import duel_options
from ..policies.actions import RankedAction, Turn, roll_of
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..policies.distribution import Distribution, expected_distribution
from ..policies.parts import Parts, chances_after, chances_to_come
from ..policies.prospects import Prospects, ProspectsOfTurn
from ..policies.reached import TargetPlay
from ..policies.walk import walk
from ..solve.bounds import Quantity
from ..solve.expected import option_rows
from ..solve.scores import most_to_come
from ..turn.machine import cores
from ..turn.positions import Action, Position, state_of
from ..turn.states import State
from ..turn.ties import PROBABILITIES_THEN_POINTS
from .advice import Advice, Explain
from .answers import (
    check_score,
    expected_of,
    maxprob_rows_after,
    parts_of,
    require_parts,
    stored_distribution,
)
from .sentences import Target
from .why import Why, why_points
from .why_target import WhyTarget

Progress = Callable[[float], None]
TURNS = 16
"""Turns that an advisor keeps."""


@dataclass
class Advisor:
    """Advises in a game; what is solved or read once serves all advice."""

    game: Game
    results: Path = Path("results")
    progress: Progress | None = None
    _arena: Arena | None = field(default=None, repr=False)

    @property
    def arena(self) -> Arena:
        """The game and, once asked for, its optimal table, from the results when they are there and fit."""
        if self._arena is None:
            require_policies(self.game, "advice")
            self._arena = Arena(self.game, find=partial(expected_of, results=self.results))
        return self._arena

    @cached_property
    def totals(self) -> Distribution:
        """The distribution of the total under optimal play."""
        stored = stored_distribution(self.game, self.results)
        return stored or expected_distribution(self.arena.optimal)

    @cached_property
    def most(self) -> int:
        """The most points of a game: more is no target."""
        return most_to_come(self.arena.ready, self.arena.states.start)

    def value_of(self, state: State) -> float:
        """Points still to come from a state."""
        return float(self.arena.optimal.value[self.arena.states.index(state)])

    @cached_property
    def chances(self) -> Parts:
        """The two chances of chances_to_come, under optimal play."""
        return chances_to_come(self.arena, optimal_policy(self.arena), cores())

    def expected(self, position: Position) -> Advice:
        """Advice for the expected score."""
        state = state_of(self.arena.states, position)
        actions = _ranked(self._turn(state), position)
        return Advice(self.game, "expected", position, actions, explain=partial(self._why, position))

    def maxprob(self, position: Position, target: int) -> Advice:
        """Advice for a total of `target`; for that many points from here when the points are not known."""
        state = state_of(self.arena.states, position)
        check_score(self.game, max(target, 0), self.most)
        needed = target - (position.points or 0)
        aim = Target(f"makes {max(needed, 0)} more points", "that get there")
        actions, explain = self._targets(position, state, needed, 0.0, aim)
        return Advice(self.game, "maxprob", position, actions, target=target, to_come=needed, explain=explain)

    def beat(self, position: Position, opponent: int) -> Advice:
        """Advice for the last player of a game: to end above the opponent's total, a draw being half a win.

        Values are P(win) + P(draw) / 2. Totals count from here when the points are not known.
        """
        state = state_of(self.arena.states, position)
        check_score(self.game, max(opponent, 0), self.most)
        needed = opponent + 1 - (position.points or 0)
        aim = Target("wins", "won", ", a draw counting half")
        actions, explain = self._targets(position, state, needed, 0.5, aim)
        return Advice(
            self.game, "beat", position, actions, opponent_total=opponent, to_come=needed, explain=explain
        )

    def duel(self, position: Position, opponent: Position) -> Advice:
        """Advice for two players who see everything. Values are P(win) + P(draw) / 2.

        opponent: the state and points of the other, who moves next; its dice do not count.
        """
        states = self.arena.states
        state = state_of(states, position)
        other = states.at(opponent.filled, opponent.upper, int(opponent.chip))
        if position.points is None or opponent.points is None:
            raise UserError(f"game {self.game.id}: duel; expected the points of both players")
        lead = position.points - opponent.points
        rows, rule = duel_options(self.game, state, other, lead, self.progress)
        options = _ranked(Turn(states, state, rows, rule), position)
        return Advice(self.game, "duel", position, options, opponent=opponent)

    @cached_property
    def parts(self) -> Parts:
        """What is to come from every state under optimal play, part by part."""
        require_parts(self.arena.states)  # before what is too large is solved
        return parts_of(self.arena, self.results)

    def prospects(self, position: Position, action: Action) -> Prospects:
        """What an action brings, part by part, when optimal play follows; UserError when it cannot be."""
        return self._turn_parts(state_of(self.arena.states, position)).of(position, action)

    def _why(self, position: Position, best: RankedAction, other: RankedAction) -> Why:
        ahead, behind = (self.prospects(position, one.action) for one in (best, other))
        return why_points(self.game, best, other, ahead, behind)

    @cached_property
    def _turn_parts(self) -> Callable[[State], ProspectsOfTurn]:
        """The turn of a state under optimal play, with its parts; the last ones are kept."""

        def solved(state: State) -> ProspectsOfTurn:
            values = option_rows(self.arena.states, state, self.arena.optimal.table)[0]
            return ProspectsOfTurn(self.parts, state, values)

        return lru_cache(TURNS)(solved)

    def _targets(
        self, position: Position, state: State, needed: int, draw: float, aim: Target
    ) -> tuple[tuple[RankedAction, ...], Explain]:
        """The actions for points needed from here on, and what says why."""
        states, ready, progress = self.arena.states, self.arena.ready, self.progress
        rows = maxprob_rows_after(ready, state, needed, self.results, progress, draw)
        points = option_rows(states, state, self.arena.optimal.table)[0]
        turn = Turn(states, state, np.vstack([rows, points]), PROBABILITIES_THEN_POINTS)

        def play() -> TargetPlay:
            return TargetPlay(ready, state, needed, self.parts, draw, progress)

        usual = partial(self.prospects, position)
        return _ranked(turn, position), WhyTarget(turn, position, aim, play, usual)

    def distribution(self, position: Position, action: Action) -> Distribution:
        """The exact distribution of the final total when an action is taken and optimal play follows.

        Counted from the points on the sheet, or from here when they are not known.
        """
        state = state_of(self.arena.states, position)
        weights = self._turn(state).weights(position, action)
        start: dict[tuple[int, int], float] = {}
        for option in np.flatnonzero(weights):
            after, gain = self.arena.states.successor(state, int(option))
            key = self.arena.states.index(after), gain + (position.points or 0)
            start[key] = start.get(key, 0.0) + float(weights[option])
        played = walk(self.arena, optimal_policy(self.arena), [Quantity.TOTAL], start)
        return Distribution(self.game, "expected", played.amounts[Quantity.TOTAL])

    @cached_property
    def _turn(self) -> Callable[[State], Turn]:
        """The turn of a state under optimal play, with its chances; the last ones are kept."""
        states = self.arena.states

        def solved(state: State) -> Turn:
            values = option_rows(states, state, self.arena.optimal.table)[0]
            known = "parts" in vars(self)
            follows = chances_after(self.parts, state) if known else self.chances.after(state)
            return Turn(states, state, values, follows=follows)

        return lru_cache(TURNS)(solved)


def _ranked(turn: Turn, position: Position) -> tuple[RankedAction, ...]:
    return tuple(turn.actions(roll_of(turn.states, position), position.rerolls))
