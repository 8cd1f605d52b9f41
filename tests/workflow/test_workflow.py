"""The workflow as people run it: in its own process, in a folder whose name has a blank and a quote.

Where a run has many jobs of a script, those after the first are forked (warm.py). Runs of which every job is
a process of its own, killed and two at once, are in test_faults.py; the fast lane has test_smallest_run.py.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from helpers import PROJECT, arena, builtin_raw, solved
from workflow_runs import (
    CONFIG,
    PARTITION,
    PRINTED,
    TINY,
    TOY,
    Done,
    command,
    copy_results,
    new_project,
    run,
    succeeded,
)

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.pairs import Pairs
from yahtzee_core.partition.partition import Partition
from yahtzee_core.policies.distribution import outcomes, total_variation
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.report.figures.catalogue import figures_of
from yahtzee_core.runs.config import load_runs
from yahtzee_core.runs.driver import read_expected, shard_path
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.runs.objectives import DUELS
from yahtzee_core.runs.present import present_tables
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.tables import queries
from yahtzee_core.tables.database import run_query
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.records import FOLDER, record_path
from yahtzee_core.tables.schemas import STRATEGIES
from yahtzee_core.tables.storage import read_table

OF_ALL = {f"{name}.parquet" for name in queries.OF_ALL}
pytestmark = pytest.mark.slow
TABLES = {"games", "categories", "needs", "openings", "expected", "layers", "give_up"}
MERGED = Path("results/toy/expected.parquet")
SHARDS = Path("results/toy/expected/shards")


@pytest.fixture(scope="module")
def first(toy_run: Path) -> tuple[Path, Done]:
    """A project after its first run; tests only read it, or copy it."""
    return toy_run, Done(0, (toy_run / PRINTED).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def finished(toy_run: Path) -> Path:
    """The folder of the first run."""
    return toy_run


def copied(project: Path, folder: Path) -> Path:
    """A copy of a project with its results, their times and what snakemake knows of them."""
    return Path(shutil.copytree(project, folder / project.name))


def snapshot(paths: Iterable[Path]) -> dict[str, tuple[int, bytes]]:
    """Time and content of files, by name."""
    return {str(p): (p.stat().st_mtime_ns, p.read_bytes()) for p in paths}


def files(folder: Path) -> list[Path]:
    """All files below a folder, sorted."""
    return sorted(p for p in folder.rglob("*") if p.is_file())


def check_bits(project: Path, partition: Partition = PARTITION) -> None:
    """Shards and merged table of toy have the bits that the interface computes in memory."""
    table = solved("toy")
    check_merged(read_expected(TOY, project / MERGED), table)
    for part in partition.classes():
        made_of = provenance(TOY, "expected", partition.name(part))
        rows = read_table(shard_path((project / SHARDS).parent, partition, part), "expected_shard", made_of)
        at = [i for m in partition.masks(part) for i in range(*table.states.offset[m : m + 2])]
        assert rows["value"].to_numpy().tobytes() == table.value[at].tobytes()
        assert rows["second"].to_numpy().tobytes() == table.second[at].tobytes()


def check_merged(found: ExpectedTable, expected: ExpectedTable) -> None:
    """Same values in every bit."""
    assert found.value.tobytes() == expected.value.tobytes()


# One run


def test_a_run_succeeds(first: tuple[Path, Done]) -> None:
    project, done = first
    assert "Traceback" not in succeeded(done).text
    assert "'" in project.name and " " in project.name
    assert {p.stem for p in (project / "results/toy").glob("*.parquet")} >= TABLES
    assert {p.name for p in (project / "results").iterdir()} >= {"toy", "yahtzee.duckdb", "published.parquet"}


def test_results_have_the_bits_of_the_interface(finished: Path) -> None:
    check_bits(finished)
    rows = read_table(finished / MERGED, "expected", provenance(TOY, "expected"))
    assert sorted(rows["sd"].to_pylist()) == sorted(solved("toy").sd.tolist())


def test_a_job_for_each_class(finished: Path) -> None:
    """Benchmark files are one line of head and one line for the job."""
    raw = yaml.safe_load((finished / CONFIG).read_text(encoding="utf-8"))
    runs = load_runs(raw, finished / "config/schema.yaml", CONFIG)
    assert runs["toy", "expected"].partition == PARTITION and len(PARTITION.classes()) == 24
    for (game, objective), run_of in runs.items():
        rule = "solve_pairs" if objective in DUELS else "solve_class"
        folder = finished / "benchmarks" / rule / game / objective
        names = [str(p.relative_to(folder).with_suffix("")) for p in files(folder)]
        assert sorted(names) == sorted(run_of.partition.name(part) for part in run_of.partition.classes())
        assert all(len(p.read_text().splitlines()) == 2 for p in files(folder))


def test_every_job_has_a_log(finished: Path) -> None:
    names = {str(p.relative_to(finished / "logs").with_suffix("")) for p in files(finished / "logs")}
    timed = {
        str(p.relative_to(finished / "benchmarks").with_suffix("")) for p in files(finished / "benchmarks")
    }
    assert names - timed == {"timings"} and timed < names and len(names) > 24
    for log in files(finished / "logs"):
        begun, done = log.read_text(encoding="utf-8").splitlines()
        assert begun.endswith(": begun") and re.search(r": done in \d+\.\d\d s$", done), log


def test_the_database_answers_from_the_folder(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(finished)
    for folder in (Path("results"), finished / "results"):
        (row,) = run_query("SELECT value FROM expected WHERE filled = 0", folder).to_pylist()
        assert row["value"] == solved("toy").start_value


def test_a_run_leaves_no_temporary_files(finished: Path) -> None:
    assert [p for p in files(finished / "results") if p.name.startswith(".") or "tmp" in p.suffix] == []


@pytest.mark.parametrize("cores", [1, 16])
def test_a_second_run_does_nothing(finished: Path, cores: int) -> None:
    """With fewer cores than the first, and with more: threads change no result."""
    before = snapshot(files(finished / "results"))
    done = succeeded(run(finished, "--cores", str(cores)))
    assert "Nothing to be done" in done.text
    assert snapshot(files(finished / "results")) == before


# Strategies and MaxProbApprox

PLAYED = ["expected", "greedy", "heuristic"]


def of_strategies(project: Path, name: str) -> list[dict[str, Any]]:
    """The rows of a table of the strategies of toy."""
    path = project / "results/toy" / f"{name}.parquet"
    rows: list[dict[str, Any]] = read_table(path, name, provenance(TOY, "strategies")).to_pylist()
    return rows


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_tables_of_strategies(finished: Path, name: str) -> None:
    """Those of each strategy one after another, by falling mean; all fit their schemas."""
    order = [row["strategy"] for row in of_strategies(finished, "strategies")]
    assert sorted(order) == PLAYED
    parts = []
    for strategy in order:
        path = finished / f"results/toy/strategies/{strategy}/{name}.parquet"
        parts += read_table(path, name, strategy_provenance(TOY, strategy, strategy)).to_pylist()
    assert of_strategies(finished, name) == parts
    assert {row["strategy"] for row in parts} == set(PLAYED)


def test_the_means_of_strategies_fall(finished: Path) -> None:
    rows = of_strategies(finished, "strategies")
    means = [row["mean"] for row in rows]
    assert means == sorted(means, reverse=True) and rows[0]["strategy"] == "expected"
    assert means[0] == pytest.approx(solved("toy").start_value, rel=1e-13)
    assert rows[0]["sd"] == pytest.approx(solved("toy").start_sd, rel=1e-9)
    for row in rows:
        assert row["keep_loss"] + row["category_loss"] == pytest.approx(means[0] - row["mean"], abs=1e-9)


def test_the_tables_of_strategies_are_those_of_the_interface(finished: Path) -> None:
    tables = evaluation_tables(evaluate(arena("toy"), load_strategy("greedy", TOY)))
    for name, table in tables.items():
        expected = table.cast(STRATEGIES[name]).to_pylist()
        assert [row for row in of_strategies(finished, name) if row["strategy"] == "greedy"] == expected


def test_pairs_of_strategies(finished: Path) -> None:
    """One wins, or the other, or none."""
    rows = pq.read_table(finished / "results/toy/strategy_pairs.parquet").to_pylist()
    pairs = {(row["strategy"], row["other"]): row for row in rows}
    assert sorted(pairs) == sorted(product(PLAYED, PLAYED)) and len(rows) == len(pairs)
    for (one, other), row in pairs.items():
        back = pairs[other, one]
        assert row["p_win"] + row["p_draw"] + row["p_lose"] == pytest.approx(1, rel=1e-12)
        assert (row["p_win"], row["p_draw"]) == pytest.approx((back["p_lose"], back["p_draw"]), rel=1e-12)
        assert row["variation"] == pytest.approx(back["variation"], abs=1e-15)
        assert row["dominates"] == (row["fails_at"] is None)
        assert (one == other) <= (row["variation"] == 0 and row["dominates"])
    assert pairs["expected", "greedy"]["p_win"] > 0.5 and not pairs["greedy", "expected"]["dominates"]


def test_pairs_are_those_of_the_command(finished: Path) -> None:
    """yahtzee compare computes them by other means."""
    rows = pq.read_table(finished / "results/toy/strategy_pairs.parquet").to_pylist()
    (row,) = [row for row in rows if (row["strategy"], row["other"]) == ("greedy", "heuristic")]
    amounts = [
        evaluate(arena("toy"), load_strategy(name, TOY)).distribution.probability for name in PLAYED[1:]
    ]
    win, draw, loss = outcomes(*amounts)
    assert (row["p_win"], row["p_draw"], row["p_lose"]) == pytest.approx((win, draw, loss), rel=1e-12)
    assert row["variation"] == pytest.approx(total_variation(*amounts), rel=1e-12)


def test_maxprob_approx_never_exceeds_maxprob(finished: Path) -> None:
    rows = pq.read_table(finished / "results/toy/maxprob_approx_vs_expected.parquet").to_pylist()
    assert [row["score"] for row in rows] == list(range(len(rows))) and len(rows) > 190
    assert all(0 <= row["approx"] <= row["maxprob"] + 1e-15 for row in rows)
    assert any(row["approx"] < row["maxprob"] for row in rows)
    for row in rows:
        assert row["worse"] == (row["approx"] < row["optexpected"])
        assert row["difference"] == row["approx"] - row["optexpected"]


def test_best_answers_to_strategies(finished: Path) -> None:
    """A row for each utility; what is maximised is no less than with the policy of expected instead."""
    rows = pq.read_table(finished / "results/toy/blind.parquet").to_pylist()
    assert [(row["opponent"], row["utility"]) for row in rows] == [*product(sorted(PLAYED), ("half", "win"))]
    for row in rows:
        half = {"half": 0.5, "win": 0.0}[row["utility"]]
        assert row["value"] == pytest.approx(row["p_win"] + half * row["p_draw"], abs=1e-12)
        assert row["value"] >= row["expected_p_win"] + half * row["expected_p_draw"] - 1e-12
        assert row["p_win"] + row["p_draw"] + row["p_lose"] == pytest.approx(1, abs=1e-12)
    found = pq.read_table(finished / "results/toy/strategy_pairs.parquet").to_pylist()
    pairs = {(row["strategy"], row["other"]): row for row in found}
    for row in rows:
        pair = pairs["expected", row["opponent"]]
        assert [row[f"expected_{name}"] for name in ("p_win", "p_draw", "p_lose")] == pytest.approx(
            [pair[name] for name in ("p_win", "p_draw", "p_lose")], rel=1e-12
        )


def test_races_against_strategies(finished: Path) -> None:
    """Both players, in races of two and three; shares of the games, with their standard errors."""
    rows = pq.read_table(finished / "results/toy/races.parquet").to_pylist()
    keys = [(row["opponent"], row["player"], row["players"]) for row in rows]
    assert keys == list(product(sorted(PLAYED), ("variance", "distribution"), (2, 3)))
    for row in rows:
        assert (row["games"], row["seed"]) == (1000, 1)
        for prefix in ("", "expected_"):
            assert sum(row[f"{prefix}{name}"] for name in ("p_win", "p_draw", "p_lose")) == pytest.approx(
                1, abs=1e-12
            )
        assert row["p_win_se"] == pytest.approx((row["p_win"] * (1 - row["p_win"]) / 1000) ** 0.5)


def test_strategies_are_in_the_database(finished: Path) -> None:
    sql = (
        "SELECT strategy, count(*) AS n FROM strategy_categories WHERE game = 'toy' GROUP BY ALL ORDER BY ALL"
    )
    found = run_query(sql, finished / "results").to_pylist()
    assert found == [{"strategy": name, "n": len(TOY.categories) + 2} for name in PLAYED]
    for name in (*STRATEGIES, "strategy_pairs", "maxprob_approx_vs_expected"):
        (row,) = run_query(f"SELECT count(*) AS n FROM {name}", finished / "results").to_pylist()
        assert row["n"] > 0


def test_all_figures_are_drawn(finished: Path) -> None:
    names = {p.name for p in (finished / "results/toy/figures").iterdir() if p.is_file()}
    tables = [key for key in present_tables(finished / "results").tables if key[0] == "toy"]
    assert names == {f"{figure}.{kind}" for _, figure in figures_of(tables) for kind in ("svg", "png")}
    assert {"strategy_wins.svg", "figure_approx.png", "duel_cost.svg", "figure_6_5.svg"} <= names


# Damage


def test_a_corrupted_shard_is_made_again(finished: Path, tmp_path: Path) -> None:
    """A shard loses its end and keeps its time, as on a bad disk; the merged table is gone."""
    project = copied(finished, tmp_path)
    shard = SHARDS / "layer=01/fixed=10.parquet"
    content, stamp = (project / shard).read_bytes(), (project / shard).stat()
    (project / shard).write_bytes(content[: len(content) // 2])
    os.utime(project / shard, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    (project / MERGED).unlink()
    wanted = succeeded(run(project, "--dry-run")).jobs
    assert wanted["merge"] == 1 and 1 <= wanted["solve_class"] <= 3
    healed = succeeded(run(project, str(MERGED)))
    assert 1 <= healed.count("solve_class") <= 3  # itself and the last layer
    assert (project / shard).read_bytes() == content
    check_bits(project)
    (row,) = run_query("SELECT count(*) AS n FROM expected", project / "results").to_pylist()
    assert row["n"] == 1080


# An own game


@dataclass(frozen=True)
class Own:
    """A project with toy and an edited copy of it, its file my-toy.yaml, and how runs went.

    before, after: all result files before and after an edit; a run for each edit.
    """

    project: Path
    added: Done
    retitled: Done
    titles: tuple[dict[str, tuple[int, bytes]], dict[str, tuple[int, bytes]]]
    shown: str
    rescored: Done
    scores: tuple[dict[str, tuple[int, bytes]], dict[str, tuple[int, bytes]]]


OWN_CONFIG = {
    "runs": [
        {"game": "toy", "objectives": ["expected"], "fixed": ["ones", "yahtzee"]},
        {"game": "my-toy.yaml", "objectives": ["expected"]},
    ]
}
RENAMED = "Toy with another title"
RULES = ("solve_class", "merge", "facts", "database", "check")
"""One job each for a game of one class."""


def results_of(project: Path) -> dict[str, tuple[int, bytes]]:
    """All result files of the games, by their path below results."""
    folder = project / "results"
    return {
        str(p.relative_to(folder)): content
        for p, content in zip(files(folder), snapshot(files(folder)).values())
        if p.suffix == ".parquet"
    }


@pytest.fixture(scope="module")
def own(finished: Path, tmp_path_factory: pytest.TempPathFactory) -> Own:
    """Three runs: with the new game, with another title, with another score."""
    project = copied(finished, tmp_path_factory.mktemp("own"))
    path, raw = project / "my-toy.yaml", {**builtin_raw("toy"), "id": "my-toy"}
    (project / "config/own.yaml").write_text(yaml.safe_dump(OWN_CONFIG), encoding="utf-8")

    def edited(comment: str) -> tuple[Done, dict[str, tuple[int, bytes]]]:
        path.write_text(f"# {comment}\n{yaml.safe_dump(raw, sort_keys=False)}", encoding="utf-8")
        done = run(project, "results/yahtzee.duckdb", config="config/own.yaml", warm=True)
        return succeeded(done), results_of(project)

    added, zero = edited("as it was")
    raw["title"] = RENAMED
    retitled, one = edited("another comment")
    (row,) = run_query("SELECT title FROM games WHERE game = 'my-toy'", project / "results").to_pylist()
    raw["categories"][5]["score"] += 1
    rescored, two = edited("another comment")
    return Own(project, added, retitled, (zero, one), row["title"], rescored, (one, two))


def test_a_new_game_leaves_the_others(finished: Path, own: Own) -> None:
    """Only the database is made again."""
    assert [own.added.count(rule) for rule in RULES] == [1] * 5
    toy = {name: new for name, new in own.titles[0].items() if name.startswith("toy/")}
    assert len(toy) >= 24 + len(TABLES)
    assert toy == {name: old for name, old in results_of(finished).items() if name in toy}


def test_a_title_solves_nothing(own: Own) -> None:
    assert own.retitled.count("solve_class") == own.retitled.count("merge") == 0
    before, after = own.titles
    assert after["my-toy/expected.parquet"] == before["my-toy/expected.parquet"]


def test_a_title_reaches_the_tables(own: Own) -> None:
    assert own.shown == RENAMED


def test_a_score_solves_exactly_its_game(own: Own) -> None:
    assert [own.rescored.count(rule) for rule in RULES] == [1] * 5
    before, after = own.scores
    changed = {name for name in after if after[name][0] != before[name][0]}
    changed -= OF_ALL
    assert changed == {name for name in after if name.startswith("my-toy/")}
    assert len(changed) >= 1 + len(TABLES)
    assert before.keys() == after.keys()
    assert {name: after[name] for name in after.keys() - changed - OF_ALL} == {
        name: before[name] for name in before.keys() - changed - OF_ALL
    }


def test_a_score_changes_the_value(own: Own) -> None:
    game = load_game(own.project / "my-toy.yaml")
    expected = solve_expected(game)
    check_merged(read_expected(game, own.project / "results/my-toy/expected.parquet"), expected)
    assert expected.start_value > solved("toy").start_value


# Configurations that are wrong


def test_a_wrong_configuration(tmp_path: Path) -> None:
    """One line that names the key and what was expected, no traceback; all errors are in test_config.py."""
    project = new_project(tmp_path)
    runs = [{"game": "toy", "objectives": ["expected"], "treads": 2}]
    (project / "wrong.yaml").write_text(yaml.safe_dump({"runs": runs}), encoding="utf-8")
    done = run(project, config="wrong.yaml")
    assert done.code != 0
    told = [line for line in done.text.splitlines() if "runs.0: unknown key 'treads'" in line]
    assert len(told) == 1 and "; expected" in told[0]
    assert "Traceback" not in done.text and "line 1, in" not in done.text
    assert not (project / "results").exists()


def test_snakemake_reports_with_the_figures(finished: Path, tmp_path: Path) -> None:
    """Snakemake's own report, in one file, with every figure of the run and its caption."""
    project = copied(finished, tmp_path)
    done = succeeded(run(project, "--report", "run.html"))
    figures = [path.name for path in files(project / "results") if path.suffix == ".svg"]
    assert figures and all(f"Adding {name} " in done.text for name in figures)
    assert (project / "run.html").stat().st_size > 100_000


