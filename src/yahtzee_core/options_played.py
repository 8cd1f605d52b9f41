"""How often each option is played in a turn, under the optimal policy."""

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .decisions import optimal_policy
from .walk import chunks

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]


def option_weights(arena: Arena, masks: Longs) -> Floats:
    """(states of the masks, n_options) float64: probability that a turn of `expected` ends with an option."""
    states, policy, at = arena.states, optimal_policy(arena), 0
    weights = np.zeros((len(states.of_masks(masks)), len(states.options)))
    final = np.zeros((states.options.lattice.n_rolls, len(states.game.categories)))
    for part in chunks(states, masks):
        n = len(states.of_masks(part))
        if n:
            arena.kernel.play(part, np.ones(n), policy.decide(part, None), weights[at : at + n], final)
        at += n
    return weights
