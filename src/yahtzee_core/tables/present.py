"""Which tables of a results folder are whole and of the present sources, whatever configuration made them.

So a run for some games, or for two players, adds to the database and the report, and takes nothing away.
"""

from pathlib import Path

from ..errors import UserError
from ..game.load import load_game
from .provenance import MADE_BY, solver_fingerprint
from .queries import sql_tables, table_inputs
from .schemas import SCHEMAS
from .storage import read_note


def present_tables(results: Path) -> list[tuple[str, str]]:
    """(game, table) of every such table of the games below a folder, sorted.

    A table that SQL makes carries no provenance: it is taken when its inputs are, and are not newer.
    """
    present = []
    for folder in sorted(path for path in results.iterdir() if path.is_dir()):
        names = {path.stem for path in folder.glob("*.parquet") if _fits(path)}
        while new := {name for name in sql_tables() if name not in names and _is_made(folder, name, names)}:
            names |= new
        if "games" in names:
            present += [(folder.name, name) for name in sorted(names)]
    return present


def _fits(path: Path) -> bool:
    """Whether a file holds the table of its name, made by the present sources for the game as it is now."""
    note = read_note(path)
    objective = note.get("objective", "")
    if path.stem not in SCHEMAS or objective not in MADE_BY or path.parent.name != note.get("game"):
        return False
    if note["schema"] not in (path.stem, f"{path.stem}_moments"):
        return False
    return note["solver_fingerprint"] == solver_fingerprint(objective) and _is_game(note)


def _is_game(note: dict[str, str]) -> bool:
    """Whether a game is as it was; one of a file of the user's own is taken at its word."""
    try:
        return load_game(note["game"]).fingerprint == note["game_fingerprint"]
    except UserError:
        return True


def _is_made(folder: Path, name: str, names: set[str]) -> bool:
    path, inputs = folder / f"{name}.parquet", table_inputs(name)
    if not path.exists() or not set(inputs) <= names:
        return False
    made = path.stat().st_mtime_ns
    return all((folder / f"{table}.parquet").stat().st_mtime_ns <= made for table in inputs)
