"""Games, objectives and commands, each with each: what comes is a number, or a refusal in one line."""

import contextlib
import io
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from helpers import PROJECT
from toy_games import CHANCE, IN_ORDER, PAIR, Raw, game, upper
from variants_of_games import saving, with_first_roll

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.runs.plan import load_plan
from yahtzee_core.turn.states import States

NUMBER, REFUSAL = "N", "R"
SHEET = [*upper(1, 3), PAIR, CHANCE]
BONUS = {"threshold": 4, "bonus": 5}
PLAIN = game("plain-own", 2, 3, 2, SHEET, upper=BONUS)
KINDS: dict[str, Raw] = {
    "in-order": {**IN_ORDER, "id": "in-order"},
    "several-bonuses": {
        **PLAIN,
        "id": "several-bonuses",
        "upper": {**BONUS, "further": [{"threshold": 6, "bonus": 3}, {"threshold": 8, "bonus": 2}]},
    },
    "one-roll": {**PLAIN, "id": "one-roll", "rolls": 1},
    "seven-rolls": {**PLAIN, "id": "seven-rolls", "rolls": 7},
    "saved-rolls": {**saving(PLAIN), "id": "saved-rolls"},
    "first-roll": {**with_first_roll(PLAIN), "id": "first-roll"},
}
OWN = {name: {**raw, "title": name.replace("-", " ").capitalize()} for name, raw in KINDS.items()}
"""A game of each kind that a file can say."""


def file_of(name: str, folder: Path) -> str:
    """What a command is given for a game."""
    if name not in OWN:
        return name
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(OWN[name], sort_keys=False), encoding="utf-8")
    return str(path)


# Commands

Arguments = Callable[[Game, str, Path], list[str]]
"""What follows the name of the command: for a game, what it is given as, and a folder."""


def on(*arguments: str) -> Arguments:
    """A game, then the same arguments for every game."""
    return lambda rules, at, folder: [at, *arguments]


def last_sheet(rules: Game) -> str:
    """The sheet before the last turn, in words, without dice."""
    filled = rules.full & ~(1 << (0 if rules.order == "up" else len(rules.categories) - 1))
    states = States(rules)
    total = int(states.totals[int(states.upper_filled[filled])][-1])
    return f"filled {' '.join(rules.names(filled))} | upper {total} | points {total + 9}"


def advise(*aim: str) -> Arguments:
    """A position of the last turn, and what the advice is for; SHEET: of an opponent who moves next."""

    def arguments(rules: Game, at: str, folder: Path) -> list[str]:
        sheet, dice = last_sheet(rules), " ".join(["1"] * rules.dice)
        more = [sheet if word == "SHEET" else word for word in aim]
        return [at, f"dice {dice} | rerolls {rules.rolls - 1} | {sheet}", *more]

    return arguments


def review(rules: Game, at: str, folder: Path) -> list[str]:
    """A log of a game in which every turn scores its first roll, no two dice of it equal."""
    dice = " ".join(str(1 + i % 2) for i in range(rules.dice))
    sheet = rules.categories[::-1] if rules.order == "up" else rules.categories
    path = folder / f"{rules.id}.log"
    lines = [f"dice {dice} | rerolls {rules.rolls - 1} => score {category.id}\n" for category in sheet]
    path.write_text("".join(lines), encoding="utf-8")
    return [at, str(path)]


def into_a_file(name: str, *arguments: str) -> Arguments:
    """A command that writes a file."""
    return lambda rules, at, folder: [at, *arguments, "--out", str(folder / f"{rules.id}-{name}")]


