"""A small game of one's own, mine.yaml, whose rules change between runs; and what is right for each."""

from collections.abc import Iterator
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from helpers import parse
from scripts import run_scripts
from toy_games import TOY_GAMES, Raw

from yahtzee_core.game.game import Game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.scores import solve_maxprob

SOURCE = "./mine.yaml"
POINTS = 12
"""Of the score whose probability is compared."""


def raw_of(bonus: int) -> Raw:
    """The rules with an upper bonus."""
    return {**TOY_GAMES["upper-bonus"], "id": "mine", "upper": {"threshold": 7, "bonus": bonus}}


def game_of(bonus: int) -> Game:
    """The game with an upper bonus."""
    return parse(raw_of(bonus))


def write_game(folder: Path, bonus: int) -> None:
    """Write mine.yaml."""
    (folder / SOURCE).write_text(yaml.safe_dump(raw_of(bonus)))


def run_in(folder: Path, objectives: list[str], **more: Any) -> list[str]:
    """Run the scripts for mine.yaml in a folder; returns those that ran."""
    with chdir(folder):
        raw = {"game": SOURCE, "objectives": objectives, **more}
        return run_scripts({"runs": [raw]}, Path("results"))


@contextmanager
def inside(folder: Path) -> Iterator[Path]:
    """Work in a folder; its results."""
    with chdir(folder):
        yield Path("results")


QUESTIONS = {
    "expected": "SELECT value FROM expected WHERE filled = 0 AND game = 'mine'",
    "maxprob_scores": f"SELECT maxprob FROM maxprob_scores WHERE score = {POINTS} AND game = 'mine'",
    "strategies": "SELECT mean FROM strategies WHERE strategy = 'greedy' AND game = 'mine'",
}
"""One number of a table of each kind."""


@cache
def right(table: str, bonus: int) -> float:
    """What the question about a table must find under the rules with this bonus."""
    game = game_of(bonus)
    if table == "expected":
        return solve_expected(game).start_value
    if table == "maxprob_scores":
        return float(solve_maxprob(game).start[POINTS])
    return evaluate(Arena(game), load_strategy("greedy", game)).mean
