"""Two players: every pair and every difference in exact fractions, invariants, bits, and the command."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from brute_force import BruteForce, Dice, Goal
from brute_force import State as RealState
from helpers import parse
from toy_games import Raw, game, lower, upper

from yahtzee_core.cli import main
from yahtzee_core.duel import Ply, duel_size, solve_duel
from yahtzee_core.duel_run import duel_rows, run_duel
from yahtzee_core.errors import UserError
from yahtzee_core.game import Game
from yahtzee_core.maxprob import Solver

HALF = Fraction(1, 2)
ROUNDING = 1e-12
TINY: dict[str, Raw] = {
    "two": game("two", 2, 3, 2, [lower("chance", score="all"), lower("pair", groups=[2], score=7)]),
    "three": game(
        "three",
        1,
        3,
        2,
        [lower("chance", score="all"), lower("high", total=3, score=2), lower("low", total=1, score=4)],
    ),
    "luck": game("luck", 2, 2, 1, [lower("chance", score="all")]),
}


class Race(BruteForce):
    """A game of the oracle for two players."""

    @cache  # noqa: B019
    def race(self, mover: RealState, other: RealState, lead: int, draw: Fraction) -> Fraction:
        """P(win) + draw P(draw) of the mover, who is ahead by `lead`; the other counts a draw 1 - draw."""
        if len(mover[0]) == len(self.categories):
            return Fraction(lead > 0) + draw * (lead == 0)

        def best(dice: Dice) -> Goal:
            choices = self.choices(*mover, dice)
            losses = [self.race(other, after, -lead - points, 1 - draw) for _, points, after in choices]
            return (1 - min(losses),)

        return self._turn(mover, best)[0]


def real_state(played: Game, mask: int) -> RealState:
    """A state of a game without upper section, for the oracle."""
    return frozenset(played.names(mask)), 0, False


def plies(played: Game) -> list[Ply]:
    """All plies of a duel."""
    found: list[Ply] = []
    solve_duel(played, threads=1, single=False, solved=lambda _, ply: found.append(ply))
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
                lowest = int(bounds.first[other] - bounds.last[mover])
                sheets = [real_state(played, states.state(s).filled) for s in (mover, other)]
                exact = [1 - oracle.race(*sheets, lowest + k, HALF) for k in range(len(value))]
                assert np.allclose(value, [float(x) for x in exact], rtol=0, atol=ROUNDING)
                assert ((drawn >= 0) & (drawn <= 1 + ROUNDING)).all()
                assert (np.diff(value) <= ROUNDING).all(), "more behind is never better"
                for lead, sure in ((lowest - 1, 0), (lowest + len(value), 1)):
                    assert oracle.race(*sheets, lead, HALF) == sure, "beyond a row all is decided"
                pairs += 1
    n = len(played.categories)
    masks = [len(layer) for layer in states.layers()]
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


SHEET = [*upper(1, 3), lower("chance", score="all")]
UPPER = game("small-duel", 2, 3, 2, SHEET, upper={"threshold": 6, "bonus": 5})


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


def test_leads(small: Game) -> None:
    """Ahead is better; beyond the leads that are held all is decided, and the level start is the value."""
    found = solve_duel(small, single=False)
    assert (np.diff(found.values) >= -ROUNDING).all() and 0 <= found.values[0] < found.values[-1] <= 1
    assert found.values[found.lead.tolist().index(0)] == found.value
    for lead in found.lead[:: len(found.lead) // 5].tolist():
        start = (frozenset[str](), 0, False)
        exact = Race(UPPER).race(start, start, lead, HALF)
        assert found.values[found.lead.tolist().index(lead)] == pytest.approx(float(exact), abs=ROUNDING)


class KilledError(Exception):
    """A run that ends in the middle."""


@pytest.mark.parametrize("after", [0.2, 0.9])
def test_a_killed_run_goes_on(small: Game, tmp_path: Path, after: float) -> None:
    """To the same bits; two plies are there in the meantime, none in the end."""
    whole = run_duel(small, tmp_path / "whole")
    told: list[float] = []

    def kill(done: float) -> None:
        assert len(list((tmp_path / "duel").glob("*.note"))) <= 2
        if done > after:
            raise KilledError

    with pytest.raises(KilledError):
        run_duel(small, tmp_path / "duel", progress=kill)
    assert list((tmp_path / "duel").glob("*.note"))
    again = run_duel(small, tmp_path / "duel", progress=told.append)
    assert (again.values == whole.values).all() and (again.draws == whole.draws).all()
    assert min(told, default=1) > after and not (tmp_path / "duel").exists()
    assert duel_rows(again).equals(duel_rows(whole))


def begun(played: Game, folder: Path) -> None:
    """A run that is killed after its first plies."""

    def kill(done: float) -> None:
        raise KilledError

    with pytest.raises(KilledError):
        run_duel(played, folder, progress=kill)


def test_plies_of_another_origin_are_refused(small: Game, tmp_path: Path) -> None:
    begun(small, tmp_path)
    with pytest.raises(UserError, match="plies of another game or solver; delete it"):
        run_duel(small, tmp_path, draw=0.25)
    with pytest.raises(UserError, match="plies of another game or solver; delete it"):
        run_duel(parse(TINY["two"]), tmp_path)


def test_damaged_plies_are_refused(small: Game, tmp_path: Path) -> None:
    begun(small, tmp_path)
    for path in tmp_path.glob("*.value"):
        path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(UserError, match="damaged"):
        run_duel(small, tmp_path)


def test_the_command_with_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = []
    for folder in ([], ["--folder", str(tmp_path)]):
        assert main(["duel", "toy", "--json", *folder]) == 0
        values.append(json.loads(capsys.readouterr().out)["value"])
    assert values[0] == values[1]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "toy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "toy" and sum(found["first"].values()) == pytest.approx(1, abs=ROUNDING)
    assert 0.4 < found["first"]["win"] < found["first"]["loss"]
    assert main(["duel", "toy"]) == 0
    assert f"wins {found['first']['win']:.4%}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["yahtzee"], "game yahtzee: a duel of 3.88e+13 cells holds 1068"),
        (["toy", "--draw", "2"], "duel: --draw 2.0; expected 0 to 1"),
        (["toy", "--double", "--folder", "x"], "duel: --folder with --double; expected one of them"),
        (["toy", "--threads", "0"], "duel: --threads 0; expected at least 1"),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")
