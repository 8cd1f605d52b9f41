"""The runs of a workflow configuration: read, checked, and given their partitions."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UserError
from .game import Game, load_game
from .partition import Partition
from .plan import choose_partition
from .provenance import provenance
from .schema import check_schema, load_yaml


@dataclass(frozen=True)
class Run:
    """One objective of one game.

    source: what the configuration calls the game, an id or a path. problem: which of OBJECTIVES solves the
    objective; with moments, maxprob is solved by maxprob_moments.
    """

    game: Game
    source: str
    objective: str
    problem: str
    partition: Partition
    threads: int
    memory_mb: int

    @property
    def partition_key(self) -> tuple[int, tuple[int, ...], int]:
        """The arguments of Partition, plain values for a workflow to compare."""
        return self.partition.n, self.partition.fixed, self.partition.stride

    @property
    def words(self) -> list[str]:
        """What the game file says for people, which changes no value."""
        game = self.game
        return [game.title, game.rule, game.source, *(c.title for c in game.categories)]

    @property
    def fingerprints(self) -> dict[str, str]:
        """What the results depend on beside their inputs; a change computes them again."""
        return provenance(self.game, self.problem).as_dict()


def load_runs(config: dict[str, Any], schema: Path, where: str) -> dict[tuple[str, str], Run]:
    """Runs by (game id, objective). UserError, naming `where` and the key, for a bad configuration."""
    check_schema(config, load_yaml(schema.read_text(encoding="utf-8"), str(schema)), where)
    runs: dict[tuple[str, str], Run] = {}
    for i, raw in enumerate(config["runs"]):
        for run in _runs_of(raw, f"{where}: runs.{i}"):
            key = (run.game.id, run.objective)
            if key in runs:
                raise UserError(f"{where}: runs.{i}: {' '.join(key)} is there twice; expected it once")
            runs[key] = run
    for game, objective in runs:
        if (game, "expected") not in runs:
            raise UserError(
                f"{where}: runs: {game} has {objective}; expected the objective expected beside it"
            )
    return runs


def _runs_of(raw: dict[str, Any], where: str) -> list[Run]:
    memory_mb, moments = raw.get("memory_mb"), raw.get("maxprob_moments", False)
    runs = []
    try:
        game = load_game(raw["game"])
        for objective in raw["objectives"]:
            problem = "maxprob_moments" if moments and objective == "maxprob" else objective
            partition = choose_partition(game, problem, raw.get("fixed", "auto"), memory_mb)
            threads = raw.get("threads", 1)
            runs.append(Run(game, raw["game"], objective, problem, partition, threads, memory_mb or 1000))
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    return runs