def test_the_report_is_the_last_file(finished: Path) -> None:
    """Every table is older than the report, which has a block for each of them."""
    page = finished / "results/report.html"
    text = page.read_text(encoding="utf-8")
    assert text.count("<article ") > 15
    newest = max(path.stat().st_mtime_ns for path in files(finished / "results") if path.suffix == ".duckdb")
    assert page.stat().st_mtime_ns >= newest


def test_a_duel_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """From shards of the last turn alone, the others being removed once nobody needs them."""
    project = new_project(tmp_path)
    (project / "tiny.yaml").write_text(yaml.safe_dump(TINY, sort_keys=False), encoding="utf-8")
    runs = [
        {"game": "./tiny.yaml", "objectives": ["expected"]},
        {"game": "./tiny.yaml", "objectives": ["duel"], "fixed": 1},
    ]
    (project / "duel.yaml").write_text(yaml.safe_dump({"runs": runs}), encoding="utf-8")
    partition = Pairs(2, (0,))
    names = [partition.name(part) for part in partition.classes()]
    begun = [f"results/tiny/duel/sums/{name}.parquet" for name in names if not name.startswith("turns=00")]
    first = succeeded(run(project, *begun, config="duel.yaml", warm=True))
    assert first.count("solve_pairs") == len(begun) == len(names) - 1
    left = {path.parts[-3] for path in (project / "results/tiny/duel/shards").rglob("*.parquet")}
    assert left == {"turns=01"}
    second = succeeded(run(project, "results/tiny/duel.parquet", config="duel.yaml", warm=True))
    assert second.count("solve_pairs") == 1 and second.count("merge") == 1
    assert [*(project / "results/tiny/duel/shards").rglob("*.parquet")] == []


