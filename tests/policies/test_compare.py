"""Two policies side by side: the losses add up, kind by kind as in exact fractions; scores by enumeration."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from brute_force import BruteForce, Dice
from brute_force import State as RealState
from helpers import (
    TOYS,
    Floats,
    Followed,
    RandomPolicy,
    arena,
    optimal_policy,
    parse,
    some_policies,
    toy_arena,
    toy_oracle,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from toy_games import Raw, game, games, lower

from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import EstimatePolicy, Policy, pack, unpack
from yahtzee_core.policies.distribution import DIGITS, dominance, outcomes, total_variation
from yahtzee_core.policies.judge import Criteria, compare, policy_table
from yahtzee_core.policies.walk import walk
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.ties import POINTS

ROUNDING = 1e-12
SUMS = 1e-9
POLICIES = ["optimal", "zero", "random estimates", "random decisions"]
PAIRS = list(product(POLICIES, repeat=2))
FOLLOWED = ["plain", "upper-bonus", "yahtzee-bonus", "coins", "matching"]


@cache
def toy_policies(name: str) -> dict[str, Policy]:
    """Policies of a toy game."""
    return some_policies(toy_arena(name))


@cache
def compared(name: str, player: str, judge: str) -> Criteria:
    """Two policies of a toy game."""
    return criteria(toy_arena(name), toy_policies(name)[player], toy_policies(name)[judge])


def criteria(arena: Arena, player: Policy, judge: Policy) -> Criteria:
    """A player by a judge."""
    return compare(arena, player, judge, walk(arena, player).visits)


def mean(arena: Arena, policy: Policy) -> float:
    """Expected score."""
    return float(walk(arena, policy).mean.sum())


# Against exact fractions


class Judged:
    """A player's decisions, judged one by one over ordered dice by what the judge would get."""

    def __init__(self, player: Followed, judge: Followed) -> None:
        self.player, self.judge = player, judge

    @cache  # noqa: B019
    def worth(self, real: RealState, dice: Dice, left: int, decision: int) -> Fraction:
        """Expected points to come after a decision, when the judge plays on."""
        if left == 0:
            _, gains, after = self.judge.scored(real, dice, decision)
            return sum(gains) + self.judge.moments(after)[0]
        rolls = self.judge.thrown(self.judge.kept(decision), Fraction(1))
        return sum(p * self._judges(real, roll, left - 1) for roll, p in rolls.items())

    def _judges(self, real: RealState, dice: Dice, left: int) -> Fraction:
        return self.worth(real, dice, left, self.judge.decision(real, dice, left))

    def criteria(self) -> tuple[Floats, dict[str, float]]:
        """(n_categories, rolls, 3), and the loss of the choices of each category."""
        rolls = self.player.states.game.rolls
        found, chosen = np.zeros((len(self.player.ids), rolls, 3)), dict.fromkeys(self.player.ids, 0.0)
        for turn, histories in enumerate(self.player.layers()[:-1]):
            for (real, _), p in histories.items():
                for left, (dice, q) in _flat(self.player.rolls(real)):
                    judged = float(p * q) * self._decision(real, dice, left)
                    found[turn, left] += judged
                    if left == 0:
                        category = self.player.scored(real, dice, self.player.decision(real, dice, 0))[0]
                        chosen[category] += judged[0]
        return found, chosen

    @cache  # noqa: B019
    def _decision(self, real: RealState, dice: Dice, left: int) -> Floats:
        """(3,): loss, whether it differs, whether it differs by more than a tie."""
        mine = self.player.decision(real, dice, left)
        if mine == self.judge.decision(real, dice, left):
            return np.zeros(3)
        loss = self._judges(real, dice, left) - self.worth(real, dice, left, mine)
        return np.array([float(loss), 1.0, abs(loss) > POINTS.points])


def _flat(stages: list[dict[Dice, Fraction]]) -> list[tuple[int, tuple[Dice, Fraction]]]:
    return [(left, item) for left, stage in enumerate(stages) for item in stage.items()]


def check_exact(arena: Arena, player: Policy, judge: Policy, oracle: BruteForce, found: Criteria) -> None:
    """Every criterion of every turn and every number of rerolls left."""
    exact, chosen = Judged(Followed(arena, player, oracle), Followed(arena, judge, oracle)).criteria()
    assert found.chosen == pytest.approx(list(chosen.values()), rel=1e-10, abs=ROUNDING)
    for number, column in enumerate((found.loss, found.differs, found.differs_beyond_tie)):
        assert column == pytest.approx(exact[:, :, number], rel=1e-10, abs=ROUNDING), number


@pytest.mark.parametrize(("player", "judge"), [pair for pair in PAIRS if pair[0] != pair[1]])
@pytest.mark.parametrize("name", slow_but(FOLLOWED, "plain", "coins", "upper-bonus"))
def test_toy_games(name: str, player: str, judge: str) -> None:
    policies, found = toy_policies(name), compared(name, player, judge)
    check_exact(toy_arena(name), policies[player], policies[judge], toy_oracle(name), found)


