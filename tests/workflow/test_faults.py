"""Faults: killed runs, damaged and foreign shards, full disks, read-only folders, two runs at once.

After each fault the bits are those of a clean run, or the fault is named and nothing is lost. The module
ends with a table of the faults that were tried (pytest -s, or any run without -n).
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from helpers import builtin_raw, parse
from lanes import examples
from made_results import write_distribution, write_expected, write_facts, write_maxprob, write_scores
from workflow_runs import PARTITION, Done, command, new_project, run, succeeded

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Class, Partition
from yahtzee_core.runs.driver import merge, read_expected, shard_path, solve_class, solve_classes
from yahtzee_core.runs.objectives import OBJECTIVES, Problem
from yahtzee_core.tables.database import run_query
from yahtzee_core.tables.provenance import made_of
from yahtzee_core.tables.storage import read_table, write_table

TOY = load_game("toy")
FOLDERS = {"expected": "expected", "maxprob_moments": "maxprob"}
"""Below results/toy, by problem."""
CONFIG = "faults.yaml"
RUN = {"game": "toy", "objectives": ["expected", "maxprob"], "fixed": ["yahtzee"]}
RUNS = {"runs": [{**RUN, "maxprob_moments": True}]}
KILLED = Partition(7, fixed=(6,))
"""Of these runs: 14 classes."""
KILLS = 4
TIMEOUT = 3600
NOBODY = 65534
Tally = dict[str, list[bool]]

problems = pytest.mark.parametrize("problem", FOLDERS)


@pytest.fixture(scope="module")
def tally(request: pytest.FixtureRequest) -> Iterator[Tally]:
    """For each kind of fault, whether each one was survived; printed at the end."""
    found: Tally = defaultdict(list)
    yield found
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(f"\n{'fault':<42} tried survived lost")
        for fault, survived in found.items():
            print(f"{fault:<42} {len(survived):5} {sum(survived):8} {survived.count(False):4}")


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder results of a clean run, made in this process; tests only read it."""
    results = tmp_path_factory.mktemp("clean") / "results"
    write_clean(PARTITION, results)
    return results


def write_clean(partition: Partition, results: Path) -> None:
    """What `RUNS` makes, with a partition."""
    write_facts(read_expected(TOY, write_expected(TOY, partition, results)), results / "toy")
    write_maxprob(TOY, partition, results, "maxprob_moments")
    write_distribution(TOY, results)
    write_scores(TOY, results, "maxprob_moments")


def tables(results: Path) -> dict[str, Path]:
    """All finished tables of toy, by their path below its folder."""
    folder = results / "toy"
    return {str(p.relative_to(folder)): p for p in sorted(folder.rglob("[!.]*.parquet"))}


def solved_names(results: Path) -> set[str]:
    """Names of shards and merged tables."""
    return {name for name in tables(results) if name.startswith(tuple(FOLDERS.values()))} - {
        "maxprob_scores.parquet",
        "maxprob_vs_expected.parquet",
    }


def wrong(results: Path, clean: Path) -> list[str]:
    """Finished tables that are not those of a clean run: other bytes, or for small tables other rows."""
    found, expected = tables(results), tables(clean)
    exact = solved_names(clean)
    return [
        name
        for name, path in found.items()
        if name not in expected
        or (name in exact and path.read_bytes() != expected[name].read_bytes())
        or not pq.read_table(path).equals(pq.read_table(expected[name]))
    ]


# Killed runs, and two at once


def kill(project: Path, finished: int, later: float) -> int:
    """Begin a run, kill its process group a bit after so many tables are finished, and unlock the folder."""
    log, arguments = project / "killed.txt", command("--configfile", CONFIG)
    with (
        open(log, "wb") as out,
        subprocess.Popen(arguments, cwd=project, stdout=out, stderr=out, start_new_session=True) as process,
    ):
        until(lambda: len(tables(project / "results")) >= finished, process, log)
        time.sleep(later)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait(timeout=900)
    assert code in {0, -signal.SIGKILL}, log.read_text(encoding="utf-8")
    return code


