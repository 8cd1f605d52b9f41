"""Where a number comes from: digests of the game and of the sources that it is computed by."""

import hashlib
from functools import cache
from pathlib import Path

from ..errors import UserError
from ..game.game import Game
from ..made_of import Provenance
from ..partition.problem import Problem
from ..solve.kernel import source_sha256 as exact_sha256
from ..turn.kernel import source_sha256
from ..turn.kernel.stripped import kernel_digest
from .sources import ROOT, fingerprint

OBJECTIVES = "runs.objectives"
STRATEGIES = "policies.strategies.load"
"""What makes the decisions of a strategy."""
MADE_BY = {
    "expected": f"{OBJECTIVES}.expected",
    "saved": f"{OBJECTIVES}.saved",
    **dict.fromkeys(("maxprob", "maxprob_moments"), f"{OBJECTIVES}.maxprob"),
    "maxprob_approx": f"{OBJECTIVES}.maxprob_approx",
    "held_karp": f"{OBJECTIVES}.held_karp",
    **dict.fromkeys(
        ("duel", "duel_expected_first", "duel_expected_second", "duel_endgame"), f"{OBJECTIVES}.duel"
    ),
    "rule_changes": "runs.rule_changes",
    "exact": "runs.exact",
    "parts": "runs.parts",
    "distribution": "runs.facts",
    "strategies": "runs.evaluations",
    "blind": "players.blind",
    "races": "players.races",
    "labelled": "policies.labelled",
    "tour": "runs.tour",
    "partition_costs": "runs.partition_costs",
}
"""The module that computes a table; its sources follow from its imports."""


def provenance(game: Game, objective: str, part: str = "") -> Provenance:
    """Provenance of what the present sources would compute; `part` names a partition class."""
    return Provenance(game.id, game.fingerprint, objective, solver_fingerprint(objective), part)


def made_of(problem: Problem, part: str = "") -> Provenance:
    """Provenance of the shard of the class named `part` of a problem, or of its merged table."""
    sources = _checked(type(problem).__module__.partition(".")[2])
    return Provenance(problem.subject.name, problem.subject.fingerprint, problem.objective, sources, part)


def strategy_provenance(game: Game, text: str, strategy: str, objective: str = "strategies") -> Provenance:
    """The same for a table of one strategy; `text` is what load_strategy is given, a file perhaps."""
    sources = _checked(MADE_BY[objective], STRATEGIES)
    path = strategy_file(text)
    if path is not None:
        sources = hashlib.sha256(sources.encode() + path.read_bytes()).hexdigest()[:16]
    return Provenance(game.id, game.fingerprint, objective, sources, strategy)


def strategy_file(text: str) -> Path | None:
    """The file that holds the numbers, rules or code of a strategy; None for one of the package's code."""
    carried = ROOT / "policies" / "strategies" / "data" / f"{text}.yaml"
    return own_file(text) or (carried if carried.is_file() else None)


def own_file(text: str) -> Path | None:
    """The file of the user's own that a strategy is in, as `file.yaml` or `file.py:name`; None for others."""
    path = Path(text.rpartition(":")[0] or text)
    return path if path.is_file() else None


def solver_fingerprint(objective: str) -> str:
    """SHA-256 (hex, 16 digits) of the sources of an objective; UserError when the kernel is not theirs."""
    return _checked(MADE_BY[objective])


@cache
def _checked(*modules: str) -> str:
    built = {"turn": source_sha256, "solve": exact_sha256}
    if any(sha256 != kernel_digest(ROOT / room / "kernel") for room, sha256 in built.items()):
        raise UserError("the compiled kernel is not that of its sources; expected a new build: run make")
    return fingerprint(*modules)
