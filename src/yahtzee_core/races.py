"""Races of one player against others who all play one strategy: the row of the table races."""

from collections.abc import Callable
from typing import Any

from .arena import Arena
from .decisions import optimal_policy
from .quantities import Quantity
from .race import PLAYERS, Belief
from .race_simulation import race, race_of_totals
from .strategies import Strategy
from .walk import walk

COUNTS = {"win": "wins", "draw": "draws", "loss": "losses"}


def race_row(
    arena: Arena,
    player: str,
    belief: Belief,
    strategy: Strategy,
    players: int,
    games: int,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """A player with a belief against players - 1 of a strategy, beside `expected` in their place, exactly."""
    policy = strategy.policy(arena)
    found = race(arena, belief, [policy] * (players - 1), games, seed, progress)
    own, other = (
        walk(arena, one, [Quantity.TOTAL]).amounts[Quantity.TOTAL] for one in (optimal_policy(arena), policy)
    )
    instead = race_of_totals(own, other, players - 1)
    return {
        "player": player,
        "opponent": strategy.id,
        "players": players,
        "games": games,
        "seed": seed,
        **{name: getattr(found, count) / games for name, count in COUNTS.items()},
        **{f"{name}_se": found.share(getattr(found, count))[1] for name, count in COUNTS.items()},
        **dict(zip(("expected_win", "expected_draw", "expected_loss"), instead, strict=True)),
    }


def race_rows(
    arena: Arena, strategy: Strategy, players: list[int], games: int, seed: int
) -> list[dict[str, Any]]:
    """All kinds of players, in races of so many, against a strategy."""
    return [
        race_row(arena, player, belief, strategy, n, games, seed)
        for player, belief in ((name, kind(arena)) for name, kind in PLAYERS.items())
        for n in players
    ]
