"""`yahtzee maxprob` and `yahtzee distribution`: what they print, from results and from nothing."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import ABOUT, Capture, error_of, printed, spawn
from helpers import builtin_raw, distribution, solved
from made_results import write_distribution, write_maxprob
from toy_games import TOY_GAMES

from yahtzee_core.game.load import load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.solve.scores import MaxProbTable, solve_maxprob

TOY = load_game("toy")
KEYS = [*ABOUT, "state", "target", "to_come", "probability", "mean", "sd"]
MOST = 195
FROM = "filled ones twos | upper 5 | chip no"


@pytest.fixture(scope="module")
def table() -> MaxProbTable:
    """The built-in toy with everything."""
    return solve_maxprob(TOY, keep="all", moments=True)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results without moments; tests only read them."""
    folder = tmp_path_factory.mktemp("without")
    write_maxprob(TOY, Partition(7, fixed=(0, 6)), folder)
    write_distribution(TOY, folder)
    return folder


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results with moments; tests only read them."""
    folder = tmp_path_factory.mktemp("moments")
    write_maxprob(TOY, Partition(7, stride=8), folder, "maxprob_moments")
    return folder


def answer(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """What a command says in JSON."""
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return found


# maxprob


@pytest.mark.parametrize("score", [0, 1, 40, 100, MOST])
def test_maxprob_from_nothing(capsys: Capture, tmp_path: Path, table: MaxProbTable, score: int) -> None:
    found = answer(capsys, "maxprob", "toy", "--target", str(score), "--results", str(tmp_path))
    assert list(found) == KEYS
    assert list(found.values())[6:] == [score, score, table.start[score], None, None]


@pytest.mark.parametrize("score", [0, 1, 40, 100, MOST])
def test_maxprob_with_moments(
    capsys: Capture, tmp_path: Path, moments: Path, table: MaxProbTable, score: int
) -> None:
    """From nothing when they are asked for, from results as soon as they are there."""
    assert table.mean is not None and table.sd is not None
    asked = ["maxprob", "toy", "--target", str(score)]
    for more in (["--moments", "--results", str(tmp_path)], ["--results", str(moments)]):
        found = answer(capsys, *asked, *more)
        assert list(found) == KEYS
        assert [found[k] for k in KEYS[7:10]] == [score, table.start[score], table.mean[score]]
        assert found["sd"] == pytest.approx(float(table.sd[score]), rel=1e-12)


@pytest.mark.parametrize("score", [0, 7, 60])
def test_maxprob_from_results(capsys: Capture, without: Path, table: MaxProbTable, score: int) -> None:
    found = answer(capsys, "maxprob", "toy", "--target", str(score), "--results", str(without))
    assert list(found.values())[6:] == [score, score, table.start[score], None, None]


@pytest.mark.parametrize("state", [FROM, "chip no|upper 5|filled twos ones", "upper 5 | filled ones twos"])
@pytest.mark.parametrize("score", [0, 20, 60])
def test_maxprob_from_a_state(
    capsys: Capture, tmp_path: Path, without: Path, table: MaxProbTable, state: str, score: int
) -> None:
    exact = table.probability(table.states.at(3, 5, 0), score)
    for results in (tmp_path, without):
        asked = ["--to-come", str(score), "--state", state, "--results", str(results)]
        assert answer(capsys, "maxprob", "toy", *asked)["probability"] == exact


def test_the_default_results(
    capsys: Capture, moments: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`results` in the folder where one is."""
    (tmp_path / "results").symlink_to(moments)
    monkeypatch.chdir(tmp_path)
    assert answer(capsys, "maxprob", "toy", "--target", "50")["mean"] is not None


def test_maxprob_in_words(capsys: Capture, tmp_path: Path, table: MaxProbTable) -> None:
    text = printed(capsys, "maxprob", "toy", "--target", "100", "--results", str(tmp_path))
    assert text == f"toy (free joker): at least 100 points with probability {table.start[100]:.6g} at best\n"


