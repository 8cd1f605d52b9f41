"""Scoring by par: a roll is scored where its points less the par of the category are highest."""

import numpy as np

from ...arrays import Ints, Longs, Shorts
from ...turn.options import NO_OPTION, Options

NOT_ALLOWED = -(1 << 20)
"""Less than any points less any par."""


def par_options(options: Options, par: Ints, masks: Longs | None = None) -> Shorts:
    """(len(masks), n_rolls): the option by par in some masks, in all when None.

    par: (n_categories,) int32. Where two categories are equal, the first is taken. Rows of masks without an
    open category, and of those that no game reaches, are of no meaning.
    """
    masks = np.arange(len(options.situation), dtype=np.int64) if masks is None else masks
    chosen = np.zeros((len(masks), options.lattice.n_rolls), dtype=np.uint16)
    for situation, choice in enumerate(options.choice):
        rows = np.flatnonzero(options.situation[masks] == situation)
        here = masks[rows]
        allowed = choice != NO_OPTION
        over = np.where(allowed, options.points[choice] - par[:, None], NOT_ALLOWED)
        best = np.full((len(here), choice.shape[1]), NOT_ALLOWED, dtype=np.int32)
        option = np.zeros(best.shape, dtype=np.uint16)
        for category in range(len(choice)):
            is_open = (here >> category & 1 == 0)[:, None]
            better = is_open & (over[category] > best)
            best = np.where(better, over[category], best)
            option = np.where(better, choice[category].astype(np.uint16), option)
        chosen[rows] = option
    return chosen
