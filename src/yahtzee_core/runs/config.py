"""The runs of a workflow configuration: read, checked, and given their partitions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from ..checked_yaml import check_schema, load_yaml
from ..errors import UserError
from ..game.game import Game
from ..game.load import load_game
from ..game.refusals import require_policies
from ..partition.choose import choose_partition
from ..players.races import race_bytes
from ..policies.strategies.load import load_strategy, strategies_of
from ..solve.best_play import played_bytes
from ..solve.exact import require_exact
from ..tables.provenance import made_of
from .export import Dataset
from .objectives import DUELS
from .run import INTERPRETER_BYTES, Run, problem_of

CONTEST_TABLES = ("blind", "races")
"""Tables with a job for every strategy of a run."""
WHOLE: dict[str, Callable[[Game], None]] = {
    "exact": require_exact,
    "parts": lambda game: require_policies(game, "parts"),
}
"""The objectives that are one job for a game, without classes, and what they require of it: expected in
fractions, and what is to come part by part. Both need expected beside them."""
BESIDE = {
    "maxprob": ("expected",),
    "maxprob_approx": ("expected", "maxprob"),
    **dict.fromkeys((*DUELS, "duel_endgame"), ("expected",)),
}
"""What the tables of an objective need beside it."""


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
    texts: dict[tuple[str, str], str] = {}
    for i, raw in enumerate(config["runs"]):
        wanted = raw.get("strategies", [])
        with _named(f"{where}: runs.{i}"):
            if wanted and ("game" not in raw or "expected" not in raw["objectives"]):
                raise UserError("strategies: expected a game with the objective expected")
            game = load_game(raw["game"]) if wanted else None
            if game:
                require_policies(game, "strategies")
            for text in strategies_of(game) if wanted == "all" and game else wanted:
                key = (game.id, load_strategy(text, game).id) if game else ("", "")
                if key in texts:
                    raise UserError(f"strategies: {key[1]} is there twice; expected it once")
                texts[key] = text
    return texts


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
    contests = {}
    for i, raw in enumerate(config["runs"]):
        for table in (table for table in CONTEST_TABLES if raw.get(table, False)):
            game = load_game(raw["game"])
            if not raw.get("strategies"):
                raise UserError(f"configuration: runs.{i}: {table}: expected strategies beside it")
            held = played_bytes(game) if table == "blind" else race_bytes(game)
            memory = ceil((held + INTERPRETER_BYTES) / 1e6)
            threads = raw.get("threads", 1) if table == "blind" else 1
            contests[game.id, table] = Contest(raw["game"], threads, memory, raw[table])
    return contests


def load_exports(config: dict[str, Any], where: str) -> dict[tuple[str, str], Dataset]:
    """The datasets of a checked configuration, by (id of the game, name of the folder)."""
    exports: dict[tuple[str, str], Dataset] = {}
    for i, raw in enumerate(config["runs"]):
        asked = raw.get("export", [])
        with _named(f"{where}: runs.{i}: export"):
            for one in asked if isinstance(asked, list) else [asked]:
                if "expected" not in raw["objectives"]:
                    raise UserError("expected the objective expected beside it")
                game, dataset = load_game(raw["game"]), Dataset(**one)
                require_policies(game, "export")
                key = (game.id, dataset.name(game))
                if key in exports:
                    raise UserError(f"{key[1]} is there twice; expected it once")
                exports[key] = dataset
    return exports


def load_rule_changes(config: dict[str, Any]) -> list[str]:
    """The games of a checked configuration whose rules are changed one at a time, by id."""
    games = []
    for i, raw in enumerate(config["runs"]):
        if raw.get("rule_changes", False):
            if not {"expected", "saved"} & set(raw.get("objectives", ())):
                raise UserError(
                    f"configuration: runs.{i}: rule_changes: expected a game with expected or saved"
                )
            games.append(load_game(raw["game"]).id)
    return games


def load_whole(config: dict[str, Any]) -> list[tuple[str, str]]:
    """(id of the game, objective) of the objectives of a checked configuration that are one job each."""
    asked = [(raw["game"], objective) for raw in config["runs"] for objective in raw.get("objectives", ())]
    return [(load_game(game).id, objective) for game, objective in asked if objective in WHOLE]


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Errors say where in the configuration they are."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


def _runs_of(raw: dict[str, Any], where: str) -> list[Run]:
    with _named(where):
        if "tsp" in raw:
            _refuse(
                raw,
                (
                    *("game", "objectives", "maxprob_moments", "maxprob_up_to", "strategies"),
                    *("open_at_most", "rule_changes", "export", *CONTEST_TABLES),
                ),
                "expected no such key beside tsp",
            )
            return [_run(raw, raw["tsp"], "held_karp", "held_karp")]
        for key in ("game", "objectives"):
            if key not in raw:
                raise UserError(f"key '{key}' is missing; expected game and objectives, or tsp")
        _require_whole(raw)
        moments = raw.get("maxprob_moments", False)
        return [
            _run(
                raw,
                raw["game"],
                objective,
                "maxprob_moments" if moments and objective == "maxprob" else objective,
            )
            for objective in raw["objectives"]
            if objective not in WHOLE
        ]


def _require_whole(raw: dict[str, Any]) -> None:
    """UserError where a game cannot have what one job makes, or does not have expected beside it."""
    for objective in (objective for objective in raw["objectives"] if objective in WHOLE):
        WHOLE[objective](load_game(raw["game"]))
        if "expected" not in raw["objectives"]:
            raise UserError(f"objectives: {objective}; expected the objective expected beside it")


def _refuse(raw: dict[str, Any], keys: tuple[str, ...], why: str) -> None:
    for key in keys:
        if key in raw:
            raise UserError(f"{key}: {why}")


def _run(raw: dict[str, Any], source: str, objective: str, name: str) -> Run:
    highest = raw.get("maxprob_up_to") if objective.startswith("maxprob") else None
    open_at_most = raw.get("open_at_most", 1) if objective == "duel_endgame" else None
    fixed = raw.get("fixed", "auto")
    problem = problem_of(name, source, 1, highest, open_at_most)
    if isinstance(fixed, list):
        if "game" not in raw:
            raise UserError("fixed: a list; expected auto or a number of cities")
        fixed = tuple(map(load_game(source).index, fixed))
    partition = choose_partition(problem, fixed, raw.get("memory_mb"))
    g, stride = partition.key
    made = made_of(problem).as_dict()
    threads = raw.get("threads")
    return Run(problem.subject.name, source, objective, name, g, stride, made, threads, highest, open_at_most)
