"""Games of an agent, decision by decision, each with its loss and its luck.

With Q(a), what an action is worth when best play follows, and V, what a state is worth,

    loss of a decision  =  best Q - Q(action)          luck of a roll  =  best Q after it - value before it

so that  total = V[start] + sum of luck - sum of losses  in every game. The value before a roll is its mean
over the dice, so luck is 0 on average, whatever the player does.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..arrays import Floats, Ints, Longs
from ..turn.transitions import BLOCK
from .action_values import ActionValues
from .arena import Arena
from .decisions import Policy, lane_places
from .simulation import rolled
from .strategies.custom import ChooserPolicy, Positions
from .strategies.strategy import Batch
from .walk import chunks


class Chooser(Protocol):
    """Decides in positions: a keep, and with no reroll left an option."""

    def choose(self, positions: Positions) -> Ints:
        """(n,): a decision each."""
        ...


class PolicyChooser:
    """Asks a policy for the positions of games."""

    def __init__(self, arena: Arena, policy: Policy) -> None:
        self._states, self._policy = arena.states, policy

    def choose(self, positions: Positions) -> Ints:
        """(n,): its decisions."""
        states, at = self._states, positions.at
        filled = positions.states.filled
        decision = np.empty(len(at), dtype=np.int32)
        for masks in chunks(states, np.unique(filled).astype(np.int64)):
            here = np.flatnonzero((filled >= masks[0]) & (filled <= masks[-1]))
            numbers = states.of_masks(masks)
            lane = np.searchsorted(numbers, at[here])
            visit = np.bincount(lane, minlength=len(numbers)).astype(np.float64)
            place, decided = lane_places(states, masks)[lane], self._policy.decide(masks, visit)
            roll, left = positions.roll[here], positions.rerolls
            decision[here] = decided[place // BLOCK, left, roll, place % BLOCK]
        return decision


def chooser_of(arena: Arena, policy: Policy) -> Chooser:
    """What decides in the positions of games: a user's object itself, as it may look at the points."""
    return policy if isinstance(policy, ChooserPolicy) else PolicyChooser(arena, policy)


@dataclass(frozen=True)
class TurnPlayed:
    """A turn of every game. at: (n,) states before it. roll, decision: (n, rolls), by rerolls left."""

    at: Longs
    roll: Longs
    decision: Longs

    @property
    def option(self) -> Longs:
        """(n,): what each turn ends with."""
        return self.decision[:, 0]


class Side:
    """The games of one player. at: (n,) states. totals: (n,) points so far, bonuses included."""

    def __init__(self, arena: Arena, chooser: Chooser, games: int) -> None:
        self._arena, self._chooser = arena, chooser
        self._every = Batch.of(arena.states)
        self.at = np.full(games, arena.states.index(arena.states.start), dtype=np.int64)
        self.totals = np.zeros(games, dtype=np.int64)

    def turn(self, random: np.random.Generator, opponent: Longs) -> TurnPlayed:
        """Play a turn of every game. opponent: (n,) points of the other player so far."""
        arena, at, games = self._arena, self.at, len(self.at)
        rolls = np.empty((games, arena.game.rolls), dtype=np.int64)
        decisions = np.empty_like(rolls)
        states, seen = self._every.where(at), np.column_stack([self.totals, opponent])
        kept = np.zeros(games, dtype=np.int64)
        for left in reversed(range(arena.game.rolls)):
            rolls[:, left] = rolled(arena, kept, random)
            kept = self._chooser.choose(Positions(arena, states, rolls[:, left], left, seen)).astype(np.int64)
            decisions[:, left] = kept
        self.at, upper_bonus, yahtzee_bonus = arena.transitions.follow(arena.states, at, kept)
        self.totals = self.totals + arena.states.options.points[kept] + upper_bonus + yahtzee_bonus
        return TurnPlayed(at, rolls, decisions)


def judged(arena: Arena, turn: TurnPlayed) -> tuple[Floats, Floats]:
    """(loss, luck) of a turn of every game, (n, rolls) each, by rerolls left."""
    loss, luck = np.empty(turn.roll.shape), np.empty(turn.roll.shape)
    for piece in ActionValues(arena, turn.at).pieces():
        here = piece.here
        before = arena.optimal.value[turn.at[here]]
        for left in reversed(range(arena.game.rolls)):
            best = piece.values(left, piece.best(left, turn.roll[here, left]))
            taken = piece.values(left, turn.decision[here, left])
            loss[here, left], luck[here, left] = best - taken, best - before
            before = taken
    return loss, luck
