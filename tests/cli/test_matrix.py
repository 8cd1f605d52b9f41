"""Every kind of game with every objective and command: a number, or a refusal that the docs know."""

import re
from pathlib import Path

import pytest
import yaml
from helpers import PROJECT
from lanes import slow_but
from matrix import COMMANDS, NUMBER, OBJECTIVES, OWN, REFUSAL, asked, configured, file_of
from workflow_runs import run

from yahtzee_core.game.load import all_games, load_game

SOLVED = {
    "expected": (["plan expected"], ["expected", "rule_changes"]),
    "maxprob": (
        [
            *("maxprob", "maxprob --moments", "maxprob --exact", "value --exact", "certificate", "duel"),
            *("plan maxprob", "plan duel --open-at-most"),
        ],
        ["maxprob", "maxprob_moments", "maxprob_approx", "exact", "duel_endgame"],
    ),
    "policies": (
        [
            *("distribution", "advise", "advise --target", "advise --opponent-total", "advise --opponent"),
            *("review", "strategies", "evaluate", "estimate", "compare", "simulate", "search"),
            *("export", "blind", "race", "endgames", "plan duel"),
        ],
        ["duel", "duel_expected_first", "strategies", "blind", "races", "export"],
    ),
}
"""What goes with each column of the table in docs/games.md: commands, and objectives."""
ROWS = {
    "in-order": "order",
    "several-bonuses": "several upper bonuses",
    "one-roll": "one roll, seven rolls",
    "seven-rolls": "one roll, seven rolls",
    "first-roll": "points for first rolls",
    "saved-rolls": "saved rolls",
}
"""The row of a game in that table."""
LARGE = ("maxi-yatzy", "maxi-yatzy-saved")
"""Games with 100 MB of values and more: a plan or a command takes minutes."""
BUILT_IN = [name for name in all_games() if name not in LARGE]
SMALL = ("toy", "crag", "generala-served")
"""Built-in games of which every command takes seconds."""
LONG = (
    *("value --exact", "maxprob --exact", "certificate", "maxprob --moments"),
    *("blind", "race", "search", "duel"),
)
"""Commands that take minutes where a game has a hundred thousand states; the rest is asked of every game."""
MANY_JOBS = ("duel_expected_first", "strategies", "blind", "races", "rule_changes")
MINUTES = {"crag": ("duel",)}
"""Commands that take minutes in a small game."""


def documented(game: str) -> dict[str, str]:
    """NUMBER or REFUSAL by column of the table in docs/games.md."""
    text = (PROJECT / "docs/games.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\| {re.escape(ROWS[game])} \| (.*) \|$", text, re.MULTILINE)
    cells = [cell.split()[0].rstrip(":;") for cell in line.split(" | ")]
    return dict(zip(SOLVED, [{"yes": NUMBER, "no": REFUSAL}[cell] for cell in cells], strict=True))


@pytest.mark.parametrize("game", OWN)
def test_every_command_on_every_kind_of_game(game: str, tmp_path: Path) -> None:
    """As docs/games.md says; what no column names has an answer for every game."""
    known = documented(game)
    expected = {command: known[column] for column, (commands, _) in SOLVED.items() for command in commands}
    expected["plan saved"] = NUMBER if game == "saved-rolls" else REFUSAL
    found = {command: asked(command, game, tmp_path) for command in COMMANDS}
    assert found == {command: expected.get(command, NUMBER) for command in COMMANDS}


@pytest.mark.parametrize("game", OWN)
def test_every_objective_on_every_kind_of_game(game: str, tmp_path: Path) -> None:
    """Before any job runs; `saved` is for games that save rolls."""
    known = documented(game)
    expected = {name: known[column] for column, (_, names) in SOLVED.items() for name in names}
    saved = NUMBER if game == "saved-rolls" else REFUSAL
    expected |= dict.fromkeys(("saved", "saved, rule_changes"), saved)
    assert {name: configured(name, game, tmp_path) for name in OBJECTIVES} == expected


def kind_of(game: str) -> str:
    """The game of one's own that a built-in game is like in what can be asked of it."""
    rules = load_game(game)
    if rules.saved_rolls:
        return "saved-rolls"
    if rules.rolls_matter:
        return "first-roll"
    return "several-bonuses" if rules.further else "in-order" if rules.order else "seven-rolls"


@pytest.mark.parametrize("game", slow_but(BUILT_IN, "generala-served"))
def test_every_objective_on_built_in_games(game: str, tmp_path: Path) -> None:
    kind = kind_of(game)
    for name in OBJECTIVES:
        assert configured(name, game, tmp_path) == configured(name, kind, tmp_path), name


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SMALL, "yaht"])
def test_every_command_on_built_in_games(game: str, tmp_path: Path) -> None:
    """But for what takes minutes; the other games are of the kinds of these, and of those of one's own.

    What takes long is asked in words alone: games of one's own are asked for JSON as well.
    """
    kind = kind_of(game)
    left_out = MINUTES.get(game, ()) if game in SMALL else LONG
    for command in COMMANDS:
        if command not in left_out:
            found = asked(command, game, tmp_path, json=command not in LONG)
            assert found == asked(command, kind, tmp_path), command


@pytest.mark.slow
def test_the_workflow_on_every_kind_of_game(tmp_path: Path) -> None:
    """All that is not refused, in one run; strategies and contests for one kind, as they are many jobs."""
    runs = []
    for game in OWN:
        names = [name for name in OBJECTIVES if game == "seven-rolls" or name not in MANY_JOBS]
        accepted = [OBJECTIVES[name] for name in names if configured(name, game, tmp_path) == NUMBER]
        every = [objective for spec in accepted for objective in spec["objectives"]]
        keys = {key: value for spec in accepted for key, value in spec.items() if key != "objectives"}
        runs.append({"game": file_of(game, tmp_path), "objectives": sorted({*every}), **keys})
    for one in runs:
        if "strategies" in one:
            one["strategies"] = ["expected", "greedy"]
    config = tmp_path / "every.yaml"
    config.write_text(yaml.safe_dump({"runs": runs}, sort_keys=False), encoding="utf-8")
    wanted = ["results/report.html", "results/seven-rolls/figures/strategy_losses.svg"]
    done = run(tmp_path, *wanted, "--snakefile", str(PROJECT / "Snakefile"), config=str(config), warm=True)
    assert done.code == 0, done.text[-2000:]
    assert all((tmp_path / name).exists() for name in wanted)
