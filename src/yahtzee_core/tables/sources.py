"""The sources that a module depends on, from its imports, and their digest.

The sources of a module are its own file, those of the modules of this package that it imports, and so on; the
kernel's files where the kernel is imported; and the data files beside a module that it names. Comments,
docstrings and blank lines do not count. Two kinds of data are no sources, as what is computed of them carries
their own digest: the subjects (games, instances of TSPLIB), and the numbers and rules of strategies.

A module that is imported from a package counts, the package itself only where a name is taken from it.

Digests are kept beside Python's compiled modules, for as long as no file of the package has another time or
size: the sources are parsed once, and not by each of two hundred jobs.
"""

import ast
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path

import yaml

from ..files import atomic
from ..turn.kernel.stripped import digest, kernel_sources, stripped_kernel, without_blanks, without_hashes

ROOT = Path(str(resources.files(__package__.partition(".")[0])))
SUBJECTS = ("games", "tsp", "data")
"""Folders of data that have digests of their own."""
KEPT = "__pycache__/fingerprints.cache"
"""Below the package, the digests that were computed before."""
SQL_COMMENT = re.compile(r"(?m)('(?:''|[^'])*')|--[^\n]*")


@cache
def fingerprint(*names: str) -> str:
    """SHA-256 (hex, 16 digits) of all that modules (`runs.facts`) or data files (`a/b.sql`) depend on."""
    state, known = _state(ROOT), " ".join(names)
    kept = _kept(ROOT / KEPT, state)
    if known not in kept:
        kept[known] = computed_fingerprint(*names)
        _keep(ROOT / KEPT, state, kept)
    return kept[known]


def computed_fingerprint(*names: str) -> str:
    """The same from the sources, whatever was kept."""
    files = sorted({path for name in names for path in sources_of(name)})
    named = (f"{path.relative_to(ROOT).as_posix()}\n{stripped(path)}" for path in files)
    return digest(named)[:16]


@cache
def _state(root: Path) -> str:
    """A digest of the names, times and sizes of all files of the package: Python trusts these, too."""
    told = hashlib.sha256()
    for folder, below, names in os.walk(root):
        below[:] = sorted(set(below) - {"__pycache__"})
        for name in sorted(names):
            path = os.path.join(folder, name)
            found = os.stat(path)
            told.update(f"{path}\0{found.st_mtime_ns}\0{found.st_size}\n".encode())
    return told.hexdigest()


def _kept(path: Path, state: str) -> dict[str, str]:
    """The digests that were kept of this state of the package; none where the file is missing or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return dict(found["digests"]) if found["state"] == state else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _keep(path: Path, state: str, digests: dict[str, str]) -> None:
    """Keep digests, unless Python is told to keep nothing, or may not write there."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError), atomic(path) as temporary:
        temporary.write_text(json.dumps({"state": state, "digests": digests}), encoding="utf-8")


def sources_of(name: str) -> set[Path]:
    """The sources of a module, or of a data file, which is its own."""
    sources: set[Path] = set()
    left = [_located(name)]
    while left:
        path = left.pop()
        if path not in sources:
            sources.add(path)
            left += _imported(path) if path.suffix == ".py" else []
    return sources


@cache
def stripped(path: Path) -> str:
    """The text of a source as far as it can change a result."""
    if path.suffix in (".pyx", ".h", ".c"):
        return stripped_kernel(path)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return without_blanks(without_hashes(_without_docstrings(text, _tree(path))))
    if path.suffix == ".sql":
        return without_blanks(SQL_COMMENT.sub(lambda match: match[1] or "", text))
    if path.suffix == ".yaml":
        return json.dumps(yaml.safe_load(text), default=str)
    return text


def _located(name: str) -> Path:
    """The file of a module or of data; a package is its __init__."""
    path = ROOT / name
    if path.is_file():
        return path
    module = ROOT.joinpath(*name.split("."))
    return module / "__init__.py" if module.is_dir() else module.with_suffix(".py")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _imported(path: Path) -> list[Path]:
    """The files that a module imports or names."""
    files: list[Path] = []
    tree = _tree(path)
    for node in _statements(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            files += _files_of_import(path, node)
    return [*files, *_data_of(path, tree)]


def _files_of_import(path: Path, node: ast.ImportFrom) -> Iterator[Path]:
    """What a relative import brings: modules, or the module or package that names are taken from."""
    base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    for alias in node.names:
        below = base / alias.name
        if below.with_suffix(".py").is_file():
            yield below.with_suffix(".py")
        elif (below / "__init__.py").is_file():
            yield below / "__init__.py"
        elif base.with_suffix(".py").is_file():
            yield base.with_suffix(".py")
        elif base.with_suffix(".pyx").is_file():
            yield from kernel_sources(base.parent)
        else:
            yield base / "__init__.py"


def _data_of(path: Path, tree: ast.Module) -> Iterator[Path]:
    """The data files beside a module that it names, and those in folders that it names."""
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    for text in sorted(t for t in texts if re.fullmatch(r"[\w.-]+", t) and t not in SUBJECTS):
        named = path.parent / text
        files = sorted(named.rglob("*")) if named.is_dir() else [named]
        if not (named / "__init__.py").exists():
            yield from (file for file in files if file.is_file() and not file.name.endswith((".py", ".pyc")))


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """All statements, those within others too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _statements(node)


def _without_docstrings(text: str, tree: ast.Module) -> str:
    """The text of a module with its strings that are statements cut out."""
    lines = text.splitlines(keepends=True)
    for node in _statements(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[line] = "\n"
    return "".join(lines)
