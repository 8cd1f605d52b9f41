"""Two policies compared exactly (Cremers 2002, section 7.2.3; Glenn's coaching, section II-C).

Position by position, where the player plays: with Q(a), the value of an action when the *judge*, the other
policy, plays on, the loss of a decision is Q(the judge's) - Q(the player's). Summed over a game, the losses
are the difference of the two expected scores. By their scores: total variation, wins when neither sees the
other, and stochastic dominance.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .backward import policy_table
from .decisions import Policy
from .walk import chunks

Floats = npt.NDArray[np.float64]
DIGITS = 1e-12
"""Probabilities closer than this are equal when dominance is judged."""


@dataclass(frozen=True)
class Criteria:
    """What a player does otherwise than a judge, (n_categories, rolls) each, by turn and rerolls left.

    loss: expected points lost. differs: expected number of other decisions (at most 1: a probability).
    differs_beyond_tie: the same, where the judge sees a difference above TIE.
    """

    loss: Floats
    differs: Floats
    differs_beyond_tie: Floats


def compare(arena: Arena, player: Policy, judge: Policy, visits: Floats) -> Criteria:
    """The criteria of a player, judged by the values of the other policy.

    visits: (n_states,), of the player, from walk.py.
    """
    states = arena.states
    value = policy_table(arena, judge).value
    found = np.zeros((len(arena.game.categories), arena.game.rolls, 3))
    for turn, layer in enumerate(states.layers()[:-1]):
        for masks in chunks(states, layer):
            visit = visits[states.of_masks(masks)]
            if not visit.any():
                continue
            judged, played = judge.decide(masks, visit), player.decide(masks, visit)
            arena.kernel.compare(states.offset, masks, value, visit, judged, played, found[turn])
    return Criteria(found[:, :, 0], found[:, :, 1], found[:, :, 2])


def total_variation(one: Floats, other: Floats) -> float:
    """Half the sum of absolute differences of two distributions, from 0; 1 when they never meet."""
    n = max(len(one), len(other))
    return float(np.abs(_padded(one, n) - _padded(other, n)).sum() / 2)


def duel(one: Floats, other: Floats) -> tuple[float, float, float]:
    """(win, draw, loss) of the first of two totals that are drawn independently."""
    n = max(len(one), len(other))
    one, other = _padded(one, n), _padded(other, n)
    below_other = np.concatenate([[0.0], np.cumsum(other)[:-1]])
    below_one = np.concatenate([[0.0], np.cumsum(one)[:-1]])
    return float(one @ below_other), float(one @ other), float(other @ below_one)


def dominance(one: Floats, other: Floats) -> tuple[bool, int | None]:
    """Whether P(one >= t) >= P(other >= t) for every t, and if not the first t where it fails."""
    n = max(len(one), len(other))
    behind = _at_least(_padded(one, n)) < _at_least(_padded(other, n)) - DIGITS
    return not behind.any(), int(np.argmax(behind)) if behind.any() else None


def _at_least(distribution: Floats) -> Floats:
    return np.cumsum(distribution[::-1])[::-1]


def _padded(distribution: Floats, n: int) -> Floats:
    return np.pad(distribution, (0, n - len(distribution)))
