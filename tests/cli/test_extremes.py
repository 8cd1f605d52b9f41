"""Games at the ends of what a game file may say: no number is cut off on its way to any answer."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import yaml
from commands import error_of, printed
from helpers import parse
from hypothesis import HealthCheck, given, settings
from lanes import examples
from toy_games import Raw, category, game, lower, upper, wide_games

from yahtzee_core.advice import answers
from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.batch import advise_positions
from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.distribution import expected_distribution
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.runs.facts import distribution_rows, score_rows
from yahtzee_core.solve.expected import ExpectedTable, solve_expected
from yahtzee_core.solve.scores import MaxProbTable, solve_maxprob
from yahtzee_core.tables.schemas import SCHEMAS
from yahtzee_core.turn import machine
from yahtzee_core.turn.positions import Position
from yahtzee_core.turn.states import States

EIGHT_TENS = game("eight-tens", 8, 10, 2, [lower("chance", score="all")])
EIGHT_TWELVES = game("eight-twelves", 8, 12, 2, [lower("chance", score="all")])
RICH = game("rich", 2, 2, 1, [lower("pair", groups=[2], score=40000)])
RICHEST = game(
    "richest",
    dice=2,
    faces=2,
    rolls=2,
    sheet=[
        category("ones", "upper", score=100000),
        lower("yahtzee", groups=[2], score=100000, plus=100000),
        lower("sure", score=100000),
    ],
    upper={"threshold": 100000, "bonus": 100000},
    yahtzee={"category": "yahtzee", "bonus": 100000},
)


@pytest.fixture
def eight_tens(tmp_path: Path) -> str:
    return written(tmp_path, EIGHT_TENS)


def written(folder: Path, raw: Raw) -> str:
    path = folder / f"{raw['id']}.yaml"
    path.write_text(yaml.safe_dump(raw), encoding="utf-8")
    return str(path)


def solutions(raw: Raw) -> tuple[ExpectedTable, MaxProbTable]:
    """Both objectives of a game."""
    played = parse(raw)
    return solve_expected(played), solve_maxprob(played, moments=True)


def cast_tables(expected: ExpectedTable, best: MaxProbTable) -> Iterator[tuple[str, pa.Table]]:
    """The tables that a run writes of a game and its optimal policy, as they are written."""
    played = expected.states.game
    evaluation = evaluate(Arena(played, expected), load_strategy("expected", played))
    tables = {
        "distribution": distribution_rows(expected_distribution(expected)),
        "maxprob_scores": score_rows(best.start, best.mean, best.sd),
        **evaluation_tables(evaluation),
    }
    for name, table in tables.items():
        full = SCHEMAS[name]
        yield name, table.select(full.names).cast(full)


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(wide_games())
def test_every_way_to_the_mean_agrees_over_the_whole_range(raw: Raw) -> None:
    played = parse(raw)
    expected = solve_expected(played)
    value, sd = expected.start_value, expected.start_sd
    totals = expected_distribution(expected)
    evaluation = evaluate(Arena(played, expected), load_strategy("expected", played))
    assert totals.mean == pytest.approx(value, rel=1e-9)
    assert evaluation.mean == pytest.approx(value, rel=1e-9)
    assert totals.sd == pytest.approx(sd, rel=1e-5, abs=1e-3)
    assert totals.probability.sum() == pytest.approx(1)


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(wide_games())
def test_tables_hold_what_was_computed_over_the_whole_range(raw: Raw) -> None:
    expected, best = solutions(raw)
    for name, table in cast_tables(expected, best):
        for column in {"score", "amount", "points"} & set(table.column_names):
            assert min(table[column].to_pylist(), default=0) >= 0, (name, column)
        if name == "maxprob_scores":
            assert table["score"].to_pylist() == list(range(len(best.start)))
    assert (expected_distribution(expected).at_least <= best.start + 1e-9).all()


@settings(max_examples=examples(13), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(wide_games())
def test_advice_and_files_of_positions_agree_over_the_whole_range(raw: Raw) -> None:
    played = parse(raw)
    advisor = Advisor(played, Path("nowhere"))
    dice = tuple(range(1, played.faces + 1)) * played.dice
    position = Position(0, 0, False, tuple(sorted(dice[: played.dice])), played.rolls - 1)
    advice = advisor.expected(position)
    (best,), (value,) = (advise_positions(advisor.arena, [position])[key] for key in ("best", "value"))
    assert (best, value) == (advice.best.text, pytest.approx(advice.best.value, rel=1e-12))


def test_eight_ten_sided_dice(eight_tens: str, capsys: pytest.CaptureFixture[str]) -> None:
    """43,758 keeps: more than 15 bits name. A die is rolled again when it shows less than 5.5: 6.75 each."""
    assert printed(capsys, "value", eight_tens).startswith("eight-tens: expected score 54.000000")
    assert "mean 54.0000" in printed(capsys, "distribution", eight_tens)
    assert "mean 54.0000" in printed(capsys, "evaluate", eight_tens, "expected")
    text = "dice 1 2 3 4 6 7 8 9 | rerolls 1"
    advice = printed(capsys, "advise", eight_tens, text).splitlines()
    assert advice[4].split()[:7] == ["keep", "6", "7", "8", "9", "52.00000", "0"]


def test_keeps_that_no_decision_can_name_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, EIGHT_TWELVES)
    assert printed(capsys, "value", path).startswith("eight-twelves: expected score 64.000000")
    line = "dice 1 2 3 4 6 7 8 9 | rerolls 1"
    commands: list[tuple[str, ...]] = [
        ("distribution", path),
        ("evaluate", path, "expected"),
        ("simulate", path, "expected", "--games", "10"),
        ("advise", path, line),
    ]
    for command in commands:
        error = error_of(capsys, *command)
        assert "125,970 ways; expected at most 65,535" in error and "eight-twelves" in error, command


def test_forty_thousand_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pair of two coins: half of the time."""
    path = written(tmp_path, RICH)
    assert printed(capsys, "value", path).startswith("rich: expected score 20000.000000, sd 20000.0000")
    assert "mean 20000.0000, sd 20000.0000" in printed(capsys, "distribution", path)
    tables = dict(cast_tables(*solutions(RICH)))
    score, p = (tables["distribution"][name].to_numpy() for name in ("score", "probability"))
    assert score @ p == 20000
    points = tables["strategy_scores"]
    assert dict(zip(points["points"].to_pylist(), points["probability"].to_pylist())) == {0: 0.5, 40000: 0.5}


