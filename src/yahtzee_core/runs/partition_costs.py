"""What fixed-subset partitioning costs, by the formulas and for real: the table behind figures 5.5 to 5.8.

By (5.8) and (5.11) for |A| = 1 .. 20 with nothing or everything fixed, and for the case study of the thesis
with every |G|; beside it the real sizes of `maxprob`, every score, from the merged states.
"""

import pyarrow as pa

from ..game.load import load_game
from ..partition import formulas
from ..partition.partition import Partition
from ..partition.problem import SetProblem
from ..partition.sizes import working_set
from .objectives.maxprob import MaxProbProblem

N, ELEMENTS, BYTES = 13, 2 * 64 * 400, 8
"""The case study of the thesis: |A|, |B| for scores up to 400, and bytes of an element."""
MIB = 2**20
MOST = 7
"""The largest |G| for which real sizes are worked out."""
GAME = "yahtzee"


def partition_cost_rows() -> pa.Table:
    """The table `partition_costs`."""
    held, read = real_costs(MaxProbProblem(load_game(GAME)), MOST)
    pairs = sorted({(n, g) for n in range(1, 21) for g in (0, n)} | {(N, g) for g in range(N + 1)})
    rows = [
        {
            "elements": n,
            "fixed": g,
            "cache_share": formulas.largest_cache(n, g) / 2.0**n,
            "reads": formulas.reads_per_element(n, g),
            "cache_mib": formulas.largest_cache(N, g, ELEMENTS) * BYTES / MIB if n == N else None,
            "real_cache_mib": held[g] if n == N and g <= MOST else None,
            "real_reads": read[g] if n == N and g <= MOST else None,
        }
        for n, g in pairs
    ]
    return pa.Table.from_pylist(rows)


def real_costs(problem: SetProblem, most: int) -> tuple[list[float], list[float]]:
    """(largest working set in MiB, bytes read for each byte of the table) for |G| = 0 .. most."""
    size = problem.sizes()
    held = [working_set(size, Partition(problem.n, tuple(range(g)))) / MIB for g in range(most + 1)]
    total, read = int(size.sum()), []
    for g in range(most + 1):
        partition = Partition(problem.n, tuple(range(g)))
        own = problem.bytes_of(partition)
        read.append(sum(own[d] for part in own for d in partition.dependencies(part)) / total)
    return held, read
