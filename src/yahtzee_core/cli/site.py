"""yahtzee site: the page without a server, as a folder of static files."""

import argparse
from pathlib import Path
from typing import Any

from ..extras import missing


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "site",
        help="the page as a folder of files, for any host, without a server",
        description="Write the page of `yahtzee serve` as a folder of static files: the browser computes, "
        "with the same kernel and to the same bits, offline too (docs/site.md). Put the folder on any host "
        "of files; to try it, python -m http.server --directory FOLDER.",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="new, empty, or an older site"
    )
    parser.add_argument(
        "--game", nargs="+", default=[], metavar="FILE", help="game files to offer beside the built-in games"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Write the site, and tell what a visit loads."""
    try:
        from ..web.service import games_of
        from ..web.site import compressed_size, write_site
    except ModuleNotFoundError as error:
        raise missing("site", str(error.name), "web") from None
    games = games_of(options.game)
    files = write_site(games.values(), options.out)
    sizes = {name: compressed_size(name, content) for name, content in files.items()}
    data = {name: size for name, size in sizes.items() if name.startswith("games/")}
    page = sum(size for name, size in sizes.items() if name not in data and not name.endswith(".png"))
    print(f"{options.out}: {len(files)} files, {len(games)} games")
    print(f"compressed, the page and its kernel take {page:,} bytes, a game {max(data.values()):,} at most")
