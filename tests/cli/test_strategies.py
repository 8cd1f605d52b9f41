"""`yahtzee strategies`, `evaluate`, `compare`, `simulate`, `search`, and distributions of strategies."""

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import ABOUT, COLUMNS, Capture, error_of, printed, run
from helpers import toy_arena
from toy_games import TOY_GAMES

from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.evaluation import Evaluation, evaluate
from yahtzee_core.policies.strategies.load import builtin_strategies, load_strategy, strategies_of
from yahtzee_core.policies.strategies.tuned import parse_tuned

TOY = load_game("toy")
MADE_FOR_TOY = ["expected", "greedy", "upper-and-lower", "heuristic", "additive"]


@cache
def evaluated(strategy: str) -> Evaluation:
    """A strategy in toy."""
    return evaluate(Arena(TOY), load_strategy(strategy, TOY))


def fits(text: str) -> bool:
    """Whether every line fits 80 columns."""
    return max(map(len, text.splitlines())) <= COLUMNS


# strategies


def test_strategies(capsys: Capture) -> None:
    text = printed(capsys, "strategies")
    head, *lines = text.splitlines()
    assert head.split() == ["strategy", "source"] and fits(text)
    assert [line.split()[0] for line in lines if line[0] != " "] == list(builtin_strategies())
    whole = " ".join(text.split())
    assert all(strategy.source in whole for strategy in builtin_strategies().values()), "none is cut off"


def test_strategies_of_a_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES["joker-free"], sort_keys=False), encoding="utf-8")
    for game in ("toy", "yahtzee", str(path)):
        _, *lines = printed(capsys, "strategies", game).splitlines()
        assert [line.split()[0] for line in lines if line[0] != " "] == list(strategies_of(load_game(game)))
    assert "glenn-rules" not in strategies_of(TOY) and "glenn-rules" in builtin_strategies()


def test_strategies_as_json(capsys: Capture) -> None:
    found = json.loads(printed(capsys, "strategies", "--json"))
    assert found == [
        {"strategy": s.id, "title": s.title, "source": s.source} for s in builtin_strategies().values()
    ]


# evaluate


@pytest.mark.parametrize("strategy", MADE_FOR_TOY)
def test_evaluate(capsys: Capture, strategy: str) -> None:
    text = printed(capsys, "evaluate", "toy", strategy)
    found, lines = evaluated(strategy), text.splitlines()
    assert lines[0] == f"toy (free joker), strategy {strategy}" and fits(text)
    assert lines[1].startswith(f"mean {found.mean:.4f}, sd {found.sd:.4f}, median ")
    assert lines[2].startswith(f"lost against the optimum: {found.losses.loss.sum():.4f} ")
    names = [line.split()[0] for line in lines[5:14]]
    assert names == found.parts
    for line, mean in zip(lines[5:14], found.walk.mean.tolist()):
        assert float(line.split()[1]) == pytest.approx(mean, abs=5e-6)
    assert f"upper bonus {found.bonus_probability:.6f}, of which before" in lines[-1]


@pytest.mark.parametrize("strategy", MADE_FOR_TOY)
def test_evaluate_as_json(capsys: Capture, strategy: str) -> None:
    found, exact = json.loads(printed(capsys, "evaluate", "toy", strategy, "--json")), evaluated(strategy)
    assert list(found) == [
        *(*ABOUT, "strategy", "mean", "sd", "categories", "bonus", "yahtzee_bonus", "loss"),
    ]
    assert (found["game"], found["strategy"]) == ("toy", strategy)
    assert (found["mean"], found["sd"]) == pytest.approx((exact.mean, exact.sd), rel=1e-12)
    assert list(found["categories"]) == [category.id for category in TOY.categories]
    assert all(part.keys() == {"mean", "variance", "zero"} for part in found["categories"].values())
    bonus, extra = found["bonus"], found["yahtzee_bonus"]
    assert bonus.keys() == {"mean", "variance", "zero", "probability", "secured_early"}
    assert bonus["mean"] == pytest.approx(10 * bonus["probability"]) and bonus["zero"] == pytest.approx(
        1 - bonus["probability"]
    )
    assert extra["mean"] == pytest.approx(20 * sum(n * p for n, p in enumerate(extra["count"])))
    total = sum(part["mean"] for part in found["categories"].values()) + bonus["mean"] + extra["mean"]
    assert total == pytest.approx(found["mean"])
    best = evaluated("expected").mean
    assert found["loss"]["keep"] + found["loss"]["category"] == pytest.approx(best - total, abs=1e-9)


