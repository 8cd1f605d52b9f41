"""yahtzee plan: what a run would cost, before it runs."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError
from ..game.about import about
from ..game.game import Game
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game
from .output import print_json, print_rows, print_wrapped

if TYPE_CHECKING:
    from ..partition.costs import Costs
    from ..runs.forecast import Forecast

WORKERS = [2**i for i in range(11)]
OBJECTIVES = ("expected", "saved", "maxprob", "maxprob_moments", "duel")
MOST_FIXED = 6
"""Categories of each sheet in G that a duel is planned for."""
CHOOSE_WORKERS = 16
RUN_CORES = [1, 2, 4, 8, 16, 32]
DUEL_WORKERS = [16, 100, 1000, 10000]


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "plan",
        help="what a run would cost: classes, memory, bytes, wall time by number of workers",
        description="What a run would cost. Elements are those of Cremers 2002, chapter 5: (set of filled "
        "categories) x (upper total, chip, score, saved rolls), not merged; bytes are those of the merged "
        "states. Wall times are simulated from a cost model, which --calibrate measures on this machine. The "
        "objective duel is two players who see everything.",
    )
    add_game(parser)
    parser.add_argument(
        "--objective", choices=OBJECTIVES, help="of a game; needed where there is no --config"
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the whole run of a configuration of the workflow, every rule: config/config.yaml",
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--fixed", type=int, metavar="N", help="|G|, the number of fixed categories")
    group.add_argument("--memory-mb", type=int, metavar="M", help="choose |G| for jobs of at most M MB")
    parser.add_argument("--workers", type=int, metavar="W", help="default: 1, 2, 4, ... 1024")
    parser.add_argument(
        "--choose",
        choices=("time", "memory"),
        help="plan with the categories that make the wall time on W workers (default: 16, jobs local) or the "
        "largest working set least, instead of the first of the sheet",
    )
    parser.add_argument(
        "--open-at-most",
        type=int,
        metavar="K",
        help="duel: the end of a game, K open categories of each player",
    )
    parser.add_argument("--calibrate", action="store_true", help="measure this machine first (ten seconds)")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Plan and print."""
    from ..runs.calibration import calibrate, load_calibration, store_calibration  # slow to import
    from ..runs.outlook import duel_outlook, outlook

    if options.workers is not None and options.workers < 1:
        raise UserError(f"plan: --workers {options.workers}; expected at least 1")
    path = options.results / "calibration.json"
    if options.calibrate:
        store_calibration(calibrate(), path)
    costs = load_calibration(path)
    if options.config:
        _plan_run(options, costs)
        return
    if options.objective is None:
        raise UserError("plan: expected --objective of a game, or --config of a whole run")
    game = load_game(options.game)
    if options.objective == "duel":
        if options.choose:
            raise UserError("plan: duel; expected no --choose")
        if not 0 <= (options.fixed or 0) <= MOST_FIXED or not (options.open_at_most or 1) >= 1:
            raise UserError(f"plan: duel; expected --fixed 0 to {MOST_FIXED} and --open-at-most from 1")
        workers = [options.workers] if options.workers else DUEL_WORKERS
        bill = duel_outlook(game, options.fixed or 0, options.open_at_most, workers, costs)
        print_json({**about(game), **bill}) if options.json else _print_duel(game, bill)
        return
    workers = [options.workers] if options.workers else WORKERS
    bill = outlook(
        *(game, options.objective, options.fixed, options.memory_mb, workers, costs),
        *(options.choose, options.workers or CHOOSE_WORKERS),
    )
    print_json({**about(game), **bill}) if options.json else _print(game, bill)


