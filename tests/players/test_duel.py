"""Two players: every pair and every difference in exact fractions, invariants, bits, and the command."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import yaml
from duels import HALF, TINY, UPPER, Race, real_state
from helpers import parse

from yahtzee_core.cli import main
from yahtzee_core.game.game import Game
from yahtzee_core.players.duel import Twin, duel_size, solve_duel
from yahtzee_core.players.pair_solver import PairRows
from yahtzee_core.solve.maxprob import Solver

ROUNDING = 1e-12


def plies(played: Game) -> list[PairRows]:
    """All plies of a duel."""
    found: list[PairRows] = []
    solve_duel(played, threads=1, single=False, solved=found.append)
    return found


@pytest.mark.parametrize("name", TINY)
def test_every_pair_and_difference(name: str) -> None:
    """What the other sees, at every number of points that it may be behind."""
    played, oracle = parse(TINY[name]), Race(TINY[name])
    solver = Solver(played, 1)
    bounds, states = solver.bounds(), solver.states
    pairs = 0
    for ply in plies(played):
        for i, mover in enumerate(ply.mover.tolist()):
            for j, other in enumerate(ply.other.tolist()):
                value, drawn = ply.row(i, j)
                lowest = int(bounds.certain[other] - bounds.most[mover])
                sheets = [real_state(played, states.state(s).filled) for s in (mover, other)]
                exact = [1 - oracle.race(*sheets, lowest + k, HALF) for k in range(len(value))]
                assert np.allclose(value, [float(x) for x in exact], rtol=0, atol=ROUNDING)
                assert ((drawn >= 0) & (drawn <= 1 + ROUNDING)).all()
                assert (np.diff(value) <= ROUNDING).all(), "more behind is never better"
                for lead, sure in ((lowest - 1, 0), (lowest + len(value), 1)):
                    assert oracle.race(*sheets, lead, HALF) == sure, "beyond a row all is decided"
                pairs += 1
    n = len(played.categories)
    masks = [len(states.of_masks(layer)) for layer in states.layers()]
    assert pairs == 1 + sum(masks[k] * (masks[k] + masks[k + 1]) for k in range(n))


@pytest.mark.parametrize("draw", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("name", TINY)
def test_what_a_draw_counts(name: str, draw: float) -> None:
    """For the player who begins; for the other, the rest."""
    raw, start = TINY[name], (frozenset[str](), 0, False)
    exact = Race(raw).race(start, start, 0, Fraction(draw))
    assert solve_duel(parse(raw), draw=draw, single=False).value == pytest.approx(float(exact), abs=ROUNDING)


def test_win_draw_and_loss_where_nothing_is_chosen() -> None:
    """One roll of two coins each: 2 with 1/4, 3 with 1/2, 4 with 1/4."""
    found = solve_duel(parse(TINY["luck"]), single=False)
    assert (found.win, found.draw, found.loss) == pytest.approx((5 / 16, 6 / 16, 5 / 16), abs=ROUNDING)


@pytest.fixture(scope="module")
def small() -> Game:
    """With an upper bonus, so that a set of categories has several states."""
    return parse(UPPER)


def test_an_upper_bonus(small: Game) -> None:
    start = (frozenset[str](), 0, False)
    exact = Race(UPPER).race(start, start, 0, HALF)
    assert solve_duel(small, single=False).value == pytest.approx(float(exact), abs=ROUNDING)


def test_threads_give_the_same_bits(small: Game) -> None:
    one, three = (solve_duel(small, threads=threads) for threads in (1, 3))
    assert (one.value, one.draw) == (three.value, three.draw)


def test_single_precision_is_near(small: Game) -> None:
    one, two = solve_duel(small, single=True), solve_duel(small, single=False)
    assert one.value == pytest.approx(two.value, abs=1e-6) and one.cells == two.cells
    assert 2 * one.bytes_held == two.bytes_held


def test_the_size_is_known_before(small: Game) -> None:
    told: list[float] = []
    found = solve_duel(small, progress=told.append)
    assert duel_size(small) == (found.cells, found.bytes_held)
    assert told == sorted(told) and told[-1] == 1


@pytest.mark.slow
def test_leads(small: Game) -> None:
    """Ahead is better; beyond the leads that are held all is decided, and the level start is the value."""
    found = solve_duel(small, single=False)
    assert (np.diff(found.values) >= -ROUNDING).all() and 0 <= found.values[0] < found.values[-1] <= 1
    assert found.values[found.lead.tolist().index(0)] == found.value
    for lead in found.lead[:: len(found.lead) // 5].tolist():
        start = (frozenset[str](), 0, False)
        exact = Race(UPPER).race(start, start, lead, HALF)
        assert found.values[found.lead.tolist().index(lead)] == pytest.approx(float(exact), abs=ROUNDING)


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "toy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "toy" and sum(found["first"].values()) == pytest.approx(1, abs=ROUNDING)
    assert 0.4 < found["first"]["p_win"] < found["first"]["p_lose"]


@pytest.mark.parametrize("name", TINY)
def test_the_command_in_words_and_numbers(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(TINY[name]), encoding="utf-8")
    assert main(["duel", str(path), "--double", "--json"]) == 0
    first, start = json.loads(capsys.readouterr().out)["first"], (frozenset[str](), 0, False)
    exact = Race(TINY[name]).race(start, start, 0, HALF)
    assert first["p_win"] + first["p_draw"] / 2 == pytest.approx(float(exact), abs=ROUNDING)
    assert main(["duel", str(path), "--double"]) == 0
    assert f"wins {first['p_win']:.4%}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["yahtzee"], "game yahtzee: a duel of 3.88e+13 cells holds 1068"),
        (["toy", "--draw", "2"], "duel: --draw 2.0; expected 0 to 1"),
        (["toy", "--threads", "0"], "duel: --threads 0; expected at least 1"),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")


# The twin


@pytest.mark.parametrize("draw", [0.5, 0.25])
@pytest.mark.parametrize("name", TINY)
def test_the_twin_has_the_same_numbers(name: str, draw: float) -> None:
    """Of every lead at the start of a game."""
    game = parse(TINY[name])
    duel, twin = solve_duel(game, threads=1, draw=draw, single=False), Twin(game, draw)
    start = twin.states.start
    for lead, value, drawn in zip(duel.lead.tolist(), duel.values.tolist(), duel.draws.tolist()):
        assert [value, drawn] == pytest.approx(twin.at(start, start, -lead).tolist(), rel=1e-12, abs=1e-15)
