"""What several tests share: games from dictionaries, and the solver's names for real states."""

import json
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import yaml
from brute_force import START, BruteForce, Dice, Gains
from brute_force import State as RealState
from toy_games import TOY_GAMES, Raw

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import GAMES, load_game, parse_game
from yahtzee_core.policies.actions import RankedAction, Turn
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import Decisions, EstimatePolicy, Policy, pack, unpack
from yahtzee_core.policies.distribution import Distribution, expected_distribution
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.solve.scores import MaxProbTable, solve_maxprob
from yahtzee_core.turn.dice import Lattice
from yahtzee_core.turn.positions import Position
from yahtzee_core.turn.states import State, States

PROJECT = Path(__file__).parents[2]
REFERENCE = PROJECT / "tests" / "reference"
Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
TOYS = sorted(TOY_GAMES)


def parse(raw: Raw) -> Game:
    """The game that a dictionary describes."""
    return parse_game(yaml.safe_dump(raw, sort_keys=False), "test.yaml")


def builtin_raw(name: str) -> Raw:
    """The dictionary of a built-in game, for the caller to change."""
    return deepcopy(_builtin_raw(name))


@cache
def _builtin_raw(name: str) -> Raw:
    (file,) = GAMES.rglob(f"{name}.yaml")
    raw: Raw = yaml.safe_load(file.read_text(encoding="utf-8"))
    return raw


@cache
def toy_states(name: str) -> States:
    """The states of a toy game."""
    return States(parse(TOY_GAMES[name]))


@cache
def toy_oracle(name: str) -> BruteForce:
    """The oracle of a toy game."""
    return BruteForce(TOY_GAMES[name])


@cache
def builtin_states(name: str) -> States:
    """The states of a built-in game."""
    return States(load_game(name))


@cache
def solved(name: str) -> ExpectedTable:
    """A built-in game, solved by the fastest kernel."""
    return solve_expected(load_game(name))


@cache
def toy_expected(name: str) -> ExpectedTable:
    """A toy game, solved for the expected score."""
    return solve_expected(toy_states(name).game)


@cache
def toy_maxprob(name: str) -> MaxProbTable:
    """A toy game, solved for every score, with all rows and moments."""
    return solve_maxprob(toy_states(name).game, threads=1, keep="all", moments=True)


@cache
def toy_distribution(name: str) -> Distribution:
    """The distribution of the score of a toy game."""
    return expected_distribution(toy_expected(name))


@cache
def distribution(name: str) -> Distribution:
    """The distribution of the score of a built-in game."""
    return expected_distribution(solved(name))


def actions(table: ExpectedTable, state: State, dice: Dice, rerolls: int) -> list[RankedAction]:
    """The actions of the optimal policy in a position, best first; keeps alone while rerolls are left."""
    roll = table.states.options.lattice.keep_index(dice) - table.states.options.lattice.first_roll
    return Turn.of_table(table, state).actions(roll, rerolls, scores=False)


def merged(states: States, real: RealState) -> State:
    """The solver's state of a state of the oracle."""
    filled, upper, chip = real
    return states.at(states.game.mask(sorted(filled)), upper, int(chip))


def rolls_of(lattice: Lattice) -> list[Dice]:
    """The dice of every roll, in order."""
    return [lattice.faces_of(lattice.first_roll + roll) for roll in range(lattice.n_rolls)]


# Policies, and what follows from them by the oracle


@cache
def toy_arena(name: str) -> Arena:
    """A toy game, ready to play."""
    return Arena(toy_states(name).game, toy_expected(name))


@cache
def arena(name: str) -> Arena:
    """A built-in game, ready to play."""
    return Arena(load_game(name), solved(name))


def optimal_policy(arena: Arena) -> EstimatePolicy:
    """The policy of `expected`."""
    return EstimatePolicy(arena, arena.optimal.value)


class RandomPolicy:
    """Any keep and any category, drawn for every position; the same ones whichever masks are asked for."""

    def __init__(self, arena: Arena, seed: int) -> None:
        self.states, self.seed = arena.states, seed
        lattice = self.states.options.lattice
        self.keeps = _padded([lattice.keeps_of(lattice.first_roll + r) for r in range(lattice.n_rolls)])

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        """Decisions in all lanes, whether there is a visit or not."""
        each = [self._of_mask(int(mask)) for mask in masks]
        drawn = [np.concatenate([one[left] for one in each]) for left in range(self.states.game.rolls)]
        return pack(self.states, masks, drawn)

    def _of_mask(self, mask: int) -> list[Decisions]:
        random, states = np.random.default_rng([self.seed, mask]), self.states
        n, rolls = int(states.lanes[mask]), states.options.lattice.n_rolls
        options = _padded([states.options.of(mask, roll) for roll in range(rolls)])
        return [
            _picked(random, options, n),
            *(_picked(random, self.keeps, n) for _ in range(1, states.game.rolls)),
        ]


def _padded(lists: list[list[int]]) -> tuple[Longs, Longs]:
    """Lists side by side, and their lengths."""
    length = np.array([len(one) for one in lists])
    table = np.zeros((len(lists), length.max()), dtype=np.int16)
    for row, one in zip(table, lists):
        row[: len(one)] = one
    return table, length


def _picked(random: np.random.Generator, lists: tuple[Longs, Longs], lanes: int) -> Decisions:
    """(lanes, n_lists): a random member of every list for each lane."""
    table, length = lists
    return table[np.arange(len(table)), random.integers(0, length, size=(lanes, len(table)))]


def some_policies(arena: Arena, seed: int = 0) -> dict[str, Policy]:
    """Policies of all kinds: the best, the blind, and two that nobody would play."""
    n, random = len(arena.states), np.random.default_rng(seed)
    return {
        "optimal": optimal_policy(arena),
        "zero": EstimatePolicy(arena, np.zeros(n)),
        "random estimates": EstimatePolicy(arena, random.uniform(-10, 30, size=n)),
        "random decisions": RandomPolicy(arena, seed),
    }