@pytest.mark.parametrize("pair", [("optimal", "zero"), ("random estimates", "optimal")])
def test_jokers(pair: tuple[str, str]) -> None:
    player, judge = (toy_policies("joker-forced")[one] for one in pair)
    found = compared("joker-forced", *pair)
    check_exact(toy_arena("joker-forced"), player, judge, toy_oracle("joker-forced"), found)


@given(raw=games(), seed=st.integers(0, 99), pair=st.sampled_from(PAIRS))
@settings(max_examples=examples(10), deadline=None)
def test_any_game(raw: Raw, seed: int, pair: tuple[str, str]) -> None:
    arena = Arena(parse(raw))
    player, judge = (some_policies(arena, seed)[one] for one in pair)
    check_exact(arena, player, judge, BruteForce(raw), criteria(arena, player, judge))


# What must hold


def check_sound(arena: Arena, player: Policy, judge: Policy, found: Criteria) -> None:
    """The losses are the difference of the means, and each decision of a game differs at most once."""
    lost = mean(arena, judge) - mean(arena, player)
    assert found.loss.sum() == pytest.approx(lost, rel=0, abs=SUMS)
    for column in (found.differs, found.differs_beyond_tie):
        assert (column >= 0).all() and (column <= 1 + ROUNDING).all()
    assert (found.differs_beyond_tie <= found.differs + ROUNDING).all()
    assert (np.abs(found.loss) <= 1e6 * found.differs).all()


@pytest.mark.parametrize(("player", "judge"), PAIRS)
@pytest.mark.parametrize("name", TOYS)
def test_losses_are_the_difference_of_the_means(name: str, player: str, judge: str) -> None:
    """Both ways, as the pairs are ordered; a policy loses nothing against itself."""
    policies, found = toy_policies(name), compared(name, player, judge)
    check_sound(toy_arena(name), policies[player], policies[judge], found)
    if player == judge:
        assert not found.loss.any() and not found.differs.any() and not found.differs_beyond_tie.any()


@given(raw=games(), seeds=st.tuples(st.integers(0, 99), st.integers(0, 99)))
@settings(max_examples=examples(20), deadline=None)
def test_losses_of_random_policies(raw: Raw, seeds: tuple[int, int]) -> None:
    arena = Arena(parse(raw))
    one, other = (RandomPolicy(arena, seed) for seed in seeds)
    check_sound(arena, one, other, criteria(arena, one, other))
    check_sound(arena, other, one, criteria(arena, other, one))


@pytest.mark.parametrize(("name", "kinds"), [("toy", POLICIES), ("yaht", POLICIES[1:2])])
def test_losses_of_builtin_games(name: str, kinds: list[str]) -> None:
    game = arena(name)
    for one, other in pairwise([*(some_policies(game)[kind] for kind in kinds), optimal_policy(game)]):
        check_sound(game, one, other, criteria(game, one, other))


@pytest.mark.parametrize("player", POLICIES)
@pytest.mark.parametrize("name", TOYS)
def test_nothing_is_won_from_the_best(name: str, player: str) -> None:
    """Whether a keep or a category: no decision is better than the best policy's."""
    found = compared(name, player, "optimal")
    assert (found.loss >= -SUMS).all()
    assert (found.loss <= POINTS.points)[found.differs_beyond_tie == 0].all()


def test_something_is_won_from_others() -> None:
    """Else the signs would not be seen above."""
    assert (compared("joker-free", "optimal", "random decisions").loss < -0.01).any()


def test_ties_are_told_apart() -> None:
    """Who fills the other one of two equal categories differs once, and loses nothing."""
    sheet = [lower("chance", score="all"), lower("again", score="all")]
    twins = Arena(parse(game("twins", 2, 3, 2, sheet)))
    filled, _, _ = twins.states.columns(twins.states.masks)
    player = EstimatePolicy(twins, twins.optimal.value + np.where(filled == 0b10, 1e-6, 0))
    found = criteria(twins, player, optimal_policy(twins))
    assert found.differs == pytest.approx(np.array([[1, 0], [0, 0]]), abs=ROUNDING)
    assert not found.differs_beyond_tie.any() and np.abs(found.loss).max() < ROUNDING


@pytest.mark.parametrize("variant", _turn.variants())
def test_variants_agree(variant: str) -> None:
    toy = arena("toy")
    other = Arena(toy.game, toy.optimal)
    other.kernel = _turn.Kernel(other.states, other.transitions, variant)
    for one, two in pairwise(POLICIES):
        found, expected = (criteria(a, some_policies(a)[one], some_policies(a)[two]) for a in (other, toy))
        for column in ("loss", "differs", "differs_beyond_tie"):
            assert np.allclose(getattr(found, column), getattr(expected, column), rtol=1e-9, atol=ROUNDING)


