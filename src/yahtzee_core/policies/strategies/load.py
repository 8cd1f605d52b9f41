"""The strategies that come with the package, and those of files; each by its name."""

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

from ...arrays import Floats
from ...checked_yaml import load_yaml
from ...errors import UserError
from ...files import read_text
from ...game.game import Game
from ...game.meant import expected_names
from ..arena import Arena
from ..decisions import EstimatePolicy
from . import ecker, estimates
from .custom import load_custom
from .rules import parse_rules
from .strategy import Strategy
from .tuned import parse_tuned

DATA = resources.files(__package__) / "data"
ESTIMATES: tuple[tuple[str, str, str, Callable[[Arena], Floats]], ...] = (
    ("expected", "Optimal", "Glenn 2007, section II; Ecker, max expectation", estimates.optimal),
    ("greedy", "Greedy", "Glenn 2007, section III-B; Ecker, 4.1.7", estimates.greedy),
    ("category-means", "Category means", "Glenn 2007, equation (12)", estimates.category_means),
    (
        "category-means-iterated",
        "Category means, iterated once",
        "Glenn 2007, equation (13)",
        estimates.category_means_iterated,
    ),
    (
        "category-means-variances",
        "Category means with variances",
        "Glenn 2007, section III-B",
        estimates.category_means_with_variances,
    ),
    ("upper-and-lower", "Upper and lower", "Glenn 2007, equation (14)", estimates.upper_and_lower),
    ("additive", "Additive", "Ecker, 4.1.2", ecker.additive),
    ("regression", "Regression", "Ecker, 4.1.3", ecker.regression),
    ("small-regression", "Small regression", "Ecker, 4.1.4", ecker.small_regression),
    ("max-dp", "Max DP", "Ecker, 4.1.5", ecker.max_dp),
    ("heuristic", "Heuristic", "Ecker, 4.1.6", ecker.heuristic),
)
IN_ORDER = ("expected", "greedy")
"""Estimates for sheets that must be filled in order: the others look at sheets that such a game never has."""


@cache
def builtin_strategies() -> dict[str, Strategy]:
    """All strategies that come with the package, by id: estimates, rules, tuned numbers."""
    return {name: _builtin(name) for name in builtin_names()}


@cache
def builtin_names() -> list[str]:
    """Their ids; that of a file is its name."""
    files = sorted(f.name for f in DATA.iterdir() if f.name.endswith(".yaml"))
    return [*(name for name, *_ in ESTIMATES), *(name.removesuffix(".yaml") for name in files)]


@cache
def _builtin(name: str) -> Strategy:
    """One of them: only its file is read."""
    for entry in ESTIMATES:
        if entry[0] == name:
            return _of_estimate(*entry)
    return _parse((DATA / f"{name}.yaml").read_text(encoding="utf-8"), f"{name}.yaml")


def strategies_of(game: Game) -> dict[str, Strategy]:
    """Those that are made for a game."""
    return {name: strategy for name, strategy in builtin_strategies().items() if strategy.fits(game)}


def load_strategy(text: str, game: Game) -> Strategy:
    """A strategy by id, path of a rules or numbers file (YAML), or Python (`file.py:name`, `module:name`).

    UserError when there is none, or it does not fit the game.
    """
    if ":" in text:
        return load_custom(text)
    if text.lower().endswith((".yaml", ".yml")):
        return _parse(read_text(Path(text), "a file of rules or numbers"), text)
    if text not in builtin_names():
        raise UserError(
            f"no strategy '{text[:40]}'; {expected_names(text, builtin_names())} "
            "(yahtzee strategies lists all; or a .yaml file, or file.py:name)"
        )
    strategy = _builtin(text)
    if not strategy.fits(game):
        raise UserError(
            f"strategy {text}: not made for game {game.id}; {expected_names('', strategies_of(game))}"
        )
    return strategy


def _of_estimate(name: str, title: str, source: str, estimate: Callable[[Arena], Floats]) -> Strategy:
    def fits(game: Game) -> bool:
        return game.order is None or name in IN_ORDER

    return Strategy(name, title, source, lambda arena: EstimatePolicy(arena, estimate(arena)), fits)


def _parse(text: str, where: str) -> Strategy:
    """Rules have the key keep, numbers the key formula."""
    raw = load_yaml(text, where)
    return parse_rules(text, where) if isinstance(raw, dict) and "keep" in raw else parse_tuned(text, where)
