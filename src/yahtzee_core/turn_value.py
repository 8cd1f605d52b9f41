"""One turn decided by one worth of the options, and judged by another.

The player takes the options to be worth A and plays the turn as well as can be for A, ties by turn.py; in
truth they are worth B. With a the choices by A,

    J[roll, 0] = B[a(roll)],      J[roll, n] = E[ J[roll after a(roll, n), n - 1] ]

and the turn is worth the mean of J over the first rolls.
"""

import numpy as np
import numpy.typing as npt

from .dice import Lattice
from .lattice_levels import chosen_keeps, expected_keeps, keep_values
from .options import NO_OPTION, Options
from .turn import TIE

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


def open_choices(options: Options, filled: int) -> Ints:
    """(n_rolls, n_open): the option of each roll in each open category, NO_OPTION where it is forbidden."""
    is_open = [c for c in range(len(options.game.categories)) if not filled >> c & 1]
    return np.ascontiguousarray(options.choice[options.situation[filled], is_open].T)


def chosen_options(choices: Ints, worth: Floats, tie: float = TIE) -> tuple[Ints, Floats]:
    """(n_rolls,) each: the option that a roll takes when options are worth `worth`, and the best worth.

    choices: of open_choices. worth: (n_options,).
    """
    by_choice = np.where(choices == NO_OPTION, -np.inf, worth[choices])
    best = by_choice.max(axis=1)
    place = np.argmax(by_choice >= best[:, None] - tie, axis=1)
    chosen: Ints = choices[np.arange(len(choices)), place]
    return chosen, best


def turn_value(
    lattice: Lattice, choices: Ints, rolls: int, decided_by: Floats, judged_by: Floats, tie: float = TIE
) -> float:
    """What a turn of so many rolls is worth, see above: the best turn when A is B and nothing is tied.

    choices: of open_choices. decided_by (A), judged_by (B): (n_options,), in any units; options that the turn
    does not have do not count. tie: in units of A.
    """
    chosen, best = chosen_options(choices, decided_by, tie)
    judged: Floats = judged_by[chosen]
    for values in keep_values(lattice, best, rolls):
        judged = expected_keeps(lattice, judged[None])[0, chosen_keeps(lattice, values, tie)]
    return float(judged @ lattice.probabilities)