@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "joker-free"])
def test_lanes_without_a_visit_add_nothing(name: str) -> None:
    """pack() leaves option 0 there, whose category may be filled; memory may hold what it held before."""
    arena, states = toy_arena(name), toy_arena(name).states
    player, judge = RandomPolicy(arena, 0), optimal_policy(arena)
    visits, value = walk(arena, player).visits, policy_table(arena, judge).value
    for masks in states.layers()[:-1]:
        visit, found = visits[states.of_masks(masks)], np.zeros((arena.game.rolls, 3))
        lost = np.zeros(len(states.options))
        lanes = visit > 0
        every = unpack(states, masks, player.decide(masks, visit))
        mine, best = pack(states, masks, list(every[:, lanes]), lanes), judge.decide(masks, visit)
        fill_memory_with_nan(16 * (states.options.lattice.n_keeps + len(states.options) + 1))
        arena.kernel.compare(masks, value, visit, best, mine, found, lost)
        assert np.isfinite(found).all() and lost.sum() == pytest.approx(found[0, 0], abs=SUMS)


def fill_memory_with_nan(numbers: int) -> None:
    """Memory that is free again, in pieces for a little more than so many numbers."""
    pieces = [np.full(numbers + 16, np.nan) for _ in range(60)]
    del pieces[::2]


def test_one_turn_by_hand() -> None:
    """A die of 3 faces with a reroll: who keeps a 1 loses 1 of three times, who rolls a 3 again 1 too."""
    one = Arena(parse(game("die", 1, 3, 2, [lower("chance", score="all")])))
    found = criteria(one, Keeping(), optimal_policy(one))
    assert found.loss[0].tolist() == pytest.approx([0, (2 - 1) / 3 + (3 - 2) / 3])
    assert found.differs[0].tolist() == pytest.approx([0, 2 / 3])
    assert found.differs_beyond_tie[0].tolist() == pytest.approx([0, 2 / 3])


class Keeping:
    """Keeps 1 and 2, rolls 3 again, and scores in the one category of a game with one die of 3 faces."""

    def decide(self, masks: np.ndarray, visit: np.ndarray | None) -> np.ndarray:
        """Keep 0 is no die, then come the faces; options are numbered by roll."""
        decisions = np.zeros((1, 2, 3, 8), dtype=np.uint16)
        decisions[:, 0], decisions[:, 1] = np.arange(3)[:, None], np.array([1, 2, 0])[:, None]
        return decisions


# Scores


@st.composite
def distributions(draw: st.DrawFn) -> list[int]:
    """Chances out of their sum, which is above 0."""
    return draw(st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any))


def shares(chances: list[int]) -> Floats:
    """The distribution of these chances."""
    return np.array(chances) / sum(chances)


def exact(chances: list[int]) -> list[Fraction]:
    """The same in fractions."""
    return [Fraction(chance, sum(chances)) for chance in chances]


@given(one=distributions(), other=distributions())
def test_duels_by_enumeration(one: list[int], other: list[int]) -> None:
    expected = [Fraction(0)] * 3
    for (mine, p), (theirs, q) in product(enumerate(exact(one)), enumerate(exact(other))):
        expected[1 - (mine > theirs) + (mine < theirs)] += p * q
    found = outcomes(shares(one), shares(other))
    assert found == pytest.approx([float(p) for p in expected], abs=ROUNDING)
    assert sum(found) == pytest.approx(1, abs=ROUNDING)
    assert outcomes(shares(other), shares(one)) == pytest.approx(found[::-1], abs=ROUNDING)


@given(one=distributions(), other=distributions())
def test_total_variation_by_enumeration(one: list[int], other: list[int]) -> None:
    """The most by which the probabilities of an event differ, over all events."""
    p, q = exact(one), exact(other)
    n = max(len(p), len(q))
    p, q = p + [Fraction(0)] * (n - len(p)), q + [Fraction(0)] * (n - len(q))
    events = product([False, True], repeat=n)
    most = max(abs(sum(a - b for a, b, inside in zip(p, q, event) if inside)) for event in events)
    assert total_variation(shares(one), shares(other)) == pytest.approx(float(most), abs=ROUNDING)
    assert total_variation(shares(other), shares(one)) == pytest.approx(float(most), abs=ROUNDING)


@given(one=distributions(), other=distributions())
def test_dominance_by_enumeration(one: list[int], other: list[int]) -> None:
    p, q = exact(one), exact(other)
    fails = [t for t in range(max(len(p), len(q))) if sum(p[t:]) < sum(q[t:])]
    assert dominance(shares(one), shares(other)) == (not fails, fails[0] if fails else None)


def test_scores_by_hand() -> None:
    one, other = np.array([0.5, 0.5]), np.array([0.25, 0.25, 0.5])
    assert outcomes(one, other) == (0.125, 0.25, 0.625)
    assert total_variation(one, other) == 0.5
    assert total_variation(np.array([1.0]), np.array([0.0, 1.0])) == 1
    assert dominance(one, other) == (False, 1)
    assert dominance(other, one) == dominance(one, one) == (True, None)


def test_dominance_forgives_rounding() -> None:
    one = np.array([0.5, 0.5])
    assert dominance(one, one + np.array([-DIGITS / 2, DIGITS / 2])) == (True, None)
    assert dominance(one, one + np.array([-4 * DIGITS, 4 * DIGITS])) == (False, 1)
