"""The problems that the class driver solves: the objectives of a game, and Held-Karp."""

from collections.abc import Callable

from ..errors import UserError
from ..game import Game, load_game
from ..tsplib import load_instance
from .expected import ExpectedClasses
from .held_karp import HeldKarpClasses
from .maxprob import MaxProbClasses, MaxProbMomentsClasses
from .maxprob_approx import MaxProbApproxClasses
from .problem import Problem, Shard
from .saved import SavedClasses

MAXPROBS = {
    "maxprob": MaxProbClasses,
    "maxprob_moments": MaxProbMomentsClasses,
    "maxprob_approx": MaxProbApproxClasses,
}
OBJECTIVES: dict[str, Callable[[Game, int], Problem]] = {
    "expected": ExpectedClasses,
    **MAXPROBS,
    "saved": SavedClasses,
}
"""By name, as a function of the game and the number of threads."""


def load_problem(name: str, source: str, threads: int = 1, highest: int | None = None) -> Problem:
    """The problem `name` of a game (id or path), or held_karp of a TSPLIB instance (name or path).

    highest: for maxprob, the highest score to solve for; None for all.
    """
    if name == "held_karp":
        return HeldKarpClasses(load_instance(source))
    if name not in OBJECTIVES:
        raise UserError(f"no problem '{name}'; expected one of {', '.join(OBJECTIVES)}, held_karp")
    if highest is not None and name in MAXPROBS:
        return MAXPROBS[name](load_game(source), threads, highest)
    return OBJECTIVES[name](load_game(source), threads)


__all__ = ["OBJECTIVES", "Problem", "Shard", "load_problem"]
