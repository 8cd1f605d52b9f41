"""What a run would cost: simulated schedules against brute force, loads of classes, and `yahtzee plan`."""

import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import commands
import numpy as np
import numpy.typing as npt
import pytest
from helpers import builtin_raw, parse
from lanes import slow_but

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.partition import choose, formulas
from yahtzee_core.partition.costs import DEFAULT, Costs
from yahtzee_core.partition.partition import Partition
from yahtzee_core.partition.schedule import Load, class_loads, job_seconds, makespan, path_to_end
from yahtzee_core.partition.sizes import working_set
from yahtzee_core.runs import calibration
from yahtzee_core.runs.calibration import _start, load_calibration, store_calibration
from yahtzee_core.runs.objectives import OBJECTIVES
from yahtzee_core.runs.outlook import outlook

Longs = npt.NDArray[np.int64]
Capture = pytest.CaptureFixture[str]
TOY_PLAN = ["toy", "--objective", "maxprob"]


@dataclass(frozen=True)
class Dag:
    """Jobs 0, 1, ... with their seconds, and what each depends on, all of it earlier."""

    jobs: dict[int, float]
    needs: dict[int, list[int]]

    def makespan(self, workers: int) -> float:
        """Of the planner."""
        return makespan(self.jobs, self.needs.__getitem__, workers)

    def paths(self) -> list[list[int]]:
        """Every chain of jobs, each depending on the one before, that no job follows."""
        chains = [[job] for job in self.jobs]
        for chain in chains:
            chains += [[*chain, job] for job in self.jobs if chain[-1] in self.needs[job]]
        return chains

    def path_to_end(self, job: int) -> float:
        """The longest chain from a job, of all."""
        return max(sum(self.jobs[j] for j in chain) for chain in self.paths() if chain[0] == job)

    def simulated(self, workers: int, order: list[int]) -> float:
        """The end when each free worker takes the first job of `order` that is ready."""
        now, end = 0.0, dict[int, float]()
        while len(end) < len(self.jobs):
            done = {job for job, at in end.items() if at <= now}
            ready = [j for j in order if j not in end and done.issuperset(self.needs[j])]
            free = workers - (len(end) - len(done))
            end |= {job: now + self.jobs[job] for job in ready[:free]}
            now = min((at for at in end.values() if at > now), default=now)
        return max(end.values(), default=0.0)


def dag(seed: int, size: int) -> Dag:
    """A random one. Sums of different jobs differ, so that no two jobs end at the same time."""
    seeded = random.Random(seed)
    jobs = {job: seeded.uniform(1, 10) for job in range(size)}
    needs = {job: [d for d in range(job) if seeded.random() < 0.4] for job in jobs}
    return Dag(jobs, needs)


dags = pytest.mark.parametrize("tiny", [dag(seed, seed % 7 + 1) for seed in range(40)], ids=range(40))


@dags
def test_path_to_end(tiny: Dag) -> None:
    found = path_to_end(tiny.jobs, tiny.needs.__getitem__)
    assert found == pytest.approx({job: tiny.path_to_end(job) for job in tiny.jobs})


@dags
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_makespan_by_simulation(tiny: Dag, workers: int) -> None:
    """The ready job with the longest path to the end first."""
    order = sorted(tiny.jobs, key=tiny.path_to_end, reverse=True)
    assert tiny.makespan(workers) == pytest.approx(tiny.simulated(workers, order))


@pytest.mark.parametrize("tiny", [dag(seed, 5) for seed in range(10)], ids=range(10))
@pytest.mark.parametrize("workers", [2, 3])
def test_no_order_is_much_better(tiny: Dag, workers: int) -> None:
    """Within 2 - 1/workers of the best order of all (Graham's bound)."""
    best = min(tiny.simulated(workers, list(order)) for order in permutations(tiny.jobs))
    assert best * (1 - 1e-12) <= tiny.makespan(workers) <= best * (2 - 1 / workers)


@dags
def test_one_worker_takes_the_sum(tiny: Dag) -> None:
    assert tiny.makespan(1) == pytest.approx(sum(tiny.jobs.values()))


