"""What several tests share: games from dictionaries, and the solver's names for real states."""

from functools import cache

import yaml
from brute_force import BruteForce, Dice
from brute_force import State as RealState
from toy_games import TOY_GAMES, Raw

from yahtzee_core.dice import Lattice
from yahtzee_core.distribution import Distribution, expected_distribution
from yahtzee_core.expected import ExpectedTable, solve_expected
from yahtzee_core.game import GAMES, Game, load_game, parse_game
from yahtzee_core.maxprob import MaxProbTable, solve_maxprob
from yahtzee_core.states import State, States

TOYS = sorted(TOY_GAMES)


def parse(raw: Raw) -> Game:
    """The game that a dictionary describes."""
    return parse_game(yaml.safe_dump(raw, sort_keys=False), "test.yaml")


def builtin_raw(name: str) -> Raw:
    """The dictionary of a built-in game."""
    raw: Raw = yaml.safe_load((GAMES / f"{name}.yaml").read_text(encoding="utf-8"))
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


def merged(states: States, real: RealState) -> State:
    """The solver's state of a state of the oracle."""
    filled, upper, chip = real
    return states.at(states.game.mask(sorted(filled)), upper, int(chip))


def rolls_of(lattice: Lattice) -> list[Dice]:
    """The dice of every roll, in order."""
    return [lattice.faces_of(lattice.first_roll + roll) for roll in range(lattice.n_rolls)]
