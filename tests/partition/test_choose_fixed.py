"""Which elements to put in G: swaps against every set, and `yahtzee plan --choose`."""

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers import Longs
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples

from yahtzee_core.cli import main
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.choose_fixed import CRITERIA, Choice, Chooser
from yahtzee_core.partition.costs import DEFAULT, Costs
from yahtzee_core.partition.partition import Partition
from yahtzee_core.partition.schedule import class_loads, job_seconds, makespan
from yahtzee_core.partition.sizes import bytes_by_class, working_set
from yahtzee_core.runs.objectives import OBJECTIVES

Capture = pytest.CaptureFixture[str]
BYTE_COSTS = Costs("a day", 3, 20, {"expected": 0.5}, read=0.25, write=0.125)
criteria = pytest.mark.parametrize("criterion", CRITERIA)


@cache
def sizes(name: str, objective: str) -> Longs:
    """Bytes by mask."""
    return OBJECTIVES[objective](load_game(name), 1).sizes()


def planned(size: Longs, partition: Partition, workers: int, objective: str, costs: Costs) -> Choice:
    """What the planner says class by class, without what is shared."""
    took = {
        part: job_seconds(load, objective, costs, costs.start)
        for part, load in class_loads(size, partition).items()
    }
    seconds = makespan(took, partition.dependencies, workers)
    return Choice(partition.fixed, seconds, working_set(size, partition))


def every(chooser: Chooser) -> list[Choice]:
    """All sets of the size of G."""
    return [chooser.measure(fixed) for fixed in combinations(range(chooser.n), chooser.g)]


@st.composite
def choosers(draw: st.DrawFn) -> Chooser:
    """Up to six elements, sets of 0 to 40 bytes."""
    n = draw(st.integers(1, 6))
    size = np.random.default_rng(draw(st.integers(0, 10**6))).integers(0, 41, 1 << n)
    g, workers = draw(st.integers(0, n)), draw(st.integers(1, 5))
    return Chooser(size, g, draw(st.booleans()), "expected", BYTE_COSTS, workers)


@settings(max_examples=examples(15), deadline=None)
@given(choosers())
def test_a_set_is_measured_as_the_planner_does(chooser: Chooser) -> None:
    for found in every(chooser):
        partition = Partition(chooser.n, found.fixed, mirrored=chooser.mirrored)
        assert found == planned(chooser.size, partition, chooser.workers, "expected", BYTE_COSTS)


@settings(max_examples=examples(15), deadline=None)
@given(choosers(), st.sampled_from(CRITERIA))
def test_the_choice_is_a_set_no_worse_than_the_default(chooser: Chooser, criterion: str) -> None:
    found, default = chooser.choose(criterion), chooser.default
    assert default.fixed == tuple(range(chooser.g))
    assert len(found.fixed) == chooser.g and list(found.fixed) == sorted(set(found.fixed))
    assert set(found.fixed) <= set(range(chooser.n))
    assert found.rank(criterion) <= default.rank(criterion)
    assert found.seconds <= default.seconds if criterion == "time" else found.held <= default.held


@settings(max_examples=examples(15), deadline=None)
@given(choosers(), st.sampled_from(CRITERIA))
def test_no_swap_is_better(chooser: Chooser, criterion: str) -> None:
    found = chooser.choose(criterion)
    near = [c for c in every(chooser) if len(set(c.fixed) & set(found.fixed)) >= chooser.g - 1]
    assert found.rank(criterion) == min(choice.rank(criterion) for choice in near)


@settings(max_examples=examples(15), deadline=None)
@given(choosers(), st.integers(0, 100))
def test_a_limit_keeps_what_is_over_it_out(chooser: Chooser, percent: int) -> None:
    """Between the least working set and the default's, the default alone may be over the limit."""
    least = min(choice.held for choice in every(chooser))
    limit = least + (chooser.default.held - least) * percent / 100
    found = chooser.choose("time", limit)
    assert found == chooser.default or found.held <= limit