def until(holds: Callable[[], bool], process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait in a running process until something holds."""
    began = time.monotonic()
    while not holds():
        assert process.poll() is None and time.monotonic() - began < TIMEOUT, log.read_text(encoding="utf-8")
        time.sleep(0.02)


def last_runs(project: Path) -> tuple[Done, str]:
    """A run to completion, and what another one prints that begins while the first holds the lock.

    The first stands still meanwhile: a file that it removes while the second looks at it would be told
    in place of the lock.
    """
    log, locks = project / "last.txt", project / ".snakemake/locks"
    arguments = command("--configfile", CONFIG, "--forcerun", "merge")
    with (
        open(log, "wb") as out,
        subprocess.Popen(arguments, cwd=project, stdout=out, stderr=out, start_new_session=True) as process,
    ):
        until(lambda: any(path.stat().st_size for path in locks.glob("*.output.lock")), process, log)
        os.killpg(process.pid, signal.SIGSTOP)
        try:
            second = run(project, config=CONFIG)
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        code = process.wait(timeout=TIMEOUT)
    assert second.code != 0
    return Done(code, log.read_text(encoding="utf-8")), second.text


@pytest.mark.slow
def test_killed_runs_and_two_at_once(tally: Tally, tmp_path: Path) -> None:
    """Each run goes on from the one before; what a killed run leaves finished has the right bits.

    The kills come after a number of finished tables that is drawn in each part of a run.
    """
    project, seeded, whole = new_project(tmp_path), random.Random(2002), tmp_path / "whole"
    (project / CONFIG).write_text(yaml.safe_dump(RUNS), encoding="utf-8")
    write_clean(KILLED, whole)
    results, span = project / "results", 0.9 * len(tables(whole)) / KILLS
    for name in FOLDERS.values():
        planted = results / "toy" / name / "shards/layer=03/.fixed=1.parquet.1.tmp"
        planted.parent.mkdir(parents=True)
        planted.write_bytes(b"PAR1 half")
    for i in range(KILLS):
        code = kill(project, int(seeded.uniform(i, i + 1) * span), seeded.uniform(0, 0.5))
        assert code != 0, "a run ended before it was killed"
        tally["kill -9 of all"].append(not wrong(results, whole))
        if i == 0:
            assert succeeded(run(project, "--unlock", config=CONFIG)).count("solve_class") == 0
        shutil.rmtree(project / ".snakemake/locks", ignore_errors=True)  # what --unlock does
    assert all(tally["kill -9 of all"])

    last, second = last_runs(project)
    assert succeeded(last).count("solve_class") < len(KILLED.classes())
    tally["two runs at once"].append("cannot be locked" in second)
    assert "cannot be locked" in second and str(project) in second
    assert wrong(results, whole) == []
    assert tables(results).keys() >= tables(whole).keys()
    assert solved_names(results) == solved_names(whole)
    (row,) = run_query("SELECT count(*) AS n FROM states_by_total", results).to_pylist()
    assert row["n"] > 1080


# Shards that are not what they should be


@dataclass(frozen=True)
class Case:
    """A copy of the shards of a problem, one of which gets damaged, and a class that reads that one."""

    problem: Problem
    folder: Path
    part: Class
    reader: Class

    @property
    def path(self) -> Path:
        """The shard that gets damaged."""
        return shard_path(self.folder, PARTITION, self.part)

    @property
    def output(self) -> Path:
        """The shard of the class that reads it."""
        return shard_path(self.folder, PARTITION, self.reader)

    @property
    def merged(self) -> Path:
        """The merged table."""
        return self.folder / "merged.parquet"

    def solve(self) -> str:
        """Solve the class that reads it; the error."""
        return _error(lambda: solve_class(self.problem, PARTITION, self.reader, self.folder))

    def merge(self) -> str:
        """Merge all shards; the error."""
        return _error(lambda: merge(self.problem, PARTITION, self.folder, self.merged))


def _error(work: Callable[[], None]) -> str:
    """The message of a UserError, empty when there is none."""
    try:
        work()
    except UserError as error:
        return str(error)
    return ""


def cases(clean: Path, problem: str, folder: Path, seed: int) -> Iterator[Case]:
    """Cases without end, each with shards that are whole."""
    seeded, parts = random.Random(seed), PARTITION.classes()
    source = clean / "toy" / FOLDERS[problem]
    made = OBJECTIVES[problem](TOY, 1)
    shutil.copytree(source, folder)
    while True:
        reader = seeded.choice([of for of in parts if PARTITION.dependencies(of)])
        case = Case(made, folder, seeded.choice(PARTITION.dependencies(reader)), reader)
        yield case
        shutil.copy2(shard_path(source, PARTITION, case.part), case.path)


def handled(path: Path, message: str, output: Path, content: bytes | None) -> bool:
    """Whether a damaged shard was named and refused without a trace, or the output has this content."""
    told = message.startswith(f"{path}: ") and "\n" not in message and "delete it" in message
    return (told and not output.exists()) or (output.exists() and output.read_bytes() == content)


def survived(case: Case, clean: Path, *, harmless: bool = False) -> bool:
    """Whether both readers of a damaged shard refuse it; if `harmless`, they may make the same bits of it."""
    content, whole = case.output.read_bytes(), clean / "toy" / f"{case.folder.name}.parquet"
    case.output.unlink()
    solved = handled(case.path, case.solve(), case.output, content if harmless else None)
    case.output.write_bytes(content)
    merged = handled(case.path, case.merge(), case.merged, whole.read_bytes() if harmless else None)
    case.merged.unlink(missing_ok=True)
    return solved and merged and not list(case.folder.rglob("*.tmp"))


def attempts(clean: Path, problem: str, tmp_path: Path, number: int) -> Iterator[tuple[Case, random.Random]]:
    """So many cases, each with its own random numbers."""
    found = cases(clean, problem, tmp_path / FOLDERS[problem], seed=number)
    for i in range(number):
        yield next(found), random.Random(i)


@problems
def test_truncated(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    for case, seeded in attempts(clean, problem, tmp_path, examples(10)):
        content = case.path.read_bytes()
        length = seeded.choice([0, 1, 8, len(content) - 1, seeded.randrange(len(content))])
        case.path.write_bytes(content[:length])
        tally["shard truncated"].append(survived(case, clean))
        assert tally["shard truncated"][-1], case


@problems
def test_flipped(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    """A bit of a description may flip without harm."""
    for case, seeded in attempts(clean, problem, tmp_path, examples(30)):
        content = bytearray(case.path.read_bytes())
        at, bit = seeded.randrange(len(content)), seeded.randrange(8)
        content[at] ^= 1 << bit
        case.path.write_bytes(content)
        tally["bit flipped"].append(survived(case, clean, harmless=True))
        assert tally["bit flipped"][-1], (case, at, bit)


@problems
def test_swapped(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    for case, seeded in attempts(clean, problem, tmp_path, examples(5)):
        other = seeded.choice([of for of in PARTITION.classes() if of != case.part])
        case.path.write_bytes(shard_path(case.folder, PARTITION, other).read_bytes())
        tally["swapped with another class"].append(survived(case, clean))
        assert tally["swapped with another class"][-1], case


def rows_of(case: Case, of: Class) -> int:
    """Rows of the shard of a class."""
    return int(pq.read_metadata(shard_path(case.folder, PARTITION, of)).num_rows)


@problems
def test_rows_of_another_class(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    """Under the right name and with the right provenance; every other time as many rows."""
    for i, (case, seeded) in enumerate(attempts(clean, problem, tmp_path, 10)):
        others = [of for of in PARTITION.classes() if of != case.part]
        if i % 2:
            others = [of for of in others if rows_of(case, of) == rows_of(case, case.part)]
        other, schema = seeded.choice(others), case.problem.shard_schema
        named, its = (made_of(case.problem, PARTITION.name(of)) for of in (case.part, other))
        rows = read_table(shard_path(case.folder, PARTITION, other), schema, its)
        write_table(rows, case.path, schema, named)
        tally["rows of another class"].append(survived(case, clean))
        assert tally["rows of another class"][-1], case


@problems
@pytest.mark.parametrize("id", ["toy", "another"])
def test_of_another_game(problem: str, id: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    """With another score, under the same id and under another."""
    raw = {**builtin_raw("toy"), "id": id}
    raw["categories"][5]["score"] += 1
    solve_classes(OBJECTIVES[problem](parse(raw), 1), PARTITION, tmp_path / "other")
    for case, _ in attempts(clean, problem, tmp_path, 5):
        case.path.write_bytes(shard_path(tmp_path / "other", PARTITION, case.part).read_bytes())
        tally["shard of another game"].append(survived(case, clean))
        assert tally["shard of another game"][-1], case


@problems
def test_of_an_older_solver(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    for case, _ in attempts(clean, problem, tmp_path, 5):
        schema, origin = case.problem.shard_schema, made_of(case.problem, PARTITION.name(case.part))
        rows = read_table(case.path, schema, origin)
        write_table(rows, case.path, schema, replace(origin, solver_fingerprint="0" * 16))
        tally["shard of an older solver"].append(survived(case, clean))
        assert tally["shard of an older solver"][-1], case


@problems
def test_missing(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    for case, _ in attempts(clean, problem, tmp_path, 5):
        case.path.unlink()
        messages = (case.solve(), case.merge())
        told = all(m.startswith(f"{case.path}: no such file; expected ") for m in messages)
        tally["shard missing"].append(told and not case.merged.exists())
        assert tally["shard missing"][-1], messages


# Disks that are full, and folders that cannot be written


CHILD = """
import resource, sys
from pathlib import Path
from yahtzee_core.game.load import load_game
from yahtzee_core.logs import logged
from yahtzee_core.partition.partition import Partition
from yahtzee_core.runs.driver import merge, solve_class
from yahtzee_core.runs.objectives import OBJECTIVES

name, folder, out, log, limit = sys.argv[1:]
problem, partition = OBJECTIVES[name](load_game("toy"), 1), Partition(7, fixed=(0, 6))
if int(limit):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
with logged(log, "job"):
    if out.endswith("merged.parquet"):
        merge(problem, partition, Path(folder), Path(out))
    else:
        solve_class(problem, partition, partition.named(out), Path(folder))
"""
"""A job as the workflow runs it, that may write files of at most `limit` bytes."""


def job(problem: str, folder: Path, out: str, log: Path, limit: int) -> tuple[int, str]:
    """(exit code, stderr) of a job; out: a path to merge to, or the name of a class."""
    arguments = [sys.executable, "-c", CHILD, problem, str(folder), out, str(log), str(limit)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=900, check=False)
    return done.returncode, done.stderr


def contents(folder: Path) -> dict[Path, bytes]:
    """All files below a folder."""
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.slow
@problems
@pytest.mark.parametrize("limit", [300, 2500])
def test_a_limit_of_bytes(problem: str, limit: int, clean: Path, tally: Tally, tmp_path: Path) -> None:
    """A merge and a class job that cannot write all: the reason is told, no file is left, none is lost."""
    folder = tmp_path / "shards"
    shutil.copytree(clean / "toy" / FOLDERS[problem], folder)
    part = PARTITION.named("layer=03/fixed=10")
    path, name = shard_path(folder, PARTITION, part), PARTITION.name(part)
    content = path.read_bytes()
    path.unlink()
    before = contents(folder)
    for out in (str(folder / "merged.parquet"), name):
        if out != name:
            path.write_bytes(content)
        code, text = job(problem, folder, out, tmp_path / "log", limit)
        if out != name:
            path.unlink()
        fine = code != 0 and "File too large" in text and contents(folder) == before
        tally["no room to write"].append(fine)
        assert fine, (out, code, text, contents(folder).keys() ^ before.keys())
    assert job(problem, folder, name, tmp_path / "log", 0) == (0, "")
    assert path.read_bytes() == content


@contextmanager
def tiny_disk(folder: Path) -> Iterator[None]:
    """A disk of 16 kB at a folder, skipping the test where mounting is not allowed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
@problems
def test_a_full_disk(problem: str, clean: Path, tally: Tally, tmp_path: Path) -> None:
    """The merge fails and says why; its rest is removed, and a small file then fits."""
    shards, disk = clean / "toy" / FOLDERS[problem], tmp_path / "disk"
    with tiny_disk(disk):
        code, text = job(problem, shards, str(disk / "merged.parquet"), tmp_path / "log", 0)
        fine = code != 0 and "No space left on device" in text and contents(disk) == {}
        tally["disk full"].append(fine)
        assert fine, (code, text, list(disk.iterdir()))
        (disk / "small").write_bytes(bytes(12_000))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Take away the right to write in a folder; root works as nobody meanwhile."""
    folder.chmod(0o555)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(NOBODY)
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@problems
def test_a_read_only_folder(problem: str, clean: Path, tally: Tally) -> None:
    """The error names the file and the reason; nothing is lost."""
    with tempfile.TemporaryDirectory() as name:
        top, folder = Path(name), Path(name) / "shards"
        shutil.copytree(clean / "toy" / FOLDERS[problem], folder)
        top.chmod(0o755)
        part = PARTITION.named("layer=03/fixed=10")
        path = shard_path(folder, PARTITION, part)
        path.unlink()
        made, before = OBJECTIVES[problem](TOY, 1), contents(top)
        with read_only(path.parent), pytest.raises((OSError, UserError)) as caught:
            solve_class(made, PARTITION, part, folder)
        told = path.name in str(caught.value) and "denied" in str(caught.value)
        tally["folder is read-only"].append(told and contents(top) == before)
        assert tally["folder is read-only"][-1], caught.value
        solve_class(made, PARTITION, part, folder)
        its = shard_path(clean / "toy" / FOLDERS[problem], PARTITION, part)
        assert path.read_bytes() == its.read_bytes()
