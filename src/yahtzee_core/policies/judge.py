"""A policy judged backwards, and two policies compared exactly.

    V[s] = E[ gain(s, o) + V[s after o] ],   o the option that the policy takes

and beside it the second moment: the same mean as walk.py, by another way.

Position by position, where a player plays (Cremers 2002, section 7.2.3; Glenn's coaching, section II-C): with
Q(a), the value of an action when the *judge*, the other policy, plays on, the loss of a decision is
Q(the judge's) - Q(the player's). Summed over a game, losses are the difference of the two expected scores.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Longs
from ..solve.expected import Table
from .arena import Arena
from .decisions import Decisions, Policy
from .walk import chunks


def policy_table(arena: Arena, policy: Policy) -> Table:
    """Value and second moment of every state of a game under a policy, in state order."""
    states = arena.states
    table = Table.empty(states, states.masks)
    *layers, end = states.layers()
    at_end = states.of_masks(end)
    table.value[at_end] = table.second[at_end] = 0.0
    for layer in reversed(layers):
        for masks in chunks(states, layer):
            decided = policy.decide(masks, None)
            arena.kernel.follow(masks, table.offset, table.value, table.second, decided)
    return table


@dataclass(frozen=True)
class Criteria:
    """What a player does otherwise than a judge, (n_categories, rolls) each, by turn and rerolls left.

    loss: expected points lost. differs: expected number of other decisions (at most 1: a probability).
    differs_beyond_tie: the same, where the judge sees a difference above TIE. chosen: (n_categories,),
    expected points that are lost by choosing each category when another one is better.
    """

    loss: Floats
    differs: Floats
    differs_beyond_tie: Floats
    chosen: Floats

    @property
    def keep_loss(self) -> float:
        """Expected points that keeps lose in a game."""
        return float(self.loss[:, 1:].sum())

    @property
    def category_loss(self) -> float:
        """Expected points that the choices of categories lose in a game."""
        return float(self.loss[:, 0].sum())


class Judging:
    """A judge who watches a player (walk.Watch). value: of all states, when the judge plays on."""

    def __init__(self, arena: Arena, judge: Policy, value: Floats) -> None:
        self._arena, self._judge, self._value = arena, judge, value
        self._sums = np.zeros((len(arena.game.categories), arena.game.rolls, 3))
        self._lost = np.zeros(len(arena.states.options))

    def watch(self, turn: int, masks: Longs, visit: Floats, played: Decisions) -> None:
        """Add what the decisions of a turn are judged."""
        judged = self._judge.decide(masks, visit)
        self._arena.kernel.compare(masks, self._value, visit, judged, played, self._sums[turn], self._lost)

    @property
    def criteria(self) -> Criteria:
        """Of all that was watched."""
        category, n = self._arena.states.options.category, len(self._sums)
        loss, differs, beyond = np.moveaxis(self._sums, 2, 0)
        chosen = np.bincount(category, weights=self._lost, minlength=n).astype(np.float64)
        return Criteria(loss, differs, beyond, chosen)


def compare(arena: Arena, player: Policy, judge: Policy, visits: Floats) -> Criteria:
    """The criteria of a player, judged by the values of the other policy.

    visits: (n_states,), of the player, from walk.py.
    """
    states, judging = arena.states, Judging(arena, judge, policy_table(arena, judge).value)
    for turn, layer in enumerate(states.layers()[:-1]):
        for masks in chunks(states, layer):
            visit = visits[states.of_masks(masks)]
            if visit.any():
                judging.watch(turn, masks, visit, player.decide(masks, visit))
    return judging.criteria