def test_ranks() -> None:
    """The other criterion decides between equals."""
    quick, small = Choice((0,), 1.0, 9), Choice((1,), 2.0, 3)
    assert quick.rank("time") < small.rank("time") and small.rank("memory") < quick.rank("memory")
    assert Choice((0,), 1.0, 8).rank("time") < quick.rank("time")
    assert Choice((0,), 1.5, 3).rank("memory") < small.rank("memory")


@criteria
@pytest.mark.parametrize(
    ("name", "objective", "g", "workers"),
    [
        *[("toy", "maxprob", 2, 2), ("toy", "maxprob", 3, 4), ("yahtzee", "maxprob", 2, 16)],
        *[("yahtzee", "maxprob", 3, 2), ("yahtzee", "maxprob", 3, 16), ("yatzy", "expected", 2, 16)],
    ],
)
def test_swaps_find_the_best_of_all(name: str, objective: str, g: int, workers: int, criterion: str) -> None:
    """Looking at swaps alone loses nothing but on two workers, where it is less than a two-hundredth."""
    chooser = Chooser(sizes(name, objective), g, True, objective, DEFAULT, workers)
    best = min(choice.rank(criterion) for choice in every(chooser))
    found = chooser.choose(criterion).rank(criterion)
    assert best[0] <= found[0] <= 1.005 * best[0]
    assert found == best or workers == 2


def test_a_choice_by_hand() -> None:
    """Sets with element 2 take 1000 bytes, others 1.

    G = {0}: {1} and {2} read {0, 1}, {0, 2} and {1, 2}, all together 3002. G = {2}: {2} reads {0, 2} and
    {1, 2}, 3000.
    """
    size = np.array([1, 1, 1, 1, 1000, 1000, 1000, 1000])
    chooser = Chooser(size, 1, True, "expected", BYTE_COSTS, 2)
    assert chooser.default.held == chooser.measure((1,)).held == 3002
    assert chooser.choose("memory").fixed == (2,) and chooser.choose("memory").held == 3000


@pytest.mark.parametrize("fixed", [(), (0,), (4, 1), (6, 5, 0)])
def test_bytes_by_class(fixed: tuple[int, ...]) -> None:
    """Set by set; the bits of a column are in the order of G."""
    size = np.random.default_rng(5).integers(0, 50, 128)
    expected = np.zeros((8, 1 << len(fixed)), dtype=np.int64)
    for mask in range(128):
        column = sum((mask >> e & 1) << i for i, e in enumerate(fixed))
        expected[mask.bit_count(), column] += size[mask]
    found = bytes_by_class(size, Partition(7, fixed))
    assert found.dtype == np.int64 and found.tolist() == expected.tolist()


# The command


