"""Races at random, many games at once: the others are played first, as they do not look, then the player.

The seats change from game to game: in game i, i modulo the number of players of the others move before the
player in every round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from ..arrays import Floats, Longs
from ..game.game import Game
from ..policies.arena import Arena
from ..policies.decisions import Policy, by_lane, empty_blocks, optimal_policy
from ..policies.distribution import outcomes
from ..policies.simulation import play_turns, roll_turn
from ..policies.strategies.strategy import Strategy
from ..policies.walk import walk
from ..solve.bounds import Quantity
from ..solve.maxprob import Solver
from .beliefs import PLAYERS, Belief, race_values

BATCH = 50_000
"""Games whose others are played at once."""
CHUNK = 512
"""Games whose turns are decided at once."""


@dataclass(frozen=True)
class Race:
    """Games that a player has won, drawn (the highest total, together with another one) and lost."""

    games: int
    wins: int
    draws: int

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    def share(self, count: int) -> tuple[float, float]:
        """The share of some of the games, and its standard error."""
        p = count / self.games
        return p, sqrt(p * (1 - p) / self.games)


def race_bytes(game: Game) -> int:
    """What a race holds at the most: the points to come of all states, and what a chunk of games is worth."""
    solver = Solver(game, threads=1)
    most = int(solver.most_behind().max())
    rows = int((solver.bounds().most.astype(np.int64) + 1).sum())
    return 8 * (rows + 6 * CHUNK * (most + 1) + 40 * BATCH * len(game.categories))


def race(
    arena: Arena,
    belief: Belief,
    others: Sequence[Policy],
    games: int,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Race:
    """Play so many games of a player with a belief against policies."""
    random = np.random.default_rng(seed)
    wins = draws = 0
    for done in range(0, games, BATCH):
        n = min(BATCH, games - done)
        others_at = [play_histories(arena, policy, n, random) for policy in others]
        own = _own_totals(arena, belief, others_at, n, random)
        best = np.max([points[-1] for _, points in others_at], axis=0)
        wins, draws = wins + int((own > best).sum()), draws + int((own == best).sum())
        if progress:
            progress((done + n) / games)
    return Race(games, wins, draws)


def play_histories(
    arena: Arena, policy: Policy, games: int, random: np.random.Generator
) -> tuple[list[Longs], list[Longs]]:
    """State and points of each game, (games,) before the first turn, after it, ..., after the last."""
    states = [np.full(games, arena.states.index(arena.states.start), dtype=np.int64)]
    points = [np.zeros(games, dtype=np.int64)]
    for option, after, upper_bonus, yahtzee_bonus in play_turns(arena, policy, games, random):
        states.append(after)
        points.append(points[-1] + arena.states.options.points[option] + upper_bonus + yahtzee_bonus)
    return states, points


def _own_totals(
    arena: Arena,
    belief: Belief,
    others: Sequence[tuple[list[Longs], list[Longs]]],
    games: int,
    random: np.random.Generator,
) -> Longs:
    """(games,): the player's totals."""
    states = arena.states
    at, points = np.full(games, states.index(states.start), dtype=np.int64), np.zeros(games, dtype=np.int64)
    seat = np.arange(games) % (1 + len(others))
    for turn in range(len(arena.game.categories)):
        seen = [(seat > j).astype(np.int64) + turn for j in range(len(others))]
        their_states = [_pick(history[0], at_turn) for history, at_turn in zip(others, seen, strict=True)]
        their_points = [_pick(history[1], at_turn) for history, at_turn in zip(others, seen, strict=True)]
        option = np.empty(games, dtype=np.int64)
        order = np.argsort(at, kind="stable")
        for part in np.split(order, np.arange(CHUNK, games, CHUNK)):
            chance = belief.chance([s[part] for s in their_states], [p[part] for p in their_points])
            option[part] = _turn(arena, belief, at[part], points[part], chance, random)
        at, upper_bonus, yahtzee_bonus = arena.transitions.follow(states, at, option)
        points = points + states.options.points[option] + upper_bonus + yahtzee_bonus
    return points


def _pick(history: list[Longs], turn: Longs) -> Longs:
    """(games,): of each game at a turn of its own, which is one of two."""
    first = int(turn.min())
    return np.where(turn == first, history[first], history[min(first + 1, len(history) - 1)])


def _turn(
    arena: Arena,
    belief: Belief,
    at: Longs,
    points: Longs,
    chance: Floats,
    random: np.random.Generator,
) -> Longs:
    """(n,): the option that the turn of each game ends with; the states `at` rise."""
    states = arena.states
    masks = np.searchsorted(states.offset, at, side="right") - 1
    values = race_values(arena, belief.rows, at, points, chance)
    kinds, games = np.unique(masks, return_counts=True)
    decisions = empty_blocks(states, games)
    arena.kernel.decide_games(kinds, games, values, decisions)
    return roll_turn(arena, by_lane(games, decisions), np.arange(len(at)), random)


COUNTS = {"p_win": "wins", "p_draw": "draws", "p_lose": "losses"}


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
    races = race(arena, belief, [policy] * (players - 1), games, seed, progress)
    own, other = (
        walk(arena, one, [Quantity.TOTAL]).amounts[Quantity.TOTAL] for one in (optimal_policy(arena), policy)
    )
    instead = outcomes(own, other, players - 1)
    return {
        "player": player,
        "opponent": strategy.id,
        "players": players,
        "games": games,
        "seed": seed,
        **{name: getattr(races, count) / games for name, count in COUNTS.items()},
        **{f"{name}_se": races.share(getattr(races, count))[1] for name, count in COUNTS.items()},
        **dict(zip(("expected_p_win", "expected_p_draw", "expected_p_lose"), instead, strict=True)),
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
