"""The game `openspiel-yacht` beside the game `yacht` of OpenSpiel, move by move."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest
from helpers import arena, builtin_states

from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.policies.decisions import decided, optimal_policy
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.turn.positions import Action, Position
from yahtzee_core.turn.states import States

NAME = "openspiel-yacht"
GAMES = 40
DICE, FIRST_CATEGORY = 5, 32


@pytest.fixture(scope="module")
def spiel() -> Any:
    """The module of OpenSpiel."""
    return pytest.importorskip("pyspiel", reason="pip install open-spiel: its game is compared with ours")


def dice_of(state: Any) -> list[int]:
    """The dice on its table, in their places."""
    (line,) = [line for line in str(state).splitlines() if line.startswith("Dice: ")]
    return [int(die) for die in line.split()[1:]]


def totals_of(state: Any) -> list[int]:
    """What its players have so far."""
    return [
        int(line.partition("total: ")[2].rstrip("):"))
        for line in str(state).splitlines()
        if "total: " in line
    ]


def outcome(dice: tuple[int, ...]) -> int:
    """The number of a throw of all dice, or of some, in their places."""
    return sum((die - 1) * 6**place for place, die in enumerate(dice))


def keeping(dice: list[int], keep: tuple[int, ...]) -> int:
    """Its action that rerolls all dice but these: a bit for each place."""
    left, mask = list(keep), 0
    for place, die in enumerate(dice):
        if die in left:
            left.remove(die)
        else:
            mask |= 1 << place
    assert not left
    return mask


@pytest.mark.slow
def test_every_roll_in_every_category(spiel: Any) -> None:
    """252 rolls in 12 categories, in the same order on both sheets."""
    states = builtin_states(NAME)
    start = GameSoFar.start(states, 0)
    for dice in combinations_with_replacement(range(1, 7), DICE):
        for category in range(12):
            state = spiel.load_game("yacht").new_initial_state()
            for action in (outcome(dice), 0, FIRST_CATEGORY + category):
                assert action in state.legal_actions()
                state.apply_action(action)
            ours = start.after(Position(0, 0, False, dice, 0, 0), Action(category=category))
            assert totals_of(state) == [ours.points, 0], (dice, category)


class Sides:
    """Two games of ours beside one of OpenSpiel, whose moves they follow."""

    def __init__(self, spiel: Any, states: States) -> None:
        self.state = spiel.load_game("yacht").new_initial_state()
        self.sheets = [GameSoFar.start(states, 2), GameSoFar.start(states, 2)]

    def throw(self, random: Random) -> Position:
        """A throw of the dice that it asks for, and the position that we are then in."""
        assert self.state.is_chance_node()
        outcomes = self.state.chance_outcomes()
        assert len({p for _, p in outcomes}) == 1 and len(outcomes) == len(self.state.legal_actions())
        self.state.apply_action(random.choice(outcomes)[0])
        ours = self.sheets[self.state.current_player()]
        rerolls = 2 if ours.left is None else ours.left
        position = ours.rolled(tuple(sorted(dice_of(self.state))), rerolls)
        open_places = [c for c, points in enumerate(ours.sheet) if points is None]
        legal = range(32) if rerolls else [FIRST_CATEGORY + c for c in open_places]
        assert self.state.legal_actions() == list(legal)
        return position

    def move(self, position: Position, action: Action) -> None:
        """The same action on both sides, but for keeping all dice."""
        mover, before = self.state.current_player(), self.sheets[self.state.current_player()]
        after = before.after(position, action)
        if action.category is not None:
            self.state.apply_action(FIRST_CATEGORY + action.category)
        else:
            self.state.apply_action(keeping(dice_of(self.state), action.keep or ()))
        self.sheets[mover] = after
        assert totals_of(self.state) == [sheet.points for sheet in self.sheets]


def stop(sides: Sides, position: Position) -> Position:
    """Keeping all dice ends the throws in OpenSpiel; in ours they are kept until no reroll is left."""
    sheet = sides.sheets[sides.state.current_player()]
    while position.rerolls:
        sheet = sheet.after(position, Action(keep=position.dice))
        position = sheet.rolled(position.dice, position.rerolls - 1)
    sides.sheets[sides.state.current_player()] = sheet
    return position


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_move_by_move(spiel: Any, seed: int) -> None:
    """Random players in even games, best play in odd ones: legal actions, totals, and who has won."""
    random, game = Random(seed), arena(NAME)
    sides, best = Sides(spiel, game.states), optimal_policy(game)
    while not sides.state.is_terminal():
        position = sides.throw(random)
        if seed % 2:
            action = decided(game, best, position)
        else:
            action = Action(keep=tuple(sorted(random.sample(position.dice, random.randint(0, DICE)))))
            if not position.rerolls:
                sheet = sides.sheets[sides.state.current_player()].sheet
                action = Action(
                    category=random.choice([c for c, points in enumerate(sheet) if points is None])
                )
        if action.keep is not None and len(action.keep) == DICE:
            sides.state.apply_action(0)
            position = stop(sides, position)
            sheet = sides.sheets[sides.state.current_player()].sheet
            action = decided(game, best, position)
        sides.move(position, action)
    mine, theirs = (sheet.points for sheet in sides.sheets)
    assert all(sheet.over for sheet in sides.sheets)
    assert sides.state.returns() == [float(np.sign(mine - theirs)), float(np.sign(theirs - mine))]


def test_beside_yacht() -> None:
    """Five of a kind as a full house is all that differs, and is worth 0.0248 points."""
    ours, yacht = (solve_expected(builtin_states(name).game).start_value for name in (NAME, "yacht"))
    assert ours - yacht == pytest.approx(0.0248164464, abs=1e-9)
