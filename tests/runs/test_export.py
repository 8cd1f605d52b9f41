"""Exported positions: what a row says, shards by themselves, a manifest, and what is refused."""

import errno
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from helpers import PROJECT, arena, parse
from lanes import slow_but
from toy_games import TOY_GAMES

from yahtzee_core import files
from yahtzee_core.errors import UserError
from yahtzee_core.files import sha256_of
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.policies.actions import Turn
from yahtzee_core.policies.arena import Arena
from yahtzee_core.runs.export import MANIFEST, Dataset, Shards, export, shard_name, write_manifest
from yahtzee_core.tables.provenance import solver_fingerprint
from yahtzee_core.tables.schemas import SCHEMAS
from yahtzee_core.turn.positions import Action
from yahtzee_core.turn.states import State

TOY = load_game("toy")
SMALL = Dataset(250, seed=3, shard_size=100)
PLAYED = replace(SMALL, strategy="greedy", perturbed=0.2)
ROUNDING = 1e-9
LARGE = "maxi-yatzy"
"""It takes minutes to solve."""


def shards(folder: Path) -> dict[str, bytes]:
    """The content of the shards of a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def check_row(ready: Arena, row: dict[str, Any], actions: list[Action]) -> None:
    """The values of a row are those of the advice for it, and its losses follow from them."""
    lattice = ready.states.options.lattice
    dice = [face for face, count in enumerate(row["dice"], start=1) for _ in range(count)]
    turn = Turn.of_table(ready.optimal, State(row["filled"], row["need"], int(row["chip"])))
    ranked = turn.actions(lattice.keep_index(tuple(dice)) - lattice.first_roll, row["rerolls"], scores=False)
    values = dict(zip([actions[number] for number in row["actions"]], row["values"]))
    assert values == pytest.approx({one.action: one.value for one in ranked}, rel=1e-12, abs=ROUNDING)
    assert actions[row["best"]] == ranked[0].action
    highest = max(row["values"])
    assert row["losses"] == [highest - value for value in row["values"]]
    assert row["losses"][row["actions"].index(row["best"])] <= ROUNDING


@pytest.mark.parametrize("dataset", [SMALL, PLAYED], ids=["uniform", "played"])
@pytest.mark.parametrize("name", ["toy", "crag", "yacht", "upper-bonus"])
def test_rows_are_those_of_the_advice(name: str, dataset: Dataset, tmp_path: Path) -> None:
    """Of a built-in game, of other dice, without bonuses, and of one's own."""
    ready = Arena(parse(TOY_GAMES[name])) if name in TOY_GAMES else arena(name)
    Shards(ready, dataset).write(1, tmp_path / "shard.parquet")
    table = pq.read_table(tmp_path / "shard.parquet")
    assert len(table) == dataset.rows(1) and set(table["rerolls"].to_pylist()) == {*range(ready.game.rolls)}
    actions = [ready.layout.action(number) for number in range(ready.layout.n_actions)]
    for row in table.to_pylist()[::5]:
        check_row(ready, row, actions)


