"""The record beside each result file: the digest of its content, and what it was made of.

A job writes the record of a file after the file, to `.made/<name>.json` in its folder. So a result without a
record is not finished, one whose content has another digest is damaged, and one whose record asks for
something else than a job would be asked for now is outdated: wherever the folder is, whatever its times are.

Content is read once: a record also has the file's times when the content was last seen to be right, and a
file with the same times and size is taken to be the same. A copy has other times; when its content is right
it gets back the time of writing, so that tools that go by times see the order in which files were made.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..files import sha256_of, write_text

FOLDER = ".made"
REMEDY = "delete it and run again"


@dataclass(frozen=True)
class Record:
    """What is known of a result file. Times in nanoseconds.

    asked: what its job was asked for. inputs: digests of what it was made from, by path from its folder.
    modified: when it was written. changed: when its status last changed, as of the last look at its content.
    """

    sha256: str
    size: int
    modified: int
    changed: int
    asked: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)


def record_path(path: Path) -> Path:
    """Where the record of a file is."""
    return path.parent / FOLDER / f"{path.name}.json"


def write_record(path: Path, asked: Mapping[str, Any], inputs: Sequence[Path] = ()) -> None:
    """Record a file that was just written, from inputs that have records."""
    digests = {os.path.relpath(one, path.parent): digest_of(one) for one in inputs}
    _store(path, Record(sha256_of(path), *_stamp(path), dict(asked), digests))


def read_record(path: Path) -> Record | None:
    """The record of a file; None when there is none that can be read."""
    try:
        return Record(**json.loads(record_path(path).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def digest_of(path: Path) -> str:
    """The digest that the record of a file has; empty without one."""
    record = read_record(path)
    return record.sha256 if record else ""


def recorded(folder: Path) -> Iterator[Path]:
    """The files below a folder that have records, whether they are there or not, by name."""
    for record in sorted(folder.rglob(f"{FOLDER}/*.json")):
        yield record.parent.parent / record.name.removesuffix(".json")


def content_error(path: Path, read: bool = False) -> str:
    """Why the content of a file cannot be trusted; empty when it is what was written.

    read: also when its times say that it was read since it was written.
    """
    record = read_record(path)
    if not path.is_file():
        return "no such file"
    if record is None:
        return "no record of how it was made"
    try:
        stamp = _stamp(path)
        same = stamp == (record.size, record.modified, record.changed)
        if same and not read:
            return ""
        if stamp[0] != record.size or sha256_of(path) != record.sha256:
            return "damaged: not the content that was written"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if not same:
        _put_back_time(path, record)
    return ""


def require_content(path: Path) -> None:
    """UserError, naming the file, when its content cannot be trusted."""
    error = content_error(path)
    if error:
        raise UserError(f"{path}: {error}; {REMEDY}")


def put_back_times(folder: Path) -> None:
    """Give all files below a folder that were copied, or touched, the time at which they were written."""
    for path in recorded(folder):
        content_error(path)


def _put_back_time(path: Path, record: Record) -> None:
    """Also in the record, unless the folder cannot be written: then the content is read each time."""
    with suppress(OSError, UserError):
        os.utime(path, ns=(record.modified, record.modified))
        values = {**asdict(record), "changed": path.stat().st_ctime_ns}
        _store(path, Record(**values))


def _store(path: Path, record: Record) -> None:
    write_text(record_path(path), json.dumps(asdict(record), sort_keys=True))


def _stamp(path: Path) -> tuple[int, int, int]:
    """(size, modified, changed)."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns
