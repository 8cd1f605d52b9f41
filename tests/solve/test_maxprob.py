"""`maxprob`: against the oracle, its bounds, its moments, and the same bits however it is solved."""

from functools import cache

import numpy as np
import pytest
from brute_force import START, BruteForce
from brute_force import State as RealState
from helpers import (
    TOYS,
    builtin_raw,
    merged,
    parse,
    solved,
    toy_expected,
    toy_maxprob,
    toy_oracle,
    toy_states,
)
from hypothesis import given, settings
from lanes import examples, slow_ones
from toy_games import Raw, game, games, lower

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.solve.maxprob import Twin
from yahtzee_core.solve.scores import MaxProbTable, solve_maxprob
from yahtzee_core.turn import kernel as _turn
from yahtzee_core.turn.states import State

ROUNDING = 1e-12
MOMENTS = ["upper-bonus", "upper-sure", "yahtzee-bonus", "coins"]
"""Games that the oracle solves with moments."""
LONG = ("joker-always", "joker-forced", "joker-forced-gap", "joker-free", "joker-free-gap")
"""Games that take the oracle long."""
TINY: dict[str, Raw] = {
    "nothing": game("nothing", 1, 2, 1, [lower("nothing", score=0)]),
    "one": game("one", 1, 2, 1, [lower("one", face=1, score=1)]),
    "certain": game("certain", 1, 2, 2, [lower("certain", score=1)]),
}


@cache
def plain(name: str) -> MaxProbTable:
    """A toy game with all rows and without moments: its rows have bounds on both sides."""
    return solve_maxprob(toy_states(name).game, threads=1, keep="all")


@cache
def yaht() -> MaxProbTable:
    """Yaht, the start only."""
    return solve_maxprob(load_game("yaht"))


# Against the oracle


def close(found: float, exact: float) -> bool:
    """Whether a number is the exact one but for rounding; 0 and 1 have none."""
    return found == exact if exact in (0, 1) else abs(found - exact) <= ROUNDING * exact


def check_probabilities(table: MaxProbTable, oracle: BruteForce) -> None:
    """Compare all states that can occur, from 0 points to one more than a game can have."""
    for real in oracle.states():
        state = merged(table.states, real)
        for needed in range(len(table.start) + 1):
            exact = float(oracle.maxprob(real, needed))
            assert close(table.probability(state, needed), exact), (real, needed)


@pytest.mark.parametrize("name", slow_ones(TOYS, *LONG))
def test_probabilities_of_toy_games(name: str) -> None:
    check_probabilities(plain(name), toy_oracle(name))


@given(games())
@settings(max_examples=examples(8), deadline=None)
def test_probabilities_of_any_game(raw: Raw) -> None:
    check_probabilities(solve_maxprob(parse(raw), threads=1, keep="all"), BruteForce(raw))


def check_bounds(table: MaxProbTable, oracle: BruteForce) -> None:
    """`first` is the most that is certain, `last` the most that is possible."""
    for real in oracle.states():
        at = table.states.index(merged(table.states, real))
        first, last = int(table.bounds.certain[at]), int(table.bounds.most[at])
        assert 0 <= first <= last
        assert oracle.maxprob(real, first) == 1 > oracle.maxprob(real, first + 1), real
        assert oracle.maxprob(real, last) > 0 == oracle.maxprob(real, last + 1), real


@pytest.mark.parametrize("name", TOYS)
def test_bounds_of_toy_games(name: str) -> None:
    check_bounds(plain(name), toy_oracle(name))


@given(games())
@settings(max_examples=examples(8), deadline=None)
def test_bounds_of_any_game(raw: Raw) -> None:
    check_bounds(solve_maxprob(parse(raw), threads=1, keep="all"), BruteForce(raw))


def test_some_points_are_certain() -> None:
    """Else bounds from below would not be tested."""
    certain = {name: int(plain(name).bounds.certain.max()) for name in TOYS}
    assert sum(most > 0 for most in certain.values()) >= 5


# What must hold


@pytest.mark.parametrize("name", TOYS)
def test_more_points_are_less_probable(name: str) -> None:
    """In every row, on from what is certain: above 0, at most 1, never rising."""
    table = plain(name)
    assert table.rows is not None
    for at in range(len(table.states)):
        row = np.concatenate([[1.0], table.rows.row(at)])
        assert (row > 0).all() and (np.diff(row) <= 0).all(), table.states.state(at)
    assert (table.start > 0).all() and table.start[0] == 1 and (np.diff(table.start) <= 0).all()


