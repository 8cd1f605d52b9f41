"""Labelled positions as a dataset: a folder of Parquet files, the shards, and a manifest of them.

Every shard has dice of its own, seeded by the dataset's seed and its number. So shards are made one by one,
in any order and on any machine, and more of them leave the first ones as they are, byte by byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import UserError
from ..files import sha256_of, write_text
from ..game.about import about
from ..game.game import Game
from ..made_of import Provenance
from ..policies.arena import Arena
from ..policies.decisions import Policy
from ..policies.labelled import Labelled, played_positions, uniform_positions
from ..policies.layout import Layout
from ..policies.strategies.load import load_strategy
from ..tables.provenance import provenance, strategy_provenance
from ..tables.schemas import SCHEMAS
from ..tables.schemas.fields import type_name
from ..tables.storage import read_tables, to_json, write_tables
from ..turn.states import States

SCHEMA = "labelled"
MANIFEST = "manifest.json"
SHARD_SIZE = 1_000_000
"""A smaller one spends its time on blocks of states: docs/decisions.md."""
GROUP = 1 << 16
"""Positions in a row group: what a reader holds at the least."""
Show = Callable[[float], None]


@dataclass(frozen=True)
class Dataset:
    """What a dataset holds: so many positions, in shards of so many each; the last one has what is left.

    strategy: whose games they are of, as load_strategy is given it; None for any states, rolls and rerolls,
    each as likely. perturbed: the share of its actions that are replaced at random.
    """

    positions: int
    strategy: str | None = None
    perturbed: float = 0.0
    seed: int = 1
    shard_size: int = SHARD_SIZE

    def __post_init__(self) -> None:
        if self.positions < 1 or self.shard_size < 1:
            size = f"{self.positions} positions in shards of {self.shard_size}"
            raise UserError(f"{size}; expected 1 or more of each")
        if self.seed < 0:
            raise UserError(f"seed {self.seed}; expected 0 or more")
        if not 0 <= self.perturbed <= 1:
            raise UserError(f"perturbed {self.perturbed}; expected a share from 0 to 1")
        if self.perturbed and self.strategy is None:
            raise UserError(f"perturbed {self.perturbed}; expected a strategy beside it")

    @property
    def shards(self) -> int:
        """How many files there are."""
        return ceil(self.positions / self.shard_size)

    def rows(self, shard: int) -> int:
        """The positions of a shard."""
        return min(self.shard_size, self.positions - shard * self.shard_size)

    def up_to(self, shard: int) -> "Dataset":
        """The dataset that ends with a shard: all that the shard depends on."""
        return replace(self, positions=shard * self.shard_size + self.rows(shard))

    def drawn(self, game: Game) -> str:
        """How positions are drawn, in words."""
        who = load_strategy(self.strategy, game).id if self.strategy else "uniform"
        share = f" perturbed {float(self.perturbed)}" if self.perturbed else ""
        return f"{who}{share} seed {self.seed}"

    def name(self, game: Game) -> str:
        """Of its folder among others."""
        return self.drawn(game).replace(" ", "-")

    def made_of(self, game: Game, shard: int | None = None) -> Provenance:
        """Of a shard, or of the dataset."""
        which = "" if shard is None else f" shard {shard} of {self.rows(shard)} positions"
        part = self.drawn(game) + which
        if self.strategy is None:
            return provenance(game, SCHEMA, part)
        return strategy_provenance(game, self.strategy, part, SCHEMA)


@dataclass(frozen=True)
class Exported:
    """A dataset in its folder. manifest: what manifest.json says. kept: shards that were there before."""

    folder: Path
    manifest: dict[str, Any]
    kept: int

    def __repr__(self) -> str:
        number, shards = self.manifest["positions"], len(self.manifest["shards"])
        return f"<Exported {self.manifest['game']}: {number:,} positions, {shards} files in {self.folder}>"

    @property
    def files(self) -> list[Path]:
        """The shards."""
        return [self.folder / shard["file"] for shard in self.manifest["shards"]]


def shard_name(shard: int) -> str:
    """The file of a shard."""
    return f"positions-{shard:05}.parquet"


class Shards:
    """The shards of a dataset of a game, to be written."""

    def __init__(self, arena: Arena, dataset: Dataset) -> None:
        self._arena, self._dataset = arena, dataset

    def write(self, shard: int, path: Path, progress: Show | None = None) -> None:
        """Draw the positions of one, label them and write them."""
        rows = _pieces(self._labelled(shard, progress))
        write_tables(rows, path, SCHEMA, self._dataset.made_of(self._arena.game, shard))

    def _labelled(self, shard: int, progress: Show | None) -> Labelled:
        dataset = self._dataset
        number, seed = dataset.rows(shard), (dataset.seed, shard)
        if self._policy is None:
            return uniform_positions(self._arena, number, seed, progress)
        return played_positions(self._arena, self._policy, number, seed, dataset.perturbed, progress)

    @cached_property
    def _policy(self) -> Policy | None:
        text = self._dataset.strategy
        return load_strategy(text, self._arena.game).policy(self._arena) if text else None


def export(game: Game, folder: Path, dataset: Dataset, progress: Show | None = None) -> Exported:
    """Write a dataset to a folder; shards of it that are there stay, and others are refused."""
    shards, kept = Shards(Arena(game), dataset), 0
    _require_own(folder, dataset)
    for shard in range(dataset.shards):
        path = folder / shard_name(shard)
        if path.exists():
            _require_whole(path, dataset.made_of(game, shard))
            kept += 1
        else:
            shards.write(shard, path, partial(_tell, progress, shard, dataset.shards) if progress else None)
        if progress:
            progress((shard + 1) / dataset.shards)
    return Exported(folder, _written_manifest(game, dataset, folder), kept)


def write_manifest(game: Game, dataset: Dataset, folder: Path) -> None:
    """Write the manifest of a dataset whose shards are in a folder; UserError for others."""
    _require_own(folder, dataset)
    for shard in range(dataset.shards):
        _require_whole(folder / shard_name(shard), dataset.made_of(game, shard))
    _written_manifest(game, dataset, folder)


def shard_bytes(game: Game, dataset: Dataset) -> int:
    """What making a shard holds at the most: the lists of all actions, and buffers."""
    most = max(1 << game.dice, len(game.categories))
    return dataset.rows(0) * (12 * most + 100) + 200_000_000


def _pieces(labelled: Labelled) -> Iterator[pa.Table]:
    for first in range(0, len(labelled), GROUP):
        yield labelled.part(first, first + GROUP).to_arrow()


def _tell(progress: Show, shard: int, shards: int, share: float) -> None:
    progress((shard + share) / shards)


def _require_own(folder: Path, dataset: Dataset) -> None:
    """UserError for a folder with files that the dataset does not have."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder}: a file; expected a folder")
    own = {MANIFEST, *map(shard_name, range(dataset.shards))}
    there = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    others = [name for name in there if name not in own and not name.startswith(".")]
    if others:
        raise UserError(
            f"{folder}: {others[0]} is in it; expected a folder that is new, empty, or has no shards but "
            f"the {dataset.shards} of this dataset"
        )


