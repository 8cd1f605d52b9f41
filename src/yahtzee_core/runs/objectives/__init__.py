"""The problems that the class driver solves: the objectives of a game, and Held-Karp."""

from collections.abc import Callable

from ...errors import UserError
from ...game.game import Game
from ...game.load import load_game
from ...partition.problem import Classes, Problem, SetProblem, Shard
from ...solve.tsplib import load_instance
from .duel import DuelProblem, EndgameProblem, FirstFollowsProblem, SecondFollowsProblem
from .expected import ExpectedProblem
from .held_karp import HeldKarpProblem
from .maxprob import MaxProbMomentsProblem, MaxProbProblem
from .maxprob_approx import MaxProbApproxProblem
from .saved import SavedProblem

MAXPROBS = {
    "maxprob": MaxProbProblem,
    "maxprob_moments": MaxProbMomentsProblem,
    "maxprob_approx": MaxProbApproxProblem,
}
OBJECTIVES: dict[str, Callable[[Game, int], SetProblem]] = {
    "expected": ExpectedProblem,
    **MAXPROBS,
    "saved": SavedProblem,
}
"""By name, as a function of the game and the number of threads."""
DUELS: dict[str, Callable[[Game, int], Problem]] = {
    "duel": DuelProblem,
    "duel_expected_first": FirstFollowsProblem,
    "duel_expected_second": SecondFollowsProblem,
}
"""Those of two players; the end of a game alone is `duel_endgame`."""


def load_problem(
    name: str, source: str, threads: int = 1, highest: int | None = None, open_at_most: int | None = None
) -> Problem:
    """The problem `name` of a game (id or path), or held_karp of a TSPLIB instance (name or path).

    highest: for maxprob, the highest score to solve for; None for all. open_at_most: for duel_endgame, open
    categories of each player.
    """
    if name == "held_karp":
        return HeldKarpProblem(load_instance(source))
    if name not in (*OBJECTIVES, *DUELS, "duel_endgame"):
        known = ", ".join((*OBJECTIVES, *DUELS, "duel_endgame", "held_karp"))
        raise UserError(f"no problem '{name}'; expected one of {known}")
    game = load_game(source)
    if name == "duel_endgame":
        return EndgameProblem(game, threads, open_at_most or 1)
    if highest is not None and name in MAXPROBS:
        return MAXPROBS[name](game, threads, highest)
    return OBJECTIVES[name](game, threads) if name in OBJECTIVES else DUELS[name](game, threads)


__all__ = ["DUELS", "OBJECTIVES", "Classes", "Problem", "SetProblem", "Shard", "load_problem"]