@pytest.mark.parametrize("name", slow_but([n for n in all_games() if n != LARGE], "toy", "yacht", "crag"))
def test_every_game_has_a_dataset(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    if game.rolls_matter or game.saved_rolls or game.further:
        with pytest.raises(UserError, match="expected"):
            export(game, tmp_path / "set", Dataset(5))
        return
    for dataset in (Dataset(20), Dataset(20, "greedy", 0.5)):
        found = export(game, tmp_path / dataset.name(game), dataset)
        (rows,) = (pq.read_table(path).to_pylist() for path in found.files)
        assert len(rows) == 20 and len(found.manifest["categories"]) == len(game.categories)
        assert all(sum(row["dice"]) == game.dice and len(row["dice"]) == game.faces for row in rows)
        assert all(row["best"] in row["actions"] and min(row["losses"]) == 0 for row in rows)


@pytest.mark.parametrize("dataset", [SMALL, PLAYED], ids=["uniform", "played"])
def test_shards_are_the_same_in_any_order(dataset: Dataset, tmp_path: Path) -> None:
    """Alone, after others, by another process of drawing, and after more positions were asked for."""
    export(TOY, tmp_path / "all", dataset)
    for shard in (2, 0, 1):
        Shards(arena("toy"), dataset.up_to(shard)).write(shard, tmp_path / "apart" / shard_name(shard))
    assert shards(tmp_path / "apart") == shards(tmp_path / "all")
    whole = replace(dataset, positions=200)
    before = export(TOY, tmp_path / "grown", whole).manifest["shards"]
    grown = export(TOY, tmp_path / "grown", replace(whole, positions=300))
    assert grown.kept == 2 and grown.manifest["shards"][:2] == before and len(grown.files) == 3
    assert len({*shards(tmp_path / "grown").values()}) == 3


def test_another_seed_has_other_positions(tmp_path: Path) -> None:
    tables = []
    for name, dataset in {"one": SMALL, "two": replace(SMALL, seed=4), "three": PLAYED}.items():
        export(TOY, tmp_path / name, dataset)
        tables += [pq.read_table(tmp_path / name / shard_name(shard)) for shard in (0, 1)]
    assert len({str(table["filled"].to_pylist()) for table in tables}) == len(tables)


def test_an_export_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an end between two shards; nothing half written stays."""
    export(TOY, tmp_path / "whole", SMALL)
    written = Shards.write

    def stopped(self: Shards, shard: int, *more: Any) -> None:
        if shard == 2:
            raise KeyboardInterrupt
        written(self, shard, *more)

    monkeypatch.setattr(Shards, "write", stopped)
    with pytest.raises(KeyboardInterrupt):
        export(TOY, tmp_path / "set", SMALL)
    assert sorted(os.listdir(tmp_path / "set")) == [shard_name(0), shard_name(1)]
    monkeypatch.undo()
    assert export(TOY, tmp_path / "set", SMALL).kept == 2
    for name in (*shards(tmp_path / "set"), MANIFEST):
        assert (tmp_path / "set" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_progress(tmp_path: Path) -> None:
    """It rises to 1, whether shards are made or kept."""
    for least in (6, 3):
        told: list[float] = []
        export(TOY, tmp_path, PLAYED, told.append)
        assert told == sorted(told) and told[-1] == 1 and len(told) >= least


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "_sync", full)
    with pytest.raises(UserError, match=r"positions-00000.parquet: No space left on device; expected room"):
        export(TOY, tmp_path / "set", SMALL)
    assert list((tmp_path / "set").iterdir()) == []


# The manifest


def test_the_manifest(tmp_path: Path) -> None:
    found = export(TOY, tmp_path, PLAYED)
    manifest = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    assert manifest == found.manifest and repr(found).startswith("<Exported toy: 250 positions, 3 files in ")
    assert manifest["fingerprint"] == TOY.fingerprint and manifest["game"] == "toy"
    assert (manifest["strategy"], manifest["perturbed"], manifest["seed"]) == ("greedy", 0.2, 3)
    assert (manifest["positions"], [shard["rows"] for shard in manifest["shards"]]) == (250, [100, 100, 50])
    for shard in manifest["shards"]:
        path = tmp_path / shard["file"]
        assert (shard["bytes"], shard["sha256"]) == (path.stat().st_size, sha256_of(path))
    columns = {column["name"]: column for column in manifest["columns"]}
    assert list(columns) == SCHEMAS["labelled"].names and columns["values"]["unit"] == "points"
    layout = arena("toy").layout
    assert [manifest["actions"][i] for i in (0, 5, -1)] == [
        layout.text(i % layout.n_actions) for i in (0, 5, -1)
    ]
    assert manifest["categories"] == [category.id for category in TOY.categories]


def test_the_fingerprint_is_of_the_solver_and_of_the_strategy(tmp_path: Path) -> None:
    assert SMALL.made_of(TOY).solver_fingerprint == solver_fingerprint("labelled")
    agent = tmp_path / "agent.py"
    found = []
    for action in ("argmax", "argmin"):
        agent.write_text(f"def first(positions):\n    return positions.possible.{action}(axis=1)\n", "utf-8")
        found.append(replace(SMALL, strategy=f"{agent}:first").made_of(TOY).solver_fingerprint)
    assert len({*found, solver_fingerprint("labelled")}) == 3


def test_a_manifest_is_of_shards_that_fit(tmp_path: Path) -> None:
    """As the job of the workflow writes it."""
    with pytest.raises(UserError, match=r"positions-00000.parquet: no such file; expected labelled of toy"):
        write_manifest(TOY, SMALL, tmp_path)
    before = export(TOY, tmp_path, SMALL).manifest
    (tmp_path / MANIFEST).unlink()
    write_manifest(TOY, SMALL, tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8")) == before


def test_sql_and_arrow_read_the_folder(tmp_path: Path) -> None:
    """The shards as one table, without the package."""
    export(TOY, tmp_path, SMALL)
    sql = f"SELECT count(*), max(list_min(losses)), sum(list_max(values)) FROM '{tmp_path}/*.parquet'"
    (count, loss, total) = duckdb.sql(sql).fetchall()[0]
    table = ds.dataset(tmp_path, exclude_invalid_files=True).to_table(columns=["values"])
    assert (count, loss, len(table)) == (250, 0, 250)
    assert total == pytest.approx(sum(max(row) for row in table["values"].to_pylist()))


# What is refused


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 4}, r"part is 'uniform seed 3 shard 0 of 100 positions', expected 'uniform seed 4 shard 0"),
        (
            {"shard_size": 99, "positions": 250},
            r"expected 'uniform seed 3 shard 0 of 99 positions'; delete it and run again",
        ),
        ({"strategy": "greedy"}, r"expected 'greedy seed 3 shard 0 of 100 positions'; delete it"),
    ],
)
def test_shards_of_another_dataset(change: dict[str, Any], what: str, tmp_path: Path) -> None:
    """They stay as they are."""
    export(TOY, tmp_path, SMALL)
    before = shards(tmp_path)
    with pytest.raises(UserError, match=what):
        export(TOY, tmp_path, replace(SMALL, **change))
    assert shards(tmp_path) == before


def of_another_game(folder: Path) -> None:
    export(load_game("crag"), folder, SMALL)


def with_a_page(folder: Path) -> None:
    (folder / "page.md").write_text("mine", encoding="utf-8")


def with_more_shards(folder: Path) -> None:
    export(TOY, folder, replace(SMALL, positions=400))


def damaged(folder: Path) -> None:
    export(TOY, folder, SMALL)
    content = bytearray((folder / shard_name(1)).read_bytes())
    content[len(content) // 3] ^= 255
    (folder / shard_name(1)).write_bytes(content)


def a_table_of_others(folder: Path) -> None:
    pq.write_table(pa.table({"filled": np.arange(5)}), folder / shard_name(0))


@pytest.mark.parametrize(
    ("prepare", "what"),
    [
        (of_another_game, "00000.parquet: game is 'crag', expected 'toy'"),
        (with_a_page, "page.md is in it; expected a folder that is new, empty, or has no shards but the 3"),
        (with_more_shards, "positions-00003.parquet is in it; expected a folder"),
        (damaged, r"00001.parquet: damaged \(.*\); delete it and run again"),
        (a_table_of_others, "00000.parquet: no provenance in it; not a file of this project"),
    ],
)
def test_what_is_in_the_folder(prepare: Callable[[Path], None], what: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    with pytest.raises(UserError, match=what):
        export(TOY, tmp_path, SMALL)


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "set").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="set: a file; expected a folder"):
        export(TOY, tmp_path / "set", SMALL)
    with pytest.raises(UserError, match=r"positions-00000.parquet: \w.*; expected room and permission"):
        export(TOY, tmp_path / "set" / "below", SMALL)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"positions": 0}, "0 positions in shards of 100; expected 1 or more of each"),
        ({"shard_size": -1}, "250 positions in shards of -1; expected 1 or more of each"),
        ({"seed": -1}, "seed -1; expected 0 or more"),
        ({"strategy": "greedy", "perturbed": 1.5}, "perturbed 1.5; expected a share from 0 to 1"),
        ({"perturbed": float("nan")}, "perturbed nan; expected a share from 0 to 1"),
        ({"perturbed": 0.5}, "perturbed 0.5; expected a strategy beside it"),
    ],
)
def test_a_dataset_that_cannot_be(change: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError, match=what):
        replace(SMALL, **change)


def test_an_unknown_strategy(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no strategy 'nope'; expected one of expected, greedy"):
        export(TOY, tmp_path / "set", replace(SMALL, strategy="nope"))
    assert not (tmp_path / "set").exists()


def test_a_game_without_policies(tmp_path: Path) -> None:
    game: Game = load_game("maxi-yatzy-saved")
    with pytest.raises(UserError, match="maxi-yatzy-saved"):
        export(game, tmp_path / "set", SMALL)
    assert not (tmp_path / "set").exists()


def test_the_page_names_all_columns() -> None:
    text = (PROJECT / "docs/dataset.md").read_text(encoding="utf-8")
    assert [name for name in SCHEMAS["labelled"].names if f"| `{name}` |" not in text] == []
