"""The runs of a workflow configuration: read, checked, and given their partitions."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from ..checked_yaml import check_schema, load_yaml
from ..errors import UserError
from ..game.load import load_game
from ..game.refusals import require_policies
from ..partition.costs import DEFAULT
from ..partition.plan import BUFFER_BYTES, choose_partition
from ..partition.schedule import Load, job_seconds, loads_of, path_to_end
from ..players.races import race_bytes
from ..policies.strategies.load import load_strategy, strategies_of
from ..solve.best_play import played_bytes
from ..tables.provenance import made_of
from ..tables.wanted import LARGE_BYTES
from .objectives import DUELS, Classes, load_problem

INTERPRETER_BYTES = 100_000_000
"""An interpreter with all imports takes 75 MB."""
CONTEST_TABLES = ("blind", "races")
"""Tables with a job for every strategy of a run."""
BESIDE = {
    "maxprob": ("expected",),
    "maxprob_approx": ("expected", "maxprob"),
    **dict.fromkeys((*DUELS, "duel_endgame"), ("expected",)),
}
"""What the tables of an objective need beside it."""


@dataclass(frozen=True)
class Run:
    """One objective of one game, or Held-Karp for one instance.

    name: id of the game or name of the instance. source: what the configuration calls it, an id or a path.
    problem: what objectives.load_problem is asked for; with moments, maxprob is solved by maxprob_moments.
    made_of: what the results depend on beside their inputs; a change computes them again.
    words: what a game file says for people, which changes no value.
    sheet_only: whether no tables of its policy are made: it is too large, or its policies are not followed.
    """

    name: str
    source: str
    objective: str
    problem: str
    partition: Classes
    threads: int
    highest: int | None
    open_at_most: int | None
    made_of: dict[str, str]
    words: tuple[str, ...] = ()
    sheet_only: bool = False

    @cached_property
    def loads(self) -> dict[Any, Load]:
        """Bytes of every class and of those that it depends on."""
        problem = load_problem(self.problem, self.source, 1, self.highest, self.open_at_most)
        return loads_of(problem.bytes_of(self.partition), self.partition.dependencies)

    @cached_property
    def priorities(self) -> dict[str, int]:
        """By name of a class: milliseconds of the longest chain of jobs that it begins."""
        start = DEFAULT.start
        seconds = {p: job_seconds(load, self.problem, DEFAULT, start) for p, load in self.loads.items()}
        paths = path_to_end(seconds, self.partition.dependencies)
        return {self.partition.name(part): round(1000 * path) for part, path in paths.items()}

    @cached_property
    def memory(self) -> dict[str, int]:
        """By name of a class: MB that its job takes at most, interpreter and buffers included."""
        around = BUFFER_BYTES + INTERPRETER_BYTES
        return {self.partition.name(p): ceil((load.held + around) / 1e6) for p, load in self.loads.items()}


def load_runs(config: dict[str, Any], schema: Path, where: str) -> dict[tuple[str, str], Run]:
    """Runs by (name, objective). UserError, naming `where` and the key, for a bad configuration."""
    check_schema(config, load_yaml(schema.read_text(encoding="utf-8"), str(schema)), where)
    runs: dict[tuple[str, str], Run] = {}
    for i, raw in enumerate(config["runs"]):
        for run in _runs_of(raw, f"{where}: runs.{i}"):
            key = (run.name, run.objective)
            if key in runs:
                raise UserError(f"{where}: runs.{i}: {' '.join(key)} is there twice; expected it once")
            runs[key] = run
    for name, objective in runs:
        for beside in BESIDE.get(objective, ()):
            if (name, beside) not in runs:
                raise UserError(
                    f"{where}: runs: {name} has {objective}; expected the objective {beside} beside it"
                )
    return runs


def load_strategies(config: dict[str, Any], where: str) -> dict[tuple[str, str], str]:
    """What `load_strategy` is given for every (game, id of a strategy) of a checked configuration."""
    found: dict[tuple[str, str], str] = {}
    for i, raw in enumerate(config["runs"]):
        wanted = raw.get("strategies", [])
        try:
            if wanted and ("game" not in raw or "expected" not in raw["objectives"]):
                raise UserError("strategies: expected a game with the objective expected")
            game = load_game(raw["game"]) if wanted else None
            if game:
                require_policies(game, "strategies")
            for text in strategies_of(game) if wanted == "all" and game else wanted:
                key = (game.id, load_strategy(text, game).id) if game else ("", "")
                if key in found:
                    raise UserError(f"strategies: {key[1]} is there twice; expected it once")
                found[key] = text
        except UserError as error:
            raise UserError(f"{where}: runs.{i}: {error}") from None
    return found


@dataclass(frozen=True)
class Contest:
    """A table of contests against every strategy of a game, a job each; memory_mb: of a job, at the most.

    asked: what the configuration says of it.
    """

    source: str
    threads: int
    memory_mb: int
    asked: Any


def load_contests(config: dict[str, Any]) -> dict[tuple[str, str], Contest]:
    """The contests of a checked configuration, by (id of the game, table)."""
    found = {}
    for i, raw in enumerate(config["runs"]):
        for table in (table for table in CONTEST_TABLES if raw.get(table, False)):
            game = load_game(raw["game"])
            if not raw.get("strategies"):
                raise UserError(f"configuration: runs.{i}: {table}: expected strategies beside it")
            held = played_bytes(game) if table == "blind" else race_bytes(game)
            memory = ceil((held + INTERPRETER_BYTES) / 1e6)
            threads = raw.get("threads", 1) if table == "blind" else 1
            found[game.id, table] = Contest(raw["game"], threads, memory, raw[table])
    return found


def load_rule_changes(config: dict[str, Any]) -> list[str]:
    """The games of a checked configuration whose rules are changed one at a time, by id."""
    found = []
    for i, raw in enumerate(config["runs"]):
        if raw.get("rule_changes", False):
            if not {"expected", "saved"} & set(raw.get("objectives", ())):
                raise UserError(
                    f"configuration: runs.{i}: rule_changes: expected a game with expected or saved"
                )
            found.append(load_game(raw["game"]).id)
    return found


def _runs_of(raw: dict[str, Any], where: str) -> list[Run]:
    try:
        if "tsp" in raw:
            _refuse(
                raw,
                (
                    *("game", "objectives", "maxprob_moments", "maxprob_up_to", "strategies"),
                    *("open_at_most", "rule_changes", *CONTEST_TABLES),
                ),
                "expected no such key beside tsp",
            )
            return [_run(raw, raw["tsp"], "held_karp", "held_karp")]
        for key in ("game", "objectives"):
            if key not in raw:
                raise UserError(f"key '{key}' is missing; expected game and objectives, or tsp")
        moments = raw.get("maxprob_moments", False)
        return [
            _run(
                raw,
                raw["game"],
                objective,
                "maxprob_moments" if moments and objective == "maxprob" else objective,
            )
            for objective in raw["objectives"]
        ]
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def _refuse(raw: dict[str, Any], keys: tuple[str, ...], why: str) -> None:
    for key in keys:
        if key in raw:
            raise UserError(f"{key}: {why}")


def _run(raw: dict[str, Any], source: str, objective: str, name: str) -> Run:
    highest = raw.get("maxprob_up_to") if objective.startswith("maxprob") else None
    open_at_most = raw.get("open_at_most", 1) if objective == "duel_endgame" else None
    fixed = raw.get("fixed", "auto")
    problem = load_problem(name, source, 1, highest, open_at_most)
    words: tuple[str, ...] = ()
    sheet_only = False
    if "game" in raw:
        game = load_game(source)
        large = name == "expected" and sum(problem.bytes_of(problem.partition()).values()) > LARGE_BYTES
        sheet_only = bool(large or game.rolls_matter or game.further)
        words = (game.title, game.rule, game.source, *(c.title for c in game.categories))
        fixed = tuple(map(game.index, fixed)) if isinstance(fixed, list) else fixed
    elif isinstance(fixed, list):
        raise UserError("fixed: a list; expected auto or a number of cities")
    made = made_of(problem)
    return Run(
        name=problem.subject.name,
        source=source,
        objective=objective,
        problem=name,
        partition=choose_partition(problem, fixed, raw.get("memory_mb")),
        threads=raw.get("threads", 1),
        highest=highest,
        open_at_most=open_at_most,
        made_of=made.as_dict(),
        words=words,
        sheet_only=sheet_only,
    )
