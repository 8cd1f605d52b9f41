"""What `import yahtzee_core` offers: its names, calls that are commands, and how objects show themselves."""

import importlib.util
import json
import runpy
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import Capture, printed
from helpers import PROJECT
from made_results import write_results

import yahtzee_core as yz

CARD = """
id: own
title: Own
source: Test
keep: [{keep: kind, faces: [4]}]
par: {ones: 2, twos: 3, threes: 5, fours: 7, pair: 5, straight: 4, yahtzee: 3}
"""
POSITION = "dice 1 1 3 | rerolls 1 | upper 4 | filled fours | points 4"


def test_the_names() -> None:
    """Another name is a decision: it is public from then on."""
    assert set(yz.__all__) == {
        *(
            "ExpectedTable",
            "Game",
            "UserError",
            "load_game",
            "builtin_games",
            "games",
            "strategies",
            "position",
        ),
        *("solve_expected", "solve_maxprob", "solve_duel", "advise", "advise_many", "review"),
        *("review_folder", "labelled", "export", "layout", "card"),
        *("evaluate", "compare", "estimate", "simulate", "distribution", "open_results"),
    }
    assert all(getattr(yz, name) for name in yz.__all__)
    assert set(dir(yz)) == {*yz.__all__, "__version__"}


def test_it_costs_nothing_to_import() -> None:
    """No Arrow, no DuckDB, not even NumPy until a name is asked for."""
    code = "import sys, yahtzee_core; print([m for m in ('numpy', 'pyarrow', 'duckdb') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_name_is_in_the_guide() -> None:
    text = (PROJECT / "docs/api.md").read_text(encoding="utf-8")
    assert [name for name in yz.__all__ if f"yz.{name}" not in text and f"`{name}`" not in text] == []