def _require_whole(path: Path, made_of: Provenance) -> None:
    """UserError for a shard of another dataset, and for one that is damaged."""
    for _ in read_tables(path, SCHEMA, made_of):
        pass


def _written_manifest(game: Game, dataset: Dataset, folder: Path) -> dict[str, Any]:
    manifest = _manifest(game, dataset, folder)
    write_text(folder / MANIFEST, f"{to_json(manifest)}\n")
    return manifest


def _manifest(game: Game, dataset: Dataset, folder: Path) -> dict[str, Any]:
    made, layout = dataset.made_of(game), Layout(States(game))
    return {
        **about(game),
        "solver_fingerprint": made.solver_fingerprint,
        "versions": {"numpy": np.__version__, "pyarrow": pa.__version__},
        **asdict(dataset),
        "perturbed": float(dataset.perturbed),
        "columns": [_column(column) for column in SCHEMAS[SCHEMA]],
        "categories": [category.id for category in game.categories],
        "actions": [layout.text(number) for number in range(layout.n_actions)],
        "shards": [_shard(folder, dataset, shard) for shard in range(dataset.shards)],
    }


def _column(column: pa.Field) -> dict[str, str]:
    about_it = {key.decode(): value.decode() for key, value in column.metadata.items()}
    return {
        "name": column.name,
        "type": type_name(column.type),
        "meaning": about_it["description"],
        "unit": about_it["unit"],
    }


def _shard(folder: Path, dataset: Dataset, shard: int) -> dict[str, Any]:
    path = folder / shard_name(shard)
    return {
        "file": path.name,
        "rows": dataset.rows(shard),
        "bytes": path.stat().st_size,
        "sha256": sha256_of(path),
    }
