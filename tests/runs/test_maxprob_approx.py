"""MaxProbApprox against a reader of its text: normal estimates choose, true probabilities follow."""

from functools import cache
from itertools import product
from math import erfc, sqrt
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from brute_force import START, Dice
from brute_force import State as RealState
from helpers import merged, parse, toy_expected, toy_maxprob, toy_oracle, toy_states
from lanes import slow_but, slow_ones
from toy_games import TOY_GAMES

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import merge, shard_path, solve_class, solve_classes
from yahtzee_core.runs.objectives import OBJECTIVES
from yahtzee_core.runs.objectives.maxprob_approx import MaxProbApproxProblem
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import read_table
from yahtzee_core.turn.dice import Lattice

TOY = load_game("toy")
NAMES = ["plain", "upper-bonus", "yahtzee-bonus", "coins", "lax-house"]
Pair = tuple[float, float]
"""An estimate, by which is chosen, and the probability that follows."""
PARTITIONS = [Partition(7), Partition(7, fixed=(0, 6)), Partition(7, stride=3), Partition(7, stride=8)]


class Verhoeff:
    """The strategy played in ordered dice; of the solver it takes the moments and the order among ties.

    A turn has two numbers for every roll: the estimate by which it chooses, and the probability that follows.
    """

    def __init__(self, name: str) -> None:
        self.oracle, self.states, self.table = toy_oracle(name), toy_states(name), toy_expected(name)
        self.lattice: Lattice = self.states.options.lattice

    def estimate(self, real: RealState, needed: int) -> float:
        """Of a state: certain, impossible, or by the normal distribution."""
        if needed <= self.least(real):
            return 1.0
        if needed > self.oracle.most(real):
            return 0.0
        at = self.states.index(merged(self.states, real))
        return erfc((needed - self.table.value[at]) / (self.table.sd[at] * sqrt(2))) / 2

    @cache  # noqa: B019
    def least(self, real: RealState) -> int:
        """The points that are certain to come, whatever the dice, if they are played for."""
        if len(real[0]) == len(self.oracle.categories):
            return 0
        worst = []
        for dice in self.rolls():
            worst.append(
                max(points + self.least(after) for _, points, after in self.oracle.choices(*real, dice))
            )
        return self.guaranteed(dict(zip(self.rolls(), worst, strict=True)))

    def guaranteed(self, by_roll: dict[Dice, int]) -> int:
        """What a turn brings at least, when all dice fall against the player."""
        for _ in range(self.states.game.rolls - 1):
            by_keep = {keep: min(by_roll[dice] for dice in self.thrown(keep)) for keep in self.every_keep()}
            by_roll = {dice: max(by_keep[keep] for keep in self.inside(dice)) for dice in by_roll}
        return min(by_roll.values())

    @cache  # noqa: B019
    def probability(self, real: RealState, needed: int) -> float:
        """That so many points come."""
        if needed <= 0 or len(real[0]) == len(self.oracle.categories):
            return float(needed <= 0)
        found = {dice: self.scored(real, dice, needed) for dice in self.rolls()}
        for _ in range(self.states.game.rolls - 1):
            keeps = self.means(found)
            found = {dice: first([keeps[keep] for keep in self.inside(dice)]) for dice in found}
        return self.means(found)[()][1]

    def scored(self, real: RealState, dice: Dice, needed: int) -> Pair:
        """(estimate, probability) of the category that looks best."""
        return first(
            [
                (self.estimate(after, needed - points), self.probability(after, needed - points))
                for _, points, after in self.oracle.choices(*real, dice)
            ]
        )

    def means(self, found: dict[Dice, Pair]) -> dict[Dice, Pair]:
        """Of every keep, from the rolls: die by die, as twin.py does, so that equal estimates are equal."""
        faces, means = range(1, self.states.game.faces + 1), dict(found)
        for keep in sorted(self.every_keep(), key=len, reverse=True):
            if len(keep) < self.states.game.dice:
                estimate, probability = zip(*(means[tuple(sorted((*keep, f)))] for f in faces), strict=True)
                means[keep] = sum(estimate) * (1 / len(faces)), sum(probability) * (1 / len(faces))
        return means

    @cache  # noqa: B019
    def thrown(self, keep: Dice) -> list[Dice]:
        """The rolls that come of a keep, one for each way the dice can fall."""
        faces = range(1, self.states.game.faces + 1)
        rest = product(faces, repeat=self.states.game.dice - len(keep))
        return [tuple(sorted(keep + dice)) for dice in rest]

    @cache  # noqa: B019
    def rolls(self) -> list[Dice]:
        """All rolls."""
        return sorted(set(self.thrown(())))

    @cache  # noqa: B019
    def every_keep(self) -> list[Dice]:
        """All keeps of all rolls."""
        return sorted({keep for dice in self.rolls() for keep in self.inside(dice)})

    @cache  # noqa: B019
    def inside(self, dice: Dice) -> list[Dice]:
        """The keeps of a roll; in the order of twin.py: each with one die less, the lowest first."""
        found: dict[Dice, None] = {}

        def visit(keep: Dice) -> None:
            found.setdefault(keep)
            for face in sorted(set(keep)):
                at = keep.index(face)
                visit(keep[:at] + keep[at + 1 :])

        visit(dice)
        return list(found)


def first(found: list[Pair]) -> Pair:
    """The one of the highest estimate, the first among equals."""
    return max(found, key=lambda pair: pair[0])


