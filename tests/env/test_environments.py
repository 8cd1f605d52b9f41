"""Environments for learners: rules, masks, seeds, rewards and losses, and what their makers check."""

import subprocess
import sys
import warnings
from collections import Counter
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from helpers import Floats, arena, optimal_policy, parse, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but
from matrix import OWN
from pettingzoo.test import api_test, seed_test
from toy_games import TOY_GAMES, Raw, games

from yahtzee_core import env
from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.env import games_side_by_side
from yahtzee_core.env.games_side_by_side import Dice, GamesSideBySide
from yahtzee_core.env.registration import environment_id
from yahtzee_core.env.single import MOST_ILLEGAL
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import all_games
from yahtzee_core.policies.actions import Turn
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.judged_games import PolicyChooser
from yahtzee_core.policies.strategies.custom import Positions
from yahtzee_core.policies.strategies.strategy import Batch

SUMS = 1e-9
PLAYED = sorted({*TOY_GAMES, *OWN})
NO_POLICIES = ("several-bonuses", "saved-rolls", "first-roll")


def game_of(name: str) -> Any:
    """A toy game, or one of the kinds that a file can say."""
    return parse(TOY_GAMES.get(name) or OWN[name])


def pick(mask: Any, random: np.random.Generator) -> Any:
    """(n,): an action that each row allows, at random."""
    return (mask * random.random(mask.shape)).argmax(axis=1)


# The rules


@given(raw=games(), seed=st.integers(0, 99))
@settings(max_examples=examples(15), deadline=None)
def test_games_by_the_rules(raw: Raw, seed: int) -> None:
    """Random games, followed move by move as logs are: dice, actions, points, the end."""
    ready, random = Arena(parse(raw)), np.random.default_rng(seed)
    side, lattice = GamesSideBySide(ready, 3), ready.states.options.lattice
    side.begin(random)
    logs = [GameSoFar.start(ready.states, ready.game.rolls - 1)] * 3
    while not side.over:
        chosen = pick(side.possible(), random)
        assert not side.refused(chosen).any()
        for i, log in enumerate(logs):
            dice = lattice.faces_of(lattice.first_roll + int(side.roll[i]))
            position = log.rolled(dice, side.left)
            assert ready.states.index(log.state) == side.at[i]
            logs[i] = log.after(position, ready.layout.action(int(chosen[i])))
        gain, before = side.step(chosen), [log.points for log in logs]
        assert side.totals.tolist() == before and (gain >= 0).all()
    assert all(log.over for log in logs) and not side.possible().any()


@pytest.mark.parametrize("name", ["upper-bonus", "coins", "plain", "joker-always"])
def test_dice_are_fair(name: str) -> None:
    """Every ordered throw of the dice that are not kept is listed once."""
    ready = toy_arena(name)
    lattice, game = ready.states.options.lattice, ready.game
    rolls, start, ways = Dice(ready)._listed
    for keep in range(lattice.n_keeps):
        faces = lattice.faces_of(keep)
        thrown = product(range(1, game.faces + 1), repeat=game.dice - len(faces))
        right = Counter(lattice.keep_index((*faces, *dice)) - lattice.first_roll for dice in thrown)
        assert Counter(rolls[start[keep] : start[keep] + ways[keep]].tolist()) == right
    assert game.faces**game.dice % ways.max() == 0 and all(ways.max() % w == 0 for w in ways.tolist())


