"""Endgames: every turn of tiny games in exact fractions, the draw of positions, and the command."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from brute_force import Dice, Goal
from brute_force import State as RealState
from duels import HALF, TINY, Race
from helpers import PROJECT, arena, merged, optimal_policy, parse, toy_arena
from lanes import slow_ones
from race_oracle import RACES, RaceOracle
from toy_games import Raw

from yahtzee_core.cli import main
from yahtzee_core.players import endgames
from yahtzee_core.players.beliefs import PLAYERS
from yahtzee_core.players.duel import plies_from, size_of, solve_duel
from yahtzee_core.players.endgames import SEATS, Judged, Positions, draw_positions, endgame_rows, judge
from yahtzee_core.players.pair_solver import DuelSolver
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.walk import walk

ROUNDING = 1e-11
GAMES: dict[str, Raw] = {**TINY, "bonus": RACES["bonus"][0]}
ALL = ("expected", *PLAYERS)
Place = tuple[RealState, int, RealState, int]
"""The mover and its points, the other and its points."""


class Endgames:
    """A tiny game: its positions, and turns in fractions.

    sign: among options that are tied by what a player takes them to be worth, 1 takes the best, -1 the worst.
    """

    def __init__(self, name: str) -> None:
        raw = GAMES[name]
        self.arena, self.race = Arena(parse(raw)), Race(raw)
        self.looking = {kind: RaceOracle(raw, self.arena, kind, sign=1) for kind in PLAYERS}

    def places(self) -> Iterator[Place]:
        """All pairs of states of a turn, with every lead that points of a game can make."""
        most = max(self.race.most(state) for state in self.race.states())
        for mover, other in product(sorted(self.race.states(), key=str), repeat=2):
            if len(mover[0]) < len(self.race.categories) and len(other[0]) - len(mover[0]) in (0, 1):
                ahead, behind = (most - self.race.most(state) for state in (mover, other))
                for lead in range(-behind, ahead + 1):
                    yield mover, max(lead, 0), other, max(-lead, 0)

    def turn(self, player: str, place: Place, sign: int) -> float:
        """P(win) + P(draw) / 2 of the turn of a player, or of the best turn."""
        mover, mine, other, theirs = place

        def best(dice: Dice) -> Goal:
            return max(
                (self.taken_for(player, after, points, place), sign * (1 - loss))
                for _, points, after in self.race.choices(*mover, dice)
                for loss in [self.race.race(other, after, theirs - mine - points, HALF)]
            )

        return float(sign * self.race._turn(mover, best, goals=2)[1])

    def taken_for(self, player: str, after: RealState, points: int, place: Place) -> Fraction:
        """What a player takes an option to be worth."""
        _, mine, other, theirs = place
        if player == "exact":
            return 1 - self.race.race(other, after, theirs - mine - points, HALF)
        if player == "expected":
            return points + self.race.value(after)
        return self.looking[player].worth(after, mine + points, ((other, theirs),))


@cache
def tiny(name: str) -> tuple[Endgames, list[Place], Judged]:
    """A tiny game, all its positions, and what the solver says of them."""
    found = Endgames(name)
    places = list(found.places())
    index = found.arena.states.index
    states = [[index(merged(found.arena.states, place[i])) for place in places] for i in (0, 2)]
    points = [[place[i] for place in places] for i in (1, 3)]
    positions = Positions(*(np.array(column) for column in (*states, *points)))
    return found, places, judge(found.arena, positions, len(found.race.categories))


@pytest.mark.parametrize("name", slow_ones(GAMES, "bonus"))
def test_the_best_turn_of_every_position(name: str) -> None:
    game, places, judged = tiny(name)
    exact = [game.turn("exact", place, 1) for place in places]
    assert len(places) > 5 and judged.best == pytest.approx(exact, abs=ROUNDING)


@pytest.mark.parametrize("player", ALL)
@pytest.mark.parametrize("name", slow_ones(GAMES, "bonus"))
def test_the_turn_of_every_player_in_every_position(name: str, player: str) -> None:
    """Between what the worst and the best of the tied options give."""
    game, places, judged = tiny(name)
    low, high = (np.array([game.turn(player, place, sign) for place in places]) for sign in (-1, 1))
    turn = judged.best - judged.costs[player]
    assert (low - ROUNDING <= turn).all() and (turn <= high + ROUNDING).all()
    assert np.mean(high - low < ROUNDING) > 0.5, "mostly there is nothing to choose"
    assert (judged.costs[player] >= -ROUNDING).all()


@pytest.mark.parametrize("name", slow_ones(GAMES, "bonus"))
def test_the_last_turn_of_who_knows_the_distributions_is_exact(name: str) -> None:
    """The other is done: what is to come is known."""
    game, places, judged = tiny(name)
    last = np.array([len(other[0]) == len(game.race.categories) for _, _, other, _ in places])
    assert last.any() and (judged.costs["distribution"][last] <= 2e-9).all()


def test_who_does_not_look_loses_somewhere() -> None:
    """In the tiny games together, every player in some position, and the one of distributions least."""
    total = {player: sum(float(tiny(name)[2].costs[player].sum()) for name in GAMES) for player in ALL}
    assert 0 < total["distribution"] < min(total["expected"], total["variance"])


@pytest.mark.slow
def test_the_page_counts_the_numbers_of_an_endgame() -> None:
    """Of yahtzee with three open categories, and how many times as many with four; 1000 pairs of games."""
    game, text = arena("yahtzee"), (PROJECT / "docs/two_players.md").read_text(encoding="utf-8")
    solver, means = DuelSolver(game.game, kind=np.float64), []
    for n_open in (3, 4):
        cells = 0
        for positions in draw_positions(game, n_open, 1000, seed=1).values():
            for sheets, places in endgames._by_sheets(game, positions).items():
                cells += len(places) * size_of(solver, plies_from(solver, *sheets)[:-1])[0]
        means.append(cells / 2000)
    (three,) = re.findall(r"for ([\d,]+) numbers on average", text)
    (times,) = re.findall(r"Four open take ([\d.]+) times as many numbers", text)
    assert means[0] == pytest.approx(int(three.replace(",", "")), rel=0.03)
    assert means[1] / means[0] == pytest.approx(float(times), rel=0.03)


# Positions at random


@pytest.mark.parametrize("n_open", [1, 2, 4])
def test_positions_are_those_of_two_games(n_open: int) -> None:
    """States as often as the way forwards says; points as many as are no longer to come."""
    game, n = toy_arena("joker-free"), 20_000
    exact = walk(game, optimal_policy(game)).visits
    value = game.optimal.value
    for after, seat in enumerate(SEATS):
        drawn = draw_positions(game, n_open, n, seed=4)[seat]
        for states, points, is_open in (
            (drawn.mover, drawn.points, n_open),
            (drawn.other, drawn.others_points, n_open - after),
        ):
            count = np.bincount(states, minlength=len(exact))
            layer = game.states.layers()[-1 - is_open]
            p = np.zeros(len(exact))
            p[game.states.of_masks(layer)] = exact[game.states.of_masks(layer)]
            assert p.sum() == pytest.approx(1) and not count[p == 0].any()
            assert (np.abs(count - n * p) <= 5 * np.sqrt(n * p) + 1).all()
            total = points + value[states]
            assert abs(total.mean() - value[0]) <= 5 * total.std() / np.sqrt(n)
        assert abs(np.corrcoef(drawn.mover, drawn.other)[0, 1]) < 5 / np.sqrt(n), "two games, not one"


def test_the_start_of_a_game() -> None:
    """With all categories open: the best turn is worth what the duel is."""
    game = toy_arena("plain")
    rows = endgame_rows(game, len(game.game.categories), 2, seed=1)
    first = [row for row in rows if row["seat"] == "first"]
    duel = solve_duel(game.game, single=False)
    assert [row["best"] for row in first] == pytest.approx([duel.value] * len(ALL), abs=1e-12)
    assert [row["cost_se"] for row in first] == pytest.approx([0] * len(ALL), abs=1e-12)


@pytest.mark.slow
def test_a_row_sums_up_the_costs() -> None:
    game = arena("toy")
    rows = endgame_rows(game, 2, 30, seed=9)
    assert [(row["seat"], row["player"]) for row in rows] == list(product(SEATS, ALL))
    drawn = draw_positions(game, 2, 30, seed=9)
    for row in rows:
        cost = judge(game, drawn[row["seat"]], 2).costs[row["player"]]
        assert row["cost"] == cost.mean() and row["largest"] == cost.max() > 0
        assert row["differs"] == sum(cost > 1e-9) / 30
        assert row["cost_se"] == pytest.approx(cost.std(ddof=1) / 30**0.5, abs=1e-15)
    assert rows == endgame_rows(game, 2, 30, seed=9) != endgame_rows(game, 2, 30, seed=8)


def test_progress_ends_at_one() -> None:
    shown: list[float] = []
    endgame_rows(arena("toy"), 2, 5, 1, shown.append)
    assert shown == sorted(shown) and shown[0] > 0 and shown[-1] == 1


# The command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["endgames", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("toy", "--open", "2", "--positions", "20", "--seed", "3")
    rows = json.loads(run(capsys, *asked, "--json"))["rows"]
    assert rows == endgame_rows(arena("toy"), 2, 20, 3)
    lines = run(capsys, *asked).splitlines()
    assert lines[0] == "toy (free joker), 2 open before the mover's turn: 20 positions of either seat, seed 3"
    for line, row in zip(lines[3:], rows, strict=True):
        seat, player, *numbers = line.split()
        assert (seat, player) == (row["seat"], row["player"])
        shown = [row[name] for name in ("best", "cost", "cost_se", "differs", "largest")]
        assert [float(number) for number in numbers] == pytest.approx(shown, abs=5e-6)


@pytest.mark.slow
def test_the_last_turns_of_yahtzee(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(run(capsys, "yahtzee", "--positions", "40", "--json"))["rows"]
    cost = {(row["seat"], row["player"]): row["cost"] for row in rows}
    assert {row["game"] for row in rows} == {"yahtzee"} and {row["open"] for row in rows} == {1}
    assert cost["second", "distribution"] <= 2e-9 < cost["second", "expected"]
    assert cost["first", "distribution"] < cost["first", "expected"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["yahtzee", "--open", "0"], "game yahtzee: --open 0; expected 1 to 13"),
        (["toy", "--open", "14"], "game toy: --open 14; expected 1 to "),
        (["toy", "--positions", "1"], "endgames: expected --positions from 2 and --seed from 0"),
        (["toy", "--seed", "-1"], "endgames: expected --positions from 2 and --seed from 0"),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["endgames", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")


@pytest.mark.parametrize(("limit", "value"), [("MOST_CELLS", 1000), ("MOST_BYTES", 1000)])
def test_what_is_too_large_is_refused(
    limit: str, value: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(endgames, limit, value)
    assert main(["endgames", "toy", "--open", "3", "--positions", "30"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: game toy: ") and "numbers follow on 30 positions with 3 open" in error
    assert error.endswith("so fewer open or positions\n")