def test_yaht() -> None:
    """All scores from 0 to 345, the most of every category."""
    start = yaht().start
    assert start.shape == (346,)
    assert (start > 0).all() and (start <= 1).all() and (np.diff(start) <= 0).all()
    assert start[0] == 1 and start[200] > 0.9 and start[345] < 1e-14
    assert start[int(solved("yaht").start_value)] > 0.5


@pytest.mark.parametrize("name", TOYS)
def test_the_sum_of_all_bounds_the_mean(name: str) -> None:
    """E[score] is the sum of P(score >= s), each at most the highest."""
    assert toy_expected(name).start_value <= plain(name).start[1:].sum() * (1 + ROUNDING)


# The same numbers, however they are asked for


def same_start(found: MaxProbTable, expected: MaxProbTable, n: int | None = None) -> None:
    """The first n numbers of a start agree in every bit, with moments when there are any."""
    for name in ("start", "mean", "sd"):
        one, other = getattr(found, name), getattr(expected, name)
        assert (one is None) == (other is None)
        assert one is None or one.tobytes() == other[:n].tobytes(), name


def same_rows(found: MaxProbTable, expected: MaxProbTable) -> None:
    """All rows agree in every bit, padding aside."""
    assert found.rows is not None and expected.rows is not None
    assert found.bounds.certain.tolist() == expected.bounds.certain.tolist()
    assert found.bounds.most.tolist() == expected.bounds.most.tolist()
    assert len(found.rows.numbers) == len(expected.rows.numbers)
    for which in range(len(expected.rows.numbers)):
        for at in range(len(expected.states)):
            assert found.rows.row(at, which).tobytes() == expected.rows.row(at, which).tobytes()


@pytest.mark.parametrize("moments", [False, True])
@pytest.mark.parametrize("name", TOYS)
def test_what_is_kept_changes_nothing(name: str, moments: bool) -> None:
    found = solve_maxprob(toy_states(name).game, threads=1, moments=moments)
    same_start(found, toy_maxprob(name) if moments else plain(name))
    assert found.rows is None and (found.mean is None) != moments


def test_rows_that_were_not_kept() -> None:
    found = solve_maxprob(load_game("toy"))
    with pytest.raises(ValueError, match="rows were not kept"):
        found.probability(found.states.start, 10)


def check_from(state: State, name: str, moments: bool) -> None:
    """A state alone has the numbers that it has in the whole solve."""
    whole = toy_maxprob(name) if moments else plain(name)
    found = solve_maxprob(toy_states(name).game, threads=1, moments=moments, start=state)
    n = int(whole.bounds.most[whole.states.index(state)]) + 1
    expected = [whole.probability(state, needed) for needed in range(n)]
    assert found.start.tolist() == expected
    if moments:
        assert whole.rows is not None and found.mean is not None
        assert found.mean[1:].tobytes() == whole.rows.row(whole.states.index(state), 2).tobytes()
        assert found.mean[0] == toy_expected(name).value[whole.states.index(state)]


@pytest.mark.parametrize("moments", [False, True])
@pytest.mark.parametrize("name", ["upper-bonus", "joker-forced-gap", "coins", "upper-sum"])
def test_from_any_state(name: str, moments: bool) -> None:
    for at in range(len(toy_states(name))):
        check_from(toy_states(name).state(at), name, moments)


@pytest.mark.parametrize("moments", [False, True])
@pytest.mark.parametrize("name", ["upper-bonus", "yahtzee-bonus", "upper-sure"])
def test_up_to_any_score(name: str, moments: bool) -> None:
    whole = toy_maxprob(name) if moments else plain(name)
    for highest in range(len(whole.start)):
        found = solve_maxprob(toy_states(name).game, threads=1, moments=moments, highest=highest)
        assert len(found.start) >= highest + 1
        same_start(found, whole, len(found.start))


def test_from_a_state_up_to_a_score() -> None:
    whole, state = plain("joker-free"), toy_states("joker-free").at(0b10001, 3, 1)
    for highest in (0, 1, 7, 8, 9, 40):
        found = solve_maxprob(whole.game, start=state, highest=highest)
        expected = [whole.probability(state, needed) for needed in range(len(found.start))]
        assert found.start.tolist() == expected and len(expected) >= highest + 1


