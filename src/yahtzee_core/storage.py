"""Parquet files: schemas, atomic writes, provenance. The only module that knows file formats.

A file is written to a temporary name, synced and renamed, so a name that exists is whole. Pages carry
checksums. The schema metadata holds the provenance as JSON under the key `yahtzee`.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from .errors import UserError
from .provenance import Provenance

KEY = b"yahtzee"


def _field(name: str, kind: pa.DataType, description: str, unit: str = "") -> pa.Field:
    return pa.field(name, kind, False, {"description": description, "unit": unit})


FILLED = _field("filled", pa.int32(), "Filled categories; bit i is the i-th of the sheet.", "mask")
NEED = _field(
    "need",
    pa.int16(),
    "Upper points still needed for the bonus; 0: paid or out of reach.",
    "points",
)
CHIP = _field("chip", pa.bool_(), "Whether extra Yahtzees earn their bonus.")
VALUE = _field("value", pa.float64(), "Highest expected points still to come.", "points")
DICE = "Dice as rising faces with blanks between."

SCHEMAS: dict[str, pa.Schema] = {
    "expected_shard": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            _field("second", pa.float64(), "Expected square of the points still to come.", "points^2"),
        ]
    ),
    "expected": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            _field("sd", pa.float64(), "Standard deviation of the points still to come.", "points"),
        ]
    ),
    "needs": pa.schema(
        [
            _field("upper_filled", pa.int32(), "Filled upper categories.", "mask"),
            _field("upper_total", pa.int16(), "Real total of the upper section, uncapped.", "points"),
            _field("need", pa.int16(), "The need that this total is.", "points"),
        ]
    ),
    "categories": pa.schema(
        [
            _field("category", pa.string(), "Id of the category."),
            _field("title", pa.string(), "Its name for people."),
            _field("position", pa.int16(), "Place on the sheet, from 0; its bit in masks."),
            _field("upper", pa.bool_(), "Whether it is in the upper section."),
        ]
    ),
    "games": pa.schema(
        [
            _field("game", pa.string(), "Id of the game."),
            _field("title", pa.string(), "Its name for people."),
            _field("rule", pa.string(), "The rule in words."),
            _field("source", pa.string(), "Where the rule is written down."),
            _field("dice", pa.int16(), "Number of dice."),
            _field("faces", pa.int16(), "Faces of a die."),
            _field("rolls", pa.int16(), "Rolls of a turn."),
            _field("threshold", pa.int16(), "Upper total that earns the bonus; 0: none.", "points"),
            _field("upper_bonus", pa.int16(), "The upper bonus.", "points"),
            _field("yahtzee_bonus", pa.int16(), "The bonus of an extra Yahtzee.", "points"),
            _field("states", pa.int64(), "Merged states between turns."),
        ]
    ),
    "openings": pa.schema(
        [
            _field("roll", pa.string(), f"The first roll of the game. {DICE}"),
            _field("probability", pa.float64(), "Its probability."),
            _field("value", pa.float64(), "Expected score after it.", "points"),
            _field("best", pa.string(), f"What the optimal policy keeps; - for nothing. {DICE}"),
            _field("second", pa.string(), f"The best keep that is not tied with it. {DICE}"),
            _field("loss", pa.float64(), "What the second keep costs.", "points"),
        ]
    ),
}


def write_table(table: pa.Table, path: Path, schema: str, made_of: Provenance) -> None:
    """Write a table of a named schema, atomically."""
    write_tables([table], path, schema, made_of)


def write_tables(tables: Iterable[pa.Table], path: Path, schema: str, made_of: Provenance) -> None:
    """Write tables one after another into one file, a row group each, atomically."""
    note = json.dumps({"schema": schema, **made_of.as_dict()})
    full = SCHEMAS[schema].with_metadata({KEY: note.encode()})
    with (
        atomic(path) as temporary,
        pq.ParquetWriter(temporary, full, compression="zstd", write_page_checksum=True) as writer,
    ):
        for table in tables:
            writer.write_table(table.cast(SCHEMAS[schema]).replace_schema_metadata(full.metadata))


def read_table(path: Path, schema: str, made_of: Provenance) -> pa.Table:
    """Read a whole file; UserError that names it when it is missing, damaged or of another origin."""
    expected = {"schema": schema, **made_of.as_dict()}
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            found = json.loads((file.schema_arrow.metadata or {}).get(KEY, b"{}"))
            table = file.read() if found == expected else None
    except FileNotFoundError:
        raise UserError(f"{path}: no such file; expected {schema} of {made_of.game}") from None
    except (pa.ArrowException, OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise UserError(f"{path}: damaged ({reason}); delete it and run again") from None
    if table is None:
        raise UserError(f"{path}: {_difference(found, expected)}; delete it and run again")
    if not table.schema.equals(SCHEMAS[schema]):
        raise UserError(f"{path}: other columns than those of {schema}; delete it and run again")
    return table


def write_answer(table: pa.Table, kind: str, out: Path | BinaryIO) -> None:
    """Write rows as csv, json (a list of objects) or parquet to a stream, or atomically to a file."""
    if isinstance(out, Path):
        with atomic(out) as temporary, open(temporary, "wb") as stream:
            write_answer(table, kind, stream)
    elif kind == "csv":
        pyarrow.csv.write_csv(table, out)
    elif kind == "parquet":
        pq.write_table(table, out, compression="zstd")
    else:
        text = json.dumps(table.to_pylist(), indent=2, ensure_ascii=False, default=str)
        out.write(f"{text}\n".encode())


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """A temporary name beside `path` to write to; synced and renamed at the end, removed on errors."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        _sync(temporary)
        temporary.replace(path)
        _sync(path.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _difference(found: dict[str, str], expected: dict[str, str]) -> str:
    if not found:
        return "no provenance in it; not a file of this project"
    keys = [key for key in expected if found.get(key) != expected[key]]
    return ", ".join(f"{key} is '{found.get(key)}', expected '{expected[key]}'" for key in keys)
