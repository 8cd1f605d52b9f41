"""A whole results folder, checked file by file: `yahtzee results check`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..tables.records import FOLDER, content_error, recorded
from .outdated import Now

KINDS = (".parquet", ".duckdb", ".html", ".svg", ".png")


@dataclass
class Verification:
    """How many files there are, how many of them are bad, and the state of each that is not all right."""

    files: int = 0
    bad: int = 0
    states: dict[Path, str] = field(default_factory=dict)


def verify(results: Path, progress: Callable[[float], None] | None = None) -> Verification:
    """Read every result file below a folder. Shards that were removed since are no fault."""
    paths = sorted({*_files(results), *(path for path in recorded(results) if path.exists())})
    report, now = Verification(len(paths)), Now()
    for done, path in enumerate(paths, 1):
        error = content_error(path, read=True)
        report.bad += bool(error)
        if state := error or now.reason_against(path):
            report.states[path] = state
        if progress:
            progress(done / len(paths))
    return report


def _files(results: Path) -> list[Path]:
    return [p for p in results.rglob("*") if p.suffix in KINDS and p.is_file() and p.parent.name != FOLDER]
