"""yahtzee advise: what to do in a position, or in many."""

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError, naming
from ..game.joker_rules import named
from ..game.load import load_game
from ..turn.positions import format_action
from .input import add_aim, add_game, input_lines, refuse_game
from .output import print_json, print_rows, print_wrapped, progress_bar
from .why import print_why

if TYPE_CHECKING:
    from ..advice.advice import Advice
    from ..advice.advisor import Advisor
    from ..advice.aims import Aim
    from ..advice.why import Why
    from ..policies.distribution import Distribution
    from ..turn.positions import Action, Position

SHOWN = 10
FILES = (".csv", ".jsonl", ".parquet")


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "advise",
        help="what to do in a position",
        description="Every action in a position with what it is worth, best first. A position is a line, a "
        "score sheet, words or JSON (docs/notations.md), for example 'dice 1 3 3 5 6 | rerolls 2 | upper 8 | "
        "filled ones twos chance', or 13356 for the first roll of a game; - reads one from each line of "
        "standard input and answers in a line each; a .csv, .jsonl or .parquet file with a column position "
        "(and action) is answered in a file. Without an aim it is for the highest expected score. Tie: "
        "another action is as good; close: the next best loses less than 0.5 points (of a probability: 1%); "
        "else clear.",
    )
    add_game(parser)
    parser.add_argument("position", help="a position, - for standard input, or a file of positions")
    aims = add_aim(parser)
    aims.add_argument(
        "--opponent-total",
        type=int,
        metavar="N",
        help="to end above an opponent who has finished with N; a draw counts half",
    )
    aims.add_argument(
        "--opponent",
        metavar="SHEET",
        help="to win against a player who sees everything and plays exactly, too: their sheet, for example "
        "'filled ones chance | upper 3 | points 24'; the position must say its points. Few open categories "
        "take seconds, the start of Yacht minutes",
    )
    parser.add_argument(
        "--quantiles",
        type=int,
        default=0,
        metavar="N",
        help="quantiles of the final total for the N best actions (a second each early in a game)",
    )
    parser.add_argument(
        "--why",
        action="store_true",
        help="why the best action is best: beside the next two, what each brings in every category and "
        "bonus, and the difference in words",
    )
    parser.add_argument(
        "--against", metavar="ACTION", help="the same beside this action, for example 'keep 3 5'"
    )
    parser.add_argument("--all", action="store_true", help=f"all actions, not the {SHOWN} best")
    parser.add_argument("--out", type=Path, help="the file to write, when positions are a file")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON (from standard input: a line each)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Advise and print."""
    _check(options)
    with _advisor(options) as advisor:
        if options.position == "-":
            _lines(advisor, options)
        elif _is_file(options.position):
            _file(advisor, options)
        else:
            _one(advisor, options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    refuse_game(options.position, "advise", "a position")
    is_file, for_score = _is_file(options.position), _for_score(options)
    if options.quantiles and (options.position == "-" or not for_score):
        raise UserError("advise: --quantiles; expected it with one position, and without another aim")
    if options.quantiles < 0:
        raise UserError(f"advise: --quantiles {options.quantiles}; expected at least 0")
    if (options.why or options.against) and (options.position == "-" or is_file):
        raise UserError("advise: --why, --against; expected them with one position")
    if options.out is not None and not is_file:
        raise UserError(f"advise: --out; expected it with a file of positions ({', '.join(FILES)}) only")
    if is_file and (options.out is None or not for_score):
        raise UserError("advise: a file of positions; expected --out FILE, and no other aim")


def _for_score(options: argparse.Namespace) -> bool:
    """Whether the advice is for the expected score."""
    return _aim_of(options).objective == "expected" and options.opponent is None


def _aim_of(options: argparse.Namespace) -> "Aim":
    """The aim but for a duel; errors name the option."""
    from ..advice.aims import Aim

    with _naming_options():
        return Aim(options.target, options.to_come, options.opponent_total)


@contextmanager
def _naming_options() -> Iterator[None]:
    """Errors about an aim name the option that it is here."""
    try:
        yield
    except UserError as error:
        option = re.sub(r"\b(target|to_come|opponent_total)\b", _option, str(error))
        raise UserError(option) from None


def _option(word: re.Match[str]) -> str:
    return f"--{word[0].replace('_', '-')}"


def _is_file(position: str) -> bool:
    """Whether positions are in a file: known by its name, as Arrow is slow to import."""
    return Path(position).suffix.lower() in FILES


@contextmanager
def _advisor(options: argparse.Namespace) -> Iterator["Advisor"]:
    from ..advice.advisor import Advisor  # slow to import

    game = load_game(options.game)
    aim = "duel" if options.opponent else _aim_of(options).objective
    why = f"{game.id}: nothing in {options.results} for this aim, so it is solved now, and not kept"
    with progress_bar(f"{game.id}: {aim}", why) as progress:
        yield Advisor(game, options.results, progress)


def _position(advisor: "Advisor", text: str) -> "Position":
    """A position that can be, before anything is solved; UserError when it cannot."""
    from ..advice.notation import parse_position
    from ..turn.positions import state_of

    position: Position = parse_position(text, advisor.arena.states)
    state_of(advisor.arena.states, position)
    return position


def _advice(advisor: "Advisor", position: "Position", options: argparse.Namespace) -> "Advice":
    from ..advice.notation import parse_sheet

    if options.opponent is not None:
        return advisor.duel(position, parse_sheet(options.opponent, advisor.game, "opponent"))
    with _naming_options():
        return _aim_of(options).advice(advisor, position)


def _one(advisor: "Advisor", options: argparse.Namespace) -> None:
    from ..advice.as_json import advice_json

    position = _position(advisor, options.position)
    if (options.why or options.against) and options.opponent is None:
        _ = advisor.parts  # which hold the chances of the advice, too
    advice = _advice(advisor, position, options)
    wanted = advice.actions[: options.quantiles]
    distributions = {o.action: advisor.distribution(advice.position, o.action) for o in wanted}
    why = _why(advice, options)
    if options.json:
        print_json(advice_json(advice, distributions, why))
    else:
        _print(advice, distributions, None if options.all else SHOWN)
        for one in why or ():
            print_why(advice, one)


def _why(advice: "Advice", options: argparse.Namespace) -> "tuple[Why, ...] | None":
    """What --why and --against ask for, None when they are not given."""
    return advice.why(options.against) if options.why or options.against is not None else None


def _lines(advisor: "Advisor", options: argparse.Namespace) -> None:
    """An answer in a line for each position; a bad one names its line."""
    import json

    from ..advice.as_json import advice_json

    for number, text in enumerate(input_lines(), start=1):
        if not text.strip():
            continue
        with naming(f"line {number}"):
            advice = _advice(advisor, _position(advisor, text), options)
        best = advice.best
        if options.json:
            print(json.dumps(advice_json(advice)), flush=True)
        else:
            print(f"{named(advice.game)}: {best.text} {best.value:.6g} ({advice.closeness})", flush=True)


def _file(advisor: "Advisor", options: argparse.Namespace) -> None:
    from ..advice.batch import advise_file

    rows = advise_file(advisor.arena, Path(options.position), options.out)
    print(f"{options.out}: {rows} positions of {advisor.game.id}")


def _print(advice: "Advice", distributions: "dict[Action, Distribution]", shown: int | None) -> None:
    from ..advice.as_json import quantiles
    from ..advice.notation import format_words

    print(f"{named(advice.game)}: {_target(advice)}; {advice.closeness}")
    print_wrapped(format_words(advice.game, advice.position))
    print()
    columns = _columns(advice)
    rows = [[getattr(option, name) for name in columns] for option in advice.actions[:shown]]
    print_rows(list(columns.values()), rows)
    left = len(advice.actions) - len(rows)
    if left:
        print(f"and {left} more (--all)")
    when = "from here on" if advice.position.points is None else "at the end"
    for action, distribution in distributions.items():
        text = ", ".join(f"{p} {score}" for p, score in quantiles(distribution).items())
        print(f"\n{format_action(advice.game, action)}: points {when}: {text}")


def _columns(advice: "Advice") -> dict[str, str]:
    """The columns of advice and their heads: no bonus and no equal dice in a game without."""
    game, columns = advice.game, {"text": "action", "value": "value", "loss": "loss", "points": "now"}
    if advice.objective != "expected":
        return {**columns, "value": "probability"}
    if game.upper_bonus:
        columns["upper_bonus"] = "upper bonus"
    if game.equal_dice is not None:
        columns["yahtzee"] = game.categories[game.equal_dice].id
    return columns


def _target(advice: "Advice") -> str:
    if advice.objective == "expected":
        return "expected points to come"
    if advice.objective == "duel":
        return "probability to win, and half of a draw, exact play of both"
    if advice.objective == "beat":
        return f"probability of more than {advice.opponent_total}, half of a draw ({advice.to_come} more)"
    return f"probability of {advice.target} ({advice.to_come} more)"
