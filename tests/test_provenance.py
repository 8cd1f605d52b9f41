"""Fingerprints cover what determines values: what a listed source imports is listed, too."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import yahtzee_core
from yahtzee_core.provenance import SOURCES

PACKAGE = Path(yahtzee_core.__file__).parent
NO_VALUES = {
    **dict.fromkeys(("errors", "refusals"), "tell users what is not possible"),
    **dict.fromkeys(("game", "schema"), "read a game, which has a fingerprint of its own"),
    **dict.fromkeys(("costs", "partition", "planner"), "choose classes: the same bits for every partition"),
    **dict.fromkeys(("provenance", "schemas"), "say what a file is made of, and its columns"),
}
"""Modules that may be imported and not listed, and why."""
STATISTICS = "mean and sd of a distribution"
NO_VALUES_OF = {
    "held_karp": {"states": "a type of another problem"},
    "strategies": {"distribution": STATISTICS},
    "blind": {"distribution": STATISTICS},
    "races": {"distribution": STATISTICS, "maxprob": "the memory that is asked for"},
}
"""The same for an objective."""


def imported(source: Path) -> Iterator[str]:
    """Modules of the package that a module imports, as paths within the package."""
    inside = source.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*inside[: len(inside) - node.level + 1], *(node.module or "").split(".")]
            for name in ("", *(alias.name for alias in node.names)):
                path = PACKAGE.joinpath(*base, name).with_suffix(".py")
                if path.is_file():
                    yield path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("objective", SOURCES)
def test_what_sources_import_is_a_source(objective: str) -> None:
    listed = SOURCES[objective]
    assert len(listed) == len(set(listed))
    sources = [PACKAGE / name for name in listed if name.endswith(".py")]
    found = {module.removesuffix(".py") for source in sources for module in {*imported(source)} - set(listed)}
    assert found <= {*NO_VALUES, *NO_VALUES_OF.get(objective, {})}
    assert found >= set(NO_VALUES_OF.get(objective, {})), "no exception without use"
