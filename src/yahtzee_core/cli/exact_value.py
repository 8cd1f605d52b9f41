"""yahtzee value --exact and maxprob --exact: numbers as fractions."""

from typing import Any

from ..game.about import about
from ..game.game import Game
from ..game.joker_rules import named
from ..solve.digits import decimal, powers
from ..solve.exact import solve_exact
from ..solve.exact_maxprob import ExactMaxProb, solve_exact_maxprob
from ..solve.exact_summary import Summary
from ..turn.states import State
from .output import named_in, print_json, print_wrapped, progress_bar


def exact_answer(game: Game, threads: int | None) -> dict[str, Any]:
    """The answer of the command, solved with progress."""
    why = f"{game.id}: every position is solved in whole numbers"
    with progress_bar(f"{game.id}: exact", why) as show:
        summary = Summary.of(solve_exact(game, threads, show))
    row = summary.row()
    states, floats = row.pop("states"), summary.table.floats
    return {
        **about(game),
        "mean": floats.start_value,
        "sd": floats.start_sd,
        "states": states,
        "exact": row,
    }


def print_exact(answer: dict[str, Any]) -> None:
    """For people: digits first, then the fractions, then what holds in every position."""
    exact, game = answer["exact"], named_in(answer)
    print(f"{game}, exactly")
    print(f"expected score {exact['digits']}")
    print(f"sd {exact['sd_digits']}")
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


def print_exact_probability(game: Game, state: State, score: int, as_json: bool) -> None:
    """The highest probability of so many points from a state, solved with progress."""
    with progress_bar(f"{game.id}: exact maxprob") as show:
        solved = solve_exact_maxprob(game, progress=show)
    row = _probability_row(solved, state, score)
    if as_json:
        probability = float(solved.probability(state, score))
        print_json({**about(game), "to_come": score, "probability": probability, "exact": row})
        return
    print(f"{named(game)}: at least {score} points with probability, at best,")
    print(f"  {row['digits']}")
    over, length = row["denominator_primes"], len(row["numerator"])
    print(f"probability = a / b, a of {length} digits, b = {over}, a =")
    print_wrapped(row["numerator"], "  ")
    print_wrapped(
        f"of {row['positions']} positions, each with a number of points to reach: in {row['ties']} several "
        f"actions are exactly best; in {row['near']} one is behind by a share below 1e-12, at least by "
        f"{row['smallest_margin'] or 0:.2g}"
    )


def _probability_row(solved: ExactMaxProb, state: State, score: int) -> dict[str, Any]:
    probability, audit = solved.probability(state, score), solved.audit
    return {
        "numerator": str(probability.numerator),
        "denominator": str(probability.denominator),
        "denominator_primes": powers(probability.denominator),
        "digits": decimal(probability),
        "positions": audit.positions,
        "ties": audit.ties,
        "near": audit.near,
        "smallest_margin": audit.margin.gap if audit.margin else None,
    }
