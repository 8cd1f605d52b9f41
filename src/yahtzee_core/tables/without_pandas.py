"""PyArrow without pandas, in a process of our own that has none of its values.

Where pandas is installed, PyArrow imports it at the first array, to know whether a value is one of its. That
is a third of a small job. PyArrow asks once: it imports pandas later only for what is asked for as a frame.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class _NoPandas:
    """A finder that says that pandas is not there."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "pandas":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def ask_for_no_pandas() -> None:
    """Let PyArrow ask now, and find nothing."""
    import pyarrow as pa

    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(finder)