# Edits of the sources


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package, to be edited."""
    folder = tmp_path_factory.mktemp("package")
    ignored = shutil.ignore_patterns("__pycache__", "_turn.c")
    shutil.copytree(PROJECT / "src/yahtzee_core", folder / "yahtzee_core", ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def clone(finished: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another project with a copy of the results: without their times and what snakemake knows of them."""
    project = new_project(tmp_path_factory.mktemp("clone"))
    shutil.copytree(finished / "results", project / "results", copy_function=shutil.copyfile)
    return project


BEHIND = {"timings", "database", "report"}
"""What follows on every table."""
SOLVED = {
    "solve_class",
    "solve_pairs",
    "merge",
    "facts",
    "strategy",
    "strategies",
    "races",
    "blind",
    "contest",
}


Edit = tuple[str, str, str]
"""A file of the package, what stands in it, and what takes its place."""


def jobs_after(project: Path, package: Path, *edits: Edit) -> dict[str, int]:
    """The jobs of a dry run when files have been edited."""
    paths = [package / "yahtzee_core" / file for file, _, _ in edits]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    try:
        for path, text, (_, old, new) in zip(paths, texts, edits):
            assert old in text
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return succeeded(run(project, "--dry-run", package=package)).jobs
    finally:
        for path, text in zip(paths, texts):
            path.write_text(text, encoding="utf-8")


