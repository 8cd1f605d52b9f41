"""Parquet files: what they say of themselves, how they are written, and which ones are refused."""

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made_results import write_shards

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import merge, shard_path
from yahtzee_core.runs.facts import category_rows
from yahtzee_core.runs.objectives.expected import ExpectedProblem
from yahtzee_core.solve.rounding import value_error
from yahtzee_core.tables import provenance as provenance_module
from yahtzee_core.tables.provenance import Provenance, provenance
from yahtzee_core.tables.storage import (
    KEY,
    SCHEMAS,
    atomic,
    read_error,
    read_table,
    write_answer,
    write_table,
    write_tables,
)

TOY = load_game("toy")
PARTITION = Partition(7, fixed=(0, 6))
PART = PARTITION.named("layer=04/fixed=11")
SHARD = provenance(TOY, "expected", "layer=04/fixed=11")

MAXPROB = {"filled": "mask", "need": "points", "certain": "points", "most": "points"}
DEAREST = ("most", *("filled", "need", "chip"), *("other_filled", "other_need", "other_chip"))
NULLABLE = {
    **dict.fromkeys(("duel", "duel_sums"), DEAREST),
    "exact": ("smallest_gap", "smallest_gap_at", "smallest_margin", "smallest_margin_at"),
    "partition_costs": ("cache_mib", "real_cache_mib", "real_reads"),
    "maxprob_scores": ("mean", "sd"),
    "games": ("joker", "upper_bonuses"),
    "distribution_by_bonus": ("upper_bonus", "equal_dice"),
    "openings": ("best", "runner_up", "points_lost"),
    "timings": ("cpu_seconds", "memory_mb"),
    "saved": ("gain", "least", "most"),
    "strategy_pairs": ("fails_at",),
    "result_files": ("game_fingerprint", "objective", "solver_fingerprint", "relative_error_at_most"),
}
PAIR = {
    **dict.fromkeys(("filled", "other_filled"), "mask"),
    **dict.fromkeys(("need", "other_need"), "points"),
}
UNITS = {
    "result_files": {"bytes": "bytes"},
    "expected_shard": {"filled": "mask", "need": "points", "value": "points", "second": "points^2"},
    "expected": {"filled": "mask", "need": "points", "value": "points", "sd": "points"},
    "parts": {"filled": "mask", "need": "points", "points": "points"},
    "labelled": {"filled": "mask", "need": "points", "values": "points", "losses": "points"},
    "maxprob": MAXPROB,
    "maxprob_moments": {**MAXPROB, "mean": "points", "second_moment": "points^2"},
    "held_karp": {"cities": "mask"},
    "distribution": {"score": "points"},
    "distribution_by_bonus": {"score": "points"},
    "visits": {"filled": "mask", "need": "points"},
    "maxprob_scores": {"score": "points", "mean": "points", "sd": "points"},
    "needs": {"upper_filled": "mask", "upper_total": "points", "need": "points"},
    "games": {"threshold": "points", "upper_bonus": "points", "yahtzee_bonus": "points"},
    "openings": {"value": "points", "points_lost": "points"},
    "maxprob_approx": MAXPROB,
    "strategies": dict.fromkeys(("mean", "sd", "median", "keep_loss", "category_loss"), "points"),
    "strategy_categories": {"mean": "points", "variance": "points^2"},
    "strategy_scores": {"points": "points"},
    "strategy_pairs": {"fails_at": "points"},
    "strategy_covariances": {"covariance": "points^2"},
    "strategy_losses": {"points_lost": "points"},
    "blind": {"mean": "points", "sd": "points"},
    "saved_shard": {"filled": "mask", "value": "points", "second": "points^2"},
    "saved": dict.fromkeys(("value", "sd", "gain", "least", "most"), "points"),
    "exact": {
        **dict.fromkeys(
            ("digits", "sd_digits", "smallest_gap", "smallest_margin", "largest_error"), "points"
        ),
        "variance_digits": "points^2",
    },
    "rule_changes": dict.fromkeys(("expected", "difference", "sd"), "points"),
    "partition_costs": {"cache_mib": "MiB", "real_cache_mib": "MiB"},
    "timings": {"seconds": "s", "cpu_seconds": "s", "memory_mb": "MB"},
    "duel_shard": {**PAIR, "first": "points"},
    "duel_endgame": {**PAIR, "first": "points"},
    "duel_sums": {**PAIR, "lead": "points"},
    "duel": {**PAIR, "lead": "points"},
    "duel_expected_first": {"lead": "points"},
    "duel_expected_second": {"lead": "points"},
}


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All shards of toy; tests only read them."""
    folder = tmp_path_factory.mktemp("shards")
    write_shards(TOY, PARTITION, folder)
    return folder


@pytest.fixture
def shard(shards: Path, tmp_path: Path) -> Path:
    """A copy of one shard, to be damaged."""
    path = tmp_path / "shard.parquet"
    path.write_bytes(shard_path(shards, PARTITION, PART).read_bytes())
    return path


def refusal(path: Path, schema: str = "expected_shard", made_of: Provenance = SHARD) -> str:
    """The message with which a file is refused: one line that begins with its name."""
    with pytest.raises(UserError) as caught:
        read_table(path, schema, made_of)
    message = str(caught.value)
    assert message.startswith(f"{path}: ") and "\n" not in message
    return message.removeprefix(f"{path}: ")


# Schemas and metadata


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_column_is_described(name: str) -> None:
    for field in SCHEMAS[name]:
        description = field.metadata[b"description"].decode()
        assert description.endswith((".", ";", ")")) and len(description) > 5, field.name
        assert field.nullable == (field.name in NULLABLE.get(name, ()))


@pytest.mark.parametrize("name", SCHEMAS)
def test_units(name: str) -> None:
    found = {f.name: f.metadata[b"unit"].decode() for f in SCHEMAS[name] if f.metadata[b"unit"]}
    assert found == UNITS.get(name, {})


def test_a_file_carries_schema_and_provenance(shard: Path) -> None:
    found = pq.read_schema(shard)
    assert found.equals(SCHEMAS["expected_shard"])
    for mine, its in zip(SCHEMAS["expected_shard"], found):
        assert {key: its.metadata[key] for key in mine.metadata} == mine.metadata
    assert json.loads(found.metadata[KEY]) == {
        "schema": "expected_shard",
        "game": "toy",
        "game_fingerprint": TOY.fingerprint,
        "objective": "expected",
        "solver_fingerprint": SHARD.solver_fingerprint,
        "part": "layer=04/fixed=11",
    }


def test_a_table_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "categories.parquet"
    write_table(category_rows(TOY), path, "categories", SHARD)
    found = read_table(path, "categories", SHARD)
    assert found.to_pylist() == category_rows(TOY).to_pylist()
    assert found.schema.equals(SCHEMAS["categories"])


def test_tables_are_row_groups(tmp_path: Path) -> None:
    rows = category_rows(TOY)
    write_tables([rows.slice(0, 3), rows.slice(3)], tmp_path / "x.parquet", "categories", SHARD)
    with pq.ParquetFile(tmp_path / "x.parquet") as file:
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [3, 4]
    assert read_table(tmp_path / "x.parquet", "categories", SHARD).num_rows == 7


# Atomic writes


def names(folder: Path) -> list[str]:
    """All that is in a folder."""
    return sorted(p.name for p in folder.iterdir())


def write_half(path: Path, error: type[BaseException]) -> None:
    """Fail in the middle of writing."""
    with atomic(path) as temporary:
        temporary.write_text("half")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error):
        write_half(tmp_path / "x", error)
    assert names(tmp_path) == []


def test_an_exception_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    write_table(category_rows(TOY), path, "categories", SHARD)
    old, stamp = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises((pa.ArrowException, ValueError, KeyError)):
        write_tables([category_rows(TOY), pa.table({"other": [1]})], path, "categories", SHARD)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (old, stamp)
    assert names(tmp_path) == ["x.parquet"]


def test_the_name_appears_only_at_the_end(tmp_path: Path) -> None:
    with atomic(tmp_path / "x") as temporary:
        temporary.write_text("whole")
        assert names(tmp_path) == [temporary.name] != ["x"]
        assert temporary.name.startswith(".") and str(os.getpid()) in temporary.name
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_text() == "whole"


def test_a_file_is_synced_before_its_name_and_the_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, list[str]]] = []
    monkeypatch.setattr(os, "fsync", lambda at: synced.append((os.fstat(at).st_ino, names(tmp_path))))
    with atomic(tmp_path / "x") as temporary:
        temporary.write_text("whole")
    of_file, of_folder = (
        (path.stat().st_ino, seen) for path, seen in ((tmp_path / "x", [temporary.name]), (tmp_path, ["x"]))
    )
    assert synced == [of_file, of_folder]


def test_nothing_written_is_an_error_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic(tmp_path / "x"):
        pass
    assert names(tmp_path) == []


def test_a_table_of_wrong_columns_is_not_written(tmp_path: Path) -> None:
    with pytest.raises((pa.ArrowException, ValueError, KeyError)):
        write_table(category_rows(TOY), tmp_path / "x.parquet", "expected", SHARD)
    assert names(tmp_path) == []


@pytest.mark.parametrize("kind", [pa.uint32(), pa.int64()])
def test_columns_of_other_types_are_cast(kind: pa.DataType, tmp_path: Path) -> None:
    """In any order; the file has the types of the schema."""
    path, rows = tmp_path / "rows.parquet", category_rows(TOY)
    at = rows.schema.get_field_index("position")
    other = rows.set_column(at, "position", rows["position"].cast(kind)).select(rows.column_names[::-1])
    write_table(other, path, "categories", SHARD)
    assert pq.read_table(path).equals(rows.select(SCHEMAS["categories"].names).cast(SCHEMAS["categories"]))


def test_a_column_that_must_have_values_is_not_written_without(tmp_path: Path) -> None:
    rows = category_rows(TOY)
    at = rows.schema.get_field_index("category")
    holes = rows.set_column(at, "category", pa.nulls(len(rows), rows["category"].type))
    with pytest.raises(ValueError, match="category"):
        write_table(holes, tmp_path / "rows.parquet", "categories", SHARD)
    assert names(tmp_path) == []


# Files that are refused


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.parquet") == "no such file; expected expected_shard of toy"


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.99, 0.9999])
def test_truncated(shard: Path, share: float) -> None:
    good = shard.read_bytes()
    shard.write_bytes(good[: int(len(good) * share)])
    assert refusal(shard).endswith("delete it and run again")


def data_bytes(good: bytes) -> int:
    """Length of a Parquet file without its footer."""
    return len(good) - 8 - int.from_bytes(good[-8:-4], "little")


SEEDED = random.Random(20020914)
PLACES = [(SEEDED.random(), SEEDED.randrange(8)) for _ in range(40)]


@pytest.mark.parametrize(("place", "bit"), PLACES)
def test_a_flipped_bit_never_gives_other_numbers(shard: Path, place: float, bit: int) -> None:
    """A bit in the data either does not matter, or the file is refused."""
    good, table = shard.read_bytes(), read_table(shard, "expected_shard", SHARD)
    bad = bytearray(good)
    bad[int(place * data_bytes(good))] ^= 1 << bit
    shard.write_bytes(bad)
    try:
        assert read_table(shard, "expected_shard", SHARD).equals(table)
    except UserError:
        assert refusal(shard).startswith("damaged (")


def test_most_flipped_bits_are_seen(shard: Path) -> None:
    good, refused = shard.read_bytes(), 0
    for place, bit in PLACES:
        bad = bytearray(good)
        bad[int(place * data_bytes(good))] ^= 1 << bit
        shard.write_bytes(bad)
        try:
            read_table(shard, "expected_shard", SHARD)
        except UserError:
            refused += 1
    assert refused > len(PLACES) * 3 / 4


def test_a_damaged_number_of_rows_is_refused(shard: Path) -> None:
    """The footer has no checksum: it must not lose rows unnoticed."""
    good, table = shard.read_bytes(), read_table(shard, "expected_shard", SHARD)
    footer = range(data_bytes(good), len(good) - 8)
    numbers = [p for p in footer if good[p] == 0x16]  # the type i64; its bytes follow
    for position in sorted({p + step for p in numbers for step in (1, 2)}):
        bad = bytearray(good)
        bad[position] ^= 2
        shard.write_bytes(bad)
        try:
            found = read_table(shard, "expected_shard", SHARD)
        except UserError:
            continue
        assert found.equals(table), f"byte {position}: {found.num_rows} rows of {table.num_rows}"


@pytest.mark.parametrize(
    "text", [b"", b"PAR1", b"hello, world\n" * 100, "runs: [é]\n".encode("latin-1"), b"PAR1" * 50]
)
def test_a_file_that_is_no_parquet(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(text)
    assert refusal(path).startswith("damaged (")


def test_a_folder(tmp_path: Path) -> None:
    assert "delete it and run again" in refusal(tmp_path)


def test_parquet_without_provenance(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    pq.write_table(category_rows(TOY), path)
    message = refusal(path, "categories")
    assert message == "no provenance in it; not a file of this project; delete it and run again"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "toys"),
        ("game_fingerprint", "0" * 16),
        ("objective", "maxprob"),
        ("solver_fingerprint", "f" * 16),
        ("part", "layer=04/fixed=10"),
    ],
)
def test_another_origin(shard: Path, key: str, value: str) -> None:
    """The message tells what the file has and what was expected, and only of what differs."""
    message = refusal(shard, made_of=replace(SHARD, **{key: value}))
    has = getattr(SHARD, key)
    assert message == f"{key} is '{has}', expected '{value}'; delete it and run again"


def test_several_differences(shard: Path) -> None:
    message = refusal(shard, made_of=provenance(load_game("crag"), "expected", SHARD.part))
    assert "game is 'toy', expected 'crag'" in message
    assert "game_fingerprint is " in message and "solver_fingerprint" not in message


def test_another_solver(shard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fingerprint is that of the sources: with other sources it is another one."""
    monkeypatch.setitem(provenance_module.MADE_BY, "expected", "runs.objectives.saved")
    made_of = provenance(TOY, "expected", SHARD.part)
    assert made_of.solver_fingerprint != SHARD.solver_fingerprint
    assert refusal(shard, made_of=made_of).startswith("solver_fingerprint is ")