def test_maxprob_in_words_with_everything(capsys: Capture, moments: Path) -> None:
    asked = ["--to-come", "20", "--state", "upper 5|filled twos ones", "--results", str(moments)]
    first, second, third = printed(capsys, "maxprob", "toy", *asked).splitlines()
    assert first == f"from {FROM}"
    assert second.startswith("toy (free joker): at least 20 points with probability 0.")
    assert third.startswith("expected points of that strategy ") and ", sd " in third


def test_a_table_of_another_game_file_is_not_used(capsys: Capture, without: Path, tmp_path: Path) -> None:
    """The id is the same, a score is not."""
    raw = builtin_raw("toy")
    raw["upper"]["bonus"] = 11
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
    for command in (["maxprob", str(path), "--target", "100"], ["distribution", str(path)]):
        own = answer(capsys, *command, "--results", str(without))
        assert own == answer(capsys, *command, "--results", str(tmp_path))
        of_toy = answer(capsys, command[0], "toy", *command[2:], "--results", str(without))
        assert own["game"] == of_toy["game"] and own != of_toy


def test_an_own_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES["plain"], sort_keys=False), encoding="utf-8")
    found = answer(capsys, "maxprob", str(path), "--target", "14", "--results", str(tmp_path))
    assert found["game"] == "plain"
    assert found["probability"] == solve_maxprob(load_game(path)).start[14]


# distribution

SHAPE = [*ABOUT, "strategy", "mean", "sd", "score", "at_least"]


def test_distribution(capsys: Capture, tmp_path: Path, without: Path) -> None:
    exact = distribution("toy")
    for results in (tmp_path, without):
        found = answer(capsys, "distribution", "toy", "--results", str(results))
        assert list(found) == SHAPE
        assert (found["game"], found["strategy"]) == ("toy", "expected")
        assert (found["mean"], found["sd"]) == (exact.mean, exact.sd)
        assert found["score"] == list(range(MOST + 1))
        assert found["at_least"] == exact.at_least.tolist()
    assert exact.mean == pytest.approx(solved("toy").start_value, rel=1e-12)


def test_distribution_of_a_strategy(capsys: Capture, without: Path) -> None:
    asked = ["distribution", "toy", "--results", str(without)]
    assert answer(capsys, *asked) == answer(capsys, *asked, "--strategy", "expected")


def test_distribution_in_words(capsys: Capture, without: Path) -> None:
    lines = printed(capsys, "distribution", "toy", "--results", str(without)).splitlines()
    exact = distribution("toy")
    assert lines[0] == "toy (free joker), strategy expected"
    assert lines[1] == f"mean {exact.mean:.4f}, sd {exact.sd:.4f}, most probable score {exact.mode}"
    assert lines[2].startswith("quantiles: 1% ") and f"50% {exact.quantile(0.5)}," in lines[2]
    rows = [line.split() for line in lines[5:]]
    assert [row[0] for row in rows] == [str(score) for score in range(0, MOST + 1, 10)]
    for score, found in rows:
        assert float(found) == pytest.approx(float(exact.at_least[int(score)]), rel=1e-5, abs=6e-6)
    assert max(map(len, lines)) <= 80


def test_distribution_of_a_large_game_has_few_rows(capsys: Capture, tmp_path: Path) -> None:
    text = printed(capsys, "distribution", "yaht", "--results", str(tmp_path))
    assert [line.split()[0] for line in text.splitlines()[5:]] == [
        "0",
        "50",
        "100",
        "150",
        "200",
        "250",
        "300",
    ]


# Errors