def test_the_most_points_everywhere(tmp_path: Path) -> None:
    """200,000 for two equal dice (1/2, or 3/4 with a reroll), and every bonus beside it."""
    expected, best = solutions(RICHEST)
    assert len(best.start) - 1 == 200000 + 2 * 100000 + 100000 + 2 * 100000
    assert best.start[-1] == pytest.approx(0.75**3)
    for name, table in cast_tables(expected, best):
        assert table.num_rows, name


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("categories.0.score", game("big", 1, 2, 1, [lower("sure", score=100001)])),
        ("categories.0.plus", game("big", 1, 2, 1, [lower("sure", score=1, plus=100001)])),
        ("upper.threshold", game("big", 1, 2, 1, upper(1), upper={"threshold": 100001, "bonus": 1})),
        ("upper.bonus", game("big", 1, 2, 1, upper(1), upper={"threshold": 1, "bonus": 10**15})),
    ],
)
def test_more_points_are_refused_with_the_bound(key: str, raw: Raw) -> None:
    with pytest.raises(UserError, match=f"{key}: .*100000"):
        parse(raw)


def test_what_does_not_fit_the_machine_is_refused_with_both_numbers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, RICHEST)
    played = parse(RICHEST)
    expected = solve_expected(played)
    refused = {
        100: ("value", path, "options of 3 rolls"),
        3000: ("value", path, "upper totals would take"),
        3_000_000: ("maxprob", path, "--target", "300000", "the rows of"),
    }
    for size, (*command, words) in refused.items():
        monkeypatch.setattr(machine, "memory", lambda size=size: size)
        error = error_of(capsys, *command)
        assert words in error and "expected at most" in error and "memory of this machine" in error
    monkeypatch.setattr(machine, "memory", lambda: 1000)
    with pytest.raises(UserError, match=r"game richest: the totals of \d+ states"):
        expected_distribution(expected)


def test_advice_that_would_take_long_is_refused(
    monkeypatch: pytest.MonkeyPatch, eight_tens: str, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(answers, "MOST_SECONDS", 0)
    error = error_of(capsys, "advise", eight_tens, "dice 1 2 3 4 6 7 8 9 | rerolls 1")
    assert "about 0 CPU seconds; expected at most 0" in error


def test_a_game_that_could_not_be_judged_does_not_begin(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(answers, "MOST_SECONDS", 0)
    log = tmp_path / "game.log"
    error = error_of(capsys, "play", "toy", "--log", str(log), "--results", str(tmp_path))
    assert "CPU seconds; expected at most 0" in error and not log.exists()


def test_totals_and_needs_are_wide_enough_for_every_sum() -> None:
    states = States(parse(RICHEST))
    assert states.totals[-1].tolist() == [100000] and states.canonical.dtype == np.int32