def test_the_shard_of_another_class(shard: Path, shards: Path) -> None:
    other = PARTITION.named("layer=04/fixed=01")
    shard.write_bytes(shard_path(shards, PARTITION, other).read_bytes())
    assert refusal(shard).startswith("part is 'layer=04/fixed=01', expected 'layer=04/fixed=11'")


def test_another_schema(shard: Path) -> None:
    message = refusal(shard, "expected")
    assert message.startswith("schema is 'expected_shard', expected 'expected'")


def test_a_merged_table_says_what_rounding_can_do(shards: Path, tmp_path: Path) -> None:
    """A shard does not."""
    path = tmp_path / "expected.parquet"
    merge(ExpectedProblem(TOY), PARTITION, shards, path)
    assert read_error(path) == value_error(TOY)
    assert read_error(shard_path(shards, PARTITION, PART)) is None
    assert read_error(tmp_path / "none.parquet") is None


def test_other_columns(tmp_path: Path) -> None:
    """The note may be right and the columns not."""
    path = tmp_path / "x.parquet"
    note = json.dumps({"schema": "categories", **SHARD.as_dict()}).encode()
    rows = category_rows(TOY).drop_columns("upper").replace_schema_metadata({KEY: note})
    pq.write_table(rows, path)
    assert refusal(path, "categories").startswith("other columns than those of categories")