def test_evaluate_a_file(capsys: Capture, tmp_path: Path) -> None:
    """Python, and numbers."""
    (tmp_path / "mine.py").write_text("def nothing(states):\n    return states.need * 0.0\n")
    found = json.loads(printed(capsys, "evaluate", "toy", f"{tmp_path / 'mine.py'}:nothing", "--json"))
    assert found["strategy"] == "nothing" and found["mean"] == pytest.approx(evaluated("greedy").mean)


# compare


def test_compare_as_json(capsys: Capture) -> None:
    found = json.loads(printed(capsys, "compare", "toy", "greedy", "expected", "--json"))
    assert list(found) == [
        *(*ABOUT, "one", "other", "mean", "decisions", "p_win", "p_draw", "p_lose", "total_variation"),
        "dominates",
    ]
    greedy, best = evaluated("greedy"), evaluated("expected")
    assert found["mean"] == pytest.approx([greedy.mean, best.mean])
    assert [row["rerolls"] for row in found["decisions"]] == [2, 1, 0]
    assert sum(row["loss"] for row in found["decisions"]) == pytest.approx(best.mean - greedy.mean)
    assert all(len(row["differs"]) == len(TOY.categories) for row in found["decisions"])
    assert found["p_win"] + found["p_draw"] + found["p_lose"] == pytest.approx(1)
    one, other = (e.distribution.probability for e in (greedy, best))
    win = sum(p * other[:score].sum() for score, p in enumerate(one))
    assert found["p_win"] == pytest.approx(float(win))
    assert found["total_variation"] == pytest.approx(
        sum(abs(a - b) for a, b in zip(one.tolist(), other.tolist())) / 2
    )


def test_who_is_ahead_at_every_score(capsys: Capture) -> None:
    """And the first score at which it fails."""
    found = json.loads(printed(capsys, "compare", "toy", "greedy", "expected", "--json"))["dominates"]
    one, other = (evaluated(name).distribution.at_least.tolist() for name in ("greedy", "expected"))
    behind = [score for score, (a, b) in enumerate(zip(one, other)) if a < b - 1e-12]
    back = [score for score, (a, b) in enumerate(zip(one, other)) if b < a - 1e-12]
    assert found == {
        "one": not behind,
        "fails_at": behind[0] if behind else None,
        "other": not back,
        "other_fails_at": back[0] if back else None,
    }
    assert behind and found["fails_at"] != found["other_fails_at"]


def test_compare(capsys: Capture) -> None:
    text = printed(capsys, "compare", "toy", "greedy", "expected")
    value = json.loads(printed(capsys, "compare", "toy", "greedy", "expected", "--json"))
    lines = text.splitlines()
    assert fits(text) and lines[0] == "toy (free joker): greedy (mean 82.0683) judged by expected (95.6819)"
    assert [line[:12].strip() for line in lines[3:7]] == ["keep, 2 left", "keep, 1 left", "category", "game"]
    assert float(lines[6].split()[1]) == pytest.approx(95.6819 - 82.0683, abs=1e-4)
    told = re.search(r"greedy wins (\S+)%, draws (\S+)%, loses (\S+)%", text)
    assert told is not None
    shares = [100 * value[key] for key in ("p_win", "p_draw", "p_lose")]
    assert [float(x) for x in told.groups()] == pytest.approx(shares, abs=1e-4)
    assert (
        lines[-1] == f"neither is ahead at every score: greedy is behind at {value['dominates']['fails_at']}"
    )


