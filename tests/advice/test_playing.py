"""A game that is played: the same dice for a seed, undo, errors that change nothing, the log, the command."""

import io
from pathlib import Path
from random import Random

import pytest
from helpers import builtin_states, solved
from lanes import slow_but

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.notation import parse_action, parse_position
from yahtzee_core.advice.playing import Playing
from yahtzee_core.advice.review import grade_of, review_text
from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.turn.positions import Action


def begun(seed: int, game: str = "yahtzee") -> Playing:
    """A game at its start; the table is solved once."""
    table = solved(game)
    advisor = Advisor(table.game, Path("no-results"))
    advisor._arena = Arena(table.game, table)
    return Playing(advisor, seed)


def play_on(playing: Playing, random: Random) -> Playing:
    """The same game, played at random to its end."""
    while not playing.done:
        options = playing.advisor.expected(playing.position).actions
        playing.act(random.choice(options).action)
    return playing


@pytest.mark.parametrize("game", slow_but(["yahtzee", "crag"], "crag"))
def test_a_game_at_random_has_the_points_of_its_log(game: str) -> None:
    playing = play_on(begun(7, game), Random(1))
    found = review_text(playing.advisor, playing.log_text())
    assert found.score == playing.now.game.points and found.level == "full"
    sheet = sum(points or 0 for points in playing.now.game.sheet)
    bonuses = playing.now.game.points - sheet
    assert bonuses >= 0 and bonuses % 5 == 0
    assert playing.log_text().endswith(f"final {found.score}\n")


@pytest.mark.slow
def test_a_seed_brings_the_same_dice() -> None:
    logs = [play_on(begun(seed), Random(2)).log_text() for seed in (3, 3, 4)]
    assert logs[0] == logs[1] != logs[2]


def test_undo_takes_back_the_dice_too() -> None:
    playing = begun(5)
    seen = [playing.now]
    for _ in range(2):
        playing.act(Action(keep=playing.now.dice[:1]))
        seen.append(playing.now)
    after = playing.now
    playing.undo()
    assert playing.now == seen[1] and len(playing.log) == 1
    playing.act(Action(keep=playing.now.dice[:1]))
    assert playing.now == after
    for _ in range(2):
        playing.undo()
    assert playing.now == seen[0] and playing.log == []
    with pytest.raises(UserError, match="no move yet"):
        playing.undo()


def test_real_dice_take_the_place_of_those_thrown() -> None:
    """With the kept dice among them; what is said of them is read back from the log."""
    playing = begun(5)
    playing.put((6, 1, 3, 5, 3))
    assert playing.now.dice == (1, 3, 3, 5, 6)
    playing.act(Action(keep=(3, 3)))
    for wrong, reason in [((1, 2, 3, 4, 5), "the kept 3 3 among them"), ((3, 3, 1), "5 dice")]:
        with pytest.raises(UserError, match=reason):
            playing.put(wrong)
    playing.put((3, 3, 3, 1, 1))
    playing.act(parse_action("score full_house", playing.advisor.game))
    assert playing.log[0].startswith("dice 1 3 3 5 6 | rerolls 2") and playing.now.game.points == 25


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str, *script: str) -> str:
    """What a game says to a script."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in script)))
    assert main(["play", game, "--seed", "5"]) == 0
    return capsys.readouterr().out


def test_a_move_is_judged_and_the_sheet_says_what_the_dice_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = told(monkeypatch, capsys, "crag", "dice 6 6 1", "sheet", "score ones", "sheet", "dice 1 2", "quit")
    best = begun(5, "crag").advisor.expected(parse_position("dice 1 6 6 | rerolls 1", builtin_states("crag")))
    loss = next(o.loss for o in best.actions if o.text == "score ones")
    assert f"{grade_of(loss)}: {loss:.2f} points lost; the best was to {best.best.text}" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["crag", "-", "50"] in rows and ["ones", "-", "1"] in rows and ["ones", "1", "-"] in rows
    assert "expected 3 dice" in out and max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "reason"),
    [("keep 1 1 1 1 1", "the dice are"), ("score twos", "it is filled"), ("keep -", "no rerolls left")],
)
def test_what_is_not_possible_changes_nothing(words: str, reason: str) -> None:
    playing = begun(6)
    playing.act(parse_action("score twos", playing.advisor.game))
    if words == "keep -":
        for _ in range(2):
            playing.act(Action(keep=()))
    before, log = playing.now, list(playing.log)
    with pytest.raises(UserError, match=reason):
        playing.act(parse_action(words, playing.advisor.game))
    assert (playing.now, playing.log) == (before, log)


def test_the_command_plays_from_a_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the letters, with advice, a mistake and undo; every line fits 80 columns; the log is reviewed."""
    categories = [c.id for c in solved("crag").game.categories]
    script = ["help", "advice", "-", "u", "k -", "nonsense", "", "sheet"]
    script += [f"score {category}" for category in categories]
    (tmp_path / "script").write_text("\n".join(script) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with open("script", encoding="utf-8") as commands:
        monkeypatch.setattr("sys.stdin", commands)
        assert main(["play", "crag", "--seed", "9", "--log", "game.log"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "crag, seed 9" in out and "'nonsense'; expected keep" in out and "every move:" in out
    assert main(["review", "crag", "game.log"]) == 0
    reviewed = capsys.readouterr().out
    assert reviewed.splitlines()[0] in out


def test_quit_leaves_a_log_without_a_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script").write_text("keep -\nquit\n", encoding="utf-8")
    with open(tmp_path / "script", encoding="utf-8") as commands:
        monkeypatch.setattr("sys.stdin", commands)
        assert main(["play", "crag", "--seed", "1", "--log", str(tmp_path / "game.log")]) == 0
    (line,) = (tmp_path / "game.log").read_text(encoding="utf-8").splitlines()
    assert line.endswith("=> keep -") and "every move" not in capsys.readouterr().out


def test_a_log_that_cannot_be_written_is_told_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "crag", "--seed", "1", "--log", "/proc/nowhere/game.log"]) == 2
    out, error = capsys.readouterr()
    assert error.startswith("error: /proc/nowhere/game.log: ") and "turn 1" not in out
