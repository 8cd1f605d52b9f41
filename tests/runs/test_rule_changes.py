"""What a rule is worth: the changes that a game has, their values, the table and its figure."""

import json
from pathlib import Path

import matplotlib as mpl
import pytest
import yaml
from brute_force import START, BruteForce
from commands import Capture, printed
from helpers import PROJECT, parse, solved
from toy_games import IN_ORDER, TOY_GAMES, game, lower

from yahtzee_core.game.load import load_game
from yahtzee_core.report.figures.drawing import draw_figure
from yahtzee_core.report.figures.rules import signed
from yahtzee_core.runs.catalogue import entry
from yahtzee_core.runs.facts import game_row
from yahtzee_core.runs.rule_changes import changes, rule_change_rows
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import read_table, write_table
from yahtzee_core.turn.states import States

TOY = parse(TOY_GAMES["joker-free"])
RAW = TOY_GAMES["joker-free"]
BY_HAND = {
    "as-it-is": RAW,
    "no-upper-bonus": {key: value for key, value in RAW.items() if key != "upper"},
    "upper-bonus-from-5": {**RAW, "upper": {"threshold": 5, "bonus": 10}},
    "upper-bonus-from-15": {**RAW, "upper": {"threshold": 15, "bonus": 10}},
    "no-yahtzee-bonus": {**RAW, "yahtzee": {"category": "yahtzee"}},
    "no-joker": {key: value for key, value in RAW.items() if key != "joker"},
    "joker-forced": {**RAW, "joker": {**RAW["joker"], "placement": "forced"}},
    "joker-always": {**RAW, "joker": {**RAW["joker"], "placement": "always"}},
    "one-roll-less": {**RAW, "rolls": 2},
    "one-roll-more": {**RAW, "rolls": 4},
    "saved-rolls": {**RAW, "saved_rolls": True},
    "one-die-more": {**RAW, "dice": 4},
    "in-order": {**RAW, "order": "down"},
}


def test_the_changes_of_a_toy_game_are_those_of_game_files() -> None:
    """Each change is the game that a file with that rule makes."""
    found = {change.id: change.game for change in changes(TOY)}
    assert list(found) == list(BY_HAND)
    for name, raw in BY_HAND.items():
        assert found[name] == parse(raw), name
    assert len({game.fingerprint for game in found.values()}) == len(found)


SAVED = game("saved", 2, 3, 3, [lower("chance", score="all"), lower("pair", groups=[2], score=7)])


@pytest.mark.parametrize("saved", [False, True])
def test_states_are_counted_alike(saved: bool, tmp_path: Path, capsys: Capture) -> None:
    """In both tables and by the command: for each number of saved rolls, two a turn at most."""
    raw = SAVED | ({"saved_rolls": True} if saved else {})
    path = tmp_path / "saved.yaml"
    path.write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
    turns = [0, 1, 1, 2]
    by_hand = sum(1 + 2 * n * saved for n in turns)
    assert game_row(States(parse(raw)))["states"].to_pylist() == [by_hand]
    rows = rule_change_rows(parse(raw)).to_pylist()
    assert [row["states"] for row in rows if row["change"] == "as-it-is"] == [by_hand]
    assert json.loads(printed(capsys, "value", str(path), "--json"))["states"] == by_hand
    assert entry(parse(raw)).states == by_hand


@pytest.mark.slow
def test_values_of_a_toy_game() -> None:
    rows = {row["change"]: row for row in rule_change_rows(TOY).to_pylist()}
    base = solve_expected(TOY).start_value
    for name, row in rows.items():
        assert row["difference"] == row["expected"] - base
        if name not in ("saved-rolls", "one-die-more", "one-roll-more"):
            assert row["expected"] == pytest.approx(float(BruteForce(BY_HAND[name]).value(START)), rel=1e-12)
    assert rows["as-it-is"]["difference"] == 0
    assert rows["no-upper-bonus"]["difference"] < 0 < rows["saved-rolls"]["difference"]


@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("yahtzee", {"one-die-less", "joker-free"}),
        ("yatzy", {"no-yahtzee-bonus", "no-joker", "saved-rolls", "one-die-less"}),
        ("crag", {"no-upper-bonus", "one-die-less"}),
        ("maxi-yatzy-saved", {"saved-rolls"}),
        ("kismet", {"no-upper-bonus"}),
    ],
)
def test_only_what_makes_sense(name: str, absent: set[str]) -> None:
    found = {change.id for change in changes(load_game(name))}
    assert not found & absent
    assert {"as-it-is", "one-roll-more", "one-die-more"} <= found


def test_a_game_in_order_stays_in_order() -> None:
    found = changes(parse(IN_ORDER))
    assert "in-order" not in [change.id for change in found]
    assert "joker-forced" not in [change.id for change in found]


@pytest.mark.slow
def test_changes_that_are_games_of_their_own() -> None:
    by_id = {change.id: change.game for change in changes(load_game("yahtzee"))}
    for name, other in (("no-joker", "yahtzee-no-joker"), ("joker-forced", "yahtzee-forced")):
        assert solve_expected(by_id[name]).start_value == solved(other).start_value


def test_one_die_less_where_every_pattern_can_do_without_it() -> None:
    found = {change.id: change.game for change in changes(parse({**TOY_GAMES["plain"], "dice": 3}))}
    assert found["one-die-less"] == parse(TOY_GAMES["plain"])


@pytest.mark.slow
def test_the_page_is_up_to_date(default_run: Path) -> None:
    """docs/games.md has the differences of yahtzee and yatzy, as the default run finds them."""
    text = (PROJECT / "docs" / "games.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    printed = {row[0]: row[1:] for row in rows if len(row) == 5 and row[2][1:2].isdigit()}
    seen = set()
    for first, name in ((0, "yahtzee"), (2, "yatzy")):
        made_of = provenance(load_game(name), "rule_changes")
        path = default_run / f"results/{name}/rule_changes.parquet"
        for row in read_table(path, "rule_changes", made_of).to_pylist():
            expected = [f"{row['expected']:.4f}", f"{row['difference']:+.4f}"]
            assert printed[row["words"]][first : first + 2] == expected
            seen.add(row["words"])
    assert seen == set(printed)


def test_the_table_and_its_figure(tmp_path: Path) -> None:
    path, made_of = tmp_path / "rule_changes.parquet", provenance(TOY, "rule_changes")
    write_table(rule_change_rows(TOY), path, "rule_changes", made_of)
    assert len(read_table(path, "rule_changes", made_of)) == len(BY_HAND)
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw_figure("rule_changes", TOY.id, {"rule_changes": path}, tmp_path / "rule_changes")
    text = (tmp_path / "rule_changes.svg").read_text(encoding="utf-8")
    for words in ("no upper bonus", "joker always", "joker-free: what a rule is worth", "points added"):
        assert words in text
    assert (tmp_path / "rule_changes.png").stat().st_size > 10_000


def test_differences_are_never_shown_as_nothing() -> None:
    """Not -0.00 for a rule that costs 0.0019."""
    shown = [signed(value) for value in (124.3, -0.0019, 0.004, 0.0, -1.5, 0.0051)]
    assert shown == ["+124.30", "\N{MINUS SIGN}0.002", "+0.004", "+0.00", "\N{MINUS SIGN}1.50", "+0.01"]
