"""Whether what a job was asked for is what it would be asked for now: the rules, the sources, the strategies.

What is compared is in the record of a result file (tables.records): `made_of`, a provenance; `run`, which has
one; `each`, those of strategies; `sources`, fingerprints of modules and data files.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..game.load import load_game
from ..made_of import Provenance
from ..tables.provenance import made_of, own_file, provenance, strategy_provenance
from ..tables.records import content_error, digest_of, read_record
from ..tables.sources import fingerprint
from .run import Run

Asked = dict[str, Any]
SOLVER = "another version of the solver"


class Now:
    """What is there now, as long as an object lives: each file and its inputs are looked at once."""

    def __init__(self) -> None:
        self._reasons: dict[str, str] = {}

    def outdated(self, path: Path) -> str:
        """Why a result file does not belong to what is there now; empty when it does. Its inputs count."""
        return content_error(path) or self.reason_against(path)

    def reason_against(self, path: Path) -> str:
        """The same, whatever the content of the file is."""
        key = os.path.normpath(path)
        if key not in self._reasons:
            self._reasons[key] = next(filter(None, self._reasons_against(path)), "")
        return self._reasons[key]

    def _reasons_against(self, path: Path) -> Iterator[str]:
        record = read_record(path)
        if record is None:
            yield f"made of {path.name}, which has no record"
            return
        for name, digest in record.inputs.items():
            if digest_of(path.parent / name) != digest:
                yield f"made of another {Path(name).name} than is there now"
        yield from _reasons(record.asked)
        for name in record.inputs:
            yield self.reason_against(path.parent / name)


def game_fingerprint(asked: Asked) -> str:
    """The digest of the rules that a job was asked for; empty when it named none."""
    return str(_made_of(asked).get("game_fingerprint", ""))


def source_of(asked: Asked) -> str:
    """What the configuration called the game: an id, or the path of a file."""
    return str(asked.get("game") or asked.get("run", {}).get("source", ""))


def _reasons(asked: Asked) -> Iterator[str]:
    try:
        if "run" in asked:
            yield _difference(asked["run"]["made_of"], made_of(Run.of(asked["run"]).load()), source_of(asked))
        if "made_of" in asked:
            yield _changed(asked["made_of"], asked, asked.get("text", ""))
        for strategy, text in asked.get("texts", {}).items():
            yield _changed(asked["each"][strategy], asked, text)
        for name, digest in asked.get("sources", {}).items():
            yield "" if fingerprint(name) == digest else f"of {SOLVER}"
    except UserError as error:
        yield f"of rules that cannot be read ({error})"
    except (KeyError, TypeError, OSError):
        yield f"of {SOLVER}"


def _changed(then: dict[str, str], asked: Asked, text: str) -> str:
    """How the provenance of a game's table differs from now; text: the strategy that it is of."""
    game, objective, part = load_game(source_of(asked)), then["objective"], then["part"]
    now = strategy_provenance(game, text, part, objective) if text else provenance(game, objective, part)
    return _difference(then, now, source_of(asked), text if own_file(text) else "")


def _difference(then: dict[str, str], now: Provenance, source: str, file: str = "") -> str:
    if then == now.as_dict():
        return ""
    if then["game_fingerprint"] != now.game_fingerprint:
        return f"of other rules than {source} has now"
    return f"of another content of {file} or {SOLVER}" if file else f"of {SOLVER}"


def _made_of(asked: Asked) -> dict[str, str]:
    made: dict[str, str] = asked.get("made_of") or asked.get("run", {}).get("made_of") or {}
    return made
