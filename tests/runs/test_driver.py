"""Class by class through files: the same bits as in memory, and files that do not fit are named."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers import TOYS, parse, solved, toy_oracle
from lanes import slow_but
from made_results import merge_parts, solve_part, write_expected, write_shards
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import read_expected, shard_path
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import read_table, write_table
from yahtzee_core.turn.states import States

TOY = load_game("toy")
PARTITIONS = [
    Partition(7),
    Partition(7, fixed=(0, 6)),
    Partition(7, fixed=(6, 2, 4)),
    Partition(7, fixed=tuple(range(7))),
    Partition(7, stride=3),
    Partition(7, fixed=(1,), stride=2),
    Partition(7, stride=8),
]


def read_shards(game: Game, partition: Partition, folder: Path) -> tuple[bytes, bytes, int]:
    """Value and second moment of all shards in state order, as bytes, and the number of states."""
    states = States(game)
    value, second = (np.full(len(states), np.nan) for _ in range(2))
    seen = 0
    for part in partition.classes():
        made_of = provenance(game, "expected", partition.name(part))
        rows = read_table(shard_path(folder, partition, part), "expected_shard", made_of)
        at = np.concatenate(
            [np.arange(states.offset[m], states.offset[m + 1]) for m in partition.masks(part)]
        )
        value[at], second[at] = rows["value"].to_numpy(), rows["second"].to_numpy()
        seen += rows.num_rows
    return value.tobytes(), second.tobytes(), seen


def check_table(found: ExpectedTable, expected: ExpectedTable) -> None:
    """Same values and deviations in every bit."""
    assert found.value.tobytes() == expected.value.tobytes()
    assert np.allclose(found.sd, expected.sd, rtol=0, atol=1e-6)
    assert found.states.offset.tolist() == expected.states.offset.tolist()


@pytest.mark.parametrize("partition", slow_but(PARTITIONS, PARTITIONS[0], PARTITIONS[4]), ids=str)
def test_shards_have_the_bits_of_memory(partition: Partition, tmp_path: Path) -> None:
    write_shards(TOY, partition, tmp_path)
    assert len(list(tmp_path.rglob("*.parquet"))) == len(partition.classes())
    table = solved("toy")
    expected = (table.value.tobytes(), table.second.tobytes(), len(table.states))
    assert read_shards(TOY, partition, tmp_path) == expected


@pytest.mark.parametrize("name", TOYS)
def test_merged_tables_of_toy_games(name: str, tmp_path: Path) -> None:
    game = parse(TOY_GAMES[name])
    n, expected = len(game.categories), solve_expected(game)
    merged = []
    for i, partition in enumerate([Partition(n, fixed=(0, 2)), Partition(n, stride=2)]):
        path = write_expected(game, partition, tmp_path / str(i))
        check_table(read_expected(game, path), expected)
        merged.append(pq.read_table(path))
    assert merged[0].equals(merged[1])


def test_the_merged_table(tmp_path: Path) -> None:
    """One row a state, a row group a layer, the deviation of memory in every bit."""
    path = write_expected(TOY, PARTITIONS[1], tmp_path)
    with pq.ParquetFile(path) as file:
        groups = [file.read_row_group(i) for i in range(file.num_row_groups)]
    layers = [set(np.bitwise_count(g["filled"].to_numpy()).tolist()) for g in groups]
    assert layers == [{layer} for layer in range(8)]
    expected = solved("toy")
    filled, need, chip = expected.states.columns(expected.states.masks)
    rows = read_table(path, "expected", provenance(TOY, "expected"))
    order = np.argsort(rows["filled"].to_numpy(), kind="stable")
    found = {name: rows[name].to_numpy()[order] for name in rows.column_names}
    assert found["value"].tobytes() == expected.value.tobytes()
    assert found["sd"].tobytes() == expected.sd.tobytes()
    assert (found["filled"] == filled).all() and (found["need"] == need).all()
    assert (found["chip"] == chip).all()


def test_read_expected_answers_like_memory(tmp_path: Path) -> None:
    game = parse(TOY_GAMES["joker-forced"])
    found = read_expected(game, write_expected(game, Partition(5, fixed=(4,)), tmp_path))
    assert found.start_value == solve_expected(game).start_value
    for filled, upper, chip in toy_oracle("joker-forced").states():
        expected = float(toy_oracle("joker-forced").value((filled, upper, chip)))
        assert found.at(sorted(filled), upper, chip) == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize("threads", [1, 4])
def test_threads_write_the_same_file(threads: int, tmp_path: Path) -> None:
    write_shards(TOY, PARTITIONS[1], tmp_path)
    path = shard_path(tmp_path, PARTITIONS[1], PARTITIONS[1].named("layer=03/fixed=10"))
    old = path.read_bytes()
    solve_part(TOY, PARTITIONS[1], PARTITIONS[1].named("layer=03/fixed=10"), tmp_path, threads)
    assert path.read_bytes() == old


# Files that do not fit


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """All shards of toy."""
    write_shards(TOY, PARTITIONS[1], tmp_path)
    return tmp_path


def check_refused(error: UserError, path: Path) -> str:
    """One line that begins with the file."""
    assert str(error).startswith(f"{path}: ") and "\n" not in str(error)
    return str(error)


PART = PARTITIONS[1].named("layer=03/fixed=10")


@pytest.mark.parametrize("dependency", PARTITIONS[1].dependencies(PART))
def test_a_missing_dependency_is_named(shards: Path, dependency: object) -> None:
    partition = PARTITIONS[1]
    needed = next(d for d in partition.dependencies(PART) if d == dependency)
    shard_path(shards, partition, needed).unlink()
    own = shard_path(shards, partition, PART)
    own.unlink()
    with pytest.raises(UserError) as caught:
        solve_part(TOY, partition, PART, shards, threads=1)
    assert "no such file" in check_refused(caught.value, shard_path(shards, partition, needed))
    assert not own.exists()


def test_a_class_needs_nothing_but_its_dependencies(shards: Path) -> None:
    partition = PARTITIONS[1]
    own = shard_path(shards, partition, PART)
    old = own.read_bytes()
    kept = {shard_path(shards, partition, d) for d in partition.dependencies(PART)}
    for path in set(shards.rglob("*.parquet")) - kept:
        path.unlink()
    solve_part(TOY, partition, PART, shards, threads=1)
    assert own.read_bytes() == old


def test_merge_names_a_missing_shard(shards: Path) -> None:
    shard_path(shards, PARTITIONS[1], PART).unlink()
    with pytest.raises(UserError) as caught:
        merge_parts(TOY, PARTITIONS[1], shards, shards / "expected.parquet")
    check_refused(caught.value, shard_path(shards, PARTITIONS[1], PART))
    assert not (shards / "expected.parquet").exists()


def test_a_swapped_shard_is_refused(shards: Path) -> None:
    partition = PARTITIONS[1]
    path = shard_path(shards, partition, PART)
    path.write_bytes(shard_path(shards, partition, partition.named("layer=03/fixed=01")).read_bytes())
    with pytest.raises(UserError) as caught:
        merge_parts(TOY, partition, shards, shards / "expected.parquet")
    assert "part is 'layer=03/fixed=01'" in check_refused(caught.value, path)


def test_a_shard_of_other_fixed_categories_is_refused(shards: Path) -> None:
    """Its class has the same name and other states."""
    other = Partition(7, fixed=(0, 1))
    with pytest.raises(UserError) as caught:
        merge_parts(TOY, other, shards, shards / "expected.parquet")
    first = next(p for p in reversed(other.classes()) if other.name(p).startswith("layer=01"))
    assert "other states than those of its class" in check_refused(
        caught.value, shard_path(shards, other, first)
    )


def test_a_shard_with_rows_missing_is_refused(shards: Path) -> None:
    partition, path = PARTITIONS[1], shard_path(shards, PARTITIONS[1], PART)
    made_of = provenance(TOY, "expected", partition.name(PART))
    rows = read_table(path, "expected_shard", made_of)
    write_table(rows.slice(0, rows.num_rows - 1), path, "expected_shard", made_of)
    with pytest.raises(UserError) as caught:
        merge_parts(TOY, partition, shards, shards / "expected.parquet")
    check_refused(caught.value, path)


def test_another_game_is_refused(tmp_path: Path) -> None:
    """Also when only a score differs."""
    path = write_expected(parse(TOY_GAMES["joker-free"]), Partition(5), tmp_path)
    raw = TOY_GAMES["joker-free"]
    with pytest.raises(UserError) as caught:
        read_expected(parse({**raw, "upper": {"threshold": 10, "bonus": 11}}), path)
    assert "game_fingerprint" in check_refused(caught.value, path)
    assert read_expected(parse({**raw, "title": "Another"}), path).start_value > 0


@pytest.mark.parametrize("rows", [-1, 1])
def test_a_merged_table_with_other_rows_is_refused(tmp_path: Path, rows: int) -> None:
    """A footer can lose rows without a checksum that tells."""
    path = write_expected(TOY, PARTITIONS[6], tmp_path)
    made_of = provenance(TOY, "expected")
    table = read_table(path, "expected", made_of)
    keep = np.arange(table.num_rows + rows) % table.num_rows
    write_table(table.take(keep), path, "expected", made_of)
    with pytest.raises(UserError) as caught:
        read_expected(TOY, path)
    check_refused(caught.value, path)


def test_a_missing_merged_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_expected(TOY, tmp_path / "expected.parquet")
    assert "no such file" in check_refused(caught.value, tmp_path / "expected.parquet")