@dags
def test_many_workers_take_the_critical_path(tiny: Dag) -> None:
    critical = max(map(tiny.path_to_end, tiny.jobs))
    assert tiny.makespan(len(tiny.jobs)) == pytest.approx(critical)
    assert tiny.makespan(10**6) == tiny.makespan(len(tiny.jobs))


@dags
def test_makespan_has_bounds(tiny: Dag) -> None:
    """The critical path and the work of each worker; together they are enough."""
    critical, work = max(map(tiny.path_to_end, tiny.jobs)), sum(tiny.jobs.values())
    for workers in range(1, 5):
        assert max(critical, work / workers) <= tiny.makespan(workers) * (1 + 1e-12)
        assert tiny.makespan(workers) <= (critical + work / workers) * (1 + 1e-12)


def test_makespan_by_hand() -> None:
    """A chain of 2 + 2 beside three jobs of 1: with two workers the chain goes first."""
    jobs = {0: 1.0, 1: 1.0, 2: 1.0, 3: 2.0, 4: 2.0}
    by_hand = Dag(jobs, {0: [], 1: [], 2: [], 3: [], 4: [3]})
    assert [by_hand.makespan(workers) for workers in (1, 2, 3)] == [7, 4, 4]
    assert Dag({}, {}).makespan(1) == 0


def test_jobs_that_end_together() -> None:
    """Three equal jobs before a fourth, on two workers."""
    equal = Dag(dict.fromkeys(range(4), 1.0), {0: [], 1: [], 2: [], 3: [0, 1, 2]})
    assert [equal.makespan(workers) for workers in (1, 2, 3)] == [4, 3, 2]


# Loads


@cache
def sizes(name: str, objective: str) -> Longs:
    """Bytes by mask; of a game that saves rolls where the objective asks for one."""
    game = replace(load_game(name), saved_rolls=objective == "saved")
    return OBJECTIVES[objective](game, 1).sizes()


def uneven(n: int) -> Longs:
    """Made up sizes, some of them 0."""
    return np.random.default_rng(n).integers(0, 50, 1 << n)


KINDS = [((), 1), ((0, 6), 1), ((4, 2, 1), 1), (tuple(range(7)), 1), ((3,), 2), ((), 8)]
PARTITIONS = [Partition(7, fixed, stride, m) for fixed, stride in KINDS for m in (True, False)]


@pytest.mark.parametrize("partition", PARTITIONS, ids=str)
def test_class_loads(partition: Partition) -> None:
    """Sums over the sets of a class and of those that it reads, set by set."""
    size = uneven(7)
    loads = class_loads(size, partition)
    assert list(loads) == partition.classes()
    own = dict.fromkeys(loads, 0)
    for mask in range(128):
        own[partition.class_of(mask)] += int(size[mask])
    assert sum(load.own for load in loads.values()) == size.sum()
    for part, load in loads.items():
        read = sum(own[d] for d in partition.dependencies(part))
        assert (load.own, load.read, load.held) == (own[part], read, own[part] + read)


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize("n", range(1, 8))
def test_the_working_set_is_the_most_that_is_held(n: int, mirrored: bool) -> None:
    for fixed in [(), (0,), (n - 1,), *permutations(range(n), 2), tuple(range(n))]:
        partition = Partition(n, tuple(sorted(set(fixed))), mirrored=mirrored)
        held = [load.held for load in class_loads(uneven(n), partition).values()]
        assert working_set(uneven(n), partition) == max(held)


@pytest.mark.parametrize("g", range(8))
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_working_sets_of_toy(objective: str, g: int) -> None:
    size, partition = sizes("toy", objective), Partition(7, tuple(range(g)))
    held = [load.held for load in class_loads(size, partition).values()]
    assert working_set(size, partition) == max(held)


def test_job_seconds() -> None:
    costs = Costs("a day", 1, 2, {"expected": 0.5}, read=0.25, write=0.125)
    assert job_seconds(Load(own=8, read=100), "expected", costs, start=3) == 3 + 8 * 0.625 + 25
    assert job_seconds(Load(0, 0), "expected", costs, start=3) == 3


# The command


def planned(capsys: Capture, results: Path, *arguments: str) -> dict[str, Any]:
    """What the command says, as JSON."""
    found: dict[str, Any] = json.loads(
        commands.printed(capsys, "plan", *arguments, "--results", str(results), "--json")
    )
    return found


