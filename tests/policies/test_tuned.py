"""Estimates as data: names of numbers, what they add up to, and files that do not fit."""

from typing import Any

import numpy as np
import pytest
import yaml
from helpers import TOYS, Floats, arena, builtin_states, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import EstimatePolicy
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.policies.strategies.formulas import FORMULAS, Means, MeansWithVariances, Pairs
from yahtzee_core.policies.strategies.load import estimates
from yahtzee_core.policies.strategies.strategy import Batch
from yahtzee_core.policies.strategies.tuned import parse_tuned

Raw = dict[str, Any]
FITTING = ["joker-free", "upper-bonus", "plain", "lax-house", "yahtzee-bonus"]


def numbers_of(formula: str, game: str, seed: int = 0) -> dict[str, float]:
    """Any numbers for a formula in a built-in game."""
    names = FORMULAS[formula].names(load_game(game))
    return dict(zip(names, np.random.default_rng(seed).uniform(0, 9, size=len(names)).tolist()))


def tuned(formula: str, numbers: dict[str, float], **keys: Any) -> Raw:
    """A file of numbers."""
    return {"id": "mine", "title": "Mine", "source": "Test", "formula": formula, "numbers": numbers, **keys}


def parsed(raw: Raw) -> Any:
    """The strategy of a dictionary."""
    return parse_tuned(yaml.safe_dump(raw, sort_keys=False), "test.yaml")


def estimate_of(policy: EstimatePolicy, arena: Arena) -> Floats:
    """What a policy takes states to be worth."""
    return policy._value[: len(arena.states)]


# Names


@pytest.mark.parametrize("game", builtin_games())
@pytest.mark.parametrize("formula", FORMULAS)
def test_names_are_different(formula: str, game: str) -> None:
    names = FORMULAS[formula].names(load_game(game))
    assert len(set(names)) == len(names) > 0


@pytest.mark.parametrize(("formula", "count"), [("means", 13), ("means_with_variances", 26), ("pairs", 139)])
def test_numbers_of_yahtzee(formula: str, count: int) -> None:
    """Of pairs 12 that are not linear, 1 + 13 + 78 of open categories, 13 of the chip, 22 of the bonus."""
    assert len(FORMULAS[formula].names(load_game("yahtzee"))) == count <= 200


@pytest.mark.parametrize("game", builtin_games())
def test_pairs_has_a_column_for_each_linear_number(game: str) -> None:
    """Games without upper categories or a Yahtzee bonus have fewer."""
    batch = Batch.of(builtin_states(game), builtin_states(game).masks[:64])
    n_upper = sum(c.upper for c in load_game(game).categories)
    columns = Pairs().columns(batch, np.ones(n_upper), np.ones(n_upper))
    names = Pairs().linear_names(load_game(game))
    assert columns.shape == (len(batch), len(names))
    assert len(Pairs().names(load_game(game))) == len(names) + 2 * n_upper


# What numbers add up to


def test_means_of_the_best_policy_are_category_means() -> None:
    """The same estimate in every state, and so the same values."""
    for game in (arena("toy"), toy_arena("upper-bonus")):
        worth, variance = estimates.mean_values(game)
        names = Means().names(game.game)
        strategy = parsed(tuned("means", dict(zip(names, worth.tolist()))))
        policy = strategy.policy(game)
        assert np.array_equal(estimate_of(policy, game), estimates.category_means(game))
        found = MeansWithVariances().estimate(Batch.of(game.states), np.concatenate([worth, variance]))
        assert np.array_equal(found, estimates.category_means_with_variances(game))
        best = EstimatePolicy(game, estimates.category_means(game))
        assert np.array_equal(
            policy_table(game, policy).value, policy_table(game, best).value, equal_nan=True
        )


def test_numbers_go_by_name() -> None:
    """The order of the file does not matter."""
    numbers = numbers_of("means", "toy")
    backwards = dict(reversed(numbers.items()))
    one, other = (
        estimate_of(parsed(tuned("means", n)).policy(arena("toy")), arena("toy"))
        for n in (numbers, backwards)
    )
    assert np.array_equal(one, other) and one[0] >= sum(numbers.values())


@pytest.mark.parametrize("formula", ["means_with_variances", "pairs"])
def test_variances_count_without_their_sign(formula: str) -> None:
    """A search may step below 0."""
    batch = Batch.of(arena("toy").states)
    numbers = np.array(list(numbers_of(formula, "toy").values()))
    names = FORMULAS[formula].names(load_game("toy"))
    turned = np.where([name.startswith("variance") for name in names], -numbers, numbers)
    assert (turned != numbers).sum() in (4, 7)
    assert np.array_equal(
        FORMULAS[formula].estimate(batch, numbers), FORMULAS[formula].estimate(batch, turned)
    )


