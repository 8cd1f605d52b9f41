"""yahtzee blind: best answers to a strategy whose game is not seen, and where they lead."""

import argparse
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..game.about import about
from ..game.game import Game
from ..game.load import load_game
from .input import add_game, add_strategy, refuse_game
from .output import named_in, print_json, print_rows, progress_bar

UTILITIES = ("win", "half", "margin")
GAP = 1e-12
"""Less is rounding: the equilibrium is found."""


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "blind",
        help="the best answer to a strategy whose game is not seen",
        description="Two players who do not see each other's game: the best answer to a strategy, exactly "
        "(Glenn 2007, section II-D), the answers to answers, and their equilibrium. An answer takes a "
        "minute on two cores for yahtzee.",
    )
    add_game(parser)
    add_strategy(parser, "strategy", "the opponent's: ")
    parser.add_argument(
        "--utility",
        choices=UTILITIES,
        default="half",
        help="what is maximised: P(win); half: P(win) + P(draw) / 2; the margin of points; default: half",
    )
    further = parser.add_mutually_exclusive_group()
    further.add_argument(
        "--sequence", type=int, metavar="N", help="N answers: to the strategy, to that answer, and so on"
    )
    further.add_argument(
        "--equilibrium",
        type=int,
        metavar="N",
        help="the equilibrium, by at most N answers to mixes of those before (utility half)",
    )
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Solve and print."""
    refuse_game(options.strategy, "blind", "a strategy")
    from ..advice.answers import distribution_of  # slow to import

    _check(options)
    game = load_game(options.game)
    opponent = distribution_of(game, options.results, options.strategy)
    solve, show = _asked(options)
    why = f"{game.id}: the best answer is solved over all states and points"
    with progress_bar(f"{game.id}: best answers to {opponent.strategy}", why) as progress:
        result = solve(game, opponent.probability, options, progress)
    answer = {**about(game), "opponent": opponent.strategy, "utility": options.utility, **result}
    print_json(answer) if options.json else show(answer)


def _check(options: argparse.Namespace) -> None:
    for name in ("sequence", "equilibrium"):
        n = getattr(options, name)
        if n is not None and n < 1:
            raise UserError(f"--{name} {n}; expected a number of answers from 1")
    if options.equilibrium and options.utility != "half":
        raise UserError(
            f"--utility {options.utility}: an equilibrium needs wins and losses to sum up; expected half"
        )


def _asked(options: argparse.Namespace) -> tuple[Any, Any]:
    """How to solve, and how to print."""
    if options.sequence:
        return _sequence, _print_sequence
    return (_equilibrium, _print_equilibrium) if options.equilibrium else (_one, _print_one)


def _one(game: Game, opponent: Any, options: argparse.Namespace, progress: Any) -> dict[str, Any]:
    from ..players.blind import best_answer, same_strategy

    best = best_answer(game, opponent, options.utility, progress=progress)
    win, draw, loss = same_strategy(opponent)
    return {
        "value": best.value,
        "best_answer": {"p_win": best.win, "p_draw": best.draw, "p_lose": best.loss},
        "same_strategy": {"p_win": win, "p_draw": draw, "p_lose": loss},
    }


def _sequence(game: Game, opponent: Any, options: argparse.Namespace, progress: Any) -> dict[str, Any]:
    from ..players.equilibrium import answer_sequence

    answers = answer_sequence(game, opponent, options.utility, options.sequence, progress=progress)
    return {
        "answers": [
            {
                "answer": number,
                "value": one.value,
                "p_win": one.win,
                "p_draw": one.draw,
                "p_lose": one.loss,
                **_moments(game, one.probability),
            }
            for number, one in enumerate(answers, start=1)
        ]
    }


def _equilibrium(game: Game, opponent: Any, options: argparse.Namespace, progress: Any) -> dict[str, Any]:
    from ..players.equilibrium import equilibrium_rounds

    rounds = list(equilibrium_rounds(game, opponent, options.equilibrium, GAP, progress=progress))
    mix = [{"answer": i, "weight": float(weight)} for i, weight in enumerate(rounds[-1].mix) if weight > 0]
    return {
        "gap": rounds[-1].gap,
        "rounds": [
            {"round": number, "gap": one.gap, **_moments(game, one.probability)}
            for number, one in enumerate(rounds, start=1)
        ],
        "mix": mix,
    }


def _moments(game: Game, probability: Any) -> dict[str, float]:
    from ..policies.distribution import Distribution

    total = Distribution(game, "", probability)
    return {"mean": total.mean, "sd": total.sd}


def _title(answer: dict[str, Any]) -> None:
    opponent, utility = answer["opponent"], answer["utility"]
    print(f"{named_in(answer)}, against {opponent}, neither seeing the other (utility {utility})")


def _print_one(answer: dict[str, Any]) -> None:
    _title(answer)
    for key, name in (("best_answer", "best answer"), ("same_strategy", "its own strategy")):
        print("{0}: wins {p_win:.4%}, draws {p_draw:.4%}, loses {p_lose:.4%}".format(name, **answer[key]))


def _print_sequence(answer: dict[str, Any]) -> None:
    _title(answer)
    print("each answer against the one before; its own total\n")
    print_rows(list(answer["answers"][0]), [list(row.values()) for row in answer["answers"]])


def _print_equilibrium(answer: dict[str, Any]) -> None:
    _title(answer)
    print("gap: what the best answer to the mix of a round wins above 1/2; the mix's total\n")
    print_rows(list(answer["rounds"][0]), [list(row.values()) for row in answer["rounds"]])
    print(f"\nthe mix of the last round; 0 is {answer['opponent']}\n")
    print_rows(["answer", "weight"], [list(row.values()) for row in answer["mix"]])