def test_from_the_end() -> None:
    states = toy_states("coins")
    found = solve_maxprob(states.game, moments=True, start=states.state(len(states) - 1))
    assert found.mean is not None and found.sd is not None
    assert (found.start.tolist(), found.mean.tolist(), found.sd.tolist()) == ([1.0], [0.0], [0.0])


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", TOYS)
def test_kernels_and_threads_give_the_same_bits(name: str, threads: int, variant: str) -> None:
    toy = toy_states(name).game
    same_rows(solve_maxprob(toy, threads, keep="all", variant=variant), plain(name))
    found = solve_maxprob(toy, threads, keep="all", moments=True, variant=variant)
    same_rows(found, toy_maxprob(name))
    same_start(found, toy_maxprob(name))


SHAPES = [(1, 3, 3), (2, 2, 3), (3, 3, 1), (4, 5, 4), (5, 6, 3), (6, 4, 2), (6, 6, 3), (7, 3, 3), (8, 2, 2)]
"""(dice, faces, rolls): with and without stacks, up to the most dice that they take, and one more."""


@pytest.mark.parametrize("variant", _turn.variants())
@pytest.mark.parametrize(("dice", "faces", "rolls"), SHAPES)
def test_stacks_and_pairs_give_the_bits_of_keeps_and_categories(
    dice: int, faces: int, rolls: int, variant: str
) -> None:
    """Probabilities alone go by stacks of keeps and pairs of options, with moments by one after another."""
    sheet = [
        lower("ones", face=1, score="matching"),
        lower("twos", face=2, score="matching"),
        lower("pair", groups=[min(2, dice)], score=7),
        lower("chance", score="all"),
    ]
    made_up = parse(game("made-up", dice, faces, rolls, sheet))
    one, other = (solve_maxprob(made_up, 1, moments=which, variant=variant) for which in (False, True))
    assert one.start.tobytes() == other.start.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("variant", _turn.variants())
def test_kernels_and_threads_give_the_same_bits_in_yaht(variant: str) -> None:
    same_start(solve_maxprob(load_game("yaht"), threads=2, variant=variant), yaht())


def test_progress() -> None:
    told: list[float] = []
    solve_maxprob(load_game("toy"), progress=told.append)
    assert len(told) == 7 and told == sorted(told) and told[0] > 0 and told[-1] == 1


# Moments


@pytest.mark.parametrize("name", slow_ones(MOMENTS, "yahtzee-bonus"))
def test_means_of_toy_games(name: str) -> None:
    table, oracle = toy_maxprob(name), toy_oracle(name)
    assert table.rows is not None
    for real in oracle.states():
        at = table.states.index(merged(table.states, real))
        exact = [float(oracle.maxprob_mean(real, needed + 1)) for needed in range(table.bounds.most[at])]
        assert table.rows.row(at, 2) == pytest.approx(np.array(exact), rel=ROUNDING, abs=0), real


def check_seconds(table: MaxProbTable, oracle: BruteForce, real: RealState) -> int:
    """Compare the second moments of a state; returns how many do not depend on ties."""
    assert table.rows is not None
    unique = 0
    for needed, second in enumerate(table.rows.row(table.states.index(merged(table.states, real)), 3), 1):
        least, most = map(float, oracle.maxprob_moments(real, needed))
        assert least * (1 - ROUNDING) <= second <= most * (1 + ROUNDING), (real, needed)
        unique += least == most
    return unique


@pytest.mark.parametrize("name", slow_ones(MOMENTS, "yahtzee-bonus"))
def test_second_moments_of_toy_games(name: str) -> None:
    """Among those of all strategies that are best by probability, then mean."""
    table, oracle = toy_maxprob(name), toy_oracle(name)
    unique = sum(check_seconds(table, oracle, real) for real in oracle.states())
    assert unique > 0


def chances(n: int) -> Raw:
    """One die with twelve faces, scored n times: a total of n, the least, comes with 12^(-3n)."""
    return game("chances", 1, 12, 3, [lower(f"chance_{i}", score="all") for i in range(n)])


@pytest.mark.parametrize("n", [4, 5])
def test_moments_near_certainty(n: int) -> None:
    """Probabilities that are 1 but for 1e-16 are not tied: MaxProb_s takes the certain points."""
    table, oracle, start = solve_maxprob(parse(chances(n)), moments=True), BruteForce(chances(n)), START
    assert table.mean is not None and table.sd is not None
    for needed in range(n, n + 9):
        mean = float(oracle.maxprob_mean(start, needed))
        least, most = (float(second) - mean * mean for second in oracle.maxprob_moments(start, needed))
        assert table.mean[needed] == pytest.approx(mean, rel=ROUNDING, abs=0), needed
        assert least * (1 - 1e-9) <= table.sd[needed] ** 2 <= most * (1 + 1e-9), needed
    assert table.start[n + 1] == pytest.approx(1, abs=1e-12) and table.mean[n + 1] < table.mean[n] - 1


