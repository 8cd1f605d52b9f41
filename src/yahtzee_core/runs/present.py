"""Which tables of a results folder belong to the rules and the sources that are there now.

Whatever configuration made them: so a run for some games, or for two players, adds to the database and the
report, and takes nothing away. What does not belong is left out, with the reason.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..tables.queries import OF_ALL, sql_tables
from ..tables.records import read_record
from ..tables.schemas import SCHEMAS
from ..tables.storage import read_note
from .outdated import Now, game_fingerprint

Key = tuple[str, str]
"""(game, table)."""


@dataclass
class Present:
    """The tables that belong, sorted, and why others do not; the game is empty for tables of all games."""

    tables: list[Key] = field(default_factory=list)
    left_out: dict[Key, str] = field(default_factory=dict)

    def has(self, game: str, table: str) -> bool:
        """Whether a table is there and belongs."""
        return (game, table) in self.tables


def present_tables(results: Path, games: Mapping[str, str] | None = None) -> Present:
    """The tables of all games below a folder, and those of all games together.

    games: digests of the rules of the games that are being worked on, by id; each of the others has those of
    its own table `games`.
    """
    present, now = Present(), Now()
    for table in OF_ALL:
        _sort(present, now, "", results / f"{table}.parquet", "")
    for folder in sorted(path for path in results.iterdir() if (path / "games.parquet").exists()):
        rules = (games or {}).get(folder.name) or _rules_of(folder)
        for path in sorted(folder.glob("*.parquet")):
            if path.stem in SCHEMAS or path.stem in sql_tables():
                _sort(present, now, folder.name, path, rules)
        _without_games(present, folder.name)
    return present


def _rules_of(folder: Path) -> str:
    record = read_record(folder / "games.parquet")
    return game_fingerprint(record.asked) if record else ""


def _sort(present: Present, now: Now, game: str, path: Path, rules: str) -> None:
    if not path.exists():
        return
    reason = now.outdated(path) or next(_reasons(path, game, rules), "")
    if reason:
        present.left_out[game, path.stem] = reason
    else:
        present.tables.append((game, path.stem))


def _reasons(path: Path, game: str, rules: str) -> Iterator[str]:
    record = read_record(path)
    of = game_fingerprint(record.asked) if record else ""
    if game and of and of != rules:
        yield f"of other rules than the game {game} has now"
    note = read_note(path)
    if game and path.stem in SCHEMAS and note.get("game") != game:
        yield f"of the game {note.get('game')}"
    if note and note.get("schema") not in (path.stem, f"{path.stem}_moments"):
        yield f"a table {note.get('schema')}"


def _without_games(present: Present, game: str) -> None:
    """No table of a game is taken without its rules."""
    if not present.has(game, "games"):
        for key in [key for key in present.tables if key[0] == game]:
            present.tables.remove(key)
            present.left_out[key] = f"the table games of {game} is left out"