@given(data=st.data(), name=st.sampled_from(FITTING), factor=st.floats(-5, 5))
@settings(max_examples=examples(15), deadline=None)
def test_pairs_is_linear(data: st.DataObject, name: str, factor: float) -> None:
    """In all numbers but mean and variance of the upper categories."""
    game, batch = toy_arena(name).game, Batch.of(toy_arena(name).states)
    n, n_linear = len(Pairs().names(game)), len(Pairs().linear_names(game))
    random = np.random.default_rng(data.draw(st.integers(0, 9999)))
    fixed, one, other = random.uniform(0.1, 9, size=n - n_linear), *random.uniform(-9, 9, size=(2, n_linear))

    def estimate(linear: Floats) -> Floats:
        return Pairs().estimate(batch, np.concatenate([fixed, linear]))

    assert estimate(one + factor * other) == pytest.approx(estimate(one) + factor * estimate(other), abs=1e-8)
    assert estimate(one).any()


@pytest.mark.parametrize("name", [*FITTING, "joker-forced-gap"])
def test_pairs_read_slowly(name: str) -> None:
    """State by state, number by number, each by its name."""
    game, states = toy_arena(name).game, toy_arena(name).states
    names = Pairs().names(game)
    numbers = dict(zip(names, np.random.default_rng(4).uniform(0.1, 9, size=len(names))))
    found = Pairs().estimate(Batch.of(states), np.array(list(numbers.values())))
    chance = bonus_chance(toy_arena(name), numbers)
    for at in range(len(states)):
        state = states.state(at)
        opened = [c.id for c in game.categories if c.id not in game.names(state.filled)]
        words = {"one": 1.0, "chip": float(state.chip), "bonus": chance[at], **dict.fromkeys(opened, 1.0)}
        expected = sum(x * product_of(words, text.split()) for text, x in numbers.items() if linear(text))
        assert found[at] == pytest.approx(expected), at


def bonus_chance(game: Arena, numbers: dict[str, float]) -> Floats:
    """B, by the means and variances."""
    both = [
        [numbers.get(f"{kind} {c.id}", 0.0) for c in game.game.categories] for kind in ("mean", "variance")
    ]
    return estimates.bonus_probability(Batch.of(game.states), *np.array(both))


def linear(text: str) -> bool:
    """Whether a number is a coefficient."""
    return text.split(maxsplit=1)[0] not in ("mean", "variance")


def product_of(words: dict[str, float], text: list[str]) -> float:
    """What a coefficient multiplies; a word that is not there is a filled category."""
    return float(np.prod([words.get(word, 0.0) for word in text]))


@pytest.mark.parametrize("name", TOYS)
def test_every_formula_in_every_game(name: str) -> None:
    """Estimates are finite, also in games without upper categories or bonuses."""
    batch = Batch.of(toy_arena(name).states)
    for formula in FORMULAS.values():
        numbers = np.linspace(0, 3, len(formula.names(toy_arena(name).game)))
        found = formula.estimate(batch, numbers)
        assert found.shape == (len(batch),) and np.isfinite(found).all()


# Files


def without(numbers: dict[str, float], name: str) -> dict[str, float]:
    """All other numbers."""
    return {key: value for key, value in numbers.items() if key != name}


MEANS = numbers_of("means", "toy")
EXPECTED = "expected 7 numbers from 'worth ones' to 'worth yahtzee'"


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        (without(MEANS, "worth pair"), "worth pair"),
        ({**MEANS, "worth chance": 1.0}, "worth chance"),
        ({**without(MEANS, "worth pair"), "worth pairs": 1.0}, "worth pair"),
        ({}, "worth fours"),
    ],
)
def test_numbers_that_do_not_fit(numbers: dict[str, float], name: str) -> None:
    strategy = parsed(tuned("means", numbers))
    assert not strategy.fits(load_game("toy"))
    with pytest.raises(UserError) as caught:
        strategy.policy(arena("toy"))
    assert str(caught.value) == f"test.yaml: numbers: '{name}' does not fit game toy; {EXPECTED}"


def test_numbers_fit_their_game() -> None:
    for formula in FORMULAS:
        strategy = parsed(tuned(formula, numbers_of(formula, "toy")))
        assert (strategy.id, strategy.title, strategy.source) == ("mine", "Mine", "Test")
        assert strategy.fits(load_game("toy")) and not strategy.fits(load_game("yahtzee"))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (tuned("mean", MEANS), "formula: 'mean'; expected one of means, means_with_variances, pairs"),
        (tuned("means", MEANS, note="x"), "top level: unknown key 'note'; expected only id, .*"),
        (tuned("means", {**MEANS, "worth pair": "many"}), "numbers.worth pair: 'many'; expected number"),
        (tuned("means", MEANS, id="Mine"), "id: 'Mine'; expected text that matches .*"),
        ({"id": "mine"}, "top level: key 'title', 'source', 'formula', 'numbers' is missing; expected .*"),
    ],
)
def test_files_that_are_none(raw: Raw, message: str) -> None:
    with pytest.raises(UserError, match=f"^test.yaml: {message}$"):
        parsed(raw)


@pytest.mark.filterwarnings("ignore:invalid value encountered")
@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_are_finite(number: float) -> None:
    """At the latest when the estimate is asked for."""
    strategy = parsed(tuned("means", {**MEANS, "worth pair": number}))
    with pytest.raises(UserError, match="expected 1080 finite numbers"):
        strategy.policy(arena("toy"))