def solve(name: str, partition: Partition, folder: Path, threads: int = 1) -> Path:
    """Shards and merged table of a toy game, or of the built-in one; returns the path of the table."""
    game = TOY if name == "toy" else parse(TOY_GAMES[name])
    path = folder / "maxprob_approx.parquet"
    solve_classes(OBJECTIVES["maxprob_approx"](game, threads), partition, folder / "shards")
    merge(OBJECTIVES["maxprob_approx"](game, threads), partition, folder / "shards", path)
    return path


def start_of(path: Path, most: int) -> list[float]:
    """The probability of every score, from a merged table; it has the start of the game alone."""
    (row,) = pq.read_table(path).to_pylist()
    assert (row["filled"], row["chip"]) == (0, False) and row["most"] == most
    return [1.0] * (row["certain"] + 1) + row["probability"]


@pytest.mark.parametrize("name", slow_ones(NAMES, "lax-house"))
def test_the_strategy_as_it_is_told(name: str, tmp_path: Path) -> None:
    """For every score of a game."""
    told, most = Verhoeff(name), toy_oracle(name).most(START)
    found = start_of(solve(name, Partition(len(toy_states(name).game.categories)), tmp_path), most)
    assert len(found) == most + 1
    expected = [told.probability(START, needed) for needed in range(most + 1)]
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-15)


@pytest.mark.parametrize("name", slow_but(["upper-bonus", "lax-house"]))
def test_every_state(name: str, tmp_path: Path) -> None:
    """Shards hold the probabilities of all states, those that are played for."""
    told, states, partition = (
        Verhoeff(name),
        toy_states(name),
        Partition(len(toy_states(name).game.categories)),
    )
    solve(name, partition, tmp_path)
    rows: dict[tuple[int, int, bool], dict[str, list[float]]] = {}
    for part in partition.classes():
        path = shard_path(tmp_path / "shards", partition, part)
        for row in pq.read_table(path).to_pylist():
            rows[row["filled"], row["need"], row["chip"]] = row
    seen = 0
    for real in toy_oracle(name).states():
        state = merged(states, real)
        row = rows[state.filled, state.need, bool(state.chip)]
        assert row["certain"] == told.least(real) and row["most"] == toy_oracle(name).most(real)
        for i, p in list(enumerate(row["probability"]))[::5]:
            needed = row["certain"] + 1 + i  # type: ignore[operator]
            assert p == pytest.approx(told.probability(real, needed), rel=1e-11, abs=1e-15)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("name", NAMES)
def test_maxprob_is_never_exceeded(name: str, tmp_path: Path) -> None:
    most = toy_oracle(name).most(START)
    found = np.array(start_of(solve(name, Partition(len(toy_states(name).game.categories)), tmp_path), most))
    best = toy_maxprob(name).start
    assert (found <= best + 1e-15).all() and (found >= 0).all()
    assert (np.diff(best) <= 0).all()
    assert found[0] == 1


def test_somewhere_it_is_worse_than_maxprob(tmp_path: Path) -> None:
    """Or the two would be the same."""
    name = "upper-bonus"
    most = toy_oracle(name).most(START)
    found = np.array(start_of(solve(name, Partition(4), tmp_path), most))
    assert (found < toy_maxprob(name).start - 1e-3).any()


# Classes


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The row of the start of toy, of one class, as bytes."""
    return bits(solve("toy", Partition(7, stride=8), tmp_path_factory.mktemp("whole")))


def bits(path: Path) -> bytes:
    """The probabilities of a merged table."""
    rows = read_table(path, "maxprob_approx", provenance(TOY, "maxprob_approx"))
    assert len(rows) == 1
    found: bytes = rows["probability"][0].values.to_numpy().tobytes()
    return found


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("partition", PARTITIONS, ids=str)
def test_partitions_and_threads_give_the_same_bits(
    partition: Partition, threads: int, whole: bytes, tmp_path: Path
) -> None:
    assert bits(solve("toy", partition, tmp_path, threads)) == whole and len(whole) > 1000
    assert len(list((tmp_path / "shards").rglob("*.parquet"))) == len(partition.classes())


def test_a_class_needs_nothing_but_its_dependencies(tmp_path: Path) -> None:
    partition = PARTITIONS[1]
    solve("toy", partition, tmp_path)
    folder, part = tmp_path / "shards", partition.named("layer=03/fixed=10")
    own = shard_path(folder, partition, part)
    old = own.read_bytes()
    kept = {shard_path(folder, partition, d) for d in partition.dependencies(part)}
    for path in set(folder.rglob("*.parquet")) - kept:
        path.unlink()
    solve_class(OBJECTIVES["maxprob_approx"](TOY, 1), partition, part, folder)
    assert own.read_bytes() == old


def test_a_highest_score_changes_nothing_below_it(whole: bytes, tmp_path: Path) -> None:
    problem = MaxProbApproxProblem(TOY, 1, 60)
    partition = PARTITIONS[1]
    solve_classes(problem, partition, tmp_path / "shards")
    merge(problem, partition, tmp_path / "shards", tmp_path / "table.parquet")
    (row,) = pq.read_table(tmp_path / "table.parquet").to_pylist()
    assert len(row["probability"]) + row["certain"] == 60
    everything = np.frombuffer(whole)
    assert row["probability"] == everything[: len(row["probability"])].tolist()


def test_sizes_hold_the_estimates(tmp_path: Path) -> None:
    """Twice the numbers of maxprob."""
    approx, exact = (OBJECTIVES[name](TOY, 1).sizes() for name in ("maxprob_approx", "maxprob"))
    assert (approx == 2 * exact).all()
