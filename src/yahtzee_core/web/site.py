"""The page without a server, as a folder of static files: the page, an engine for the browser, and games.

The page is the one of `yahtzee serve`; lines in its head name the engine, and say what the browser may load.
The service worker, which keeps the files for offline use, is named by a hash of them and written last.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ..errors import UserError
from ..files import write_bytes
from ..game.game import Game
from ..turn.states import States
from .game_data import game_data
from .sheets import sheet_json

PACKAGE = resources.files(__package__)
WORKER, MANIFEST, PAGE = "service_worker.js", "manifest.webmanifest", "index.html"
GAME = ".game"
OWN = {WORKER, MANIFEST, PAGE, "games.json", "games", "static", "local"}
"""What the folder holds."""
MOST_STATES = 4_000_000
"""Of a game that a browser solves: about ten seconds."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
HEAD = f"""\
  <meta http-equiv="content-security-policy" content="{POLICY}">
  <meta name="engine" content="local">
  <meta name="theme-color" content="#0f6b5c">
  <link rel="modulepreload" href="local/client.js">
  <link rel="manifest" href="{MANIFEST}">
  <link rel="apple-touch-icon" href="local/icon-192.png">
"""
CHARSET = '  <meta charset="utf-8">\n'


def write_site(games: Iterable[Game], folder: Path) -> dict[str, bytes]:
    """Write the site, and return its files by name; UserError for a folder that holds other files."""
    _check(folder)
    files = site_files(list(games))
    for name, content in files.items():
        write_bytes(folder / name, content)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
    return files


def site_files(games: list[Game]) -> dict[str, bytes]:
    """The files of the site by name, the service worker last."""
    for game in games:
        _check_size(game)
    files = {PAGE: _page(), MANIFEST: (PACKAGE / "local" / MANIFEST).read_bytes()}
    for name in ("static", "local"):
        kept = (each for each in _files_of(PACKAGE / name) if each.name not in (PAGE, MANIFEST, WORKER))
        files |= {f"{name}/{each.name}": each.read_bytes() for each in kept}
    sheets = [sheet_json(game) for game in games]
    files["games.json"] = json.dumps(sheets, ensure_ascii=False, separators=(",", ":")).encode()
    files |= {f"games/{game.id}{GAME}": game_data(game) for game in games}
    return files | {WORKER: _service_worker(files)}


def release(files: dict[str, bytes]) -> str:
    """The name of some files: a hash of all that they hold."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def compressed_size(name: str, content: bytes) -> int:
    """Bytes that a host which compresses sends for a file; those of games are compressed as they are."""
    return len(content) if name.endswith(GAME) else len(gzip.compress(content, 9))


def _files_of(folder: Traversable) -> list[Traversable]:
    return sorted((each for each in folder.iterdir() if each.is_file()), key=lambda each: each.name)


def _page() -> bytes:
    text = (PACKAGE / "static" / PAGE).read_text(encoding="utf-8")
    return text.replace(CHARSET, CHARSET + HEAD).encode()


def _service_worker(files: dict[str, bytes]) -> bytes:
    text = (PACKAGE / "local" / WORKER).read_text(encoding="utf-8")
    names = ["./" if name == PAGE else name for name in files]
    return text.replace("{name}", release(files)).replace("{files}", json.dumps(names)).encode()


def _check(folder: Path) -> None:
    """UserError when there is something else than a site."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder}: a file; expected a folder, which may be new")
    strange = (
        sorted(path.name for path in folder.iterdir() if path.name not in OWN) if folder.is_dir() else []
    )
    if strange:
        raise UserError(f"{folder}: holds {strange[0]}; expected a folder that is new, empty or holds a site")


def _check_size(game: Game) -> None:
    states = len(States(game))
    if states > MOST_STATES:
        raise UserError(
            f"game {game.id}: {states:,} states; expected at most {MOST_STATES:,}, "
            "which a browser solves in ten seconds"
        )
