"""yahtzee export: positions with what every action is worth, as a dataset."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import print_json, progress_bar, several

if TYPE_CHECKING:
    from ..game.game import Game
    from ..runs.export import Exported


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "export",
        help="positions with what every action is worth, as a dataset",
        description="Write positions with the value and the loss of every action, exactly, to a folder: "
        "shards of Parquet, and manifest.json, which says what they are (docs/dataset.md). They are of any "
        "states, each as likely, or of the games of a strategy. Shards that are there stay, so that an "
        "export that was ended goes on, and one that asks for more positions adds shards.",
    )
    add_game(parser)
    parser.add_argument("folder", type=Path, help="new, empty, or with shards of the same dataset")
    parser.add_argument("--positions", type=int, default=1_000_000, metavar="N", help="default: 1000000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    add_strategy(parser, "--strategy", "whose games they are of, in place of any states: ")
    parser.add_argument(
        "--perturbed",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="the share of its actions that are replaced at random; default: 0",
    )
    parser.add_argument(
        "--shard-size", type=int, default=1_000_000, metavar="N", help="positions a file; default: 1000000"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Write and print."""
    from ..runs.export import Dataset, export  # slow to import

    refuse_game(str(options.folder), "export", "a folder")
    game = load_game(options.game)
    drawn = (options.positions, options.strategy, options.perturbed, options.seed, options.shard_size)
    dataset = Dataset(*drawn)
    with progress_bar(f"{game.id}, {dataset.drawn(game)}") as show:
        exported = export(game, options.folder, dataset, show)
    print_json(_answer(game, exported)) if options.json else _print(game, dataset.drawn(game), exported)


def _answer(game: "Game", exported: "Exported") -> dict[str, Any]:
    names = ("strategy", "perturbed", "seed", "positions", "shard_size", "shards")
    asked = {name: exported.manifest[name] for name in names}
    return {**about(game), "folder": str(exported.folder), **asked, "kept": exported.kept}


def _print(game: "Game", drawn: str, exported: "Exported") -> None:
    shards, positions = exported.manifest["shards"], exported.manifest["positions"]
    size = sum(shard["bytes"] for shard in shards)
    print(f"{named(game)}: {several(positions, 'position')}, {drawn}")
    kept = f", {exported.kept} of them kept" if exported.kept else ""
    print(
        f"{exported.folder}: {several(len(shards), 'shard')}{kept}, {size} bytes, {size / positions:.0f} each"
    )