WORDS = [
    ("solve/maxprob.py", '"""`maxprob`: the', '"""The objective: the'),
    ("turn/kernel/turn_body.h", "/* best = the best of", "/* the best of"),
    ("tables/sql/tables/give_up.sql", "SELECT", "-- a comment\nSELECT"),
    ("cli/value.py", "import argparse", "import argparse  # a comment"),
]
SCRIPT = "workflow/scripts/solve_class.py"


def test_words_make_nothing_again(clone: Path, package: Path) -> None:
    """Nor does a copy: docstrings and comments of the package, and a script."""
    script = (clone / SCRIPT).read_text(encoding="utf-8")
    (clone / SCRIPT).write_text(script.replace("def main", "# a comment\ndef main"), encoding="utf-8")
    assert jobs_after(clone, package, *WORDS) == {}


def test_a_description_of_a_column_stands_in_the_database_alone(finished: Path, package: Path) -> None:
    made = jobs_after(finished, package, ("tables/schemas/solved.py", "The total of a game.", "Its total."))
    assert made.keys() == {"check", "timings", "database", "report"}


@pytest.mark.parametrize("where", ["finished", "clone"])
def test_edits_make_again_what_depends_on_them(
    where: str, package: Path, request: pytest.FixtureRequest
) -> None:
    """Four at once: no two of them make the same again. In a copy the records of the results tell."""
    found = jobs_after(
        request.getfixturevalue(where),
        package,
        ("solve/best_play.py", "+= row", "+= 1 * row"),
        ("report/figures/duel.py", "LEAST = 1e-4", "LEAST = 2e-4"),
        ("tables/sql/tables/give_up.sql", "SELECT", "SELECT DISTINCT"),
        ("report/published/published.csv", "\n", "\n\n"),
    )
    made = {rule: n for rule, n in found.items() if rule not in BEHIND}
    assert made == {"blind": 3, "contest": 1, "figure": 2, "sql_table": 1, "check": 1}