def test_a_call_is_a_command(capsys: Capture, tmp_path: Path) -> None:
    def said(*arguments: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(printed(capsys, *arguments, "--json"))
        return found

    none = ("--results", str(tmp_path))
    greedy, pair = yz.evaluate("greedy", "toy"), yz.compare("greedy", "expected", "toy")
    assert said("evaluate", "toy", "greedy")["mean"] == pytest.approx(greedy.mean, rel=1e-12)
    assert said("compare", "toy", "greedy", "expected")["p_win"] == pytest.approx(pair.win, rel=1e-12)
    totals = yz.distribution("toy", "greedy", tmp_path)
    assert said("distribution", "toy", "--strategy", "greedy", *none)["mean"] == totals.mean
    advice = yz.advise(POSITION, "toy", to_come=20, results=tmp_path)
    found = said("advise", "toy", POSITION, "--to-come", "20", *none)
    assert found["actions"][0]["value"] == advice.best.value  # type: ignore[index]
    log = tmp_path / "game.log"
    log.write_text("dice 1 1 3 | rerolls 2 => keep 1 1\n", encoding="utf-8")
    review = yz.review(log.read_text("utf-8"), "toy", tmp_path)
    assert said("review", "toy", str(log), *none)["loss"] == pytest.approx(review.loss, abs=1e-12)
    (tmp_path / "logs").mkdir()
    log.rename(tmp_path / "logs" / log.name)
    record = yz.review_folder(tmp_path / "logs", "toy", tmp_path)
    kinds = said("review", "toy", str(tmp_path / "logs"), *none)["kinds"]
    assert kinds[0]["mean_loss"] == record.kinds[0].mean_loss  # type: ignore[index]
    path = tmp_path / "card.yaml"
    path.write_text(CARD, encoding="utf-8")
    worth = yz.card("toy", path)
    found = said("card", "toy", "--card-file", str(path))
    assert (found["mean"], found["lines"][0]["cost"]) == (worth.mean, worth.costs[0])  # type: ignore[index]
    assert repr(worth).startswith("<CardWorth toy: ") and "Keep all 4s" in worth._repr_html_()
    played = yz.simulate("greedy", "toy", games=100, seed=3)
    assert said("simulate", "toy", "greedy", "--games", "100", "--seed", "3")["least"] == played.totals.min()
    exported = yz.export("toy", tmp_path / "set", 30, seed=2, strategy="greedy", shard_size=20)
    drawn = ("--positions", "30", "--seed", "2", "--strategy", "greedy", "--shard-size", "20")
    found = said("export", "toy", str(tmp_path / "set"), *drawn)
    assert (found["shards"], found["kept"]) == (exported.manifest["shards"], 2)
    judged = yz.estimate("greedy", "toy", games=100, seed=3, against="expected")
    found = said(*["estimate", "toy", "greedy", "--games", "100", "--seed", "3", "--against", "expected"])
    assert (found["mean"], found["factor"]) == (judged.mean, judged.factor)
    assert judged.opponent is not None and found["opponent"]["win"] == judged.opponent.win  # type: ignore[index]
    with pytest.raises(yz.UserError, match="1 games; expected 2 or more"):
        yz.estimate("greedy", "toy", games=1)
    assert said("value", "toy")["mean"] == yz.solve_expected(yz.load_game("toy")).start_value


def test_ones_own_strategy_is_judged_as_it_is() -> None:
    """A function, a class and an object, as those of a file."""
    careful, most = (runpy.run_path(str(PROJECT / f"docs/{name}.py")) for name in ("careful", "most"))
    pairs = [
        (yz.evaluate(most["Most"], "toy"), "most.py:Most"),
        (yz.evaluate(most["Most"](), "toy"), "most.py:Most"),
    ]
    for found, name in pairs:
        told = yz.evaluate(f"{PROJECT}/docs/{name}", "toy")
        assert (found.mean, found.sd) == (told.mean, told.sd)
    assert yz.compare(most["Most"], "greedy", "toy").mean[0] == pytest.approx(pairs[0][0].mean, rel=1e-12)
    assert len(yz.simulate(most["Most"](), "toy", games=20).totals) == 20
    with pytest.raises(yz.UserError, match="strategy int: int; expected a function, a method act"):
        yz.evaluate(3, "toy")
    with pytest.raises(yz.UserError, match="strategy careful: "):
        yz.evaluate(careful["careful"], "toy")  # it was written for thirteen categories


def test_many_positions_as_arrow() -> None:
    table = yz.advise_many([POSITION, "dice 1 2 3 | rerolls 2"], "toy", Path("nowhere"))
    assert table.column_names == ["position", "best", "value", "runner_up", "loss"]
    for row in table.to_pylist():
        advice = yz.advise(row["position"], "toy", results=Path("nowhere"))
        assert (row["best"], row["value"]) == (advice.best.text, pytest.approx(advice.best.value, rel=1e-12))
    assert yz.position(POSITION, "toy").points == 4


class Tags(HTMLParser):
    """The tags of a piece of HTML, each closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_objects_show_themselves(tmp_path: Path) -> None:
    """In one line, and as a table in a notebook."""
    toy = yz.load_game("toy")
    advice = yz.advise(POSITION, "toy", results=tmp_path)
    review = yz.review("dice 1 1 3 | rerolls 2 => keep 1 1\n", "toy", tmp_path)
    write_results([toy], tmp_path)
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.log").write_text("dice 1 1 3 | rerolls 2 => keep 1 1\n", encoding="utf-8")
    with yz.open_results(tmp_path) as results:
        shown = [
            *(yz.solve_expected(toy), yz.solve_maxprob(toy), yz.distribution("toy", "greedy", tmp_path)),
            *(yz.evaluate("greedy", "toy"), yz.compare("greedy", "expected", "toy")),
            *(yz.simulate("greedy", "toy", games=10), advice, review, results),
            *(yz.layout("toy"), yz.labelled("toy", 10)),
            *(yz.estimate("greedy", "toy", games=10), yz.review_folder(logs, "toy", tmp_path)),
        ]
        lines = [repr(one) for one in shown]
        assert all(line.startswith("<") and line.endswith(">") and len(line) < 120 for line in lines), lines
        for one in shown:
            if not hasattr(one, "_repr_html_"):
                continue
            assert Tags(one._repr_html_()).seen.count("tr") > 1


def test_results(tmp_path: Path) -> None:
    with pytest.raises(yz.UserError, match="no such file"):
        yz.open_results(tmp_path)
    write_results([yz.load_game("toy")], tmp_path)
    with yz.open_results(str(tmp_path)) as results:
        assert {"expected", "games"} <= set(results.tables) and results.left_out == []
        table = results.table("expected", "toy")
        assert (
            len(table) == 1080 and results.query("SELECT count(*) AS n FROM expected")["n"][0].as_py() == 1080
        )
        sql = "SELECT filled, value FROM expected WHERE filled = 0"
        for library in ("pandas", "polars"):
            if importlib.util.find_spec(library):
                assert getattr(results, library)(sql)["value"][0] == results.query(sql)["value"][0].as_py()
            else:
                with pytest.raises(yz.UserError, match=f"{library} is missing; expected it: pip install"):
                    getattr(results, library)(sql)
        with pytest.raises(yz.UserError, match="no table nothing; expected one of "):
            results.table("nothing")
        with pytest.raises(yz.UserError, match="no game yatzy in expected; expected one of toy"):
            results.table("expected", "yatzy")
