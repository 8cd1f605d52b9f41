"""What optimal play may still bring: the upper bonus, and the Yahtzee, from every state.

C[s] = sum over options o  w[s](o) ([o brings it] + C[s after o]),   w as in walk.py
"""

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .decisions import Policy
from .walk import chunks

Floats = npt.NDArray[np.float64]


def solve_chances(arena: Arena, policy: Policy) -> Floats:
    """(n_states, 2): probability that the upper bonus is still to be earned, and that the Yahtzee category is
    still to score above 0, when a policy plays on; 0 in games without."""
    states, game = arena.states, arena.game
    found = np.zeros((len(states), 2))
    nothing = np.zeros((states.options.lattice.n_rolls, len(game.categories)))
    yahtzee = -1 if game.yahtzee is None else game.yahtzee
    for layer in reversed(states.layers()[:-1]):
        for masks in chunks(states, layer):
            lanes = int(states.lanes[masks].sum())
            weights = np.empty((lanes, len(states.options)))
            arena.kernel.play(masks, np.ones(lanes), policy.decide(masks, None), weights, nothing)
            arena.kernel.chances(states.offset, masks, weights, yahtzee, found)
    return found
