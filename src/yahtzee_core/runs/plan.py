"""All that a configuration asks for, and what each job of the workflow is told of it.

The workflow makes one plan when it starts; its rules ask it which files there are to make and what a job must
know. What a job is told is JSON text, so that a change of it makes the job again, and nothing else does.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from ..game.game import Game
from ..game.load import load_game
from ..tables.provenance import MADE_BY, provenance, strategy_provenance
from ..tables.queries import sql_tables
from ..tables.sources import fingerprint
from ..tables.wanted import LARGE_BYTES, result_tables
from .config import (
    CONTEST_TABLES,
    Contest,
    load_contests,
    load_exports,
    load_rule_changes,
    load_runs,
    load_strategies,
    load_whole,
)
from .export import Dataset, shard_bytes
from .objectives import DUELS, OBJECTIVES
from .run import INTERPRETER_BYTES, Run

Key = tuple[str, str]
"""(id of a game, objective, strategy or table)."""
CHECKED = (
    *("expected", "distribution", "maxprob_scores", "strategies", "strategy_categories"),
    "races",
)
"""The tables that are compared with published numbers."""


@dataclass(frozen=True)
class Plan:
    """The runs, strategies, rule changes, contests, tables made whole and datasets of a configuration."""

    runs: Mapping[Key, Run]
    strategies: Mapping[Key, str]
    rule_changes: tuple[str, ...]
    contests: Mapping[Key, Contest]
    whole: tuple[Key, ...]
    exports: Mapping[Key, Dataset]

    # What there is to make

    @cached_property
    def games(self) -> dict[str, Game]:
        """The games whose values are solved, by id."""
        solved = {name: run for (name, what), run in self.runs.items() if what in ("expected", "saved")}
        return {name: load_game(run.source) for name, run in sorted(solved.items())}

    @cached_property
    def sheets(self) -> list[str]:
        """The games without tables of a policy: they are too large, or their policies are not followed."""
        return [name for name, game in self.games.items() if self._is_sheet_alone(name, game)]

    @cached_property
    def tables(self) -> list[Key]:
        """(game, table) of every table in the database."""
        solved = [key for key, run in self.runs.items() if key[0] in self.games and run.highest is None]
        played = sorted({game for game, _ in self.strategies})
        return result_tables(solved, played, self.sheets, self.rule_changes, self.contests, self.whole)

    @property
    def tours(self) -> list[str]:
        """The instances whose tours are sought."""
        return sorted({name for name, objective in self.runs if objective == "held_karp"})

    @property
    def checked(self) -> list[Key]:
        """Those of the tables that are compared with published numbers."""
        return [key for key in self.tables if key[1] in CHECKED]

    def strategies_of(self, game: str) -> dict[str, str]:
        """What load_strategy is given, by id of the strategy."""
        return {strategy: text for (of, strategy), text in self.strategies.items() if of == game}

    def patterns(self) -> dict[str, str]:
        """What the wildcards of the rules may be, as regular expressions."""
        return {
            "game": "[a-z0-9-]+",
            "objective": "|".join([*OBJECTIVES, *DUELS, "duel_endgame", "held_karp"]),
            "duel": "|".join(DUELS),
            "table": "|".join(sql_tables()),
            "strategy": "[A-Za-z0-9_-]+",
            "contest": "|".join(CONTEST_TABLES),
            "export": "[A-Za-z0-9_.-]+",
            "shard": "[0-9]+",
            "sheet": "|".join(self.sheets) or "(?!)",
        }

    # Which run or contest a job is of

    def run(self, wildcards: Any) -> Run:
        """The run of a class or of a merged table."""
        return self.runs[wildcards.game, wildcards.objective]

    def contest(self, wildcards: Any) -> Contest:
        """The contest of a job."""
        return self.contests[wildcards.game, wildcards.contest]

    def dataset(self, wildcards: Any) -> Dataset:
        """The dataset of a job."""
        return self.exports[wildcards.game, wildcards.export]

    def dataset_memory(self, wildcards: Any) -> int:
        """MB that the job of a shard takes at most."""
        held = shard_bytes(self._game(wildcards), self.dataset(wildcards))
        return ceil((held + INTERPRETER_BYTES) / 1e6)

    # What a job is told

    def of_class(self, wildcards: Any) -> str:
        """The run and the class."""
        return _told(run=self.run(wildcards).asked, part=wildcards.part)

    def of_run(self, wildcards: Any) -> str:
        """The run."""
        return _told(run=self.run(wildcards).asked)

    def of_game(self, wildcards: Any) -> str:
        """A game, and what a game file says for people, which changes no value."""
        game = self._game(wildcards)
        words = [game.title, game.rule, game.source, *(c.title for c in game.categories)]
        made = provenance(game, "distribution").as_dict()
        return _told(game=self._source(wildcards.game), words=words, made_of=made)

    def of_scores(self, wildcards: Any) -> str:
        """The run of maxprob of a game."""
        return _told(run=self.runs[wildcards.game, "maxprob"].asked)

    def of_tour(self, wildcards: Any) -> str:
        """The run of an instance."""
        run = self.runs[wildcards.game, "held_karp"].asked
        return _told(run=run, sources=_sources(MADE_BY["tour"]))

    def of_sql(self, wildcards: Any) -> str:
        """A table that SQL makes, and its SQL."""
        sources = _sources(f"tables/sql/tables/{wildcards.table}.sql")
        return _told(table=wildcards.table, sources=sources)

    def of_rule_changes(self, wildcards: Any) -> str:
        """A game whose rules are changed."""
        made = provenance(self._game(wildcards), "rule_changes").as_dict()
        return _told(game=self._source(wildcards.game), made_of=made)

    def of_exact(self, wildcards: Any) -> str:
        """A game that is solved in fractions."""
        return self._whole(wildcards, "exact")

    def of_parts(self, wildcards: Any) -> str:
        """A game whose points are told apart."""
        return self._whole(wildcards, "parts")

    def of_strategy(self, wildcards: Any) -> str:
        """A strategy of a game."""
        return self._strategy(wildcards, "strategies")

    def of_strategies(self, wildcards: Any) -> str:
        """All strategies of a game."""
        return self._strategies(wildcards, "strategies")

    def of_opponent(self, table: str) -> Any:
        """For a contest: a function of the wildcards, which tells of a strategy."""
        return lambda wildcards: self._strategy(
            wildcards, table, asked=self.contests[wildcards.game, table].asked
        )

    def of_contest(self, wildcards: Any) -> str:
        """All opponents of a contest."""
        return self._strategies(wildcards, wildcards.contest, table=wildcards.contest)

    def of_shard(self, wildcards: Any) -> str:
        """A shard, and the dataset as far as it goes: more shards after it do not make it again."""
        shard = int(wildcards.shard)
        return self._export(wildcards, self.dataset(wildcards).up_to(shard), shard)

    def of_export(self, wildcards: Any) -> str:
        """A dataset."""
        return self._export(wildcards, self.dataset(wildcards))

    @property
    def of_partition_costs(self) -> str:
        """What fixed-subset partitioning costs."""
        return _told(sources=_sources(MADE_BY["partition_costs"]))

    @property
    def of_check(self) -> str:
        """The games, and what compares them with published numbers."""
        return _told(games=self.rules, sources=_sources("report.published.check", "runs.present"))

    @property
    def of_database(self) -> str:
        """The games and the tables of the database."""
        sources = _sources("tables.database", "runs.present")
        return _told(games=self.rules, tables=self.tables, sources=sources)

    @property
    def of_report(self) -> str:
        """The report."""
        return _told(sources=_sources("report.page"))

    @property
    def of_timings(self) -> str:
        """The folder of the files that Snakemake writes for each job."""
        return _told(folder="benchmarks", sources=_sources("tables.timings"))

    @property
    def rules(self) -> dict[str, str]:
        """The digests of the rules of the games, by id."""
        return {name: game.fingerprint for name, game in self.games.items()}

    def _whole(self, wildcards: Any, table: str) -> str:
        made = provenance(self._game(wildcards), table).as_dict()
        return _told(game=self._source(wildcards.game), made_of=made)

    def _strategy(self, wildcards: Any, objective: str, **more: Any) -> str:
        game = self._game(wildcards)
        text = self.strategies[wildcards.game, wildcards.strategy]
        made = strategy_provenance(game, text, wildcards.strategy, objective).as_dict()
        return _told(game=self._source(wildcards.game), text=text, made_of=made, **more)

    def _strategies(self, wildcards: Any, objective: str, **more: Any) -> str:
        game, texts = self._game(wildcards), self.strategies_of(wildcards.game)
        each = {name: strategy_provenance(game, texts[name], name, objective).as_dict() for name in texts}
        made = provenance(game, objective).as_dict()
        return _told(game=self._source(game.id), texts=texts, each=each, made_of=made, **more)

    def _export(self, wildcards: Any, dataset: Dataset, shard: int | None = None) -> str:
        game = self._game(wildcards)
        made = dataset.made_of(game, shard).as_dict()
        more = {} if shard is None else {"shard": shard}
        told = {"game": self._source(game.id), "text": dataset.strategy or "", "dataset": asdict(dataset)}
        return _told(**told, made_of=made, **more)

    def _game(self, wildcards: Any) -> Game:
        return self.games[wildcards.game]

    def _source(self, game: str) -> str:
        """What the configuration calls a game: all of its runs name the same file."""
        return next(run.source for (name, _), run in self.runs.items() if name == game)

    def _is_sheet_alone(self, name: str, game: Game) -> bool:
        if game.rolls_matter or game.further:
            return True
        return self.runs[name, "expected"].bytes > LARGE_BYTES


def load_plan(config: dict[str, Any], schema: Path, where: str = "configuration") -> Plan:
    """The plan of a configuration; UserError, naming `where` and the key, for a bad one."""
    return Plan(
        load_runs(config, schema, where),
        load_strategies(config, where),
        tuple(load_rule_changes(config)),
        load_contests(config),
        tuple(load_whole(config)),
        load_exports(config, where),
    )


def _sources(*names: str) -> dict[str, str]:
    """The fingerprints of modules and data files, by name."""
    return {name: fingerprint(name) for name in names}


def _told(**values: Any) -> str:
    """What a job is told, as JSON."""
    return json.dumps(values, sort_keys=True)
