"""A duel that is solved ply by ply in a folder: a run that was killed goes on from its last whole ply.

Two plies are in the folder at a time, as NumPy arrays, and none when the duel is done.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .duel import Duel, Ply, solve_duel
from .errors import UserError
from .game import Game
from .provenance import provenance
from .storage import atomic

Reals = npt.NDArray[Any]
NAMES = ("value", "draw")


def run_duel(
    game: Game,
    folder: Path,
    threads: int | None = None,
    draw: float = 0.5,
    progress: Callable[[float], None] | None = None,
) -> Duel:
    """Solve a duel in single precision, with its plies in a folder; UserError for plies of another origin."""
    files = _PlyFiles(folder, {**provenance(game, "duel").as_dict(), "draw": str(draw)})
    found = solve_duel(game, threads, draw, True, progress, files.save, files.last())
    files.clear()
    return found


def duel_rows(found: Duel) -> pa.Table:
    """The table `duel`: a row for each lead of the player who begins."""
    loss = 1.0 - found.wins - found.draws
    columns = [found.lead.astype(np.int16), found.values, found.wins, found.draws, loss]
    return pa.table(columns, ["lead", "value", "win", "draw", "loss"])


class _PlyFiles:
    def __init__(self, folder: Path, made_of: dict[str, str]) -> None:
        self.folder, self.made_of = folder, made_of

    def save(self, solved: int, ply: Ply) -> None:
        """Write a ply, its note last, and remove the one before the last."""
        try:
            for name, numbers in zip(NAMES, ply.numbers, strict=True):
                with atomic(self._path(solved, name)) as temporary, open(temporary, "wb") as stream:
                    np.save(stream, numbers)
            with atomic(self._path(solved, "note")) as temporary:
                temporary.write_text(json.dumps(self.made_of), encoding="utf-8")
        except OSError as error:
            raise UserError(
                f"{self.folder}: {error.strerror}; expected room and permission to write"
            ) from None
        self._remove(solved - 2)

    def last(self) -> tuple[int, tuple[Reals, Reals]] | None:
        """The last whole ply of the folder, and how many are solved with it."""
        notes = sorted(int(path.name.split(".")[0]) for path in self.folder.glob("*.note"))
        if not notes:
            return None
        note = json.loads(self._path(notes[-1], "note").read_text(encoding="utf-8"))
        if note != self.made_of:
            raise UserError(f"{self.folder}: plies of another game or solver; delete it and run again")
        try:
            value, draw = (np.load(self._path(notes[-1], name)) for name in NAMES)
        except (OSError, ValueError) as error:
            raise UserError(f"{self.folder}: damaged ({error}); delete it and run again") from None
        return notes[-1], (value, draw)

    def clear(self) -> None:
        """Remove all plies."""
        for path in self.folder.glob("*.note"):
            self._remove(int(path.name.split(".")[0]))
        with suppress(OSError):  # something else is in it
            self.folder.rmdir()

    def _remove(self, solved: int) -> None:
        for name in ("note", *NAMES):
            self._path(solved, name).unlink(missing_ok=True)

    def _path(self, solved: int, name: str) -> Path:
        return self.folder / f"{solved:02d}.{name}"