@pytest.mark.slow
def test_moments_of_toy_near_certainty() -> None:
    """Fractions over ordered dice give 95.65061; ties of 1e-12 alone would give 95.68148."""
    oracle = BruteForce(builtin_raw("toy"))
    found = solve_maxprob(load_game("toy"), moments=True, highest=8)
    assert found.mean is not None
    exact = float(oracle.maxprob_mean(START, 8))
    assert found.mean[8] == pytest.approx(exact, rel=ROUNDING, abs=0)
    assert f"{exact:.5f}" == "95.65061"


@pytest.mark.parametrize("name", TOYS)
def test_moments_of_the_start(name: str) -> None:
    table, expected = toy_maxprob(name), toy_expected(name)
    assert table.mean is not None and table.sd is not None
    assert len(table.start) == len(table.mean) == len(table.sd)
    assert table.mean[0] == expected.start_value and table.sd[0] == expected.start_sd
    assert (table.mean > 0).all() and (table.mean <= expected.start_value * (1 + ROUNDING)).all()
    assert (table.sd >= 0).all() and np.isfinite(table.sd).all()


@pytest.mark.parametrize("name", TOYS)
def test_moments_do_not_change_the_probability(name: str) -> None:
    """Every bit of it, above what is certain."""
    table, other = toy_maxprob(name), plain(name)
    assert table.start.tobytes() == other.start.tobytes()
    assert table.rows is not None and other.rows is not None
    for at in range(len(table.states)):
        first = int(other.bounds.certain[at])
        row = table.rows.row(at)
        assert (row[:first] == 1).all() and row[first:].tobytes() == other.rows.row(at).tobytes()


@pytest.mark.parametrize("name", TOYS)
def test_markov(name: str) -> None:
    """A mean is at least what the probability promises: s P(score >= s)."""
    table = toy_maxprob(name)
    assert table.mean is not None
    assert (table.mean >= table.start * np.arange(len(table.start)) * (1 - ROUNDING)).all()


# Tiny games and errors


@pytest.mark.parametrize(
    ("name", "start", "mean", "sd"),
    [
        ("nothing", [1.0], [0.0], [0.0]),
        ("one", [1.0, 0.5], [0.5, 0.5], [0.5, 0.5]),
        ("certain", [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]),
    ],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_tiny_games(name: str, start: list[float], mean: list[float], sd: list[float], threads: int) -> None:
    found = solve_maxprob(parse(TINY[name]), threads, moments=True)
    assert found.mean is not None and found.sd is not None
    assert (found.start.tolist(), found.mean.tolist(), found.sd.tolist()) == (start, mean, sd)
    for keep in ("start", "all"):
        assert solve_maxprob(parse(TINY[name]), threads, keep=keep).start.tolist() == start


@pytest.mark.parametrize("moments", [False, True])
@pytest.mark.parametrize("highest", [-1, 196, 10_000])
def test_scores_out_of_range(highest: int, moments: bool) -> None:
    with pytest.raises(UserError) as caught:
        solve_maxprob(load_game("toy"), moments=moments, highest=highest)
    assert str(caught.value) == f"game toy: score {highest}; expected 0 to 195, the most that can come"


def test_scores_out_of_range_from_a_state() -> None:
    toy = load_game("toy")
    state = toy_from(toy.full & ~toy.mask(("pair",)))
    with pytest.raises(UserError, match="game toy: score 13; expected 0 to 12, the most that can come"):
        solve_maxprob(toy, start=state, highest=13)
    assert solve_maxprob(toy, start=state, highest=12).start[12] > 0


def toy_from(filled: int) -> State:
    """A state of the built-in toy without upper points."""
    return solved("toy").states.at(filled, 0)


# The twin

TWINS = ["upper-bonus", "yahtzee-bonus", "forced-upper-only", "coins", "plain"]


@pytest.mark.parametrize("name", slow_ones(TWINS, "yahtzee-bonus", "forced-upper-only"))
def test_the_twin_has_the_same_bits(name: str) -> None:
    """Probability, mean and second moment of every state and every number of points."""
    table, twin = toy_maxprob(name), Twin(toy_expected(name))
    assert table.rows is not None
    for at in range(0, len(table.states), 11):
        state = table.states.state(at)
        for needed in range(1, int(table.bounds.most[at]) + 1):
            numbers = [float(table.rows.row(at, which)[needed - 1]) for which in range(4)]
            assert numbers == twin.at(state, needed).tolist(), (state, needed)
