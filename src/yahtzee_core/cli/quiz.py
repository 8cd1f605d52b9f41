"""yahtzee quiz: positions to guess in, with what a guess loses, and why."""

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError, naming
from ..files import read_text
from ..game.about import about
from ..game.joker_rules import named
from ..game.load import load_game
from .input import add_game, add_strategy, input_lines, names_dice, prompted
from .output import print_json, print_rows, print_wrapped, progress_bar
from .why import print_lost

if TYPE_CHECKING:
    from ..advice.advice import Advice
    from ..advice.advisor import Advisor
    from ..advice.quiz import Answers, Question
    from ..turn.positions import Action

NUMBER = 10
STRATEGY = "greedy"


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "quiz",
        help="guess the best action, and see what a guess loses and why",
        description="Positions in which a strategy loses points, the more likely the more it loses there. "
        "Answer with an action, keep 3 3 (or 3 3) or score chance; then stand what it loses against the best "
        "one, and why. quit, or the end of input, ends the quiz with its score.",
    )
    add_game(parser)
    source = parser.add_mutually_exclusive_group()
    add_strategy(source, "--strategy", f"whose positions; default: {STRATEGY}; else ")
    source.add_argument("--log", type=Path, help="the moves of this log that lost points, in place of those")
    parser.add_argument("--questions", type=int, default=NUMBER, metavar="N", help=f"default: {NUMBER}")
    parser.add_argument("--seed", type=int, help="of the questions; the same seed brings the same ones")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.add_argument(
        "--json", action="store_true", help="print questions and answers as JSON; ask nothing"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Ask, or print what would be asked."""
    from ..advice.advisor import Advisor  # slow to import

    if options.questions < 1:
        raise UserError(f"quiz: --questions {options.questions}; expected at least 1")
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    if seed < 0:
        raise UserError(f"quiz: --seed {seed}; expected at least 0")
    advisor = Advisor(load_game(options.game), options.results)
    questions = _questions(advisor, options, seed)
    if options.json:
        answers = [_answer(advisor, question) for question in questions]
        print_json({**about(advisor.game), "seed": seed, "questions": answers})
        return
    print(f"{named(advisor.game)}, seed {seed}: {len(questions)} questions, for the highest expected score")
    _print_score(_ask(advisor, questions))


def _questions(advisor: "Advisor", options: argparse.Namespace, seed: int) -> "list[Question]":
    from ..advice.quiz import log_questions, strategy_questions
    from ..policies.strategies.load import load_strategy

    _ = advisor.parts  # which hold the chances of the advice, too
    if options.log is not None:
        text = read_text(options.log, "a log")
        with naming(options.log):
            return log_questions(advisor, text, options.questions, seed)
    strategy = load_strategy(options.strategy or STRATEGY, advisor.game)
    with progress_bar(f"{advisor.game.id}: games of {strategy.id}") as progress:
        return strategy_questions(advisor, strategy, options.questions, seed, progress)


def _answer(advisor: "Advisor", question: "Question") -> dict[str, Any]:
    """A question with its answer, as JSON."""
    from ..advice.as_json import record

    advice = advisor.expected(question.position)
    (why,) = advice.why(question.played)
    best = {"best": advice.best.text, "value": advice.best.value}
    return {**record(advisor.game, question), **best, "why": record(advisor.game, why)}


def _ask(advisor: "Advisor", questions: "list[Question]") -> "Answers":
    """Ask until the questions, or the input, are at their end."""
    from ..advice.notation import format_words
    from ..advice.quiz import Answers

    answers, lines = Answers(), input_lines()
    for number, question in enumerate(questions, start=1):
        print(f"\nquestion {number} of {len(questions)}")
        print_wrapped(format_words(advisor.game, question.position))
        advice = advisor.expected(question.position)
        while True:
            line = prompted(lines)
            if line is None or line in ("quit", "q"):
                return answers
            try:
                guess = advice.taken(_action(advisor, line))
                break
            except UserError as error:
                print_wrapped(str(error))
        answers.add(guess)
        _tell(advice, guess.action, question)
    return answers


def _action(advisor: "Advisor", line: str) -> "Action":
    from ..advice.notation import parse_action

    return parse_action(f"keep {line}" if names_dice(line) else line, advisor.game)


def _tell(advice: "Advice", action: "Action", question: "Question") -> None:
    """What a guess loses, and why; of the best one, why what was played is not."""
    from ..turn.positions import format_action

    guess = advice.taken(action)
    if not guess.is_best:
        print_lost(advice, guess, "the best is to")
        (why,) = advice.why(action)
    else:
        played = format_action(advice.game, question.played)
        print(f"best: {guess.value:.2f} points to come; {played} was played, and loses {question.loss:.2f}")
        (why,) = advice.why(question.played)
    print_wrapped(" ".join(why.sentences))


def _print_score(answers: "Answers") -> None:
    if answers.number:
        print()
        print_rows(["decisions", "guesses", "best", "mean loss"], [list(row) for row in answers.rows()])
