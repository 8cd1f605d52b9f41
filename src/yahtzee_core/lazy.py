"""The face of a room: names that are imported when they are first asked for, so that a face costs nothing."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def face(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package that offers some names, each of a module below it."""

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{names[name]}"), name)

    return __getattr__
