"""Published numbers that no result table holds: counts, the formulas of the partition, estimates, a position.

Each is computed from the package when it is asked for, by another way than the source's where there is one.
"""

from collections.abc import Callable
from functools import cache
from math import comb

import numpy as np

from ...arrays import Floats
from ...game.load import load_game
from ...partition.partition import Partition
from ...policies.actions import Turn, roll_of
from ...policies.arena import Arena
from ...policies.strategies.load import ESTIMATES
from ...turn.dice import lattice
from ...turn.positions import state_of
from ...turn.states import States

COVERS: dict[str, list[tuple[int, ...]]] = {
    "C_1": [()],
    "C_2": [(1, 1), (2, 2), (3, 3), (4, 4), (5,), (6,)],
    "C_3": [*((face, face) for face in range(1, 7)), (1, 2, 3)],
}
"""Glenn 2007, table II: sets of keeps of which every roll of five dice has one."""
SCORES = 51_200
"""|B| of Cremers' case: 2 chips, 64 upper totals, 400 scores."""
MEGABYTE = 1 << 20


def rolls(dice: str) -> float:
    """Rolls of so many dice that differ."""
    return float(lattice(int(dice), 6).n_rolls)


def keeps(dice: str) -> float:
    """Keeps of at most so many dice."""
    return float(lattice(int(dice), 6).n_keeps)


def turn_positions(_: str) -> float:
    """Positions of one turn: its start, three rolls, two keeps."""
    five = lattice(5, 6)
    return float(1 + 3 * five.n_rolls + 2 * five.n_keeps)


def covered(cover: str) -> float:
    """Rolls of five dice that hold a keep of a cover."""
    five = lattice(5, 6)
    needed = [np.bincount(keep, minlength=7)[1:] for keep in (np.array(k, dtype=int) for k in COVERS[cover])]
    return float(sum(any((roll >= keep).all() for keep in needed) for roll in five.counts[five.first_roll :]))


def states(game: str) -> float:
    """Merged states of a game."""
    return float(len(States(load_game(game))))


def sheets(game: str) -> float:
    """Sets of filled categories."""
    return float(2 ** len(load_game(game).categories))


def categories(game: str) -> float:
    """Categories of a sheet."""
    return float(len(load_game(game).categories))


def classes(names: str) -> float:
    """Classes of ~G for |A| and |G|, by enumeration."""
    n, g = map(int, names.split())
    return float(len(Partition(n, tuple(range(g))).classes()))


def cache_megabytes(g: str) -> float:
    """The most that a class and its dependencies hold, by enumeration, in MB of 2^20 bytes: Cremers' case."""
    partition = Partition(13, tuple(range(int(g))))
    sizes = {part: len(partition.masks(part)) for part in partition.classes()}
    held = max(size + sum(sizes[d] for d in partition.dependencies(part)) for part, size in sizes.items())
    return held * SCORES * 8 / MEGABYTE


def misses(g: str) -> float:
    """Reads for each element of the table, every class reading also itself from disk, by enumeration."""
    partition = Partition(13, tuple(range(int(g))))
    sizes = {part: len(partition.masks(part)) for part in partition.classes()}
    return sum(sizes[d] for part in sizes for d in partition.dependencies(part)) / 2**13


def table_gigabytes(_: str) -> float:
    """The whole table of Cremers' case in GB of 2^30 bytes."""
    return 2**13 * SCORES * 8 / 2**30


def pairs_of_sheets(game: str) -> float:
    """Ordered pairs of sheets before a turn of two players, and the pair at the end."""
    n = len(load_game(game).categories)
    return float(sum(comb(n, k) * (comb(n, k) + comb(n, k + 1)) for k in range(n + 1)))


def estimate(name: str) -> float:
    """What a strategy of Ecker's takes the start of `yaht` to be worth."""
    return float(_estimates(name)[0])


def estimate_deviation(name: str) -> float:
    """Mean absolute difference of its estimates from the optimal values, over all states."""
    return float(np.abs(_estimates(name) - _arena("yaht").optimal.value).mean())


def best_keep(text: str) -> float:
    """The dice that are best kept in a position, as a number: 222 for 2 2 2."""
    from ...advice.notation import parse_position  # slow to import

    optimal = _arena("yahtzee").optimal
    position = parse_position(text, optimal.states)
    turn = Turn.of_table(optimal, state_of(optimal.states, position))
    best = turn.actions(roll_of(optimal.states, position), position.rerolls)[0].action.keep
    return float("".join(map(str, best or ())) or 0)


@cache
def _arena(game: str) -> Arena:
    return Arena(load_game(game))


@cache
def _estimates(name: str) -> Floats:
    return {id: function for id, _, _, function in ESTIMATES}[name](_arena("yaht"))


FACTS: dict[str, Callable[[str], float]] = {
    function.__name__: function
    for function in (
        *(
            rolls,
            keeps,
            turn_positions,
            covered,
            states,
            sheets,
            categories,
            classes,
            cache_megabytes,
            misses,
        ),
        *(table_gigabytes, pairs_of_sheets, estimate, estimate_deviation, best_keep),
    )
}
"""By the name that published.csv gives a quantity."""