def error_of(capsys: Capture, *arguments: str) -> str:
    """The error of the command: code 2, one line on stderr, nothing on stdout."""
    return commands.error_of(capsys, "plan", *arguments)


KEYS = {
    *("game", "objective", "fixed", "classes", "largest_working_set", "preloaded", "reads_per_element"),
    *("recommended_fixed", "workers"),
}


def test_a_plan(capsys: Capture, tmp_path: Path) -> None:
    found = planned(capsys, tmp_path, *TOY_PLAN, "--fixed", "2")
    assert set(found) >= KEYS
    assert (found["game"], found["objective"], found["fixed"]) == ("toy", "maxprob", 2)
    assert found["classes"] == formulas.class_count(7, 2) == 24
    b = found["elements_per_set"]
    assert found["largest_working_set"] == formulas.largest_cache(7, 2, b)
    assert found["preloaded"] == formulas.preloaded(7, 2, b)
    assert found["reads_per_element"] == formulas.reads_per_element(7, 2)
    assert 0 <= found["recommended_fixed"] <= 7
    assert [row["workers"] for row in found["workers"]] == [2**i for i in range(11)]
    for row in found["workers"]:
        assert set(row) >= {"workers", "seconds", "utilisation"}
        assert row["seconds"] > 0 and 0 < row["utilisation"] <= 1


def bonus_totals(raw: dict[str, Any]) -> int:
    """Upper totals that a bonus tells apart, at the most."""
    upper = raw.get("upper", {"threshold": 0})
    return 1 + max(one["threshold"] for one in [upper, *upper.get("further", [])])


def occurring(raw: dict[str, Any]) -> list[int]:
    """The sets of filled categories that can be: all, or those of a sheet filled in order."""
    n = len(raw["categories"])
    down, up = ([(1 << n) - (1 << n - k) for k in range(n + 1)], [(1 << k) - 1 for k in range(n + 1)])
    return {"down": up, "up": down}.get(raw.get("order", ""), list(range(1 << n)))


def test_elements_where_rolls_are_saved() -> None:
    """Every set of k filled categories counts 1 + 2k times, and all of them in one class."""
    raw = {**builtin_raw("toy"), "id": "saved", "saved_rolls": True}
    n, b = 7, 13 * 2
    found = outlook(parse(raw), "saved", 0, None, [1], DEFAULT)
    counts = [comb(n, k) * (1 + 2 * k) for k in range(n + 1)]
    assert found["elements_per_set"] == b
    assert found["preloaded"] == b * sum(counts[1:])
    assert found["largest_working_set"] == b * max(one + two for one, two in zip(counts, [*counts[1:], 0]))


PLANNED = [name for name in all_games() if not load_game(name).rolls_matter]
QUICK = ("toy", "yahtzee-plain", "kismet", "yatzy-down")


@pytest.mark.parametrize(
    ("name", "g"),
    slow_but(  # a game with 20 categories takes four seconds each time: with one G
        [(name, g) for name in PLANNED for g in (None, 0, 3) if g or len(load_game(name).categories) <= 15],
        *((name, g) for name in QUICK for g in (None, 3)),
    ),
)
def test_elements_by_enumeration(name: str, g: int | None) -> None:
    """Of every built-in game, by the definition of a class: the sets that can be, and what they read."""
    raw = builtin_raw(name)
    found = outlook(load_game(name), "expected", g, None, [1], DEFAULT)
    n, b = len(raw["categories"]), bonus_totals(raw) * (2 if raw.get("yahtzee", {}).get("bonus") else 1)
    assert found["elements_per_set"] == b
    whole = found["classes"] == 1

    def class_of(mask: int) -> tuple[int, ...]:
        return () if whole else (mask.bit_count(), mask & (1 << found["fixed"]) - 1)

    sets, reads = Counter(map(class_of, occurring(raw))), defaultdict(set)
    for mask in range(0 if whole else 1 << n):
        reads[class_of(mask)] |= {class_of(mask | 1 << e) for e in range(n) if not mask >> e & 1}
    read = {of: sum(sets[other] for other in reads[of]) for of in [*reads, *sets]}
    assert found["largest_working_set"] == b * max(sets[of] + read[of] for of in read)
    assert found["preloaded"] == b * sum(read.values())
    assert found["reads_per_element"] == sum(read.values()) / sets.total()
    assert (found["bytes"]["read"] == 0) == (found["preloaded"] == 0) == whole
    if not whole and "order" not in raw:
        assert found["largest_working_set"] == formulas.largest_cache(n, found["fixed"], b)
        assert found["preloaded"] == formulas.preloaded(n, found["fixed"], b)


