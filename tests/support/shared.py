"""What several modules need and one of them makes: once for all workers of a session."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker to ask makes, while the others wait; tests only read it, or copy it.

    What made it fail is told to all.
    """
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done, failed = (base / f"{name}{end}" for end in ("", ".done", ".failed"))
    with open(base / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if failed.exists():
            pytest.fail(failed.read_text(encoding="utf-8"))
        if not done.exists():
            folder.mkdir()
            try:
                make(folder)
            except BaseException as error:
                failed.write_text(f"{name} was not made: {error}", encoding="utf-8")
                raise
            done.touch()
    return folder
