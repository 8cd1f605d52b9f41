"""Positions with the values of all actions: those of the advice, position by position."""

import runpy

import numpy as np
import pytest
from helpers import PROJECT, arena, optimal_policy, parse, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import Raw, games

import yahtzee_core as yz
from yahtzee_core.errors import UserError
from yahtzee_core.policies.actions import Turn
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.labelled import Labelled, played_positions, uniform_positions

ROUNDING = 1e-9


def check(found: Labelled) -> None:
    """Every action of every position, and the best one, beside the advice."""
    ready = found.arena
    for i in range(len(found)):
        turn = Turn.of_table(ready.optimal, ready.states.state(int(found.at[i])))
        ranked = turn.actions(int(found.roll[i]), int(found.rerolls[i]), scores=False)
        here = found.actions[i] >= 0
        mine = dict(zip(found.actions[i][here].tolist(), found.values[i][here].tolist()))
        theirs = {ready.layout.number(action.action): action.value for action in ranked}
        assert mine == pytest.approx(theirs, rel=1e-12, abs=ROUNDING) and list(mine) == sorted(mine)
        assert found.best[i] == ready.layout.number(ranked[0].action)
        assert not here[len(mine) :].any() and np.isnan(found.values[i][~here]).all()
        assert np.nanmin(found.losses[i]) == 0


@given(raw=games(), seed=st.integers(0, 99))
@settings(max_examples=examples(10), deadline=None)
def test_any_game(raw: Raw, seed: int) -> None:
    ready = Arena(parse(raw))
    check(uniform_positions(ready, 25, seed))
    check(played_positions(ready, optimal_policy(ready), 25, seed, 0.5))


def test_positions_of_games() -> None:
    """Of best play; with no action replaced they are where it goes, and the same of a seed."""
    ready = arena("toy")
    one, two = (played_positions(ready, optimal_policy(ready), 500, 3) for _ in range(2))
    assert len(one) == 500 and np.array_equal(one.at, two.at) and np.array_equal(one.actions, two.actions)
    assert set(one.rerolls.tolist()) == {0, 1, 2}
    start = ready.states.index(ready.states.start)
    share = float((one.at == start).mean())
    assert share == pytest.approx(1 / 7, abs=0.03)


def test_replaced_actions_lead_elsewhere() -> None:
    """Games of actions at random are worse: their states are worth less at the end."""
    ready = arena("toy")
    best, random = (played_positions(ready, optimal_policy(ready), 4000, 1, share) for share in (0.0, 1.0))
    worth = [float(np.nanmax(found.values, axis=1)[found.rerolls == 0].mean()) for found in (best, random)]
    assert worth[1] < worth[0] - 1
    with pytest.raises(UserError, match=r"perturbed 2; expected a share from 0 to 1"):
        played_positions(ready, optimal_policy(ready), 10, 1, 2)


def test_uniform_is_over_all_states() -> None:
    ready = toy_arena("upper-bonus")
    found = uniform_positions(ready, 4000, 2)
    counts = np.bincount(found.at, minlength=int(ready.states.offset[-2]))
    assert len(counts) == ready.states.offset[-2] and (counts > 0).all()
    assert np.bincount(found.rerolls) == pytest.approx([2000, 2000], abs=150)


def test_as_an_agent_sees_them_and_as_arrow() -> None:
    found = yz.labelled("toy", 200, seed=4, agent="greedy", perturbed=0.2)
    table = found.to_arrow()
    columns = dict(zip(found.arena.layout.columns, found.observations.T))
    assert np.array_equal(columns["need"], table["need"].to_numpy())
    assert np.array_equal(columns["rerolls"], found.rerolls)
    dice = np.array(table["dice"].to_pylist())
    assert np.array_equal(columns["dice 1"], dice[:, 0]) and (dice.sum(axis=1) == 3).all()
    for i, row in enumerate(table.to_pylist()):
        here = found.actions[i] >= 0
        assert row["actions"] == found.actions[i][here].tolist()
        assert row["values"] == found.values[i][here].tolist() and min(row["losses"]) == 0
        assert row["best"] in row["actions"] and row["filled"] == found.arena.layout.filled[found.at[i]]
    assert len(yz.labelled("toy", 7)) == 7
    with pytest.raises(UserError, match="0 positions of seed 1; expected 1 or more"):
        yz.labelled("toy", 0)


def test_a_part_is_what_the_whole_has_there() -> None:
    """And rows of all positions are as wide."""
    whole = yz.labelled("crag", 90, seed=2, agent="greedy", perturbed=0.3)
    part = whole.part(30, 50)
    assert len(part) == 20 and part.actions.shape == (20, whole.actions.shape[1])
    for name in ("actions", "values", "losses", "observations", "best"):
        assert np.array_equal(getattr(part, name), getattr(whole, name)[30:50], equal_nan=True), name
    assert part.to_arrow().equals(whole.to_arrow().slice(30, 20))
    assert len(whole.part(80, 200)) == 10


def test_games_of_a_policy_come_in_any_order() -> None:
    """The beginning of what is drawn is of all turns."""
    found = yz.labelled("crag", 3000, seed=2, agent="greedy")
    turn = np.bitwise_count(found.arena.layout.filled[found.at])
    assert set(turn[:300].tolist()) == set(range(len(found.game.categories)))
    assert turn[:1000].mean() == pytest.approx(turn.mean(), abs=0.5)


def test_the_worked_example_learns() -> None:
    """A network of the docs, small and short here, is better than one that looks at this turn alone."""
    learn = runpy.run_path(str(PROJECT / "docs/imitation.py"))["learn"]
    found = yz.evaluate(learn("toy", 6000, epochs=10), "toy")
    assert yz.evaluate("greedy", "toy").mean + 1 < found.mean < arena("toy").optimal.start_value
