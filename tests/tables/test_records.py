"""Records of result files: damage is seen, a copy is as good as what it was copied from."""

import json
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_core.errors import UserError
from yahtzee_core.tables.records import (
    content_error,
    digest_of,
    put_back_times,
    read_record,
    record_path,
    recorded,
    require_content,
    write_record,
)

CONTENT = b"as it was written"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A recorded file, made of another one."""
    (tmp_path / "of").mkdir()
    (tmp_path / "of/input.parquet").write_bytes(b"input")
    write_record(tmp_path / "of/input.parquet", {})
    path = tmp_path / "made.parquet"
    path.write_bytes(CONTENT)
    write_record(path, {"game": "toy"}, [tmp_path / "of/input.parquet"])
    return path


def test_a_record(file: Path) -> None:
    record = read_record(file)
    assert record is not None and content_error(file) == "" and content_error(file, read=True) == ""
    assert (record.size, record.asked) == (len(CONTENT), {"game": "toy"})
    assert record.inputs == {"of/input.parquet": digest_of(file.parent / "of/input.parquet")}
    assert [path.name for path in recorded(file.parent)] == ["made.parquet", "input.parquet"]


@given(st.integers(0, 8 * len(CONTENT) - 1))
def test_any_bit(tmp_path_factory: pytest.TempPathFactory, bit: int) -> None:
    """Also when the file keeps its time."""
    path = tmp_path_factory.mktemp("bit") / "made.parquet"
    path.write_bytes(CONTENT)
    write_record(path, {})
    stamp, flipped = path.stat(), bytearray(CONTENT)
    flipped[bit // 8] ^= 1 << bit % 8
    path.write_bytes(flipped)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert content_error(path, read=True).startswith("damaged")
    with pytest.raises(UserError, match=r"made\.parquet: damaged.*; delete it and run again"):
        require_content(path)


@pytest.mark.parametrize("content", [b"", CONTENT[:-1], CONTENT + b"x"])
def test_another_size(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert content_error(file).startswith("damaged")


def test_no_file_and_no_record(file: Path) -> None:
    file.unlink()
    assert content_error(file) == "no such file"
    assert content_error(file.parent) == "no such file"
    other = file.with_name("other.parquet")
    other.write_bytes(CONTENT)
    assert content_error(other) == "no record of how it was made"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sha256": 1}', "\0"])
def test_a_damaged_record_is_none(file: Path, text: str) -> None:
    record_path(file).write_text(text)
    assert read_record(file) is None and digest_of(file) == ""
    assert content_error(file) == "no record of how it was made"


def test_a_copy_gets_its_time_back(file: Path, tmp_path: Path) -> None:
    """A later time would look like a later result."""
    written = file.stat().st_mtime_ns
    copy = tmp_path / "copy"
    shutil.copytree(file.parent, copy, ignore=shutil.ignore_patterns("copy"), copy_function=shutil.copyfile)
    assert (copy / file.name).stat().st_mtime_ns != written
    put_back_times(copy)
    assert (copy / file.name).stat().st_mtime_ns == written
    record = json.loads(record_path(copy / file.name).read_text())
    assert record["changed"] == (copy / file.name).stat().st_ctime_ns
    assert content_error(copy / file.name) == ""


def test_a_touched_file_gets_its_time_back(file: Path) -> None:
    written = file.stat().st_mtime_ns
    file.touch()
    put_back_times(file.parent)
    assert file.stat().st_mtime_ns == written
