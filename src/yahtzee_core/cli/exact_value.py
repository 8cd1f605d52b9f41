"""yahtzee value --exact: the expected score as a fraction."""

from typing import Any

from ..game.game import Game
from ..solve.exact import solve_exact
from ..solve.exact_summary import Summary
from .output import print_wrapped, progress_bar


def exact_answer(game: Game, threads: int | None) -> dict[str, Any]:
    """The answer of the command, solved with progress."""
    with progress_bar(f"{game.id}: exact") as show:
        summary = Summary.of(solve_exact(game, threads, show))
    row = summary.row()
    states, floats = row.pop("states"), summary.table.floats
    return {
        "game": game.id,
        "expected": floats.start_value,
        "sd": floats.start_sd,
        "states": states,
        "exact": row,
    }


def print_exact(answer: dict[str, Any]) -> None:
    """For people: digits first, then the fractions, then what holds in every position."""
    exact, game = answer["exact"], answer["game"]
    print(f"{game}: expected score {exact['digits']}")
    print(f"{game}: sd {exact['sd_digits']}")
    for name, prefix in (("expected score", ""), ("variance", "variance_")):
        over = exact["variance_primes" if prefix else "denominator_primes"]
        numerator, denominator = exact[f"{prefix}numerator"], exact[f"{prefix}denominator"]
        print(f"{name} = a / b, a of {len(numerator)} digits, b = {over} of {len(denominator)}, a =")
        print_wrapped(numerator, "  ")
    print(f"{answer['states']} states, {exact['positions']} positions solved in {answer['seconds']} s")
    print_wrapped(f"positions in which several actions are exactly best: {exact['ties']}")
    print_wrapped(
        "positions in which the policy of the float64 table takes an action that is not exactly best: "
        f"{exact['not_best']}; that the tie rule does not take: {exact['not_first']}"
    )
    _print_gap("closest actions that are not equal", exact, "smallest_gap")
    _print_gap("closest to a best action", exact, "smallest_margin")
    print(f"largest error of the float64 table: {exact['largest_error']:.2g} points")


def _print_gap(what: str, exact: dict[str, Any], name: str) -> None:
    if exact[name] is not None:
        print_wrapped(f"{what}: {exact[name]:.3g} points, at {exact[f'{name}_at']}")
