"""Where the points come from: against exact fractions over ordered dice, the walk forwards, and print."""

import csv
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from brute_force import State as RealState
from helpers import (
    REFERENCE,
    TOYS,
    Followed,
    arena,
    merged,
    optimal_policy,
    some_policies,
    toy_arena,
    toy_oracle,
)
from lanes import slow_but

from yahtzee_core.arrays import Floats, Longs
from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import Decisions, Policy
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.policies.parts import (
    Parts,
    chances_after,
    chances_to_come,
    option_parts,
    parts_to_come,
    two_parts,
)
from yahtzee_core.policies.walk import part_names, walk

ROUNDING = 1e-12
SUMS = 1e-9
FOLLOWED = ["plain", "upper-bonus", "yahtzee-bonus", "coins", "forced-upper-only"]
POLICIES = ["optimal", "zero", "random estimates", "random decisions"]
QUICK = ("toy", "crag", "yacht", "yatzy-down")
LARGE = ("maxi-yatzy",)
"""Games whose parts take gigabytes."""


def followed_games() -> list[str]:
    """The games whose policies are followed."""
    games = [load_game(name) for name in all_games() if name not in LARGE]
    return [game.id for game in games if not (game.further or game.rolls_matter)]


class Exact:
    """The parts of a policy, followed in exact fractions."""

    def __init__(self, followed: Followed) -> None:
        self.followed, self.n = followed, len(followed.ids)

    @cache  # noqa: B019
    def at(self, real: RealState) -> tuple[list[Fraction], list[Fraction]]:
        """Points and chances of a state."""
        points, chances = ([Fraction(0)] * (self.n + 2) for _ in range(2))
        if len(real[0]) == self.n:
            return points, chances
        for p, _, category, gains, after in self.followed.turn(real):
            added = [0] * (self.n + 2)
            for part, gain in zip((self.followed.ids.index(category), -2, -1), gains):
                added[part] += gain
            for part, (x, z) in enumerate(zip(*self.at(after))):
                points[part] += p * (added[part] + x)
                chances[part] += p * (1 if added[part] else z)
        return points, chances


@pytest.mark.parametrize("policy", slow_but(POLICIES, "optimal", "random decisions"))
@pytest.mark.parametrize("name", FOLLOWED)
def test_parts_of_toy_games(name: str, policy: str) -> None:
    """Every number of every state that a game comes to."""
    here = toy_arena(name)
    plays = some_policies(here)[policy]
    parts, exact = parts_to_come(here, plays), Exact(Followed(here, plays, toy_oracle(name)))
    states = _reached(exact)
    for real in states:
        at = here.states.index(merged(here.states, real))
        points, chances = exact.at(real)
        assert parts.points[at] == pytest.approx(list(map(float, points)), rel=ROUNDING, abs=1e-14)
        assert parts.chance[at] == pytest.approx(list(map(float, chances)), rel=ROUNDING, abs=1e-14)
    assert len(states) > 5


def _reached(exact: Exact) -> list[RealState]:
    """The states that a policy comes to, from the start."""
    found, wave = [], {(frozenset[str](), 0, False)}
    while wave:
        found += wave
        wave = {
            after
            for real in wave
            if len(real[0]) < exact.n
            for p, _, _, _, after in exact.followed.turn(real)
            if p
        }
    return found


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", TOYS[::4])
def test_parts_sum_to_the_value_of_a_policy(name: str, policy: str) -> None:
    here = toy_arena(name)
    plays = some_policies(here)[policy]
    value = policy_table(here, plays).value[: len(here.states)]
    assert np.abs(parts_to_come(here, plays).points.sum(axis=1) - value).max() < SUMS


@pytest.mark.parametrize("name", slow_but(followed_games(), *QUICK))
def test_parts_of_every_game(name: str) -> None:
    """The parts of every state sum to its value; those of the start are the ones of the walk forwards."""
    here = arena(name)
    parts = parts_to_come(here, optimal_policy(here))
    assert np.abs(parts.points.sum(axis=1) - here.optimal.value).max() < SUMS
    walked, start = walk(here, optimal_policy(here)), here.states.index(here.states.start)
    assert parts.points[start] == pytest.approx(walked.mean, rel=1e-11, abs=1e-12)
    options, n = here.states.options, len(here.game.categories)
    taken = walked.taken.sum(axis=0) * (options.points > 0)
    scored = np.bincount(options.category, weights=taken, minlength=n)
    assert parts.chance[start, :n] == pytest.approx(scored, rel=1e-11, abs=1e-12)
    assert parts.chance[start, n] == pytest.approx(walked.secured.sum(), rel=1e-11, abs=1e-12)
    assert ((parts.chance >= 0) & (parts.chance <= 1 + ROUNDING)).all()


@pytest.mark.parametrize("name", slow_but([*QUICK, "yahtzee"], *QUICK))
def test_chances_are_columns_of_the_parts(name: str) -> None:
    """By one thread or two, bit by bit."""
    here = arena(name)
    parts = parts_to_come(here, optimal_policy(here))
    two = chances_to_come(here, optimal_policy(here), threads=2).rows
    for column, part in enumerate(two_parts(here.game)):
        expected = np.zeros(len(here.states)) if part is None else parts.chance[:, part]
        assert np.array_equal(two[:, column], expected)


