"""House rules by hand: files to begin from, and what a game file means before it is solved."""

from pathlib import Path

import pytest
import yaml
from helpers import parse
from toy_games import IN_ORDER, SEVERAL_BONUSES, TOY_GAMES, Raw
from variants_of_games import saving, with_first_roll

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import all_games, load_game, parse_game
from yahtzee_core.game.new import new_game_text
from yahtzee_core.runs.catalogue import expected_seconds
from yahtzee_core.runs.preview import cost_lines, sample_scores
from yahtzee_core.turn.states import States

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("base", all_games())
def test_a_new_game_has_the_rules_of_its_base(base: str) -> None:
    """The same values, so the same fingerprint; another name."""
    text = new_game_text("my-game", base)
    made = parse_game(text, "my-game.yaml")
    assert (made.id, made.title) == ("my-game", "My Game")
    assert made.fingerprint == load_game(base).fingerprint
    assert all(len(line) <= 110 for line in text.splitlines() if line.startswith("#"))


def test_the_comments_name_every_key() -> None:
    comments = [line for line in new_game_text("my-game", "yahtzee").splitlines() if line.startswith("#")]
    keys = {line[1:].strip().partition(":")[0] for line in comments}
    wanted = {
        "dice",
        "rolls",
        "order",
        "saved_rolls",
        "colours",
        "upper",
        "further",
        "joker",
        "first_roll",
        "groups",
    }
    assert wanted <= keys


def test_new_writes_a_file_once(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["games", "new", "my-game", "--like", "toy"]) == 0
    assert (
        capsys.readouterr().out == "my-game.yaml: written, from toy; next: yahtzee games check my-game.yaml\n"
    )
    assert load_game(tmp_path / "my-game.yaml").fingerprint == load_game("toy").fingerprint
    assert main(["games", "new", "my-game"]) == 2
    assert capsys.readouterr().err == (
        "error: my-game.yaml: File exists; expected a new file that can be written\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new"], "games new: nothing more given; expected a name for the new game"),
        (["check"], "games check: nothing more given; expected a game file"),
        (["new", "My Game"], "My Game.yaml: id: 'My Game'"),
        (["new", "my-game", "--like", "nope"], "no game 'nope'; expected one of crag, "),
        (["toy", "yacht"], "games: 'yacht' after toy; expected one game, or new, or check"),
        (["check", "nope.yaml"], "nope.yaml: No such file or directory; expected a game file in YAML"),
        (["check", "balut"], "game balut: 25,733,205,000 states at least"),
    ],
)
def test_errors(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["games", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")
    assert not list(tmp_path.iterdir())


def test_check_of_a_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        yaml.safe_dump(with_first_roll(TOY_GAMES["upper-bonus"]), sort_keys=False), encoding="utf-8"
    )
    assert main(["games", "check", str(path)]) == 0
    text = capsys.readouterr().out
    states = len(States(load_game(path)))
    for line in [
        "2 dice of 3 faces, 2 rolls a turn",
        "chance         Chance  sum of all dice (first roll: 7 more)",
        "    3 3: face_3 6, chance 6 (first roll 13)",
        f"{states} states between turns",
    ]:
        assert line in text.splitlines()
    assert "maxprob" not in text


@pytest.mark.parametrize(
    "raw", [*TOY_GAMES.values(), IN_ORDER, *SEVERAL_BONUSES.values()], ids=lambda raw: str(raw["id"])
)
def test_samples_score_what_the_patterns_say(raw: Raw) -> None:
    game = parse(raw)
    found = sample_scores(game)
    assert 0 < len(found) <= 8 and len({dice for dice, _ in found}) == len(found)
    for dice, scores in found:
        counts = [dice.split().count(str(face)) for face in range(1, game.faces + 1)]
        scored = dict(part.split(" ", 1) for part in scores.split(", ")) if scores != "nothing" else {}
        for category in game.categories:
            points = category.pattern.points(counts)
            joker = game.joker == "always" and max(counts) == game.dice
            if not (joker and game.index(category.id) in game.joker_scores):
                assert int(scored.get(category.id, "0").split()[0]) == points


def test_costs_follow_the_size() -> None:
    toy, saved = (
        cost_lines(parse(raw)) for raw in (TOY_GAMES["upper-bonus"], saving(TOY_GAMES["upper-bonus"]))
    )
    assert toy[2].startswith("maxprob: ") and len(saved) == 2
    assert "states with each number of saved rolls" in saved[0]
    names = ("yacht", "yahtzee", "yatzy", "maxi-yatzy", "maxi-yatzy-saved")
    seconds = [expected_seconds(States(load_game(name))) for name in names]
    assert seconds == sorted(seconds)
    assert cost_lines(load_game("yahtzee"))[2].startswith("maxprob: 183,392,672 numbers, about ")


def test_a_name_that_is_no_id() -> None:
    with pytest.raises(UserError, match=r"Mine\.yaml: id: 'Mine'"):
        new_game_text("Mine", "yahtzee")