def test_results_of_one_configuration_are_taken_over(finished: Path, tmp_path: Path) -> None:
    """With nothing of another one, and a run there has nothing to do; as for the results of `make run`."""
    source, project = (new_project(tmp_path / name) for name in ("source", "taken"))
    assert copy_results(source, project, CONFIG) == 0
    shutil.copytree(finished / "results", source / "results")
    stray = Path("results/yahtzee/expected.parquet")
    (source / stray).parent.mkdir()
    shutil.copy(source / MERGED, source / stray)
    mine = {path for path in files_of(finished) if path.parent.name != FOLDER}
    assert copy_results(source, project, CONFIG) == len(mine) > 100
    assert (source / stray).exists() and {*files_of(project)} == mine | {*map(record_path, mine)}
    assert "Nothing to be done" in succeeded(run(project, "--dry-run")).text


def files_of(project: Path) -> list[Path]:
    """The files below results, by their path in a project."""
    return [path.relative_to(project) for path in (project / "results").rglob("*") if path.is_file()]


def test_another_scoring_makes_every_value_again(clone: Path, package: Path) -> None:
    found = jobs_after(clone, package, ("game/scoring.py", "frozen=True", "frozen=not False"))
    assert found.keys() >= SOLVED and found["solve_class"] == 74 and found["solve_pairs"] == 14


