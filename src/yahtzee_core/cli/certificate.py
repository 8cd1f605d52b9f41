"""yahtzee certificate: numbers between which the values of all states lie, for others to check."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..files import atomic, reason
from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game
from .output import print_json, progress_bar


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "certificate",
        help="bounds of every value, for others to check",
        description="Write two numbers for every state, lo and hi, between which the expected points to come "
        "under best play lie, as Parquet. tools/check_certificate.py, which shares no code with this "
        "program, checks them state by state from the game file: docs/exactness.md.",
    )
    add_game(parser)
    parser.add_argument("--out", type=Path, required=True, help="the file to write, .parquet")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Solve, write and print."""
    import pyarrow.parquet as pq  # slow to import

    from ..solve.certificate import certify

    game = load_game(options.game)
    with progress_bar(f"{game.id}: certificate") as show:
        certificate = certify(game, show)
    try:
        with atomic(options.out) as temporary:
            pq.write_table(certificate.to_arrow(), temporary, compression="zstd")
    except OSError as error:
        raise UserError(f"{options.out}: {reason(error)}; expected room and permission to write") from None
    states = certificate.ready.states
    lo, hi = (certificate.bounds[states.index(states.start)] / 2.0**certificate.bits).tolist()
    answer = {**about(game), "file": str(options.out), "states": len(states), "lo": lo, "hi": hi}
    if options.json:
        print_json({**answer, "widest": certificate.widest, "sha256": certificate.sha256})
    else:
        print(f"{named(game)}: {len(states)} states, hi - lo at most {certificate.widest:.2g} points")
        print(f"{named(game)}: expected score from {lo!r} to {hi!r}")
        print(f"{named(game)}: SHA-256 of the bounds {certificate.sha256}")
