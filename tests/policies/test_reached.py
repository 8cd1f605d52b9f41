"""What a total holds that is reached: against a readable recursion, and against the probability alone."""

from functools import cache
from random import Random

import numpy as np
import pytest
from helpers import Floats, optimal_policy, toy_arena
from lanes import slow_but

from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.parts import Parts, option_parts, parts_to_come
from yahtzee_core.policies.reached import TargetPlay
from yahtzee_core.solve.maxprob import Solver
from yahtzee_core.turn.one_turn import OneTurn
from yahtzee_core.turn.states import State
from yahtzee_core.turn.ties import PROBABILITIES

GAMES = ["plain", "upper-bonus", "yahtzee-bonus", "coins", "forced-upper-only"]


class Twin:
    """The same backwards: the points and times of every part follow the choices as numbers beside P."""

    def __init__(self, arena: Arena, parts: Parts, draw: float) -> None:
        self.states, self.parts, self.draw = arena.states, parts, draw
        self.certain = Solver(arena.ready).bounds().certain

    @cache  # noqa: B019
    def at(self, state: State, needed: int) -> Floats:
        """(1 + 2 n_parts,): P[s](needed), then points and times of the parts, where the total is reached."""
        index, n = self.states.index(state), self.parts.columns.shape[1]
        if needed <= self.certain[index]:
            return np.concatenate([[1.0], self.parts.points[index], self.parts.chance[index]])
        if state.filled == self.states.game.full:
            return np.concatenate([[self.draw if needed == 1 else 0.0], np.zeros(2 * n)])
        leaves = np.zeros((1 + 2 * n, len(self.states.options)))
        for option in self.states.options.in_situation(state.filled):
            leaves[:, option] = self.after(state, needed, option)
        return OneTurn(self.states.options, state.filled, leaves, PROBABILITIES).value

    def after(self, state: State, needed: int, option: int) -> Floats:
        """The same when a turn ends with an option."""
        following, gain = self.states.successor(state, option)
        numbers, added = self.at(following, needed - gain), option_parts(self.states, state, option)
        return numbers + numbers[0] * np.concatenate([[0], added, added > 0])


@pytest.mark.parametrize("draw", [0.0, 0.5])
@pytest.mark.parametrize("name", slow_but(GAMES, "upper-bonus", "yahtzee-bonus"))
def test_parts_of_a_total_that_is_reached(name: str, draw: float) -> None:
    """From the start and from later states, for totals that are sure, likely, unlikely and impossible."""
    here, random = toy_arena(name), Random(3)
    states, parts = here.states, parts_to_come(here, optimal_policy(here))
    twin, seen = Twin(here, parts, draw), 0
    inner = [at for at in range(len(states)) if states.state(at).filled != states.game.full]
    for at in [0, *random.sample(inner, 5)]:
        state = states.state(at)
        value = here.optimal.value[at]
        for needed in {0, 1, int(value), int(1.4 * value), int(3 * value) + 1}:
            play = TargetPlay(here.ready, state, needed, parts, draw)
            options = states.options.in_situation(state.filled)
            weights = np.zeros(len(states.options))
            weights[random.sample(options, min(4, len(options)))] = 0.125
            expected = sum(0.125 * twin.after(state, needed, o) for o in np.flatnonzero(weights).tolist())
            found, n = play.after(weights), parts.columns.shape[1]
            assert found.probability == pytest.approx(expected[0], rel=1e-10, abs=1e-14)
            if found.probability:
                assert found.points * found.probability == pytest.approx(expected[1 : n + 1], rel=1e-9)
                chance = found.chance[:-1] * found.probability
                assert chance == pytest.approx(expected[n + 1 : -1], rel=1e-9)
                seen += 1
            assert np.isnan(found.chance[-1]) == (found.probability > 0)
    assert seen > 10
