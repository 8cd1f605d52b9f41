"""yahtzee results: whether the files of a results folder are as they were written, and of what."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import UserError
from .output import print_json, print_rows, progress_bar


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "results",
        help="check the files of a results folder",
        description="`yahtzee results check` reads every file of a results folder and compares its content "
        "with the digest that was recorded when it was written. It lists the files that are damaged, missing "
        "or without a record (exit code 2), and those that belong to other rules, strategies or another "
        "version of the solver than are there now: the next run makes these again.",
    )
    parser.add_argument("action", choices=["check"], help="what to do")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Check and print."""
    from ..runs.verification import verify  # slow to import

    if not options.results.is_dir():
        raise UserError(f"{options.results}: no such folder; expected results: run make run, or snakemake")
    with progress_bar("checking") as show:
        report = verify(options.results, show)
    rows = [{"file": str(path), "state": state} for path, state in report.states.items()]
    if options.json:
        print_json({"files": report.files, "bad": report.bad, "rows": rows})
    else:
        if rows:
            print_rows(["file", "state"], [list(row.values()) for row in rows])
        print(f"{options.results}: {report.files} files, {report.files - report.bad} of them as written")
    if report.bad:
        raise UserError(f"{options.results}: bad files: {report.bad}; delete them and run again")
