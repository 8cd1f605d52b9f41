"""Files of positions, read as people write them: CSV with commas or semicolons, JSON Lines, Parquet.

In JSON Lines a position may be text or an object (notation 4), under the key `position` or as the whole line.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.json

from ..errors import UserError
from ..files import read_text
from ..tables.rows import read_rows
from .notation import once, position_schema

KINDS = {".csv": "csv", ".jsonl": "lines", ".parquet": "parquet"}
SEPARATORS = (",", ";")
POSITION, ACTION = "position", "action"
EXPECTED = "rows with a column position"


def read_positions(path: Path) -> pa.Table:
    """The rows of a file, `position` and `action` as text; UserError that names the file."""
    if not path.is_file():
        raise UserError(f"{path}: no such file; expected positions as {', '.join(KINDS)}")
    try:
        match path.suffix.lower():
            case ".csv":
                return _csv(path)
            case ".jsonl":
                return _lines(path)
        return read_rows(path)
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{path}: {str(error).splitlines()[0]}; expected {EXPECTED}") from None


def _csv(path: Path) -> pa.Table:
    types = dict.fromkeys((POSITION, ACTION), pa.string())
    return pyarrow.csv.read_csv(
        path,
        parse_options=pyarrow.csv.ParseOptions(delimiter=_separator(path)),
        convert_options=pyarrow.csv.ConvertOptions(column_types=types),
    )


def _separator(path: Path) -> str:
    """The separator under which the first line names a column `position`; UserError when both do."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline(10_000)
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text; expected {EXPECTED}") from None
    columns = {separator: next(csv.reader([head], delimiter=separator), []) for separator in SEPARATORS}
    fitting = [separator for separator, names in columns.items() if POSITION in names]
    if len(fitting) > 1 and columns[","] != columns[";"]:
        both = " or ".join(f"{len(columns[separator])} columns by '{separator}'" for separator in SEPARATORS)
        raise UserError(f"{path}: {both}; expected one of them in the first line")
    return fitting[0] if fitting else SEPARATORS[0]


def _lines(path: Path) -> pa.Table:
    lines = enumerate(read_text(path, EXPECTED).splitlines(), start=1)
    rows = [_row(path, number, line) for number, line in lines if line.strip()]
    content = "".join(f"{json.dumps(row)}\n" for row in rows)
    return pyarrow.json.read_json(io.BytesIO(content.encode()))


def _row(path: Path, number: int, line: str) -> dict[str, Any]:
    """A line as an object whose position is text."""
    try:
        row = json.loads(line, object_pairs_hook=once)
    except UserError as error:
        raise UserError(f"{path}: row {number}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: row {number}: not JSON: {error}; expected {EXPECTED}") from None
    if not isinstance(row, dict):
        raise UserError(f"{path}: row {number}: {line[:20]!r}; expected an object with a key position")
    return dict(_as_text(row))


def _as_text(row: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keys of a row; a position in JSON is written as text."""
    keys = position_schema()["properties"].keys()
    if POSITION not in row and "dice" in row:
        yield POSITION, json.dumps({key: row[key] for key in row if key in keys})
        row = {key: value for key, value in row.items() if key not in keys}
    for key, value in row.items():
        yield key, json.dumps(value) if key == POSITION and isinstance(value, dict) else value