class Counting:
    """A policy that counts the masks that it is asked for."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.asked = policy, Counter[int]()

    def decide(self, masks: Longs, visit: Floats | None) -> Decisions:
        self.asked.update(masks.tolist())
        return self.policy.decide(masks, visit)


@pytest.mark.parametrize("name", ["crag", "toy"])
@pytest.mark.parametrize("asked", [parts_to_come, chances_to_come])
def test_what_follows_on_a_state_is_solved_alone_and_once(
    asked: Callable[[Arena, Policy], Parts], name: str
) -> None:
    """In any order of states; with the bits of the whole."""
    here = arena(name)
    states, full = here.states, here.game.full
    whole, policy = asked(here, optimal_policy(here)).rows, Counting(optimal_policy(here))
    parts = asked(here, policy)
    assert not policy.asked
    follows = set[int]()
    for filled in (full - 1, full & ~0b1010, 0b1001, full, 1, 0):
        state = states.state(int(states.offset[filled]))
        after = parts.after(state)
        follows |= {mask for mask in states.masks.tolist() if mask & filled == filled} - {full}
        assert policy.asked == Counter(follows)
        for option in states.options.in_situation(filled):
            row = states.index(states.successor(state, option)[0])
            added = option_parts(states, state, option)
            assert parts.held[row].tobytes() == whole[row].tobytes()
            kept = np.setdiff1d(np.arange(whole.shape[1]), parts.columns[:, added > 0])
            assert np.array_equal(after[kept, option], whole[row, kept])
    assert parts.held.tobytes() == whole.tobytes() == parts.rows.tobytes()


def test_threads_share_what_is_solved() -> None:
    """Each waits for what another one is solving."""
    here = arena("crag")
    states, whole = here.states, parts_to_come(here, optimal_policy(here))
    policy = Counting(optimal_policy(here))
    parts = parts_to_come(here, policy)
    asked = [states.state(int(states.offset[1 << i % 3])) for i in range(12)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(parts.after, asked))
    assert all(np.array_equal(one, whole.after(state)) for one, state in zip(found, asked, strict=True))
    assert set(policy.asked.values()) == {1}


@pytest.mark.parametrize("name", ["crag", "toy", "yacht"])
def test_chances_after_an_option_are_those_of_the_parts(name: str) -> None:
    here = arena(name)
    parts, chances = (of(here, optimal_policy(here)) for of in (parts_to_come, chances_to_come))
    for at in range(0, len(here.states) - int(here.states.lanes[-1]), len(here.states) // 9):
        state = here.states.state(at)
        assert np.array_equal(chances_after(parts, state), chances.after(state))


def test_totals_over_states() -> None:
    """Sums of the rows of states, of as much as was asked for."""
    here = arena("crag")
    states, parts = here.states, parts_to_come(here, optimal_policy(here))
    filled = here.game.full & ~0b11
    shares = np.zeros(len(states))
    shares[[int(states.offset[filled]), int(states.offset[filled | 1])]] = 0.5, 0.25
    points, chance = parts.total(shares, filled)
    assert not parts.held[states.index(states.start)].any()
    assert points == pytest.approx(shares @ parts.points) and points.sum() > 1
    assert chance == pytest.approx(shares @ parts.chance)


@pytest.mark.slow
def test_parts_at_the_start_are_table_3() -> None:
    """Glenn 2007, table III: the points of every category, as printed (two with a wrong last digit)."""
    here = arena("yahtzee")
    start = parts_to_come(here, optimal_policy(here)).points[here.states.index(here.states.start)]
    with open(REFERENCE / "glenn_table_3.csv", encoding="utf-8") as file:
        printed = {row["category"]: float(row["mean"]) for row in csv.DictReader(file)}
    assert list(printed) != [] and set(printed) == set(part_names(here.game))
    far = {name for name, mean in zip(part_names(here.game), start) if abs(mean - printed[name]) > 5.1e-5}
    assert far == {"sixes", "three_of_a_kind"}
    assert all(abs(mean - printed[name]) < 4e-4 for name, mean in zip(part_names(here.game), start))


@pytest.mark.parametrize("name", FOLLOWED)
def test_parts_after_an_option(name: str) -> None:
    """Points that an option adds, and what a walk from the state after it finds."""
    here = toy_arena(name)
    states, plays = here.states, optimal_policy(here)
    parts = parts_to_come(here, plays)
    n, seen = parts.points.shape[1], 0
    for at in range(0, len(states) - int(states.lanes[-1]), max(len(states) // 12, 1)):
        state = states.state(at)
        after = parts.after(state)
        for option in states.options.in_situation(state.filled)[::5]:
            there, gain = states.successor(state, option)
            added = option_parts(states, state, option)
            assert added.sum() == gain
            mean = walk(here, plays, (), {(states.index(there), 0): 1.0}).mean
            assert after[:n, option] == pytest.approx(added + mean, rel=1e-11, abs=1e-12)
            seen += 1
        others = np.setdiff1d(np.arange(len(states.options)), states.options.in_situation(state.filled))
        assert not after[:, others].any()
    assert seen > 10