ERRORS: list[tuple[Sequence[str], str]] = [
    (["maxprob"], "--target"),
    (["maxprob", "toy"], "--target"),
    (["maxprob", "toy", "--target"], "--target"),
    (["maxprob", "toy", "--target", "many"], "'many'"),
    (["maxprob", "toy", "--target", "1.5"], "'1.5'"),
    (["maxprob", "toy", "--target", "9" * 5000], "--target"),
    (["maxprob", "toy", "--target", "-1"], "game toy: score -1; expected 0 to 195, the most that can come"),
    (["maxprob", "toy", "--target", "196"], "game toy: score 196; expected 0 to 195, the most that can come"),
    (["maxprob", "toy", "--target", "9" * 30], "expected 0 to 195, the most that can come"),
    (["maxprob", "nope", "--target", "1"], "no game 'nope'; expected one of crag, kniffel, "),
    (["maxprob", "none.yaml", "--target", "1"], "none.yaml: No such file or directory"),
    (["maxprob", "toy", "--to-come", "1", "--state", "filled nines"], "game toy: no category 'nines'"),
    (["maxprob", "toy", "--to-come", "1", "--state", "upper x"], "state: upper: 'x'; expected the total"),
    (["maxprob", "toy", "--to-come", "1", "--state", "upper 5"], "game toy: upper total 5 cannot be"),
    (["maxprob", "toy", "--to-come", "1", "--state", f"upper {'9' * 40}"], "expected the total of the upper"),
    (["maxprob", "toy", "--to-come", "1", "--state", "chip yes"], "a chip needs the Yahtzee category filled"),
    (["maxprob", "toy", "--to-come", "1", "--state", "what\never"], "state: 'what"),
    (["maxprob", "yaht", "--to-come", "1", "--state", "chip yes | filled yaht"], "no Yahtzee bonus"),
    (
        [
            "maxprob",
            "toy",
            "--to-come",
            "60",
            "--state",
            "filled ones twos threes fours pair straight yahtzee",
        ],
        "0 to 0",
    ),
    (["distribution", "nope"], "no game 'nope'; expected one of crag, kniffel, "),
    (["distribution", "toy", "--strategy", "luck"], "no strategy 'luck'; expected one of expected, "),
    (["distribution", "/"], "/: Is a directory"),
]


@pytest.mark.parametrize(("arguments", "telling"), ERRORS, ids=[repr(" ".join(e[0]))[:90] for e in ERRORS])
def test_errors(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: Sequence[str],
    telling: str,
) -> None:
    """In a folder without results."""
    monkeypatch.chdir(tmp_path)
    assert telling in error_of(capsys, *arguments)


def test_scores_out_of_range_with_results(capsys: Capture, without: Path, moments: Path) -> None:
    for results in (without, moments):
        for score in ("-1", "196"):
            message = error_of(capsys, "maxprob", "toy", "--target", score, "--results", str(results))
            assert message == f"game toy: score {score}; expected 0 to 195, the most that can come"


def test_results_that_are_no_folder(capsys: Capture, tmp_path: Path, table: MaxProbTable) -> None:
    """As if there were none."""
    path = tmp_path / "file"
    path.write_text("not a folder")
    asked = ["maxprob", "toy", "--target", "50", "--results", str(path)]
    assert answer(capsys, *asked)["probability"] == table.start[50]
    assert answer(capsys, "distribution", "toy", "--results", str(path))["score"][-1] == MOST


@pytest.mark.parametrize("command", ["maxprob", "distribution"])
def test_help(capsys: Capture, command: str) -> None:
    text = printed(capsys, command, "--help")
    assert f"usage: yahtzee {command}" in text and "--json" in text
    assert command in [line.split()[0] for line in printed(capsys, "--help").splitlines() if line.strip()]


def test_a_process(without: Path, table: MaxProbTable) -> None:
    done = spawn("maxprob", "toy", "--target", "100", "--json", "--results", str(without))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["probability"] == table.start[100]


def test_the_error_of_a_process(tmp_path: Path) -> None:
    done = spawn("maxprob", "toy", "--target", "1000", "--results", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: game toy: score 1000; expected 0 to 195, the most that can come\n"
