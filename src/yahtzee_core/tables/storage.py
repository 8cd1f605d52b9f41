"""Parquet files: schemas, atomic writes, provenance. With rows.py the only module that knows file formats.

A file is written to a temporary name, synced and renamed, so a name that exists is whole. Pages carry
checksums. The schema metadata holds the provenance as JSON under the key `yahtzee`.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from ..errors import UserError
from ..files import atomic, reason
from ..made_of import Provenance
from .schemas import SCHEMAS

KEY = b"yahtzee"
ERROR = b"relative_error_at_most"
"""What rounding was proved to do to the numbers of a file, at most."""
NUMBERS = (pa.list_(pa.float64()), pa.list_(pa.float32()))

pa.set_memory_pool(pa.system_memory_pool())  # others keep what they free: 70 MB more in a class job


def write_table(table: pa.Table, path: Path, schema: str, made_of: Provenance) -> None:
    """Write a table of a named schema, atomically."""
    write_tables([table], path, schema, made_of)


def write_tables(
    tables: Iterable[pa.Table], path: Path, schema: str, made_of: Provenance, at_most: float | None = None
) -> None:
    """Write tables one after another into one file, a row group each, atomically.

    at_most: the relative error of what they hold, where it is proved (solve/rounding.py).
    """
    note = {KEY: json.dumps({"schema": schema, **made_of.as_dict()}).encode()}
    told = note if at_most is None else {**note, ERROR: repr(at_most).encode()}
    full = SCHEMAS[schema].with_metadata(told)
    options = {"compression": "zstd", "write_page_checksum": True, **_encoding(schema)}
    try:
        with atomic(path) as temporary, pq.ParquetWriter(temporary, full, **options) as writer:
            for table in tables:
                writer.write_table(_fitted(table, full))
    except OSError as error:
        raise UserError(f"{path}: {reason(error)}; expected room and permission to write") from None


def _fitted(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """The columns of a schema, in its order and types.

    As they are where they fit: a cast imports pyarrow.compute, which takes a tenth of a short job.
    """
    chosen = table.select(schema.names)
    pairs = list(zip(schema, chosen.columns, strict=True))
    if all(field.type == of.type and (field.nullable or not of.null_count) for field, of in pairs):
        return pa.Table.from_arrays(chosen.columns, schema=schema)
    return chosen.cast(schema)


def _encoding(schema: str) -> dict[str, Any]:
    """Probabilities by needed are alike in their leading bytes, not in their bits (docs/decisions.md)."""
    lists = [field.name for field in SCHEMAS[schema] if field.type in NUMBERS]
    if not lists:
        return {}
    split = {f"{name}.list.element": "BYTE_STREAM_SPLIT" for name in lists}
    return {"use_dictionary": False, "compression_level": 1, "column_encoding": split}


def read_table(path: Path, schema: str, made_of: Provenance) -> pa.Table:
    """Read a whole file; UserError that names it when it is missing, damaged or of another origin."""
    return pa.concat_tables(read_tables(path, schema, made_of))


def read_tables(
    path: Path,
    schema: str,
    made_of: Provenance,
    columns: list[str] | None = None,
    groups: Sequence[int] | None = None,
) -> Iterator[pa.Table]:
    """Read a file a row group at a time, all columns or some, all groups or some; errors as read_table."""
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            _check(path, file.schema_arrow, schema, made_of)
            rows = 0
            for group in range(file.num_row_groups) if groups is None else groups:
                piece = file.read_row_group(group, columns, use_threads=False)
                rows += len(piece)
                yield piece
            if groups is None and rows != file.metadata.num_rows:
                raise UserError(f"{path}: damaged (rows are missing); delete it and run again")
    except FileNotFoundError:
        raise UserError(f"{path}: no such file; expected {schema} of {made_of.game}") from None
    except (pa.ArrowException, OSError) as error:
        raise UserError(f"{path}: damaged ({str(error).splitlines()[0]}); delete it and run again") from None


def find_row(path: Path, schema: str, made_of: Provenance, keys: dict[str, Any]) -> dict[str, Any] | None:
    """The first row with these values, None when there is none; errors as read_table."""
    for group, piece in enumerate(read_tables(path, schema, made_of, list(keys))):
        hits = [np.asarray(piece[name]) == value for name, value in keys.items()]
        at = np.flatnonzero(np.logical_and.reduce(hits))
        if len(at):
            (whole,) = read_tables(path, schema, made_of, groups=[group])
            row: dict[str, Any] = whole.slice(int(at[0]), 1).to_pylist()[0]
            return row
    return None


def find_rows(
    path: Path, schema: str, made_of: Provenance, key: str, values: set[int]
) -> Iterator[dict[str, Any]]:
    """All rows whose `key` is among some values, group by group; errors as read_table."""
    for group, piece in enumerate(read_tables(path, schema, made_of, [key])):
        hits = np.isin(np.asarray(piece[key]), list(values))
        if hits.any():
            (whole,) = read_tables(path, schema, made_of, groups=[group])
            yield from whole.filter(pa.array(hits)).to_pylist()


def read_note(path: Path) -> dict[str, str]:
    """The schema and the provenance of a file, by key; nothing when it is missing, damaged or has none."""
    return _note(read_metadata(path))


def read_metadata(path: Path) -> dict[bytes, bytes]:
    """The metadata of the schema of a file; nothing when it is missing, damaged or has none."""
    try:
        return dict(pq.read_schema(path).metadata or {})
    except (pa.ArrowException, OSError):
        return {}


def read_error(path: Path) -> float | None:
    """What rounding was proved to do to the numbers of a file, at most; None where the file does not say."""
    told = read_metadata(path).get(ERROR)
    return float(told) if told else None


def _note(metadata: dict[bytes, bytes]) -> dict[str, str]:
    try:
        note = json.loads(metadata.get(KEY, b"{}"))
    except ValueError:
        return {}
    return {str(key): str(value) for key, value in note.items()} if isinstance(note, dict) else {}


def _check(path: Path, there: pa.Schema, schema: str, made_of: Provenance) -> None:
    """Refuse a file of another origin, or with other columns than its schema."""
    note = _note(there.metadata or {})
    expected = {"schema": schema, **made_of.as_dict()}
    if note != expected:
        raise UserError(f"{path}: {_difference(note, expected)}; delete it and run again")
    if not there.equals(SCHEMAS[schema]):
        raise UserError(f"{path}: other columns than those of {schema}; delete it and run again")


def write_answer(table: pa.Table, kind: str, out: Path | BinaryIO) -> None:
    """Write rows as csv, json (a list of objects), lines (of JSON) or parquet to a stream or a file."""
    if isinstance(out, Path):
        try:
            with atomic(out) as temporary, open(temporary, "wb") as stream:
                write_answer(table, kind, stream)
        except OSError as error:
            raise UserError(f"{out}: {reason(error)}; expected a file that can be written") from None
    elif kind == "csv":
        pyarrow.csv.write_csv(_flat(table), out)
    elif kind == "parquet":
        pq.write_table(table, out, compression="zstd")
    elif kind == "lines":
        for row in table.to_pylist():
            out.write(f"{json.dumps(_finite(row), ensure_ascii=False, default=str)}\n".encode())
    else:
        out.write(f"{to_json(table.to_pylist())}\n".encode())


def to_json(value: Any) -> str:
    """JSON text; numbers that JSON does not have become null, other types text."""
    return json.dumps(_finite(value), indent=2, ensure_ascii=False, default=str, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _flat(table: pa.Table) -> pa.Table:
    """The same with columns of types that CSV cannot say as text."""
    for i, field in enumerate(table.schema):
        if pa.types.is_nested(field.type) or pa.types.is_interval(field.type):
            text = [None if v is None else str(v) for v in table.column(i).to_pylist()]
            table = table.set_column(i, field.name, pa.array(text, pa.string()))
    return table


def _difference(note: dict[str, str], expected: dict[str, str]) -> str:
    if not note:
        return "no provenance in it; not a file of this project"
    keys = [key for key in expected if note.get(key) != expected[key]]
    return ", ".join(f"{key} is '{note.get(key)}', expected '{expected[key]}'" for key in keys)
