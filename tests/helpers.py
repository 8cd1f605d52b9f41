"""What several tests share: games from dictionaries, and the solver's names for real states."""

from functools import cache

import yaml
from brute_force import BruteForce, Dice
from brute_force import State as RealState
from toy_games import TOY_GAMES, Raw

from yahtzee_core.dice import Lattice
from yahtzee_core.expected import ExpectedTable, solve_expected
from yahtzee_core.game import GAMES, Game, load_game, parse_game
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


def merged(states: States, real: RealState) -> State:
    """The solver's state of a state of the oracle."""
    filled, upper, chip = real
    return states.at(states.game.mask(sorted(filled)), upper, int(chip))


def rolls_of(lattice: Lattice) -> list[Dice]:
    """The dice of every roll, in order."""
    return [lattice.faces_of(lattice.first_roll + roll) for roll in range(lattice.n_rolls)]