def test_a_strategy_against_itself(capsys: Capture) -> None:
    found = json.loads(printed(capsys, "compare", "toy", "greedy", "greedy", "--json"))
    assert found["p_win"] == pytest.approx(found["p_lose"]) and found["total_variation"] == 0
    assert all(row["loss"] == 0 and sum(row["differs"]) == 0 for row in found["decisions"])
    assert printed(capsys, "compare", "toy", "greedy", "greedy").splitlines()[-1] == "they score alike"


# search


def test_what_a_search_writes_is_read(capsys: Capture, tmp_path: Path) -> None:
    """Its name is the id; a name that no strategy can have is refused before the search."""
    path = tmp_path / "a_b.yaml"
    printed(capsys, "search", "toy", "pairs", "--out", str(path))
    assert json.loads(printed(capsys, "evaluate", "toy", str(path), "--json"))["strategy"] == "a_b"
    for name in ("A b.yaml", "ab", "ab.txt"):
        assert error_of(capsys, "search", "toy", "pairs", "--out", str(tmp_path / name)).endswith(
            f"{name}; expected a name of a-z, 0-9, - and _ that ends in .yaml"
        )


# simulate


def test_simulate(capsys: Capture) -> None:
    """Seeded, beside the exact numbers."""
    arguments = ["simulate", "toy", "greedy", "--games", "2000", "--seed", "5"]
    value, text = json.loads(printed(capsys, *arguments, "--json")), printed(capsys, *arguments)
    assert text == printed(capsys, *arguments) and fits(text)
    assert list(value) == [*ABOUT, "strategy", "games", "seed", "sd", "least", "most", "parts"]
    assert [part["category"] for part in value["parts"]] == [*evaluated("greedy").parts, "total"]
    exact = [*evaluated("greedy").walk.mean.tolist(), evaluated("greedy").mean]
    for part, mean in zip(value["parts"], exact, strict=True):
        assert part["exact"] == pytest.approx(mean, rel=1e-12)
        off = (part["mean"] - mean) / part["standard_error"]
        assert part["deviation"] == pytest.approx(off, abs=1e-6) and abs(off) < 5
    lines = text.splitlines()
    assert lines[0] == "toy (free joker), strategy greedy: 2000 games, seed 5"
    assert lines[1] == f"scores from {value['least']} to {value['most']}, sd {value['sd']:.4f}"
    few = json.loads(printed(capsys, "simulate", "toy", "greedy", "--games", "3", "--json"))
    constant = [part for part in few["parts"] if part["standard_error"] == 0]
    assert constant and all(part["deviation"] is None for part in constant)
    other = json.loads(printed(capsys, *arguments[:-1], "6", "--json"))
    assert other["parts"][-1]["mean"] != value["parts"][-1]["mean"]


# distribution


@pytest.mark.parametrize("strategy", ["greedy", "heuristic"])
def test_the_distribution_of_a_strategy(capsys: Capture, strategy: str) -> None:
    found = json.loads(printed(capsys, "distribution", "toy", "--strategy", strategy, "--json"))
    exact = evaluated(strategy)
    assert (found["game"], found["strategy"]) == ("toy", strategy)
    assert (found["mean"], found["sd"]) == pytest.approx((exact.mean, exact.sd), rel=1e-9)
    assert found["at_least"] == pytest.approx(exact.distribution.at_least.tolist(), abs=1e-13)
    text = printed(capsys, "distribution", "toy", "--strategy", strategy)
    assert text.startswith(
        f"toy (free joker), strategy {strategy}\nmean {exact.mean:.4f}, sd {exact.sd:.4f}, most probable"
    )
    assert fits(text)


# search


def found_in(path: Path, game: str = "toy") -> tuple[dict[str, Any], float]:
    """A file that a search wrote, and the exact expected score of its strategy."""
    raw: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    arena = Arena(load_game(game))
    return raw, evaluate(arena, load_strategy(str(path), arena.game)).mean


