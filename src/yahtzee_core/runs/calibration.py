"""What work costs on a machine: measured by a short run, stored with its date."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path

from ..errors import UserError
from ..files import atomic
from ..game.load import load_game
from ..partition.costs import DEFAULT, Costs
from ..partition.partition import Partition
from ..tables.provenance import made_of
from ..tables.storage import read_tables
from .driver import shard_path, solve_class
from .objectives import OBJECTIVES

GAMES = {"expected": "yahtzee", "maxprob": "yaht", "maxprob_moments": "yaht"}
"""What each objective is calibrated with: a second or two of work."""


def load_calibration(path: Path) -> Costs:
    """The calibration in a file, or the default when there is none; UserError when it is damaged."""
    try:
        return Costs(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return DEFAULT
    except (OSError, ValueError, TypeError):
        raise UserError(f"{path}: not a calibration; delete it and calibrate again") from None


def store_calibration(costs: Costs, path: Path) -> None:
    """Write a calibration as JSON, atomically."""
    with atomic(path) as temporary:
        temporary.write_text(json.dumps(asdict(costs), indent=2) + "\n", encoding="utf-8")


def calibrate() -> Costs:
    """Measure this machine, one thread, in about ten seconds."""
    solve, (read, write) = {}, (0.0, 0.0)
    for objective, name in GAMES.items():
        seconds, size, read, write = _solve(objective, name)
        solve[objective] = seconds / size
    start = min(_start() for _ in range(3))
    return Costs(date.today().isoformat(), start, start + 2.2, solve, read, write)


def _start() -> float:
    """CPU seconds to start an interpreter with the imports and the tables of a game."""
    code = "import yahtzee_core as y, yahtzee_core.runs.driver; "
    code += "y.runs.objectives.OBJECTIVES['maxprob'](y.load_game('yahtzee'), 1)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _solve(objective: str, name: str) -> tuple[float, int, float, float]:
    """CPU seconds to solve a game, bytes of its tables, and CPU seconds for each byte read and written."""
    game = load_game(name)
    problem = OBJECTIVES[objective](game, 1)
    n = len(game.categories)
    whole = Partition(n, stride=n + 1)
    (part,) = whole.classes()
    size = int(problem.sizes().sum())
    began = time.process_time()
    for _ in problem.solve(whole.masks(part), []).rows:
        pass
    solved = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        solve_class(problem, whole, part, Path(folder))
        written = time.process_time()
        path = shard_path(Path(folder), whole, part)
        for _ in read_tables(path, problem.shard_schema, made_of(problem, whole.name(part))):
            pass
        read = time.process_time()
    write_seconds = max(written - solved - (solved - began), 0.0)
    return solved - began, size, (read - written) / size, write_seconds / size