def test_dice_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the throws are too many to list: as often as they should, and what is kept stays."""
    ready = toy_arena("upper-bonus")
    monkeypatch.setattr(games_side_by_side, "MOST_THROWS", 1)
    lattice, keep = ready.states.options.lattice, 1
    found = Dice(ready).after(np.full(3000, keep), np.random.default_rng(1))
    assert (lattice.rolls[found] >= lattice.counts[keep]).all()
    assert np.bincount(found)[found.min()] == pytest.approx(1000, abs=120)


# Gymnasium


@pytest.mark.parametrize("name", slow_but(PLAYED, "upper-bonus", "in-order", "one-roll", "plain"))
def test_gymnasium_checks_it(name: str) -> None:
    """No warning, either; a game without policies is refused."""
    if name in NO_POLICIES:
        with pytest.raises(UserError, match="a policy"):
            env.YahtzeeEnv(game_of(name))
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.YahtzeeEnv(game_of(name), rewards="shaped", losses=True), skip_render_check=True)


def test_every_game_has_a_name() -> None:
    assert {environment_id(name) for name in all_games()} <= set(gymnasium.registry)
    assert environment_id("yahtzee-no-joker") == "YahtzeeNoJoker-v0"
    made = gymnasium.make("yahtzee_core.env:Toy-v0", losses=True)
    assert made.unwrapped.arena.game.id == "toy"  # type: ignore[attr-defined]
    many = gymnasium.make_vec("Crag-v0", num_envs=5, rewards="shaped")
    assert isinstance(many.unwrapped, env.YahtzeeVectorEnv) and many.unwrapped.arena.game.id == "crag"


def played(seed: int, **options: Any) -> tuple[list[Any], list[float], list[dict[str, Any]]]:
    """A game of toy at random: observations, rewards, infos."""
    made = env.YahtzeeEnv("toy", **options)
    observation, info = made.reset(seed=seed)
    made.action_space.seed(seed)
    found: tuple[list[Any], list[float], list[dict[str, Any]]] = ([observation], [], [info])
    terminated = False
    while not terminated:
        action = made.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = made.step(action)
        assert not truncated and np.array_equal(made.action_masks(), info["action_mask"] > 0)
        for kept, new in zip(found, (observation, reward, info)):
            kept.append(new)  # type: ignore[arg-type]
    return found


def test_seeds_repeat() -> None:
    """The same game of the same seed; another one of another."""
    one, two, other = played(5), played(5), played(6)
    assert all(np.array_equal(a, b) for a, b in zip(one[0], two[0])) and one[1] == two[1]
    assert not all(np.array_equal(a, b) for a, b in zip(one[0], other[0]))
    assert len(one[1]) == 7 * 3


def test_rewards_and_losses() -> None:
    """Points sum up to the total; shaped they are less the expected score. Losses are those of the advice."""
    _, points, infos = played(1)
    _, shaped, judged = played(1, rewards="shaped", losses=True)
    start = arena("toy").optimal.start_value
    assert sum(points) == infos[-1]["total"] == judged[-1]["total"]
    assert sum(shaped) == pytest.approx(infos[-1]["total"] - start, abs=SUMS)
    assert all(info["loss"] >= -SUMS for info in judged[1:]) and "loss" not in infos[1]


def test_losses_are_those_of_the_advice() -> None:
    ready, random = arena("toy"), np.random.default_rng(3)
    side = GamesSideBySide(ready, 20)
    side.begin(random)
    while not side.over:
        action = pick(side.possible(), random)
        losses = side.losses(action)
        for i, number in enumerate(action.tolist()):
            turn = Turn.of_table(ready.optimal, ready.states.state(int(side.at[i])))
            ranked = {a.action: a.loss for a in turn.actions(int(side.roll[i]), side.left, scores=False)}
            assert losses[i] == pytest.approx(ranked[ready.layout.action(number)], abs=SUMS)
        side.step(action)


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    """It is told why; whoever asks for ever is stopped."""
    made = env.YahtzeeEnv("toy", render_mode="ansi")
    first, info = made.reset(seed=1)
    shown = made.render() or ""
    assert shown.startswith("dice ") and shown.endswith("rerolls 2 | filled - | points 0")
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    wrong = {bad: "expected a keep of these dice", 40: "score ", 99: "action 99: ", -1: "action -1: "}
    for number, why in wrong.items():
        observation, reward, terminated, truncated, info = made.step(np.int64(number))
        assert (reward, terminated, truncated) == (0.0, False, False) and why in info["illegal"]
        assert np.array_equal(observation, first) and made.render() == shown
    ended = [made.step(np.int64(99))[3] for _ in range(MOST_ILLEGAL - len(wrong))]
    assert ended == [False] * (len(ended) - 1) + [True]
    assert env.YahtzeeEnv("toy").render() is None
    _, _, infos = played(1)
    assert not infos[-1]["action_mask"].any()


def test_what_cannot_be_made() -> None:
    for wrong, message in (
        (lambda: env.YahtzeeEnv("toy", rewards="luck"), "rewards 'luck'; expected one of points, shaped"),
        (lambda: env.YahtzeeEnv("toy", render_mode="human"), "render_mode 'human'; expected ansi or None"),
        (lambda: env.YahtzeeEnv("nope"), "no game 'nope'; expected one of"),
        (lambda: env.YahtzeeVectorEnv(0, "toy"), "num_envs 0; expected 1 or more"),
        (lambda: env.YahtzeePlayersEnv("toy", 1), "1 players; expected 2 or more"),
    ):
        with pytest.raises(UserError, match=message):
            wrong()


def test_without_the_extra() -> None:
    """One line that says what to type; the package itself does not ask for it."""
    for package in ("gymnasium", "pettingzoo"):
        code = f"import sys; sys.modules[{package!r}] = None; import yahtzee_core as yz\n"
        code += "try:\n from yahtzee_core.env import players_env\nexcept yz.UserError as e: print(e)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert f'{package} is missing; expected the extra rl: pip install "yahtzee-core[rl]"' in done.stdout


# Many at once


def test_many_games_at_once() -> None:
    """Spaces, masks and totals of each; they end together and begin anew."""
    many = env.YahtzeeVectorEnv(6, "toy", rewards="shaped", losses=True)
    observations, info = many.reset(seed=4)
    random, rewards, losses = np.random.default_rng(1), np.zeros(6), np.zeros(6)
    for step in range(2 * 7 * 3):
        assert many.observation_space.contains(observations)
        action = pick(info["action_mask"], random)
        assert many.action_space.contains(action)
        observations, reward, terminated, truncated, info = many.step(action)
        rewards, losses = rewards + reward, losses + info["loss"]
        assert not truncated.any() and terminated.all() == terminated.any() == ((step + 1) % 21 == 0)
        if terminated.all():
            start = many.arena.optimal.start_value
            assert rewards == pytest.approx(info["final_total"] - start, abs=SUMS)
            assert info["final_obs"].shape == observations.shape and not info["final_obs"][:, :7].any()
            assert observations[:, :7].all() and not info["total"].any() and (losses > 0).all()
            rewards = np.zeros(6)
    with pytest.raises(
        UserError, match=r"action 41 in game 2; expected one that info\['action_mask'\] allows"
    ):
        many.step(np.where(np.arange(6) == 2, 41, 0))
    with pytest.raises(UserError, match=r"actions of shape \(3,\); expected \(6,\)"):
        many.step(np.zeros(3, dtype=np.int64))


def test_many_games_of_a_seed() -> None:
    first, second = (env.YahtzeeVectorEnv(50, "toy").reset(seed=9)[0] for _ in range(2))
    assert np.array_equal(first, second)


def optimal_totals(name: str, games: int, seed: int) -> Floats:
    """What games of best play score in the environment."""
    ready = arena(name)
    many = env.YahtzeeVectorEnv(games, ready.game)
    chooser, every = PolicyChooser(ready, optimal_policy(ready)), Batch.of(ready.states)
    many.reset(seed=seed)
    while True:
        side = many.games
        decision = chooser.choose(Positions(ready, every.where(side.at), side.roll, side.left)).astype(
            np.int64
        )
        if not side.left:
            decision = ready.layout.n_keeps + ready.states.options.category[decision]
        _, _, terminated, _, info = many.step(decision)
        if terminated.any():
            return np.asarray(info["final_total"], dtype=np.float64)


@pytest.mark.parametrize(
    ("name", "games"),
    [("toy", 5000), pytest.param("yahtzee", 50_000, marks=pytest.mark.slow), ("crag", 2000)],
)
def test_best_play_scores_what_is_expected(name: str, games: int) -> None:
    """Within three standard errors."""
    totals = optimal_totals(name, games, 7)
    error = arena(name).optimal.start_sd / games**0.5
    assert abs(totals.mean() - arena(name).optimal.start_value) < 3 * error


# Several players


@pytest.mark.parametrize("players", [2, 3])
def test_pettingzoo_checks_it(players: int) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # a dictionary with a mask, as its own games have
        api_test(env.YahtzeePlayersEnv("toy", players), num_cycles=200)
        api_test(env.players_env("toy", players), num_cycles=100)
        seed_test(lambda: env.YahtzeePlayersEnv("toy", players), num_cycles=100)


@pytest.mark.parametrize("seed", range(6))
def test_players_in_turn(seed: int) -> None:
    """Each fills a category in turn, and everybody sees the sheets. What is won, others lose."""
    made, random = env.YahtzeePlayersEnv("toy", 3, render_mode="ansi"), np.random.default_rng(seed)
    made.reset(seed=seed)
    movers, won = [], []
    for agent in made.agent_iter():
        observation, reward, terminated, _, _ = made.last()
        if terminated:
            won.append(reward)
            made.step(None)
            continue
        own, mask = observation["observation"], observation["action_mask"]
        assert made.observation_space(agent).contains(observation)
        after = made.agents[(made.agents.index(agent) + 2) % 3]
        other = made.observe(after)
        assert not other["action_mask"].any() and not other["observation"][9:14].any()
        width = len(made.layout.columns) + 1
        assert np.array_equal(other["observation"][width : width + 9], own[:9])
        movers.append(agent)
        made.step(int(pick(mask[None], random)[0]))
    assert movers == [f"player_{i}" for i in range(3) for _ in range(3)] * 7
    words = made.render()
    assert words is not None
    totals = [int(part.split()[1]) for part in words.split(", ")]
    assert sum(won) == pytest.approx(0) and {r > 0 for t, r in zip(totals, won) if t == max(totals)} == {True}


@pytest.mark.parametrize(
    ("totals", "rewards"),
    [
        ([5, 3], [1, -1]),
        ([4, 4], [0, 0]),
        ([9, 9, 1], [0.5, 0.5, -1]),
        ([1, 9, 1], [-0.5, 1, -0.5]),
    ],
)
def test_who_wins(totals: list[int], rewards: list[float]) -> None:
    made = env.YahtzeePlayersEnv("toy", len(totals))
    made.reset(seed=1)
    for side, total in zip(made._games, totals):
        side.totals[:] = total
    assert made._outcome() == rewards


def test_an_action_that_a_player_may_not_take() -> None:
    made = env.YahtzeePlayersEnv("toy")
    made.reset(seed=1)
    with pytest.raises(UserError, match="player_0: action 41; expected one that its action_mask allows"):
        made.step(41)