def test_search_pairs(capsys: Capture, tmp_path: Path) -> None:
    """Two runs write the same file; its strategy scores what is said."""
    path = tmp_path / "my-pairs.yaml"
    text = printed(capsys, "search", "toy", "pairs", "--out", str(path))
    raw, mean = found_in(path)
    assert text == f"{path}: expected score {mean:.4f} in toy\n"
    assert [raw[key] for key in ("id", "title", "formula")] == ["my-pairs", "My pairs", "pairs"]
    assert raw["source"] == "yahtzee search toy pairs --seed 1"
    assert evaluated("greedy").mean < mean <= evaluated("expected").mean
    content = path.read_bytes()
    printed(capsys, "search", "toy", "pairs", "--out", str(path))
    assert path.read_bytes() == content and [p.name for p in tmp_path.iterdir()] == [path.name]


RULES = """id: start
title: Start
source: made up
keep:
  - {keep: kind, count: 2, own: open, prefer: most}
  - {keep: nothing}
score:
  - {score: yahtzee}
  - {score: upper, count: 2}
fill: [ones, pair, straight, twos, threes, fours, yahtzee]
"""


def searched(capsys: Capture, out: Path, *arguments: str) -> tuple[str, list[str]]:
    """What a search on toy prints, and the generations that it tells on stderr."""
    assert run("search", "toy", *arguments, "--out", str(out)) == 0
    text, told = capsys.readouterr()
    return text, re.findall(r"^generation (\d+): ", told, re.MULTILINE)


def kinds(tmp_path: Path) -> dict[str, list[str]]:
    """What to search, with its arguments."""
    (tmp_path / "start.yaml").write_text(RULES, encoding="utf-8")
    return {"rules": ["rules", "--start", str(tmp_path / "start.yaml")], "means": ["means"]}


@pytest.mark.parametrize("kind", ["rules", "means"])
def test_a_search_goes_on(capsys: Capture, tmp_path: Path, kind: str) -> None:
    """One generation and then another give the file of two at once."""
    if kind == "means":
        pytest.importorskip("cma", reason="needs the extra search")
    arguments = kinds(tmp_path)[kind]
    whole, parts = tmp_path / "a" / "found.yaml", tmp_path / "b" / "found.yaml"
    text, told = searched(capsys, whole, *arguments, "--generations", "3")
    assert told == ["1", "2", "3"]
    raw, mean = found_in(whole)
    assert text == f"{whole}: expected score {mean:.4f} in toy\n"
    assert searched(capsys, parts, *arguments, "--generations", "1")[1] == ["1"]
    assert parts.with_suffix(".search").exists()
    assert searched(capsys, parts, *arguments, "--generations", "3")[1] == ["2", "3"]
    assert found_in(parts)[0] == raw
    assert "--generations 3" in raw["source"]