def _plan_run(options: argparse.Namespace, costs: "Costs") -> None:
    """The whole run of a configuration."""
    from ..runs.forecast import forecasts

    if options.objective or options.fixed or options.memory_mb or options.choose or options.open_at_most:
        raise UserError("plan: --config; expected no option of an objective beside it")
    cores = [options.workers] if options.workers else RUN_CORES
    runs = forecasts(options.config, cores, costs)
    if options.json:
        rows = [{**asdict(run), "critical_path": run.critical_path} for run in runs]
        print_json({"config": str(options.config), "calibration": costs.measured, "runs": rows})
        return
    print(f"{options.config}: {runs[0].jobs} jobs, {runs[0].cpu:.0f} CPU s;")
    print(f"  cost model of {costs.measured}\n")
    head = ["cores", "seconds", "utilisation", "critical path"]
    print_rows(head, [_row_of(run) for run in runs])
    longest = ", ".join(f"{rule} {seconds:.1f}" for rule, seconds in runs[-1].critical.items())
    print_wrapped(f"critical path with {runs[-1].cores} cores, seconds by rule: {longest}")


def _row_of(run: "Forecast") -> list[str]:
    share = run.cpu / run.cores / run.seconds
    return [str(run.cores), f"{run.seconds:.1f}", f"{share:.2f}", f"{run.critical_path:.1f}"]


def _print(game: Game, bill: dict[str, Any]) -> None:
    print(f"{named(game)}, {bill['objective']}: |G| = {bill['fixed']}, {bill['classes']} classes")
    print_wrapped(f"fixed categories: {' '.join(bill['fixed_categories']) or '-'}")
    size, held = bill["bytes"]["table"] / 1e6, bill["bytes"]["largest_working_set"] / 1e6
    print(f"table {size:.1f} MB, largest working set {held:.1f} MB (and 140 MB beside it)")
    print(f"read {bill['bytes']['read'] / 1e6:.1f} MB, written {size:.1f} MB")
    print(f"elements of chapter 5: working set {bill['largest_working_set']}, preloaded {bill['preloaded']},")
    print(f"  reads for each element {bill['reads_per_element']:.4f}")
    print(f"recommended |G|: {bill['recommended_fixed']}")
    print(f"CPU {bill['cpu_seconds']:.1f} s, critical path {bill['critical_path']:.1f} s, jobs local;")
    print(f"  cost model of {bill['calibration']}\n")
    if "choice" in bill:
        _print_choice(bill["choice"])
    head = ["workers", "seconds", "utilisation", "on Slurm"]
    print_rows(
        head,
        [
            [row[key] for key in ("workers", "seconds", "utilisation", "seconds_slurm")]
            for row in bill["workers"]
        ],
    )


def _print_duel(game: Game, bill: dict[str, Any]) -> None:
    end = f", from {bill['open_at_most']} open categories of each on" if bill["open_at_most"] else ""
    print(f"{named(game)}, duel{end}: |G| = {bill['fixed']} on each sheet, {bill['classes']} classes")
    print(f"{bill['cells']:,} cells, {bill['bytes'] / 1e9:,.3f} GB if all were kept")
    print(f"largest working set {bill['largest_working_set_bytes'] / 1e9:,.3f} GB")
    print(f"two plies on disk at a time, at most {bill['largest_two_plies_bytes'] / 1e9:,.3f} GB")
    hours = bill["core_hours"], bill["critical_path_hours"]
    print("{:,.3f} core-hours, critical path {:,.3f} hours\n".format(*hours))
    print_rows(["workers", "hours"], [[row["workers"], row["hours"]] for row in bill["workers"]])


def _print_choice(choice: dict[str, Any]) -> None:
    """The categories as config.yaml takes them, beside the first of the sheet."""
    print(f"chosen for {choice['criterion']} on {choice['workers']} workers, jobs local:")
    print_wrapped(f"fixed: [{', '.join(choice['fixed_categories'])}]", "  ")
    for what, key, unit in (("s", "seconds", 1), ("MB working set", "largest_working_set_bytes", 1e6)):
        new, old = choice[key] / unit, choice[f"{key}_default"] / unit
        print(f"  {new:.2f} {what}, {old:.2f} with the first of the sheet ({new / old - 1:+.1%})")
    print()
