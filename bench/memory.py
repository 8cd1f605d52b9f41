"""Peak memory of the largest class job of `maxprob` of yahtzee, for |G| = 0 to 6.

Peak is resident memory above the interpreter with its imports. Solves all rows once in memory, writes
the shards that the class needs, and runs the job as the workflow does, in a process of its own.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from yahtzee_core import load_game
from yahtzee_core.partition.partition import Class, Partition
from yahtzee_core.runs.driver import shard_path
from yahtzee_core.runs.objectives.maxprob import MaxProbProblem
from yahtzee_core.solve.maxprob import Rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_tables

GAME = "yahtzee"
JOB = """
import re, sys
from pathlib import Path
from yahtzee_core.partition import Partition
from yahtzee_core.runs.driver import solve_class
from yahtzee_core.runs.objectives import load_problem
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
before = peak()
partition = Partition(13, tuple(range(int(sys.argv[2]))))
solve_class(load_problem("maxprob", sys.argv[4]), partition, partition.named(sys.argv[3]), Path(sys.argv[1]))
print(f"{peak() - before:.0f} {before:.0f}")
"""


def largest(partition: Partition, size: npt.NDArray[np.int64]) -> tuple[Class, int]:
    """The class with the largest working set, and its bytes."""

    def held(part: Class) -> int:
        parts = [part, *partition.dependencies(part)]
        return sum(int(size[partition.masks(p)].sum()) for p in parts)

    return max(((part, held(part)) for part in partition.classes()), key=lambda pair: pair[1])


def main() -> None:
    """A line for each |G|."""
    game = load_game(GAME)
    problem = MaxProbProblem(game, 2)
    states = problem.states
    rows = Rows(problem.solver.bounds(), states.of_masks(states.masks))
    problem.solver.solve(states.masks, rows)
    print("|G|  classes  largest class            working set MB  peak MB  interpreter MB")
    for g in range(7):
        partition = Partition(len(game.categories), tuple(range(g)))
        part, size = largest(partition, problem.sizes())
        with tempfile.TemporaryDirectory(dir=".") as folder:
            for needed in partition.dependencies(part):
                made_of = provenance(game, "maxprob", partition.name(needed))
                pieces = problem._pieces(partition.masks(needed), rows, rows.bounds.most)
                write_tables(pieces, shard_path(Path(folder), partition, needed), "maxprob", made_of)
            arguments = [folder, str(g), partition.name(part), GAME]
            command = [sys.executable, "-c", JOB, *arguments]
            peak, before = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        name = partition.name(part)
        print(
            f"{g:3}{len(partition.classes()):9}  {name:24}{size / 1e6:15.0f}{peak:>9}{before:>16}", flush=True
        )


if __name__ == "__main__":
    main()
