"""The log of one job: when it began and ended, and its error in one line."""

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import UserError


@contextmanager
def logged(path: str | Path, what: str) -> Iterator[None]:
    """Log a piece of work to a file. UserError is shown as one line and exits with code 2."""
    began = time.monotonic()
    with open(path, "w", encoding="utf-8", buffering=1) as log:
        print(f"{what}: begun", file=log)
        try:
            yield
        except UserError as error:
            print(f"error: {error}", file=log)
            print(f"error: {what}: {error}", file=sys.stderr)
            sys.exit(2)
        except BaseException:
            traceback.print_exc(file=log)
            raise
        print(f"{what}: done in {time.monotonic() - began:.2f} s", file=log)
