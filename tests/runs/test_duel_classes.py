"""Two players class by class: the bits of memory, answers to a player of `expected`, and the sums."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
import yaml
from brute_force import Dice, Goal
from brute_force import State as RealState
from duels import HALF, TINY, UPPER, Race, real_state
from helpers import optimal_policy, parse
from lanes import slow_but

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.partition.pairs import Pairs
from yahtzee_core.players.duel import solve_duel
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.to_come import option_weights
from yahtzee_core.runs.driver import merge, shard_path, solve_class, solve_classes, sums_path
from yahtzee_core.runs.objectives import DUELS
from yahtzee_core.runs.objectives.duel import DuelProblem, EndgameProblem
from yahtzee_core.tables.provenance import made_of
from yahtzee_core.tables.schemas.two_players import PAIR_NAMES
from yahtzee_core.tables.storage import read_table

START: RealState = (frozenset(), 0, False)
SINGLE = 2e-6
"""What single precision may be off, of a probability."""


@pytest.fixture(scope="module")
def small() -> Game:
    """With an upper bonus, so that a set of categories has several states."""
    return parse(UPPER)


def solve(problem: DuelProblem, folder: Path, fixed: tuple[int, ...] = (), keep: bool = True) -> pa.Table:
    """The merged table of a problem, its files in `folder`."""
    partition = problem.partition(fixed)
    solve_classes(problem, partition, folder, keep)
    merge(problem, partition, folder, folder / "table.parquet")
    return read_table(folder / "table.parquet", problem.table_schema, made_of(problem))


@pytest.mark.parametrize("fixed", [(), (0,), (1, 2), (0, 1, 2)], ids=str)
@pytest.mark.parametrize("threads", slow_but([1, 3], 3))
def test_partitions_and_threads_give_the_bits_of_memory(
    small: Game, fixed: tuple[int, ...], threads: int, tmp_path: Path
) -> None:
    """By lead at the start of the game."""
    whole = solve_duel(small, threads=1)
    rows = solve(DuelProblem(small, threads), tmp_path, fixed)
    start = rows.filter(pc.equal(rows["turns"], 0))
    assert start["lead"].to_pylist() == whole.lead.tolist()
    values = np.clip(whole.values, whole.draws / 2, 1 - whole.draws / 2)
    as_the_other_sees = [(1 - v).astype(np.float32) for v in (start["value"].to_numpy(), values)]
    assert as_the_other_sees[0].tobytes() == as_the_other_sees[1].tobytes()
    assert start["p_draw"].to_numpy().tobytes() == whole.draws.tobytes()


def test_threads_write_the_same_sums(small: Game, tmp_path: Path) -> None:
    tables = [solve(DuelProblem(small, n), tmp_path / str(n), (1,)) for n in (1, 3)]
    assert tables[0].equals(tables[1])


def test_shards_that_are_not_needed_go(small: Game, tmp_path: Path) -> None:
    problem = DuelProblem(small)
    rows = solve(problem, tmp_path, (0,), keep=False)
    assert rows.equals(solve(problem, tmp_path / "kept", (0,)))
    left = {path.parent.parent.name for path in (tmp_path / "shards").rglob("*.parquet")}
    assert left <= {"turns=00", "turns=01"} and len(list((tmp_path / "sums").rglob("*.parquet"))) == len(
        Pairs(3, (0,)).classes()
    )


def test_shards_of_another_problem_are_refused(small: Game, tmp_path: Path) -> None:
    problem, other = DuelProblem(small), DUELS["duel_expected_first"](small, 1)
    partition = Pairs(3)
    *_, before, last = partition.classes()
    solve(problem, tmp_path)
    with pytest.raises(UserError, match="objective is 'duel', expected 'duel_expected_first'"):
        solve_class(other, partition, last, tmp_path)
    shard_path(tmp_path, partition, before).unlink()
    with pytest.raises(
        UserError, match=r"turns=01\.parquet: no such file; expected duel_shard of small-duel"
    ):
        solve_class(problem, partition, last, tmp_path)
    sums_path(tmp_path, partition, before).unlink()
    with pytest.raises(UserError, match=r"sums/turns=01\.parquet: no such file"):
        merge(problem, partition, tmp_path, tmp_path / "table.parquet")


class Follower(Race):
    """The oracle when one of the players plays `expected` and does not look at the other."""

    def __init__(self, name: str, follows: str | None) -> None:
        super().__init__(TINY[name])
        self.arena, self.follows = Arena(parse(TINY[name])), follows

    @cache  # noqa: B019
    def weights(self, filled: frozenset[str]) -> list[tuple[str, int, Fraction]]:
        """(category, points, probability) of the ways that a turn of `expected` ends."""
        game, options = self.arena.game, self.arena.states.options
        rows = option_weights(self.arena, optimal_policy(self.arena), np.array([game.mask(tuple(filled))]))[0]
        ways = Fraction(game.faces ** (game.dice * game.rolls))
        found = [
            (game.categories[options.category[o]].id, int(options.points[o]), Fraction(round(p * ways), ways))
            for o, p in enumerate(rows.tolist())
            if p > 0
        ]
        assert sum(p for *_, p in found) == 1
        return found

    @cache  # noqa: B019
    def answered(self, mover: RealState, other: RealState, lead: int) -> Fraction:
        """P(win) + P(draw) / 2 of the mover."""
        filled = mover[0]
        if len(filled) == len(self.categories):
            return Fraction(lead > 0) + HALF * (lead == 0)
        if self.follows == ("first" if len(filled) == len(other[0]) else "second"):
            return self.followed(mover, other, lead, self.answered)

        def best(dice: Dice) -> Goal:
            choices = self.choices(*mover, dice)
            return (1 - min(self.answered(other, after, -lead - points) for _, points, after in choices),)

        return self._turn(mover, best)[0]

    @cache  # noqa: B019
    def totals(self, filled: frozenset[str]) -> set[int]:
        """Points with which a player of `expected` comes to these filled categories."""
        if not filled:
            return {0}
        return {
            total + points
            for last in filled
            for total in self.totals(filled - {last})
            for category, points, _ in self.weights(filled - {last})
            if category == last
        }

    def leads(self, mover: frozenset[str], other: frozenset[str]) -> set[int]:
        """Leads of the mover at which two such players come to these sheets."""
        return {own - points for own in self.totals(mover) for points in self.totals(other)}

    def followed(self, mover: RealState, other: RealState, lead: int, then) -> Fraction:  # type: ignore[no-untyped-def]
        """The value of the mover after a turn of `expected`."""
        ends = self.weights(mover[0])
        return sum(
            (p * (1 - then(other, (mover[0] | {c}, 0, False), -lead - points)) for c, points, p in ends),
            Fraction(0),
        )


def check_outcomes(rows: pa.Table) -> None:
    """Probabilities as they must be; single precision alone gave -1e-7 to wins and losses that cannot be."""
    value, win, draw, loss = (rows[name].to_numpy() for name in ("value", "p_win", "p_draw", "p_lose"))
    assert min(win.min(), draw.min(), loss.min()) >= 0
    assert np.allclose(win + draw + loss, 1, rtol=0, atol=1e-15)
    assert np.allclose(win + draw / 2, value, rtol=0, atol=1e-15)


@pytest.mark.parametrize("follows", ["first", "second"])
@pytest.mark.parametrize("name", TINY)
def test_best_answers_to_expected(name: str, follows: str, tmp_path: Path) -> None:
    """By every lead at the start of the game."""
    oracle = Follower(name, follows)
    rows = solve(DUELS[f"duel_expected_{follows}"](parse(TINY[name]), 1), tmp_path)  # type: ignore[arg-type]
    start = rows.filter(pc.equal(rows["turns"], 0))
    exact = [float(oracle.answered(START, START, lead)) for lead in start["lead"].to_pylist()]
    assert start["value"].to_pylist() == pytest.approx(exact, abs=SINGLE)
    check_outcomes(rows)


def test_an_answer_is_worth_more_than_exact_play_of_both(small: Game, tmp_path: Path) -> None:
    exact, second, first = (
        solve(DUELS[name](small, 1), tmp_path / name)  # type: ignore[arg-type]
        for name in ("duel", "duel_expected_second", "duel_expected_first")
    )
    values = [
        {
            (t, n): v
            for t, n, v in zip(*(rows[k].to_pylist() for k in ("turns", "lead", "value")), strict=True)
        }
        for rows in (exact, second, first)
    ]
    level = (0, 0)
    assert values[1][level] > values[0][level] + 1e-3 and values[2][level] < values[0][level] - 1e-3
    for rows in (exact, second, first):
        check_outcomes(rows)


@pytest.mark.parametrize("name", TINY)
def test_the_sums_are_those_of_the_pairs(name: str, tmp_path: Path) -> None:
    """Value and cost by turn and lead, weighted by the visits of two players of `expected`.

    The greatest cost is that of a pair that they meet with this lead.
    """
    oracle, game = Follower(name, None), parse(TINY[name])
    problem = DuelProblem(game)
    rows = solve(problem, tmp_path, (0,))
    check_outcomes(rows)
    visits = problem._visits
    for row in rows.to_pylist():
        filled, more = row["turns"] // 2, row["turns"] % 2
        layers = problem.states.layers(problem.states.masks[problem.states.lanes > 0])
        value = cost = Fraction(0)
        met = {}
        for mover in layers[filled].tolist():
            for other in layers[filled + more].tolist():
                weight = Fraction(visits[problem.states.offset[mover]] * visits[problem.states.offset[other]])
                sheets = real_state(game, mover), real_state(game, other)
                exact = oracle.race(*sheets, row["lead"], HALF)
                turn = exact - oracle.followed(*sheets, row["lead"], lambda *pair: oracle.race(*pair, HALF))
                value, cost = value + weight * exact, cost + weight * turn
                if row["lead"] in oracle.leads(sheets[0][0], sheets[1][0]):
                    met[mover, other] = exact, turn
        assert (row["value"], row["cost"]) == pytest.approx((float(value), float(cost)), abs=SINGLE)
        if row["most"] is None:
            assert {row[name] for name in PAIR_NAMES} == {None}
            assert all(exact in (0, 1) for exact, _ in met.values())
        else:
            assert row["most"] == pytest.approx(float(max(turn for _, turn in met.values())), abs=SINGLE)
            _, turn = met[row["filled"], row["other_filled"]]
            assert float(turn) == pytest.approx(row["most"], abs=SINGLE)


def test_before_the_first_turn_the_lead_is_none(small: Game, tmp_path: Path) -> None:
    """The table has a row for every lead, what it would be worth; the dearest turn is one that is met."""
    rows = solve(DuelProblem(small), tmp_path, (0,)).to_pylist()
    start = [row for row in rows if row["turns"] == 0]
    assert len(start) > 1 and [row["lead"] for row in start if row["most"] is not None] == [0]


@pytest.mark.parametrize("open_at_most", [1, 2])
def test_the_end_of_a_game_is_that_of_the_whole(small: Game, open_at_most: int, tmp_path: Path) -> None:
    """The same rows, in every bit."""
    problem = EndgameProblem(small, 1, open_at_most)
    rows = solve(problem, tmp_path / "end", (1,))
    whole = DuelProblem(small)
    solve(whole, tmp_path / "whole", (1,))
    partition = Pairs(3, (1,))
    shards = [
        read_table(
            shard_path(tmp_path / "whole", partition, part),
            "duel_shard",
            made_of(whole, partition.name(part)),
        )
        for part in problem.partition((1,)).classes()[::-1]
    ]
    assert rows.combine_chunks().equals(
        pa.concat_tables(shards).replace_schema_metadata(None).combine_chunks()
    )
    assert max(3 - int(filled).bit_count() for filled in rows["filled"].to_pylist()) == open_at_most


@pytest.mark.parametrize("piece", [1, 50, 1000])
def test_pieces_of_a_shard_change_nothing(
    small: Game, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = solve(DuelProblem(small), tmp_path / "whole", (1,))
    monkeypatch.setattr("yahtzee_core.runs.objectives.duel.PIECE", piece)
    assert solve(DuelProblem(small), tmp_path / "pieces", (1,)).equals(whole)


def test_the_command_reads_what_was_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And tells what a player of `expected` would win; a file of another game is not taken."""
    game = parse(TINY["two"])
    path = tmp_path / "two.yaml"
    path.write_text(yaml.safe_dump(TINY["two"], sort_keys=False), encoding="utf-8")
    names = ("duel", "duel_expected_first", "duel_expected_second")
    for name in names:
        solve(DUELS[name](game, 1), tmp_path / name)  # type: ignore[arg-type]
    command = ["duel", str(path), "--json", "--results", str(tmp_path / "results")]
    assert main(command) == 0
    solved = json.loads(capsys.readouterr().out)
    assert solved["seconds"] is not None and solved["expected"] == {}
    (tmp_path / "results/two").mkdir(parents=True)
    for name in names:
        (tmp_path / name / "table.parquet").rename(tmp_path / "results/two" / f"{name}.parquet")
    assert main(command) == 0
    stored = json.loads(capsys.readouterr().out)
    assert stored["seconds"] is None and stored["cells"] == solved["cells"]
    assert stored["first"] == pytest.approx(solved["first"], abs=SINGLE)
    assert (
        stored["expected"]["first"]["p_win"]
        <= stored["first"]["p_win"]
        <= stored["expected"]["second"]["p_win"]
    )
    assert main(command[:2] + command[3:]) == 0
    assert "when the second plays for the expected score" in capsys.readouterr().out
    assert main([*command, "--draw", "0.25"]) == 0
    assert json.loads(capsys.readouterr().out)["seconds"] is not None