COMMANDS: dict[str, Arguments] = {
    "games": on(),
    "value": on(),
    "value --exact": on("--exact"),
    "maxprob": on("--target", "9"),
    "maxprob --moments": on("--target", "9", "--moments"),
    "maxprob --exact": on("--target", "9", "--exact"),
    "distribution": on(),
    "certificate": into_a_file("bounds.parquet"),
    "advise": advise(),
    "advise --target": advise("--target", "20"),
    "advise --opponent-total": advise("--opponent-total", "20"),
    "advise --opponent": advise("--opponent", "SHEET"),
    "review": review,
    "strategies": on(),
    "evaluate": on("greedy"),
    "estimate": on("greedy", "--games", "3"),
    "compare": on("greedy", "expected"),
    "simulate": on("greedy", "--games", "3"),
    "export": lambda rules, at, folder: [at, str(folder / f"{rules.id}-set"), "--positions", "5"],
    "search": into_a_file("a_b.yaml", "pairs"),
    "blind": on("greedy"),
    "race": on("--against", "greedy", "--games", "3"),
    "duel": on("--threads", "1"),
    "endgames": on("--open", "1", "--positions", "3"),
    "plan expected": on("--objective", "expected"),
    "plan saved": on("--objective", "saved"),
    "plan maxprob": on("--objective", "maxprob"),
    "plan duel": on("--objective", "duel"),
    "plan duel --open-at-most": on("--objective", "duel", "--open-at-most", "1"),
}
"""By the name of the command with what tells it from others."""
NO_JSON = ("search",)


def asked(name: str, game: str, folder: Path, json: bool = True) -> str:
    """NUMBER, or REFUSAL, of a command on a game, in words and as JSON; AssertionError for anything else."""
    at = file_of(game, folder)
    command = [name.split(maxsplit=1)[0], *COMMANDS[name](load_game(at), at, folder)]
    in_words = answered(command)
    if json and name not in NO_JSON:
        assert answered([*command, "--json"]) == in_words, command
    return in_words


def answered(command: list[str]) -> str:
    """What a command on the command line comes to."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(command)
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 2
    if code == 0:
        assert has_number(out.getvalue()), (command, out.getvalue()[:300])
        return NUMBER
    assert code == 2 and out.getvalue() == "", (command, code, out.getvalue()[:300])
    assert_refusal(err.getvalue(), command)
    return REFUSAL


def assert_refusal(text: str, where: Any) -> None:
    """One line that says what was expected."""
    assert text.startswith("error: ") and text.endswith("\n") and text.count("\n") == 1, (where, text)
    assert len(text) <= 310 and "Traceback" not in text, (where, text)
    assert "expected" in text, (where, text)


def has_number(text: str) -> bool:
    """Whether an answer has a finite number; JSON with none that is not finite."""
    assert not re.search(r"\b(NaN|Infinity)\b", text), text[:300]
    return any(math.isfinite(float(number)) for number in re.findall(r"-?\d+(?:\.\d+)?", text))


# Objectives of the workflow

OBJECTIVES = {
    "expected": {"objectives": ["expected"]},
    "exact": {"objectives": ["expected", "exact"]},
    "saved": {"objectives": ["saved"]},
    "maxprob": {"objectives": ["expected", "maxprob"]},
    "maxprob_moments": {"objectives": ["expected", "maxprob"], "maxprob_moments": True},
    "maxprob_approx": {"objectives": ["expected", "maxprob", "maxprob_approx"]},
    "duel": {"objectives": ["expected", "duel"]},
    "duel_expected_first": {"objectives": ["expected", "duel_expected_first"]},
    "duel_endgame": {"objectives": ["expected", "duel_endgame"]},
    "strategies": {"objectives": ["expected"], "strategies": "all"},
    "blind": {"objectives": ["expected"], "strategies": "all", "blind": True},
    "races": {"objectives": ["expected"], "strategies": "all", "races": {"players": [2], "games": 2}},
    "rule_changes": {"objectives": ["expected"], "rule_changes": True},
    "export": {"objectives": ["expected"], "export": {"positions": 5, "shard_size": 2}},
    "saved, rule_changes": {"objectives": ["saved"], "rule_changes": True},
}
"""Runs of the workflow that the docs describe, by what they add."""


def configured(name: str, game: str, folder: Path) -> str:
    """NUMBER where the workflow has a plan of a run, else REFUSAL: before any job."""
    run = {"game": file_of(game, folder), **OBJECTIVES[name]}
    try:
        plan = load_plan({"runs": [run]}, PROJECT / "config/schema.yaml", "config.yaml")
    except UserError as error:
        assert_refusal(f"error: {error}\n", run)
        return REFUSAL
    assert plan.tables
    return NUMBER
