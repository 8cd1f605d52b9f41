"""Files of positions: the answers are those of the advisor one by one, in every format, in their order."""

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
from helpers import TOYS, advisor, arena, builtin_states, some_positions, write
from lanes import slow_ones
from printed_positions import advised_positions, position_of

from yahtzee_core.advice.advice import Advice
from yahtzee_core.advice.batch import advise_file, advise_positions
from yahtzee_core.advice.notation import as_json, format_line, format_words
from yahtzee_core.errors import UserError
from yahtzee_core.policies import action_values
from yahtzee_core.turn.positions import Action, Position, format_action, state_of
from yahtzee_core.turn.transitions import BLOCK

KINDS = [".csv", ".jsonl", ".parquet"]
Row = dict[str, Any]


def check(advice: Advice, row: Row, action: Action | None = None) -> None:
    """A row has what the advisor says."""
    assert row["best"] == advice.best.text
    assert row["value"] == pytest.approx(advice.best.value, rel=1e-12, abs=1e-12)
    others = [option for option in advice.actions if not option.is_best]
    if others:
        (second,) = [option for option in advice.actions if option.text == row["runner_up"]]
        assert not second.is_best and second.loss == pytest.approx(others[0].loss, abs=1e-11)
    else:
        assert row["runner_up"] is None
    lost = others[0].loss if others else 0.0
    if action is not None:
        (lost,) = [option.loss for option in advice.actions if option.action == action]
    assert row["loss"] == pytest.approx(lost, abs=1e-11)


def rows_of(columns: dict[str, list[Any]]) -> list[Row]:
    """Columns as rows."""
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


# Against the advisor


@pytest.mark.parametrize("name", slow_ones([*TOYS, "toy", "yahtzee", "kniffel"], "kniffel"))
def test_answers_are_those_of_the_advisor(name: str) -> None:
    """One by one, in the order of the positions."""
    positions = some_positions(name, 60)
    found = rows_of(advise_positions(advisor(name).arena, positions))
    assert len(found) == 60
    for position, row in zip(positions, found, strict=True):
        check(advisor(name).expected(position), row)


@pytest.mark.parametrize("name", ["joker-forced", "coins", "plain", "toy", "yahtzee"])
def test_the_loss_of_an_action(name: str) -> None:
    positions, random = some_positions(name, 60, seed=1), Random(2)
    advice = [advisor(name).expected(position) for position in positions]
    taken = [random.choice(one.actions).action for one in advice]
    found = rows_of(advise_positions(advisor(name).arena, positions, taken))
    for one, action, row in zip(advice, taken, found, strict=True):
        check(one, row, action)
    assert any(row["loss"] > 0.1 for row in found)


@pytest.mark.parametrize("row", advised_positions())
def test_printed_positions(row: dict[str, str]) -> None:
    (found,) = rows_of(advise_positions(arena(row["game"]), [position_of(row)]))
    assert (found["best"], f"{found['value']:.5f}") == (row["best"], row["value"])


def test_the_second_is_not_tied_with_the_best() -> None:
    """The last Yahtzee: single dice are tied with nothing, two dice are worse."""
    states = builtin_states("yahtzee")
    filled = states.game.full & ~states.game.mask(["yahtzee"])
    position = Position(filled, 63, False, (1, 2, 3, 4, 5), 2)
    (row,) = rows_of(advise_positions(arena("yahtzee"), [position]))
    assert len(row["runner_up"].split()) == 3 and row["loss"] > 0.1
    (none,) = rows_of(advise_positions(arena("yahtzee"), [Position(filled, 63, False, (1, 2, 3, 4, 5), 0)]))
    assert none == {"best": "score yahtzee", "value": 0.0, "runner_up": None, "loss": 0.0}


def test_no_positions() -> None:
    assert advise_positions(arena("toy"), []) == {"best": [], "value": [], "runner_up": [], "loss": []}


# The work


