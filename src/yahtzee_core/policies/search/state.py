"""The state of a search between generations: a file that an interrupted search goes on from."""

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import UserError
from ...files import write_bytes
from ...game.game import Game


@dataclass(frozen=True)
class SearchState:
    """Where a search is kept, and what it is a search for; only this command writes the file."""

    path: Path
    kind: str
    game: Game
    seed: int

    def load(self) -> Any:
        """What was saved last, None when nothing was; UserError for a damaged file or another search."""
        if not self.path.exists():
            return None
        try:
            made_of, content = pickle.loads(self.path.read_bytes())
        except (OSError, ValueError, TypeError, EOFError, ImportError, pickle.UnpicklingError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UserError(f"{self.path}: damaged ({reason}); delete it and search again") from None
        if made_of != self._made_of:
            raise UserError(f"{self.path}: of another search ({made_of}); delete it or take another --out")
        return content

    def save(self, content: Any) -> None:
        """Keep what the next generation needs."""
        write_bytes(self.path, pickle.dumps((self._made_of, content)))

    @property
    def _made_of(self) -> str:
        return f"{self.kind} of {self.game.id} {self.game.fingerprint}, seed {self.seed}"
