"""A policy judged backwards: the value of every state when it plays on.

    V[s] = E[ gain(s, o) + V[s after o] ],   o the option that the policy takes

and beside it the second moment. The same mean as walk.py, by another way.
"""

from .arena import Arena
from .decisions import Policy
from .expected import Table
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
            arena.kernel.follow(table.offset, masks, table.value, table.second, policy.decide(masks, None))
    return table
