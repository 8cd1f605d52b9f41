"""The tie rule, once: which of several options a player takes.

Options are offered one after another. One takes the place of the best so far when its value is more than a
tie above the highest value seen; else what came first stays. So of values that are a hair apart the first one
is taken, also where many hairs add up: of 10, 10 + 0.6e-9 and 10 + 1.2e-9 the first.

The order of offers: categories from the top of the sheet; of keeps, the whole keep before those with one die
less, which lack the lowest face first (twin.choose). Values do not depend on the rule, second moments do.

`offer` is the rule for NumPy; NAME(offer) in turn_body.h is the same for the kernel, with these constants.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Reals
from .kernel import relative_tie, single_tie, tie


@dataclass(frozen=True)
class Tie:
    """How far apart values are still tied: so many points, or that share of the best.

    contrary: whether the next number of an option is the probability of the contrary, which must be tied too:
    near certainty it has the digits that 1 has not. then: what decides, by the number after that, among
    options that are tied; None for the order alone.
    """

    points: float = 0.0
    share: float = 0.0
    contrary: bool = False
    then: "Tie | None" = None

    def width(self, best: float) -> float:
        """How far below the best a value is still tied with it."""
        return self.points + self.share * abs(best)


POINTS = Tie(points=tie)
"""Of values in points, and of whatever an estimate is measured in."""
PROBABILITIES = Tie(share=relative_tie)
"""Of probabilities: relative, since they go down to 1e-19."""
PROBABILITIES_THEN_POINTS = Tie(share=relative_tie, then=POINTS)
"""Of advice for a total: the probability, then the expected points."""
MAXPROB = Tie(share=relative_tie, contrary=True, then=POINTS)
"""Of MaxProb_s: the probability and that of the contrary, then the expected points."""
SINGLE_PROBABILITIES = Tie(points=single_tie)
"""Of probabilities in single precision."""


def beats(option: Reals, best: Reals, rule: Tie) -> Bools:
    """(...,): where an option takes the place of the best so far, both (width, ...)."""
    above: Bools = best[0] * (1 + rule.share) + rule.points < option[0]
    if rule.contrary:
        above = above | (option[1] < best[1] * (1 - rule.share))
    if rule.then is None:
        return above
    near: Bools = best[0] * (1 - rule.share) - rule.points <= option[0]
    if rule.contrary:
        near = near & (option[1] <= best[1] * (1 + rule.share))
    rest = 2 if rule.contrary else 1
    return above | (near & beats(option[rest:], best[rest:], rule.then))


def offer(best: Reals, option: Reals, rule: Tie = POINTS) -> None:
    """Offer an option to the best so far, both (width, ...); `best` is changed.

    The first row rises to the highest value, and that of the contrary falls to the lowest; the others follow
    what is taken.
    """
    lowest = np.minimum(best[1], option[1]) if rule.contrary else None
    best[1:] = np.where(beats(option, best, rule), option[1:], best[1:])
    best[0] = np.maximum(best[0], option[0])
    if lowest is not None:
        best[1] = lowest


def ranks(values: Sequence[float], rule: Tie = POINTS) -> list[int]:
    """The rank of each value, 0 for the highest; values that tie with the highest of their rank share it."""
    found, rank, leader = [0] * len(values), -1, math.inf
    for place in sorted(range(len(values)), key=lambda place: -values[place]):
        if rank < 0 or leader - values[place] > rule.width(leader):
            rank, leader = rank + 1, values[place]
        found[place] = rank
    return found