class Counting:
    """A kernel that counts the blocks that it works."""

    def __init__(self, kernel: Any) -> None:
        self.kernel, self.blocks, self.calls = kernel, 0, 0

    def actions(self, masks: Any, *rest: Any) -> None:
        self.calls, self.blocks = self.calls + 1, self.blocks + len(masks)
        self.kernel.actions(masks, *rest)


def test_positions_of_one_block_are_worked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever their dice: a thousand positions of the start are one block of lanes."""
    ready, random = arena("yahtzee"), Random(0)
    counting = Counting(ready.kernel)
    monkeypatch.setattr(ready, "kernel", counting)
    dice = [tuple(sorted(random.choices(range(1, 7), k=5))) for _ in range(1000)]
    positions = [Position(0, 0, False, one, i % 3) for i, one in enumerate(dice)]
    found = rows_of(advise_positions(ready, positions))
    assert (counting.calls, counting.blocks) == (1, 1)
    again = rows_of(advise_positions(ready, positions[500:] + positions[:500]))
    assert found == again[500:] + again[:500]


@pytest.mark.parametrize("blocks", [1, 3, 7])
def test_the_number_of_blocks_held_changes_nothing(monkeypatch: pytest.MonkeyPatch, blocks: int) -> None:
    positions = some_positions("toy", 50, seed=3)
    before = advise_positions(arena("toy"), positions)
    counting = Counting(arena("toy").kernel)
    monkeypatch.setattr(arena("toy"), "kernel", counting)
    monkeypatch.setattr(action_values, "BLOCKS", blocks)
    assert advise_positions(arena("toy"), positions) == before
    assert counting.calls == -(-counting.blocks // blocks) > 1
    states = builtin_states("toy")
    lanes = [states.index(state_of(states, p)) - states.offset[p.filled] for p in positions]
    assert counting.blocks == len({(p.filled, lane // BLOCK) for p, lane in zip(positions, lanes)})


# Files


def read(path: Path) -> list[Row]:
    """The rows of an answer, numbers as numbers, nothing as None."""
    if path.suffix == ".parquet":
        rows: list[Row] = pq.read_table(path).to_pylist()
        return rows
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row |= {key: float(row[key]) for key in ("value", "loss")}
        row["runner_up"] = row["runner_up"] or None
    return rows


def in_every_notation(positions: list[Position]) -> list[str]:
    """Positions of toy as words, line or JSON."""
    game = builtin_states("toy").game
    write_one = [format_words, format_line, lambda game, position: json.dumps(as_json(game, position))]
    return [write_one[i % 3](game, position) for i, position in enumerate(positions)]


@pytest.mark.parametrize("out", KINDS)
@pytest.mark.parametrize("given", KINDS)
def test_every_format_in_and_out(tmp_path: Path, given: str, out: str) -> None:
    """Other columns stay as they are, before the answers."""
    positions = some_positions("toy", 20, seed=4)
    texts = in_every_notation(positions)
    names = [f"a, {i}" for i in range(20)]
    path = write(tmp_path / f"in{given}", {"name": names, "position": texts})
    assert advise_file(arena("toy"), path, tmp_path / "new" / f"out{out}") == 20
    found = read(tmp_path / "new" / f"out{out}")
    assert all(list(row) == ["name", "position", "best", "value", "runner_up", "loss"] for row in found)
    assert [row["name"] for row in found] == names and [row["position"] for row in found] == texts
    for position, row in zip(positions, found, strict=True):
        check(advisor("toy").expected(position), row)
    assert [p.name for p in (tmp_path / "new").iterdir()] == [f"out{out}"]


@pytest.mark.parametrize("kind", KINDS)
def test_actions_in_a_file(tmp_path: Path, kind: str) -> None:
    positions, random = some_positions("toy", 20, seed=5), Random(6)
    advice = [advisor("toy").expected(position) for position in positions]
    taken = [random.choice(one.actions).action for one in advice]
    game = builtin_states("toy").game
    columns = {
        "position": in_every_notation(positions),
        "action": [format_action(game, action) for action in taken],
    }
    advise_file(arena("toy"), write(tmp_path / f"in{kind}", columns), tmp_path / f"out{kind}")
    for one, action, row in zip(advice, taken, read(tmp_path / f"out{kind}"), strict=True):
        check(one, row, action)


# Errors

GOOD = "dice 112 | rerolls 2"


def message_of(path: Path, out: Path) -> str:
    """The error for a file; nothing is written."""
    with pytest.raises(UserError) as caught:
        advise_file(arena("toy"), path, out)
    assert not out.exists() and "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("dice 115 | rerolls 2", "game toy: dice 1 1 5; expected 3 dice with faces 1 to 4"),
        ("rerolls 1", "position: no part 'dice'; expected it"),
        ("", "position: 0 words; expected 3 dice, 13 words (marks"),
    ],
)
def test_a_bad_position_names_file_and_row(tmp_path: Path, kind: str, bad: str, message: str) -> None:
    columns = {"name": ["a", "b", "c"], "position": [GOOD, GOOD, bad]}
    path = write(tmp_path / f"in{kind}", columns)
    assert message_of(path, tmp_path / "out.csv").startswith(f"{path}: row 3: {message}")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("hold 1 1", "action: 'hold 1 1'; expected keep and dice (or -)"),
        ("score sixes", "game toy: no category 'sixes'; expected one of"),
    ],
)
def test_a_bad_action_names_file_and_row(tmp_path: Path, kind: str, bad: str, message: str) -> None:
    path = write(tmp_path / f"in{kind}", {"position": [GOOD, GOOD], "action": ["keep 1 1", bad]})
    assert message_of(path, tmp_path / "out.csv").startswith(f"{path}: row 2: {message}")


@pytest.mark.parametrize(
    ("position", "bad"),
    [
        (GOOD, "keep 1 1 1"),
        (GOOD, "keep 9"),
        (GOOD, "keep 2 2"),
        ("dice 112 | rerolls 0", "keep 1 1"),
        ("dice 112 | rerolls 0 | filled ones", "score ones"),
    ],
)
def test_an_impossible_action_names_file_and_row(tmp_path: Path, position: str, bad: str) -> None:
    columns = {"position": [GOOD, position], "action": ["keep 1 1", bad]}
    path = write(tmp_path / "in.csv", columns)
    message = message_of(path, tmp_path / "out.csv")
    assert message.startswith(f"{path}: row 2: {bad}") and "not possible" in message


@pytest.mark.parametrize("name", ["out", "out.txt", "out.csv.gz"])
def test_an_unknown_suffix(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "in.csv", {"position": [GOOD]})
    out = tmp_path / name
    assert message_of(path, out) == f"{out}: expected a name that ends in .csv, .jsonl, .parquet"


def test_no_column_of_positions(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", {"name": ["a"], "dice": [112]})
    expected = f"{path}: no column 'position'; expected one, beside name, dice"
    assert message_of(path, tmp_path / "out.csv") == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read(tmp_path: Path, kind: str) -> None:
    missing, broken = tmp_path / f"none{kind}", tmp_path / f"broken{kind}"
    broken.write_bytes(b'"position\n{"\xff\x00')
    for path in (missing, broken):
        message = message_of(path, tmp_path / "out.csv")
        assert message.startswith(f"{path}: ") and "position" in message


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", {"position": [GOOD]})
    (tmp_path / "file").write_text("no folder")
    message = message_of(path, tmp_path / "file" / "out.csv")
    assert message.startswith(str(tmp_path / "file" / "out.csv"))


def test_the_answer_may_take_the_place_of_the_question(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", {"position": [GOOD]})
    advise_file(arena("toy"), path, path)
    assert [row["best"] for row in read(path)] == ["keep 1 1"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_that_is_there_already(tmp_path: Path, kind: str) -> None:
    """Answers of an earlier run are not written beside the new ones under the same name."""
    path = write(tmp_path / f"in{kind}", {"position": [GOOD], "best": ["keep -"]})
    message = message_of(path, tmp_path / "out.csv")
    assert message.startswith(f"{path}: ") and "best" in message