def all_decisions(arena: Arena, policy: Policy) -> Decisions:
    """(rolls, n_states, n_rolls): the decisions in all states with an open category, in state order."""
    masks = arena.states.masks[:-1]
    return unpack(arena.states, masks, policy.decide(masks, None))


Outcome = tuple[Fraction, Dice, str, Gains, RealState]
"""How a turn ends: probability, roll, category, points, next state."""
History = tuple[RealState, tuple[int, ...]]
"""Where a game is, and the points so far of every category, of the upper bonus, of the Yahtzee bonus."""


class Followed:
    """A policy followed in exact fractions over ordered dice; of the solver it takes the decisions alone."""

    def __init__(self, arena: Arena, policy: Policy, oracle: BruteForce) -> None:
        self.states, self.oracle = arena.states, oracle
        self.decisions = all_decisions(arena, policy)
        self.ids = list(oracle.categories)

    def decision(self, real: RealState, dice: Dice, left: int) -> int:
        """The number of the keep or option."""
        lattice = self.states.options.lattice
        roll = lattice.keep_index(dice) - lattice.first_roll
        return int(self.decisions[left, self.states.index(merged(self.states, real)), roll])

    def kept(self, keep: int) -> Dice:
        """The dice of a keep."""
        return self.states.options.lattice.faces_of(keep)

    def scored(self, real: RealState, dice: Dice, option: int) -> tuple[str, Gains, RealState]:
        """What an option gives."""
        wanted = self.ids[self.states.options.category[option]]
        (found,) = [gain for gain in self.oracle.gains(real, dice) if gain[0] == wanted]
        return found

    @cache  # noqa: B019
    def rolls(self, real: RealState) -> list[dict[Dice, Fraction]]:
        """The probability of every roll in a turn, by rerolls left."""
        now = self.thrown((), Fraction(1))
        stages = [now]
        for left in range(self.states.game.rolls - 1, 0, -1):
            after: dict[Dice, Fraction] = {}
            for dice, p in now.items():
                for roll, q in self.thrown(self.kept(self.decision(real, dice, left)), p).items():
                    after[roll] = after.get(roll, Fraction(0)) + q
            now = after
            stages.append(now)
        return stages[::-1]

    def thrown(self, keep: Dice, p: Fraction) -> dict[Dice, Fraction]:
        """The rolls that come of a keep, with their share of a probability."""
        faces = range(1, self.oracle.raw["faces"] + 1)
        ordered = list(product(faces, repeat=self.oracle.dice - len(keep)))
        times = Counter(tuple(sorted(keep + dice)) for dice in ordered)
        return {dice: p * n / len(ordered) for dice, n in times.items()}

    @cache  # noqa: B019
    def turn(self, real: RealState) -> list[Outcome]:
        """All ways in which a turn of a state ends."""
        last = self.rolls(real)[0].items()
        return [(p, dice, *self.scored(real, dice, self.decision(real, dice, 0))) for dice, p in last]

    @cache  # noqa: B019
    def moments(self, real: RealState) -> tuple[Fraction, Fraction]:
        """Mean and second moment of the points to come."""
        if len(real[0]) == len(self.ids):
            return Fraction(0), Fraction(0)
        mean = square = Fraction(0)
        for p, _, _, gains, after in self.turn(real):
            gain, (value, second) = sum(gains), self.moments(after)
            mean += p * (gain + value)
            square += p * (gain * gain + 2 * gain * value + second)
        return mean, square

    def layers(self) -> list[dict[History, Fraction]]:
        """The probability of every history after no turn, one turn, ... all turns."""
        found = [{(START, (0,) * (len(self.ids) + 2)): Fraction(1)}]
        for _ in self.ids:
            after: dict[History, Fraction] = {}
            for (real, points), p in found[-1].items():
                for q, _, category, gains, there in self.turn(real):
                    history = there, self._added(points, category, gains)
                    after[history] = after.get(history, Fraction(0)) + p * q
            found.append(after)
        return found

    def _added(self, points: tuple[int, ...], category: str, gains: Gains) -> tuple[int, ...]:
        added = list(points)
        for part, gain in zip((self.ids.index(category), -2, -1), gains):
            added[part] += gain
        return tuple(added)


NOWHERE = Path("none")


@cache
def advisor(name: str) -> Advisor:
    """Of a built-in or toy game, with nothing stored."""
    found = toy_arena(name) if name in TOYS else arena(name)
    return Advisor(found.game, NOWHERE, _arena=found)


def some_positions(name: str, n: int, seed: int = 0) -> list[Position]:
    """Positions of a game drawn at random, that state_of accepts."""
    random, states = Random(seed), (toy_states if name in TOYS else builtin_states)(name)
    game = states.game
    found = []
    for _ in range(n):
        filled = random.randrange(game.full)
        upper = random.choice(states.totals[states.upper_filled[filled]].tolist())
        has_yahtzee = game.yahtzee is not None and bool(filled >> game.yahtzee & 1)
        dice = tuple(sorted(random.randint(1, game.faces) for _ in range(game.dice)))
        chip = has_yahtzee and random.random() < 0.5
        found.append(Position(filled, upper, chip, dice, random.randrange(game.rolls)))
    return found


def write(path: Path, columns: dict[str, list[Any]]) -> Path:
    """A file of positions."""
    table = pa.table(columns)
    if path.suffix == ".csv":
        pyarrow.csv.write_csv(table, path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in table.to_pylist()), encoding="utf-8")
    else:
        pq.write_table(table, path)
    return path
