"""Races: beliefs against the way forwards and by hand, the simulation against races in exact fractions."""

import json
from functools import cache
from itertools import product
from math import ceil, exp, floor, sqrt

import numpy as np
import pytest
from brute_force import Goal
from helpers import (
    TOYS,
    arena,
    distribution,
    optimal_policy,
    parse,
    some_policies,
    toy_arena,
)
from race_oracle import RACES, RaceOracle, cdf

from yahtzee_core.cli import main
from yahtzee_core.game.load import load_game
from yahtzee_core.players.beliefs import PLAYERS, Belief, Distributions, Normals
from yahtzee_core.players.races import Race, race, race_bytes, race_rows
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.distribution import outcomes
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.policies.to_come import points_to_come
from yahtzee_core.policies.walk import walk
from yahtzee_core.solve.bounds import Quantity

ROUNDING = 1e-12
GAMES = 40_000

# Points to come


@pytest.mark.parametrize("policy", ["optimal", "random decisions"])
@pytest.mark.parametrize("name", TOYS)
def test_points_to_come_are_those_of_a_walk_from_the_state(name: str, policy: str) -> None:
    game = toy_arena(name)
    played = some_policies(game)[policy]
    rows = points_to_come(game, played)
    states = game.states
    for state in range(0, len(states), 1 + len(states) // 20):
        assert rows.row(state).sum() == pytest.approx(1, abs=ROUNDING) and rows.low[state] == 0
        if states.state(state).filled != game.game.full:
            exact = walk(game, played, [Quantity.TOTAL], {(state, 0): 1.0}).amounts[Quantity.TOTAL]
            n = max(len(exact), len(rows.row(state)))
            padded = [np.pad(row, (0, n - len(row))) for row in (rows.row(state), exact)]
            assert padded[0] == pytest.approx(padded[1], rel=1e-11, abs=1e-300)


def test_points_to_come_have_the_moments_of_the_table() -> None:
    """In every state of yaht: the value and the standard deviation that `expected` has."""
    game = arena("yaht")
    rows = points_to_come(game, optimal_policy(game))
    x = np.arange(len(rows.mass)) - np.repeat(rows.place, rows.length)
    mean = np.add.reduceat(rows.mass * x, rows.place)
    square = np.add.reduceat(rows.mass * x * x, rows.place)
    assert mean == pytest.approx(game.optimal.value, rel=1e-11, abs=1e-11)
    assert np.sqrt(np.maximum(square - mean**2, 0)) == pytest.approx(game.optimal.sd, rel=1e-7, abs=1e-5)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", ["upper-bonus", "joker-free"])
def test_the_end_of_a_game_alone_has_the_same_rows(name: str, player: str) -> None:
    """With two open, in fewer numbers; other states have a row of one."""
    game, whole = toy_arena(name), belief(name, player)
    end = PLAYERS[player](game, 2)
    assert end.width == whole.width and len(end.rows.mass) < len(whole.rows.mass)
    for state in range(len(game.states)):
        if game.states.state(state).filled.bit_count() >= len(game.game.categories) - 2:
            assert end.rows.low[state] == whole.rows.low[state]
            assert end.rows.row(state).tolist() == whole.rows.row(state).tolist()
        else:
            assert end.rows.length[state] == 1


# What is believed


@cache
def belief(name: str, player: str) -> Belief:
    """Of a player in a toy game."""
    return PLAYERS[player](toy_arena(name))


@pytest.mark.parametrize("name", TOYS)
def test_normal_rows(name: str) -> None:
    """Densities at whole numbers within two standard deviations, by math."""
    rows, table = belief(name, "variance").rows, toy_arena(name).optimal
    for state in range(len(table.value)):
        mean, sd = float(table.value[state]), float(table.sd[state])
        inside = range(max(ceil(mean - 2 * sd), 0), floor(mean + 2 * sd) + 1)
        assert rows.row(state).sum() == pytest.approx(1, abs=ROUNDING)
        if sd > 0 and len(inside) > 1:
            density = np.array([exp(-(((x - mean) / sd) ** 2) / 2) for x in inside])
            assert rows.low[state] == inside[0]
            assert rows.row(state) == pytest.approx(density / density.sum(), rel=1e-11)
        else:
            assert rows.row(state).tolist() == [1.0] and rows.low[state] == round(mean)


@pytest.mark.parametrize("name", ["plain", "joker-free"])
def test_normal_chances(name: str) -> None:
    """Two others: the product; whose game is over stands where they stand."""
    game, believed = toy_arena(name), belief(name, "variance")
    end = len(game.states) - 1
    states = np.arange(len(game.states) - 1)
    points = 7 + states % 5
    found = believed.chance([states, np.full(len(states), end)], [points, points + 3])
    for i, state in enumerate(states.tolist()):
        mean, sd = float(points[i] + game.optimal.value[state]), float(game.optimal.sd[state])
        for t in range(believed.width):
            one = cdf((t - mean) / sd) if sd > 0 else float(t >= mean - 0.5)
            assert found[i, t] == pytest.approx(one * (t >= points[i] + 3), abs=1e-12)


@pytest.mark.parametrize("name", ["plain", "joker-free"])
def test_exact_chances(name: str) -> None:
    """P(all below) and half of what the best of them has just that total, by convolution-free sums."""
    game, believed = toy_arena(name), belief(name, "distribution")
    assert isinstance(believed, Distributions)
    states = np.array([0, len(game.states) // 2])
    points = np.array([0, 3])
    found = believed.chance([states, states[::-1].copy()], [points, points[::-1].copy()])
    rows = [
        np.concatenate([np.zeros(p), believed.rows.row(s)]) for s, p in zip(states.tolist(), points.tolist())
    ]
    for t in range(believed.width):
        none_above = np.prod([row[: t + 1].sum() for row in rows])
        all_below = np.prod([row[:t].sum() for row in rows])
        assert found[:, t] == pytest.approx((none_above + all_below) / 2, abs=ROUNDING)


# Races in fractions


def check_race(found: Race, low: Goal, high: Goal) -> None:
    """Win + draw / 2 within what ties leave open, and 4 standard errors."""
    value = (found.wins + found.draws / 2) / found.games
    error = 4 * 0.5 / sqrt(found.games)
    assert float(low[0] + low[1] / 2) - error <= value <= float(high[0] + high[1] / 2) + error
    assert found.wins + found.draws + found.losses == found.games


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", RACES)
def test_against_races_in_fractions(name: str, player: str) -> None:
    raw, n_others = RACES[name]
    tiny = Arena(parse(raw))
    low, high = (RaceOracle(raw, tiny, player, sign).result(n_others) for sign in (-1, 1))
    assert float(high[0] - low[0]) < 0.05
    found = race(tiny, PLAYERS[player](tiny), [optimal_policy(tiny)] * n_others, GAMES, seed=3)
    check_race(found, low, high)


# Seeds, shares, and what looking is worth


def test_a_seed_gives_the_same_race() -> None:
    game = arena("toy")
    one, same, other = (race(game, Normals(game), [optimal_policy(game)], 300, seed) for seed in (5, 5, 6))
    assert one == same != other


def test_shares_and_standard_errors() -> None:
    found = Race(games=400, wins=100, draws=20)
    assert found.losses == 280
    assert found.share(found.wins) == (0.25, pytest.approx(sqrt(0.25 * 0.75 / 400)))


@pytest.mark.slow
def test_who_looks_wins_more() -> None:
    """By exact distributions, against the optimal policy: who does not look wins half."""
    game = arena("toy")
    found = race(game, Distributions(game), [optimal_policy(game)], 60_000, 1)
    assert found.wins / found.games > found.losses / found.games + 0.01


def test_progress_ends_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_core.players.races.BATCH", 100)
    shown: list[float] = []
    game = arena("toy")
    race(game, Normals(game), [optimal_policy(game)], 250, 1, shown.append)
    assert shown == [100 / 250, 200 / 250, 1]


# The exact numbers beside it, and the command


@pytest.mark.parametrize("n_others", [1, 2, 4])
def test_a_outcomes(n_others: int) -> None:
    """All totals of all others, one by one."""
    own, other = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.1, 0.4])
    win = draw = 0.0
    for mine in range(3):
        for theirs in product(range(3), repeat=n_others):
            p = own[mine] * np.prod(other[list(theirs)])
            win, draw = win + p * (mine > max(theirs)), draw + p * (mine == max(theirs))
    assert outcomes(own, other, n_others) == pytest.approx((win, draw, 1 - win - draw), abs=ROUNDING)


def test_rows_of_the_table() -> None:
    """Against greedy, in races of two and three."""
    game = arena("toy")
    rows = race_rows(game, load_strategy("greedy", game.game), [2, 3], 500, 7)
    assert [(row["player"], row["players"]) for row in rows] == list(product(PLAYERS, (2, 3)))
    for row in rows:
        assert row["p_win"] + row["p_draw"] + row["p_lose"] == pytest.approx(1, abs=ROUNDING)
        assert row["p_win_se"] == pytest.approx(sqrt(row["p_win"] * (1 - row["p_win"]) / 500))
    exact = outcomes(distribution("toy").probability, walked("greedy"))
    found = [rows[0][f"expected_{name}"] for name in ("p_win", "p_draw", "p_lose")]
    assert found == pytest.approx(exact, abs=ROUNDING)


def walked(strategy: str) -> np.ndarray:
    """The distribution of the total of a strategy in toy."""
    game = arena("toy")
    played = load_strategy(strategy, game.game).policy(game)
    return walk(game, played, [Quantity.TOTAL]).amounts[Quantity.TOTAL]


def test_memory_grows_with_the_game() -> None:
    assert 10**6 < race_bytes(load_game("toy")) < race_bytes(load_game("yaht")) < 10**9


@pytest.mark.parametrize("player", PLAYERS)
def test_the_command(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["race", "toy", "--against", "greedy", "--player", player, "--players", "3", "--games", "600"]
    assert main([*asked, "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [found[name] for name in ("game", "player", "opponent", "players", "games", "seed")] == [
        *("toy", player, "greedy", 3, 600, 2)
    ]
    assert main([*asked, "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        f"toy (free joker), {player} against 2 of greedy: 600 games, seed 2\nwin {found['p_win']:.4%} (se "
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--players", "7"], "--players 7; expected 2 to 6"),
        (["--players", "1"], "--players 1; expected 2 to 6"),
        (["--games", "1"], "race: expected --games from 2 and --seed from 0"),
        (["--seed", "-1"], "race: expected --games from 2 and --seed from 0"),
    ],
)
def test_bad_requests(asked: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "toy", "--against", "greedy", *asked]) == 2
    assert capsys.readouterr().err == f"error: {message}\n"
