"""A policy judged backwards, and two policies compared exactly.

    V[s] = E[ gain(s, o) + V[s after o] ],   o the option that the policy takes

and beside it the second moment: the same mean as walk.py, by another way.

Position by position, where a player plays (Cremers 2002, section 7.2.3; Glenn's coaching, section II-C): with
Q(a), the value of an action when the *judge*, the other policy, plays on, the loss of a decision is
Q(the judge's) - Q(the player's). Summed over a game, losses are the difference of the two expected scores.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..solve.expected import Table
from .arena import Arena
from .decisions import Policy
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
    differs_beyond_tie: the same, where the judge sees a difference above TIE.
    """

    loss: Floats
    differs: Floats
    differs_beyond_tie: Floats

    @property
    def keep_loss(self) -> float:
        """Expected points that keeps lose in a game."""
        return float(self.loss[:, 1:].sum())

    @property
    def category_loss(self) -> float:
        """Expected points that the choices of categories lose in a game."""
        return float(self.loss[:, 0].sum())


def compare(arena: Arena, player: Policy, judge: Policy, visits: Floats) -> Criteria:
    """The criteria of a player, judged by the values of the other policy.

    visits: (n_states,), of the player, from walk.py.
    """
    states = arena.states
    value = policy_table(arena, judge).value
    criteria = np.zeros((len(arena.game.categories), arena.game.rolls, 3))
    for turn, layer in enumerate(states.layers()[:-1]):
        for masks in chunks(states, layer):
            visit = visits[states.of_masks(masks)]
            if not visit.any():
                continue
            judged, played = judge.decide(masks, visit), player.decide(masks, visit)
            arena.kernel.compare(masks, value, visit, judged, played, criteria[turn])
    return Criteria(criteria[:, :, 0], criteria[:, :, 1], criteria[:, :, 2])
