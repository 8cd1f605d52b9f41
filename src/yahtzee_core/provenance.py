"""Where a number comes from: fingerprints of the game and of the sources that determine values."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from ._turn import source_sha256
from .errors import UserError
from .game import Game

PACKAGE = resources.files(__package__)
KERNEL = ("_turn.pyx", *sorted(file.name for file in PACKAGE.iterdir() if file.name.endswith(".h")))
TURN = ("scoring.py", "dice.py", "options.py", "states.py", "transitions.py", "ties.py", "turn.py", *KERNEL)
EXPECTED = (*TURN, "expected.py", "objectives/problem.py", "objectives/expected.py")
HELD_KARP = ("tsplib.py", "held_karp.py", "objectives/problem.py", "objectives/held_karp.py")
MAXPROB = (*EXPECTED, "quantities.py", "maxprob.py", "objectives/maxprob.py")
WALK = (*EXPECTED, "quantities.py", "arena.py", "decisions.py", "walk.py")
STRATEGIES = (
    *WALK,
    "backward.py",
    "comparison.py",
    "evaluation.py",
    *(f"strategies/{name}.py" for name in ("__init__", "strategy", "estimates", "ecker", "rules")),
    *(f"strategies/{name}.py" for name in ("formulas", "tuned", "custom")),
    "strategies/rules_schema.json",
    *sorted(f"strategies/data/{f.name}" for f in (PACKAGE / "strategies/data").iterdir()),
)
DUEL = (
    *(*WALK, *MAXPROB[-2:]),
    *("pairs.py", "pair_rows.py", "duel_solver.py", "duel.py", "duel_sums.py", "options_played.py"),
    "objectives/duel.py",
)
SOURCES: dict[str, Sequence[str]] = {
    "expected": EXPECTED,
    "saved": (*EXPECTED, "saved.py", "objectives/saved.py"),
    "maxprob": MAXPROB,
    "maxprob_moments": MAXPROB,
    "maxprob_approx": (*MAXPROB, "objectives/maxprob_approx.py"),
    "held_karp": HELD_KARP,
    **dict.fromkeys(("duel", "duel_expected_first", "duel_expected_second", "duel_endgame"), DUEL),
    "rule_changes": (*EXPECTED, "quantities.py", "saved.py", "catalogue.py", "rule_changes.py"),
    "distribution": (*WALK, "distribution.py", "positions.py", "one_turn.py", "actions.py", "facts.py"),
    "strategies": STRATEGIES,
    "blind": (*STRATEGIES, "maxprob.py", "utility.py", "utility_walk.py", "blind.py"),
    "races": (*STRATEGIES, "points_to_come.py", "race.py", "race_simulation.py", "simulation.py"),
}
"""The sources that determine the values of an objective; an edit elsewhere recomputes nothing."""


@dataclass(frozen=True)
class Provenance:
    """What a result file is made of; readers refuse a file with another one."""

    game: str
    game_fingerprint: str
    objective: str
    solver_fingerprint: str
    part: str = ""

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def provenance(game: Game, objective: str, part: str = "") -> Provenance:
    """Provenance of what the present sources would compute; `part` names a partition class."""
    return Provenance(game.id, game.fingerprint, objective, solver_fingerprint(objective), part)


def strategy_provenance(game: Game, text: str, strategy: str, objective: str = "strategies") -> Provenance:
    """The same for a table of one strategy; `text` is what load_strategy is given, a file perhaps."""
    made_of = provenance(game, objective, strategy)
    path = Path(text.rpartition(":")[0] or text)
    if not path.is_file():
        return made_of
    digest = hashlib.sha256(made_of.solver_fingerprint.encode() + path.read_bytes()).hexdigest()
    return replace(made_of, solver_fingerprint=digest[:16])


@cache
def solver_fingerprint(objective: str) -> str:
    """SHA-256 (hex, 16 digits) of the sources of an objective; UserError when the kernel is not theirs."""
    if source_sha256 != _digest(KERNEL).hexdigest():
        raise UserError("the compiled kernel is not that of its sources; expected a new build: run make")
    return _digest(SOURCES[objective]).hexdigest()[:16]


def _digest(names: Sequence[str]) -> "hashlib._Hash":
    return hashlib.sha256(b"".join((PACKAGE / name).read_bytes() for name in names))