def test_without_pycma(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra; the error tells which."""
    monkeypatch.setitem(sys.modules, "cma", None)
    out = str(tmp_path / "mine.yaml")
    message = error_of(capsys, "search", "toy", "means", "--generations", "1", "--out", out)
    assert (
        message == 'search: pycma is missing; expected the extra search: pip install "yahtzee-core[search]"'
    )


def test_a_search_goes_on_only_from_its_own_state(capsys: Capture, tmp_path: Path) -> None:
    """Another seed or a damaged file is refused, in one line that names the file."""
    pytest.importorskip("cma", reason="needs the extra search")
    out = tmp_path / "mine.yaml"
    arguments = ("search", "toy", "means", "--generations", "1", "--out", str(out))
    searched(capsys, out, "means", "--generations", "1")
    assert "mine.search: of another search (means of toy" in error_of(capsys, *arguments, "--seed", "2")
    nowhere = ("search", "toy", "means", "--generations", "1", "--out", "/proc/nowhere/mine.yaml")
    assert "mine.search: No such file or directory; expected room" in error_of(capsys, *nowhere)
    state = tmp_path / "mine.search"
    state.write_bytes(state.read_bytes()[:50])
    assert "mine.search: damaged" in error_of(capsys, *arguments)


@pytest.mark.slow
def test_rules_never_get_worse(capsys: Capture, tmp_path: Path) -> None:
    arguments = kinds(tmp_path)["rules"]
    before = evaluate(Arena(TOY), load_strategy(str(tmp_path / "start.yaml"), TOY)).mean
    searched(capsys, tmp_path / "found.yaml", *arguments, "--generations", "25")
    assert found_in(tmp_path / "found.yaml")[1] >= before


def test_rules_of_another_game(capsys: Capture, tmp_path: Path) -> None:
    """Nothing is searched for, and nothing written."""
    start = tmp_path / "start.yaml"
    start.write_text(RULES, encoding="utf-8")
    out = tmp_path / "new" / "found.yaml"
    arguments = ["search", "yatzy", "rules", "--start", str(start), "--out", str(out)]
    message = error_of(capsys, *arguments)
    assert message == f"{start}: not made for game yatzy; expected rules for its categories"
    assert not out.parent.exists()


def test_a_file_that_cannot_be_written(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    out = tmp_path / "file" / "found.yaml"
    message = error_of(capsys, "search", "toy", "pairs", "--out", str(out))
    assert message.startswith(f"{out}: ") and message.endswith("; expected room and permission to write")


def test_numbers_found_are_numbers_of_the_formula(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("cma", reason="needs the extra search")
    searched(capsys, tmp_path / "found.yaml", "means", "--generations", "1", "--seed", "3")
    text = (tmp_path / "found.yaml").read_text(encoding="utf-8")
    assert parse_tuned(text, "found.yaml").fits(TOY)
    assert "--seed 3" in text


# Errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["strategies", "nope"], "no game 'nope'; expected one of crag, "),
        (["evaluate", "nope", "greedy"], "no game 'nope'; expected one of crag, "),
        (["evaluate", "toy", "nope"], "no strategy 'nope'; expected one of expected, greedy, "),
        (["evaluate", "toy", "glenn-rules"], "strategy glenn-rules: not made for game toy; expected one of"),
        (["evaluate", "toy", "none.yaml"], "none.yaml: No such file"),
        (
            ["evaluate", "toy", "none.py:name"],
            "strategy none.py:name: no file none.py; expected file.py:name",
        ),
        (["evaluate", "toy"], "toy is a game; expected a strategy after it: yahtzee evaluate toy"),
        (["compare", "toy", "greedy"], "toy is a game; expected two strategies after it"),
        (["compare", "toy", "greedy", "nope"], "no strategy 'nope'; expected one of expected, "),
        (
            ["simulate", "toy", "greedy", "--games", "1"],
            "simulate: expected --games from 2 and --seed from 0",
        ),
        (
            ["simulate", "toy", "greedy", "--seed", "-1"],
            "simulate: expected --games from 2 and --seed from 0",
        ),
        (["simulate", "toy", "nope"], "no strategy 'nope'; expected one of expected, "),
        (["estimate", "toy", "nope"], "no strategy 'nope'; expected one of expected, "),
        (["estimate", "toy"], "toy is a game; expected a strategy after it: yahtzee estimate toy"),
        (
            ["estimate", "toy", "greedy", "--games", "1"],
            "estimate: expected --games from 2 and --seed from 0",
        ),
        (["estimate", "toy", "greedy", "--against", "nope"], "no strategy 'nope'; expected one of"),
        (["distribution", "toy", "--strategy", "nope"], "no strategy 'nope'; expected one of expected, "),
        (["export", "toy"], "toy is a game; expected a folder after it: yahtzee export toy"),
        (["export", "toy", "set", "--strategy", "nope"], "no strategy 'nope'; expected one of expected, "),
        (
            ["export", "toy", "set", "--positions", "0"],
            "0 positions in shards of 1000000; expected 1 or more",
        ),
        (["export", "toy", "set", "--seed", "-1"], "seed -1; expected 0 or more"),
        (["export", "toy", "set", "--perturbed", "0.1"], "perturbed 0.1; expected a strategy beside it"),
        (
            ["export", "toy", "set", "--strategy", "greedy", "--perturbed", "2"],
            "perturbed 2.0; expected a share from 0 to 1",
        ),
        (["search", "toy", "pairs"], "the following arguments are required: --out"),
        (["search", "luck", "--out", "a.yaml"], "argument kind: invalid choice: 'luck'"),
        (["search", "toy", "rules", "--out", "a.yaml"], "search: rules without --start; expected a"),
        (
            ["search", "toy", "rules", "--out", "a.yaml", "--start", "none.yaml"],
            "none.yaml: No such file or directory; expected a file of rules",
        ),
        (
            ["search", "means", "--out", "a.yaml", "--generations", "0"],
            "search: expected --generations and --seed from 1",
        ),
    ],
)
def test_errors(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert error_of(capsys, *arguments).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_estimate(capsys: Capture) -> None:
    """The mean is near the exact one; what is said agrees with the JSON, and fits."""
    arguments = ["estimate", "toy", "greedy", "--games", "400", "--against", "expected"]
    text, found = printed(capsys, *arguments), json.loads(printed(capsys, *arguments, "--json"))
    assert fits(text) and set(ABOUT) <= set(found)
    assert f"mean {found['mean']:.4f}, standard error {found['standard_error']:.4f}" in text
    assert abs(found["mean"] - evaluated("greedy").mean) < 4 * found["standard_error"]
    assert found["mean"] + sum(row["loss"] for row in found["loss"]["by_turn"]) == pytest.approx(
        found["start_value"]
    )
    assert f"they need {found['factor']:.0f} times as many" in " ".join(text.split())
    assert f"wins {found['opponent']['win']:.2%}" in text
    assert "times as many" not in printed(capsys, "estimate", "toy", "expected", "--games", "20")


def test_export(capsys: Capture, tmp_path: Path) -> None:
    """What is said agrees with the JSON and the manifest; a second time shards stay."""
    asked = ["export", "toy", str(tmp_path / "set"), "--positions", "50", "--shard-size", "20"]
    played = [*asked, "--strategy", "greedy", "--perturbed", "0.1", "--seed", "2"]
    text, found = printed(capsys, *played), json.loads(printed(capsys, *played, "--json"))
    manifest = json.loads((tmp_path / "set/manifest.json").read_text(encoding="utf-8"))
    assert fits(text.replace(str(tmp_path), "")) and set(ABOUT) <= set(found)
    size = sum(shard["bytes"] for shard in found["shards"])
    assert text.splitlines()[0] == "toy (free joker): 50 positions, greedy perturbed 0.1 seed 2"
    assert text.splitlines()[1].endswith(f"set: 3 shards, {size} bytes, {size / 50:.0f} each")
    assert found["shards"] == manifest["shards"] and found["kept"] == 3
    assert "3 shards, 3 of them kept" in printed(capsys, *played)
    assert error_of(capsys, *asked).startswith(
        f"{tmp_path}/set/positions-00000.parquet: solver_fingerprint is"
    )
    assert ", expected 'uniform seed 1 shard 0 of 20 positions'; delete it" in error_of(capsys, *asked)


def test_evaluate_tells_losses_by_kind(capsys: Capture) -> None:
    """By rerolls, turn, and category, in the JSON; those of all add up."""
    loss = json.loads(printed(capsys, "evaluate", "toy", "greedy", "--json"))["loss"]
    lost = evaluated("greedy").losses
    assert sum(loss["by_rerolls"]) == pytest.approx(sum(loss["by_turn"])) == pytest.approx(lost.loss.sum())
    assert (
        sum(loss["by_category"].values())
        == pytest.approx(loss["category"])
        == pytest.approx(lost.category_loss)
    )
    assert list(loss["by_category"]) == [category.id for category in TOY.categories]


@pytest.mark.parametrize(
    "command", ["strategies", "evaluate", "estimate", "compare", "simulate", "search", "export"]
)
def test_help(capsys: Capture, command: str) -> None:
    text = printed(capsys, command, "--help")
    assert f"usage: yahtzee {command}" in text and len(text.splitlines()) > 5


def test_a_game_without_bonuses(capsys: Capture, tmp_path: Path) -> None:
    """Nothing is said of bonuses that there are not."""
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES["lax-house"], sort_keys=False), encoding="utf-8")
    text = printed(capsys, "evaluate", str(path), "greedy")
    assert "upper bonus" not in text
    mean = evaluate(toy_arena("lax-house"), load_strategy("greedy", toy_arena("lax-house").game)).mean
    assert f"mean {mean:.4f}" in text