SUBMIT = """#!/bin/sh
echo "$1 $2" >> submitted
for script; do :; done
echo failed > status
[ "$1 $2" = "facts 1500" ] || { bash "$script" > job.txt 2>&1 && echo success > status; }
echo $$
"""
"""A cluster of one node: a job is done when it has been submitted; but for `facts`, at first."""


def test_a_cluster_and_an_environment_whose_path_needs_quotes(tmp_path: Path) -> None:
    """Jobs find python by its name, and the commands of the profile; what failed asks for more memory."""
    project = new_project(tmp_path)
    (project / "environment").symlink_to(Path(sys.executable).parents[1])
    profile = yaml.safe_load((project / "profiles/slurm-generic/config.yaml").read_text(encoding="utf-8"))
    profile |= {
        "cluster-generic-submit-cmd": '"$WORKFLOW"/profiles/one/submit.sh {rule} {resources.mem_mb}',
        "cluster-generic-status-cmd": "cat status #",
        "latency-wait": 2,
    }
    folder = project / "profiles/one"
    folder.mkdir()
    (folder / "config.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
    (folder / "submit.sh").write_text(SUBMIT, encoding="utf-8")
    (folder / "submit.sh").chmod(0o755)
    (project / "one.yaml").write_text("runs: [{game: toy, objectives: [expected]}]\n", encoding="utf-8")
    options = ["results/toy/games.parquet", "--workflow-profile", "profiles/one", "--configfile", "one.yaml"]
    done = subprocess.run(
        [project / "environment/bin/python", "-m", "snakemake", "--jobs", "1", *options],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    submitted = (project / "submitted").read_text().split("\n")
    assert [line for line in submitted if line.startswith("facts")] == ["facts 1500", "facts 3000"]


def test_another_workflow_takes_the_rules(tmp_path: Path) -> None:
    """By `module`, and in another folder than its own: scripts and schema are found."""
    project = new_project(tmp_path)
    (tmp_path / "Snakefile").write_text(
        f"""
module exact:
    snakefile: {str(project / "Snakefile")!r}
    config: {{"runs": [{{"game": "toy", "objectives": ["expected"]}}]}}

use rule * from exact as exact_*

rule mine:
    default_target: True
    input: "results/toy/expected.parquet"
""",
        encoding="utf-8",
    )
    folder = tmp_path / "elsewhere"
    options = ["--snakefile", str(tmp_path / "Snakefile"), "--directory", str(folder)]
    done = subprocess.run(
        command(*options), cwd="/", capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    check_merged(read_expected(TOY, folder / "results/toy/expected.parquet"), solved("toy"))
