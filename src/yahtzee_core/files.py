"""Files: read with an error that names the file, written so that a name that exists is whole."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import UserError

MOST_CHARACTERS = 10_000_000
"""Of a file of text that people write."""
BYTE_ORDER_MARK = "\ufeff"


def unmarked(text: str) -> str:
    """Text without the byte order mark that some editors put before it."""
    return text.removeprefix(BYTE_ORDER_MARK)


def read_text(path: Path, expected: str) -> str:
    """The text of a file, without a byte order mark; UserError that names it and what was expected."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_CHARACTERS + 1)
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"more than {MOST_CHARACTERS:,} characters")
        return text
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: {reason(error)}; expected {expected}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file of text, atomically; UserError that names it when it cannot be written."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for bytes."""
    try:
        with atomic(path) as temporary:
            temporary.write_bytes(content)
    except OSError as error:
        raise UserError(f"{path}: {reason(error)}; expected room and permission to write") from None


def sha256_of(path: Path) -> str:
    """The digest of the content of a file, as 64 hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def reason(error: Exception) -> str:
    """Why a file could not be read or written, in one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error).splitlines()[0]
    return "not UTF-8 text" if isinstance(error, UnicodeError) else str(error).splitlines()[0]


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
