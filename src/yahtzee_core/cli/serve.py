"""yahtzee serve: a page to play and get advice on, and its JSON answers."""

import argparse
from pathlib import Path
from typing import Any

from ..extras import missing

PORT = 8765


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "serve",
        help="a page in the browser to play and get advice on",
        description="A web server on this machine: a page to play and get advice on, and the same answers as "
        "the commands as JSON (docs/page.md). It prints its address; Ctrl-C ends it.",
    )
    parser.add_argument(
        "games", nargs="*", metavar="FILE", help="game files to offer beside the built-in games"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; default: 127.0.0.1")
    parser.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name, beside the address, by which browsers reach it: of this machine, or of a port forward "
        "(localhost, or localhost:9000); other names are refused, so that no page elsewhere can ask",
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"0: any free one; default: {PORT}")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="serve the folder of `yahtzee site` too, below /play/: the page that computes in the browser",
    )
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Serve until interrupted."""
    try:
        from ..web.server import serve  # slow to import
    except ModuleNotFoundError as error:
        raise missing("serve", str(error.name), "web") from None
    from ..web.service import Service, games_of

    serve(
        Service(games_of(options.games), options.results),
        options.host,
        options.port,
        options.open,
        options.host_name,
        options.site,
    )