@pytest.mark.parametrize("g", [0, 3])
def test_elements_of_several_bonuses(g: int) -> None:
    """Kismet has bonuses from 63, 71 and 78 upper points: 79 upper totals, where it was 64."""
    found = outlook(load_game("kismet"), "expected", g, None, [1], DEFAULT)
    assert found["elements_per_set"] == 79
    assert found["largest_working_set"] == formulas.largest_cache(15, g, 79)


def test_bytes_and_seconds_of_a_plan(capsys: Capture, tmp_path: Path) -> None:
    found = planned(capsys, tmp_path, *TOY_PLAN, "--fixed", "2")
    size, partition = sizes("toy", "maxprob"), Partition(7, (0, 1))
    loads = class_loads(size, partition)
    assert found["fixed_categories"] == ["ones", "twos"]
    assert found["bytes"]["table"] == size.sum()
    assert found["bytes"]["largest_working_set"] == working_set(size, partition)
    assert found["bytes"]["read"] == sum(load.read for load in loads.values())
    seconds = {part: job_seconds(load, "maxprob", DEFAULT, DEFAULT.start) for part, load in loads.items()}
    assert found["cpu_seconds"] == pytest.approx(sum(seconds.values()))
    one, *_, last = found["workers"]
    assert one["seconds"] == pytest.approx(found["cpu_seconds"], abs=0.01) and one["utilisation"] == 1
    assert last["seconds"] == pytest.approx(found["critical_path"], abs=0.01)
    for row in found["workers"]:
        expected = makespan(seconds, partition.dependencies, row["workers"])
        assert row["seconds"] == pytest.approx(expected, abs=0.01)


def test_a_number_of_workers(capsys: Capture, tmp_path: Path) -> None:
    found = planned(capsys, tmp_path, *TOY_PLAN, "--fixed", "2", "--workers", "3")
    assert [row["workers"] for row in found["workers"]] == [3]


@pytest.mark.parametrize("g", range(8))
def test_classes_of_toy(g: int, capsys: Capture, tmp_path: Path) -> None:
    found = planned(capsys, tmp_path, "toy", "--objective", "expected", "--fixed", str(g))
    assert (found["fixed"], found["classes"]) == (g, formulas.class_count(7, g))


def test_a_plan_of_yahtzee(capsys: Capture, tmp_path: Path) -> None:
    found = planned(capsys, tmp_path, "yahtzee", "--objective", "maxprob", "--fixed", "5")
    assert found["classes"] == formulas.class_count(13, 5) == 288