def run(capsys: Capture, results: Path, *arguments: str) -> str:
    """What `yahtzee plan` prints."""
    assert main(["plan", *arguments, "--results", str(results)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def as_json(capsys: Capture, results: Path, *arguments: str) -> dict[str, Any]:
    """The same as JSON."""
    found: dict[str, Any] = json.loads(run(capsys, results, *arguments, "--json"))
    return found


OF_YAHTZEE = ["yahtzee", "--objective", "maxprob"]


@pytest.mark.slow
@criteria
def test_a_plan_with_the_choice(criterion: str, capsys: Capture, tmp_path: Path) -> None:
    found = as_json(capsys, tmp_path, *OF_YAHTZEE, "--fixed", "2", "--choose", criterion)
    chooser = Chooser(sizes("yahtzee", "maxprob"), 2, True, "maxprob", DEFAULT, 16)
    best = chooser.choose(criterion)
    names = [load_game("yahtzee").categories[c].id for c in best.fixed]
    assert names != ["ones", "twos"]
    assert found["choice"] == {
        "criterion": criterion,
        "fixed_categories": names,
        "seconds": round(best.seconds, 2),
        "seconds_default": round(chooser.default.seconds, 2),
        "largest_working_set_bytes": best.held,
        "largest_working_set_bytes_default": chooser.default.held,
        "workers": 16,
    }
    assert found["fixed_categories"] == names and found["bytes"]["largest_working_set"] == best.held
    (row,) = [row for row in found["workers"] if row["workers"] == 16]
    assert row["seconds"] == found["choice"]["seconds"]


@pytest.mark.slow
def test_the_workers_of_a_choice(capsys: Capture, tmp_path: Path) -> None:
    """Two workers want other categories than sixteen do."""
    arguments = [*OF_YAHTZEE, "--fixed", "2", "--choose", "time"]
    two = as_json(capsys, tmp_path, *arguments, "--workers", "2")
    assert two["choice"]["workers"] == 2
    assert two["choice"]["fixed_categories"] == ["twos", "fours"]
    many = as_json(capsys, tmp_path, *arguments)
    assert many["choice"]["fixed_categories"] == ["fours", "fives"]


@pytest.mark.slow
def test_without_a_choice(capsys: Capture, tmp_path: Path) -> None:
    assert "choice" not in as_json(capsys, tmp_path, *OF_YAHTZEE, "--fixed", "2")
    assert "chosen" not in run(capsys, tmp_path, *OF_YAHTZEE, "--fixed", "2")


@pytest.mark.slow
def test_a_choice_fits_the_memory(capsys: Capture, tmp_path: Path) -> None:
    """The quickest three categories on four workers take 266 MB, too much for 390 MB with 140 beside it."""
    arguments = [*OF_YAHTZEE, "--choose", "time", "--workers", "4"]
    free = as_json(capsys, tmp_path, *arguments, "--fixed", "3")
    tight = as_json(capsys, tmp_path, *arguments, "--memory-mb", "390")
    assert tight["fixed"] == 3
    assert tight["bytes"]["largest_working_set"] <= 250e6 < free["bytes"]["largest_working_set"]


@pytest.mark.slow
@pytest.mark.parametrize("g", [2, 8])
def test_a_choice_for_people(g: int, capsys: Capture, tmp_path: Path) -> None:
    """In 80 columns, with a line that config.yaml takes."""
    arguments = [*OF_YAHTZEE, "--fixed", str(g), "--choose", "memory", "--workers", "64"]
    out = run(capsys, tmp_path, *arguments)
    assert max(map(len, out.splitlines())) <= 80
    chosen = as_json(capsys, tmp_path, *arguments)["choice"]
    pasted = out[out.index("  fixed: [") : out.index("]") + 1]
    assert yaml.safe_load(pasted) == {"fixed": chosen["fixed_categories"]}
    assert f"{chosen['seconds']:.2f} s, {chosen['seconds_default']:.2f} with the first of the sheet" in out
    held, default = (chosen[f"largest_working_set_bytes{end}"] for end in ("", "_default"))
    assert f"({held / default - 1:+.1%})" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["yahtzee", "maxprob", "--fixed", "0"], "yahtzee: choose: |G| is 0; expected --fixed from 1"),
        (["yahtzee", "expected"], "yahtzee: choose: |G| is 0; expected --fixed from 1"),
        (["yahtzee", "maxprob", "--fixed", "14"], "yahtzee: fixed: 14; expected 0 to 13"),
        (["yahtzee", "duel"], "plan: duel; expected no --choose"),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: Capture) -> None:
    game, objective, *rest = arguments
    assert main(["plan", game, "--objective", objective, *rest, "--choose", "time"]) == 2
    assert capsys.readouterr() == ("", f"error: {message}\n")


def test_an_unknown_criterion(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["plan", *OF_YAHTZEE, "--choose", "luck"])
    assert caught.value.code == 2 and "--choose" in capsys.readouterr().err