@pytest.mark.parametrize("built", ["source_sha256", "exact_sha256"])
def test_a_stale_kernel_is_refused(monkeypatch: pytest.MonkeyPatch, built: str) -> None:
    monkeypatch.setattr(provenance_module, built, "0" * 64)
    with pytest.raises(UserError, match=r"^the compiled kernel is not that of its sources; expected "):
        provenance_module._checked.__wrapped__("runs.objectives.expected")


# Answers


Reader = Callable[[Path], list[dict[str, object]]]


def read_csv(path: Path) -> list[dict[str, object]]:
    """Rows of a CSV file."""
    import pyarrow.csv

    rows: list[dict[str, object]] = pyarrow.csv.read_csv(path).to_pylist()
    return rows


@pytest.mark.parametrize(
    ("kind", "reader"),
    [
        ("csv", read_csv),
        ("json", lambda path: json.loads(path.read_text(encoding="utf-8"))),
        ("parquet", lambda path: pq.read_table(path).to_pylist()),
    ],
)
def test_answers(tmp_path: Path, kind: str, reader: Reader) -> None:
    rows = pa.table({"name": ["a,b", 'quo"te', "é"], "number": [0.1, -2.5, 1e-300]})
    path = tmp_path / f"answer.{kind}"
    write_answer(rows, kind, path)
    assert reader(path) == rows.to_pylist()
    assert names(tmp_path) == [path.name]