def test_a_memory_limit(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The partition is the one that is recommended, and it fits."""
    monkeypatch.setattr(choose, "BUFFER_BYTES", 0)
    found = planned(capsys, tmp_path, "yahtzee", "--objective", "expected", "--memory-mb", "1")
    assert found["fixed"] == found["recommended_fixed"] > 0
    assert found["bytes"]["largest_working_set"] <= 1e6


def test_for_people(capsys: Capture, tmp_path: Path) -> None:
    assert commands.run("plan", *TOY_PLAN, "--fixed", "2", "--results", str(tmp_path)) == 0
    out, err = capsys.readouterr()
    assert err == "" and "24 classes" in out and "fixed categories: ones twos" in out
    assert all(word in out for word in ("workers", "seconds", "utilisation"))


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        ([*TOY_PLAN, "--fixed", "8"], "toy: fixed: 8; expected 0 to 7"),
        ([*TOY_PLAN, "--fixed", "-1"], "toy: fixed: -1; expected 0 to 7"),
        ([*TOY_PLAN, "--memory-mb", "1"], "toy: memory_mb: 1; expected at least "),
        ([*TOY_PLAN, "--workers", "0"], "plan: --workers 0; expected at least 1"),
        ([*TOY_PLAN, "--workers", "-3"], "plan: --workers -3; expected at least 1"),
        (["yatzhee", "--objective", "maxprob"], "no game 'yatzhee'; did you mean yahtzee? "),
    ],
)
def test_errors(arguments: list[str], telling: str, capsys: Capture) -> None:
    assert error_of(capsys, *arguments).startswith(telling)


@pytest.mark.parametrize(
    "arguments",
    [
        [*TOY_PLAN, "--fixed", "2", "--memory-mb", "500"],
        ["toy", "--objective", "fun"],
        [*TOY_PLAN, "--fixed", "two"],
    ],
)
def test_wrong_arguments(arguments: list[str], capsys: Capture) -> None:
    assert commands.run("plan", *arguments) == 2
    assert "error: " in capsys.readouterr().err


# Calibration


MEASURED = Costs("2026-01-02", 0.125, 2.5, {"expected": 1e-7, "maxprob": 3.3e-8}, 1e-9, 2e-9)


def test_a_calibration_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "calibration.json"
    assert load_calibration(path) == DEFAULT
    store_calibration(MEASURED, path)
    assert load_calibration(path) == MEASURED
    assert [p.name for p in path.parent.iterdir()] == ["calibration.json"]


DAMAGED = ["", "{", "[]", "3", '{"start": 1}', '{"measured": "x", "more": 1}', "\x00"]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_calibration(content: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content, encoding="utf-8")
    message = f"{path}: not a calibration; delete it and calibrate again"
    with pytest.raises(UserError) as caught:
        load_calibration(path)
    assert str(caught.value) == message
    assert error_of(capsys, *TOY_PLAN, "--results", str(tmp_path)) == message


def test_a_calibration_whose_end_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    store_calibration(MEASURED, path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(UserError, match="not a calibration; delete it"):
        load_calibration(path)


def test_a_plan_uses_the_calibration(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--calibrate stores what it measured; later plans read it."""
    monkeypatch.setattr(calibration, "calibrate", lambda: MEASURED)
    first = planned(capsys, tmp_path, *TOY_PLAN, "--fixed", "2", "--calibrate")
    assert load_calibration(tmp_path / "calibration.json") == MEASURED
    later = planned(capsys, tmp_path, *TOY_PLAN, "--fixed", "2")
    assert first == later and later["calibration"] == "2026-01-02"
    loads = class_loads(sizes("toy", "maxprob"), Partition(7, (0, 1))).values()
    seconds = [job_seconds(load, "maxprob", MEASURED, MEASURED.start) for load in loads]
    assert later["cpu_seconds"] == pytest.approx(sum(seconds))


def test_a_cost_that_was_not_measured_is_the_default_in_proportion() -> None:
    """A machine that takes twice the default for maxprob takes twice the default for a duel."""
    twice = replace(DEFAULT, solve={"maxprob": 2 * DEFAULT.solve["maxprob"]})
    assert twice.of("maxprob") == 2 * DEFAULT.solve["maxprob"]
    assert twice.of("duel") == pytest.approx(2 * DEFAULT.solve["duel"])
    assert DEFAULT.of("duel") == DEFAULT.solve["duel"]
    assert list(twice.solve) == ["maxprob"]


@pytest.mark.parametrize("end", [(), ("--open-at-most", "2")], ids=["the whole", "the end"])
def test_the_bill_of_a_duel_in_words(capsys: Capture, tmp_path: Path, end: tuple[str, ...]) -> None:
    """It names the game and says what the JSON says."""
    options = ("toy", "--objective", "duel", "--fixed", "1", "--workers", "3", *end)
    found = planned(capsys, tmp_path, *options)
    assert commands.run("plan", *options, "--results", str(tmp_path)) == 0
    words = capsys.readouterr().out
    assert words.startswith("toy (free joker), duel") and ("from 2 open" in words) == bool(end)
    assert f"{found['classes']} classes\n{found['cells']:,} cells" in words
    assert f"{found['largest_working_set_bytes'] / 1e9:.3f} GB" in words
    assert words.splitlines()[-1].split()[0] == "3"


def test_the_start_of_an_interpreter_is_measured() -> None:
    """With the imports of a class job, in its own process."""
    assert 0.05 < _start() < 60
