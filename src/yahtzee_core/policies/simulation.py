"""A policy played at random, many games at once: an independent check of the exact numbers.

Dice are drawn one by one from NumPy's PCG64; a seed gives the same games on every machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Longs
from .arena import Arena
from .decisions import Decisions, Policy, unpack
from .walk import chunks, part_names, walk

BATCH = 100_000
"""Games that are played at once."""


@dataclass(frozen=True)
class Simulation:
    """Games of a policy. totals: (n,) int64. points: (n, n_parts) int64, categories, then the bonuses."""

    totals: Longs
    points: Longs

    def __repr__(self) -> str:
        return f"<Simulation of {len(self.totals):,} games: mean {self.totals.mean():.4f}>"


@dataclass(frozen=True)
class Estimate:
    """The mean of a part of the total in simulated games, beside the exact one.

    deviation: of the mean from the exact one, in standard errors; None where all games have the same points,
    so that there is no error to count in.
    """

    category: str
    mean: float
    standard_error: float
    exact: float
    deviation: float | None


def estimates(arena: Arena, policy: Policy, played: Simulation) -> list[Estimate]:
    """The means of the categories, of both bonuses, and of the total."""
    exact = walk(arena, policy).mean
    columns = np.column_stack([played.points, played.totals])
    means = columns.mean(axis=0)
    errors = columns.std(axis=0, ddof=1) / np.sqrt(len(columns))
    names = [*part_names(arena.game), "total"]
    return [
        Estimate(name, mean, error, right, (mean - right) / error if error else None)
        for name, mean, error, right in zip(
            names, means.tolist(), errors.tolist(), [*exact.tolist(), float(exact.sum())], strict=True
        )
    ]


def simulate(
    arena: Arena, policy: Policy, games: int, seed: int, progress: Callable[[float], None] | None = None
) -> Simulation:
    """Play so many games."""
    random = np.random.default_rng(seed)
    played = []
    for done in range(0, games, BATCH):
        played.append(_play(arena, policy, min(BATCH, games - done), random))
        if progress:
            progress(min(done + BATCH, games) / games)
    points = np.concatenate(played)
    return Simulation(points.sum(axis=1), points)


def _play(arena: Arena, policy: Policy, games: int, random: np.random.Generator) -> Longs:
    """(games, n_parts): points of each game."""
    n = len(arena.game.categories)
    points = np.zeros((games, n + 2), dtype=np.int64)
    for option, _, upper_bonus, yahtzee_bonus in play_turns(arena, policy, games, random):
        category = arena.states.options.category[option]
        points[np.arange(games), category] = arena.states.options.points[option]
        points[:, n] += upper_bonus
        points[:, n + 1] += yahtzee_bonus
    return points


def play_turns(
    arena: Arena, policy: Policy, games: int, random: np.random.Generator
) -> Iterator[tuple[Longs, Longs, Longs, Longs]]:
    """Turn by turn, (games,) each: option taken, state after it, upper bonus, Yahtzee bonus."""
    states = arena.states
    at = np.full(games, states.index(states.start), dtype=np.int64)
    order = np.arange(games)
    for layer in states.layers()[:-1]:
        order = order[np.argsort(at[order], kind="stable")]
        option = np.empty(games, dtype=np.int64)
        option[order] = _turns(arena, policy, layer, at[order], random)
        at, upper_bonus, yahtzee_bonus = arena.transitions.follow(states, at, option)
        yield option, at, upper_bonus.astype(np.int64), yahtzee_bonus.astype(np.int64)


def _turns(arena: Arena, policy: Policy, layer: Longs, at: Longs, random: np.random.Generator) -> Longs:
    """(games,) the option that a turn of each game ends with; the states `at` are of a layer, and rise."""
    states = arena.states
    option = np.empty(len(at), dtype=np.int64)
    place = np.full(len(states), -1, dtype=np.int64)
    for masks in chunks(states, layer):
        numbers = states.of_masks(masks)
        first, last = np.searchsorted(at, [numbers[0], numbers[-1] + 1])
        if first == last:
            continue
        here = at[first:last]
        visit = np.bincount(here - numbers[0], minlength=numbers[-1] - numbers[0] + 1).astype(np.float64)
        decisions = unpack(states, masks, policy.decide(masks, visit[numbers - numbers[0]]))
        place[numbers] = np.arange(len(numbers))
        option[first:last] = roll_turn(arena, decisions, place[here], random)
    return option


def roll_turn(arena: Arena, decisions: Decisions, lane: Longs, random: np.random.Generator) -> Longs:
    """(n,): the option that the turn of each game ends with, by decisions (rolls, n_lanes, n_rolls)."""
    roll = rolled(arena, np.zeros(len(lane), dtype=np.int64), random)
    for left in range(arena.game.rolls - 1, 0, -1):
        roll = rolled(arena, decisions[left, lane, roll].astype(np.int64), random)
    option: Longs = decisions[0, lane, roll].astype(np.int64)
    return option


def rolled(arena: Arena, keep: Longs, random: np.random.Generator) -> Longs:
    """The roll (its index among the rolls) that comes of each keep, the other dice thrown."""
    lattice = arena.states.options.lattice
    keep = keep.copy()
    while len(short := np.flatnonzero(keep < lattice.first_roll)):
        face = random.integers(0, lattice.faces, size=len(short))
        keep[short] = lattice.up[keep[short], face]
    return keep - lattice.first_roll
