"""`yahtzee advise` and `yahtzee review`: text, JSON, standard input, files, pages, and errors in one line."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from commands import ABOUT, COLUMNS, Capture, error_of, printed, run, spawn
from helpers import advisor, builtin_states, write
from lanes import slow_but
from made_results import write_maxprob
from played import GAME, Reader, optimally, play, random_game, reviewed
from toy_games import TOY_GAMES

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.as_json import QUANTILES, advice_json, review_json
from yahtzee_core.advice.gains import PartOfWhy
from yahtzee_core.advice.notation import format_line, format_words, parse_position
from yahtzee_core.advice.review import review_text
from yahtzee_core.advice.why import Why
from yahtzee_core.game.load import all_games, load_game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.turn.positions import Position, format_action

WORDS = "dice 112 | rerolls 2 | filled ones fours | upper 9 | points 9"
TOY = ["toy"]


def asked(capsys: Capture, tmp_path: Path, *arguments: str) -> str:
    """What the command prints; nothing is stored."""
    return printed(capsys, *arguments, "--results", str(tmp_path / "none"))


def position(text: str = WORDS) -> Position:
    """A position of toy."""
    return parse_position(text, builtin_states("toy"))


# One position


def test_advice_in_words(capsys: Capture, tmp_path: Path) -> None:
    """The ten best actions with their values, as the advisor has them."""
    lines = asked(capsys, tmp_path, "advise", *TOY, WORDS).splitlines()
    advice = advisor("toy").expected(position())
    assert lines[0] == f"toy (free joker): expected points to come; {advice.closeness}"
    assert lines[1] == "dice 1 1 2 | rerolls 2 | upper 9 | filled ones fours | chip no | points 9"
    assert lines[3].split() == ["action", "value", "loss", "now", "upper", "bonus", "yahtzee"]
    assert len(lines) == 4 + 10 + 1 and lines[-1] == f"and {len(advice.actions) - 10} more (--all)"
    for line, option in zip(lines[4:14], advice.actions):
        assert line.startswith(option.text) and f"{option.value:.5f}" in line
        assert f"{option.upper_bonus:.5f}" in line and f"{option.yahtzee:.5f}" in line


@pytest.mark.parametrize("more", [(), ("--why",), ("--target", "20"), ("--opponent", "points 1")])
def test_a_bad_position_is_refused_before_anything_is_solved(
    more: tuple[str, ...], capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_core.advice.answers.solve_expected", None)
    error = error_of(capsys, "advise", *TOY, "dice 1 1 7", *more, "--results", str(tmp_path / "none"))
    assert "7" in error and "expected" in error


def test_an_exact_duel_needs_no_expected_score(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_core.advice.answers.solve_expected", None)
    everything = load_game("toy").categories
    others = f"filled {' '.join(c.id for c in everything)} | upper 9 | points 30"
    text = f"dice 1 1 2 | rerolls 0 | filled {' '.join(c.id for c in everything[1:])} | upper 8 | points 28"
    assert "probability to win" in asked(capsys, tmp_path, "advise", *TOY, text, "--opponent", others)


def rows_of(lines: list[str], reasons: tuple[Why, ...], number: int) -> Iterator[tuple[PartOfWhy, list[str]]]:
    """The parts of the last of so many reasons, and the cells of their rows; all words are there."""
    assert max(map(len, lines)) <= COLUMNS and len(reasons) == number
    text = " ".join(" ".join(lines).split())
    assert all(" ".join(why.sentences) in text for why in reasons)
    last = reasons[-1].parts
    for part, line in zip(last, lines[-len(last) :], strict=True):
        name, *cells = line.split()
        assert name == part.part
        yield part, cells


def test_why_in_words(capsys: Capture, tmp_path: Path) -> None:
    """Sentences and a table for each of the next two actions, or for the one that is named."""
    for arguments, against in ((("--why",), None), (("--against", "keep 2"), "keep 2")):
        lines = asked(capsys, tmp_path, "advise", *TOY, WORDS, *arguments).splitlines()
        reasons = advisor("toy").expected(position()).why(against)
        for part, numbers in rows_of(lines, reasons, 1 if against else 2):
            shown = [part.points, part.points_against, part.difference]
            assert [float(number) for number in numbers[:3]] == pytest.approx(shown, abs=5.1e-6)
            chances = [part.chance, part.chance_against, part.turn, part.turn_against]
            cells = [None if cell == "-" else float(cell) for cell in numbers[3:]]
            assert cells == [None if c is None else pytest.approx(c, abs=5.1e-4) for c in chances]


@pytest.mark.parametrize("aim", [("--target", "60"), ("--opponent-total", "60")])
def test_why_of_a_total(capsys: Capture, tmp_path: Path, aim: tuple[str, str]) -> None:
    """A row for each part: points and chances where it is reached, and the usual chance."""
    lines = asked(capsys, tmp_path, "advise", *TOY, WORDS, *aim, "--why").splitlines()
    here = advisor("toy")
    advice = here.maxprob(position(), 60) if aim[0] == "--target" else here.beat(position(), 60)
    reasons = advice.why()
    for part, numbers in rows_of(lines, reasons, 2):
        shown = [part.points, part.points_against, part.chance, part.chance_against, part.usual]
        cells = [None if cell == "-" else float(cell) for cell in numbers]
        expected = [*shown, part.turn, part.turn_against]
        assert cells == [None if c is None else pytest.approx(c, abs=5.1e-4) for c in expected]
    found = json.loads(asked(capsys, tmp_path, "advise", *TOY, WORDS, *aim, "--why", "--json"))
    assert [part["usual"] for part in found["why"][0]["parts"]] == [part.usual for part in reasons[0].parts]


def test_why_is_not_known_of_a_duel(capsys: Capture) -> None:
    last = "dice 112 | rerolls 0 | filled ones twos threes fours straight yahtzee | upper 10 | points 60"
    other = "filled ones twos threes fours straight yahtzee | upper 10 | points 70"
    message = error_of(capsys, "advise", *TOY, last, "--opponent", other, "--why")
    assert message == "game toy: why an action is best is not known for duel; expected another objective"


def test_why_as_json(capsys: Capture, tmp_path: Path) -> None:
    found = json.loads(asked(capsys, tmp_path, "advise", *TOY, WORDS, "--why", "--json"))
    reasons = advisor("toy").expected(position()).why()
    assert found == advice_json(advisor("toy").expected(position()), why=reasons)
    for value, why in zip(found["why"], reasons, strict=True):
        assert list(value) == ["action", "against", "difference", "tie", "sentences", "parts"]
        assert value["sentences"] == list(why.sentences)
        assert value["against"] == format_action(load_game("toy"), why.against)
        keys = ["part", "points", "points_against", "difference", "chance", "chance_against"]
        assert all(list(part) == [*keys, "turn", "turn_against"] for part in value["parts"])
        assert sum(part["difference"] for part in value["parts"]) == pytest.approx(value["difference"])


@pytest.mark.parametrize("arguments", [["--why"], ["--against", "keep 1"]])
def test_why_is_asked_of_one_position(capsys: Capture, arguments: list[str]) -> None:
    message = error_of(capsys, "advise", *TOY, "-", *arguments)
    assert message == "advise: --why, --against; expected them with one position"


def test_all_actions(capsys: Capture, tmp_path: Path) -> None:
    lines = asked(capsys, tmp_path, "advise", *TOY, WORDS, "--all").splitlines()
    assert len(lines) == 4 + len(advisor("toy").expected(position()).actions)


def test_advice_as_json(capsys: Capture, tmp_path: Path) -> None:
    found = json.loads(asked(capsys, tmp_path, "advise", *TOY, WORDS, "--json"))
    assert found == advice_json(advisor("toy").expected(position()))
    assert list(found) == [*ABOUT, "objective", "position", "closeness", "actions"]
    keys = ["action", "value", "loss", "is_best", "points", "upper_bonus", "yahtzee"]
    assert all(list(option) == keys for option in found["actions"])
    for value, option in zip(found["actions"], advisor("toy").expected(position()).actions, strict=True):
        assert value.pop("action") == option.text
        assert value == {key: vars(option)[key] for key in keys[1:]}


@pytest.mark.parametrize(
    "text",
    [
        "x - - x - - - 9 False 2 2 1 1",
        "1 - - 8 - - - 2 1 1 2",
        '{"dice": [2, 1, 1], "rerolls": 2, "upper": 9, "filled": ["fours", "ones"]}',
        " upper 9|rerolls 2 | dice 1 2 1 | filled fours ones ",
    ],
)
def test_every_notation_has_the_same_answer(capsys: Capture, tmp_path: Path, text: str) -> None:
    found, expected = (
        json.loads(asked(capsys, tmp_path, "advise", *TOY, t, "--json")) for t in (text, WORDS)
    )
    assert found["actions"] == expected["actions"]


def test_yahtzee_is_the_game_when_none_is_named(capsys: Capture, tmp_path: Path) -> None:
    """The example of the post about ysolver; 80 columns are enough."""
    lines = asked(capsys, tmp_path, "advise", "- x x x x x x x x x x - x 62 False 2 1 2 2 2 6").splitlines()
    assert lines[0] == "yahtzee (free joker): expected points to come; clear"
    assert max(map(len, lines)) <= COLUMNS
    best = lines[lines.index("") + 2]
    assert best.startswith("keep 2 2 2  ") and "40.99803" in best


def test_an_own_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES["joker-free"], sort_keys=False), encoding="utf-8")
    text = "dice 222 | rerolls 1 | filled yahtzee | chip yes"
    found = json.loads(asked(capsys, tmp_path, "advise", str(path), text, "--json"))
    expected = advisor("joker-free").expected(parse_position(text, advisor("joker-free").arena.states))
    assert found == advice_json(expected)


@pytest.mark.parametrize("points", [True, False])
def test_quantiles(capsys: Capture, tmp_path: Path, points: bool) -> None:
    """Of the total when the points are known, else of the points to come."""
    text = WORDS if points else WORDS.replace(" | points 9", "")
    lines = asked(capsys, tmp_path, "advise", *TOY, text, "--quantiles", "2").splitlines()
    advice = advisor("toy").expected(position(text))
    when = "at the end" if points else "from here on"
    told = [line for line in lines if ": points " in line]
    assert len(told) == 2
    for line, option in zip(told, advice.actions):
        found = advisor("toy").distribution(advice.position, option.action)
        values = ", ".join(f"{p:.0%} {found.quantile(p)}" for p in QUANTILES)
        assert line == f"{option.text}: points {when}: {values}"
    value = json.loads(asked(capsys, tmp_path, "advise", *TOY, text, "--quantiles", "2", "--json"))
    assert ["quantiles" in option for option in value["actions"]] == [
        i < 2 for i in range(len(value["actions"]))
    ]
    assert list(value["actions"][0]["quantiles"]) == ["5%", "25%", "50%", "75%", "95%"]


# maxprob


@pytest.mark.parametrize("stored", [False, True])
def test_maxprob(capsys: Capture, tmp_path: Path, stored: bool) -> None:
    """From results and from nothing."""
    if stored:
        write_maxprob(load_game("toy"), Partition(7), tmp_path)
    results = ["--results", str(tmp_path)]
    arguments = ["advise", *TOY, WORDS, "--target", "60", *results]
    advice = advisor("toy").maxprob(position(), 60)
    lines = printed(capsys, *arguments).splitlines()
    assert lines[0] == f"toy (free joker): probability of 60 (51 more); {advice.closeness}"
    assert lines[3].split() == ["action", "probability", "loss", "now"]
    assert lines[4].startswith(advice.best.text) and f"{advice.best.value:.5f}" in lines[4]
    found = json.loads(printed(capsys, *arguments, "--json"))
    assert found == advice_json(advice) and (found["target"], found["to_come"]) == (60, 51)


def test_beat(capsys: Capture, tmp_path: Path) -> None:
    """The last player, for more than the other's total."""
    found = json.loads(asked(capsys, tmp_path, "advise", *TOY, WORDS, "--opponent-total", "60", "--json"))
    assert found["objective"] == "beat"
    values = [option["value"] for option in found["actions"]]
    most, least = ({o.text: o.value for o in advisor("toy").maxprob(position(), s).actions} for s in (60, 61))
    for option in found["actions"]:
        assert least[option["action"]] <= option["value"] + 1e-15 <= most[option["action"]] + 1e-14
    assert values == pytest.approx(sorted(values, reverse=True), rel=1e-12)


# Standard input


def test_positions_from_standard_input(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line each; blank lines are skipped."""
    texts = [WORDS, "", format_line(load_game("toy"), position()), "dice 444 | rerolls 0"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(texts) + "\n"))
    lines = asked(capsys, tmp_path, "advise", *TOY, "-").splitlines()
    advice = [advisor("toy").expected(position(text)) for text in texts if text]
    assert lines == [f"toy (free joker): {a.best.text} {a.best.value:.6g} ({a.closeness})" for a in advice]


def test_json_lines_from_standard_input(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{WORDS}\ndice 444 | rerolls 0\n"))
    lines = asked(capsys, tmp_path, "advise", *TOY, "-", "--json").splitlines()
    texts = (WORDS, "dice 444 | rerolls 0")
    assert [json.loads(line) for line in lines] == [
        json.loads(json.dumps(advice_json(advisor("toy").expected(position(text))))) for text in texts
    ]


def test_a_bad_line_is_named(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the answers to the lines before it."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{WORDS}\n\ndice 445 | rerolls 0\n{WORDS}\n"))
    assert run("advise", *TOY, "-", "--results", str(tmp_path)) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err == "error: line 3: game toy: dice 4 4 5; expected 3 dice with faces 1 to 4\n"


# Files


@pytest.mark.parametrize("kind", [".csv", ".jsonl", ".parquet"])
def test_a_file_of_positions(capsys: Capture, tmp_path: Path, kind: str) -> None:
    path = write(tmp_path / f"in{kind}", {"position": [WORDS, "dice 444 | rerolls 0"]})
    out = tmp_path / "out.csv"
    text = asked(capsys, tmp_path, "advise", *TOY, str(path), "--out", str(out))
    assert text == f"{out}: 2 positions of toy\n"
    with out.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    best = [advisor("toy").expected(position(row["position"])).best for row in rows]
    assert [row["best"] for row in rows] == [option.text for option in best]
    assert [float(row["value"]) for row in rows] == pytest.approx([option.value for option in best])


# Errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dice 115 | rerolls 2"], "game toy: dice 1 1 5; expected 3 dice with faces 1 to 4"),
        (["dice 112 | rerolls 2 | foo"], "position: 'foo'; expected parts dice, rerolls, filled"),
        (
            ["1 2 3 4"],
            "position: 4 words; expected 3 dice, 13 words (marks, upper total, chip, rerolls, dice)",
        ),
        (["{"], "position: not JSON: "),
        ([WORDS, "--target", "-1"], "--target -1; expected at least 0"),
        ([WORDS, "--target", "many"], "argument --target: invalid int value: 'many'"),
        (
            [WORDS, "--target", "9", "--to-come", "9"],
            "argument --to-come: not allowed with argument --target",
        ),
        (["dice 112 | rerolls 2 | filled ones", "--target", "60"], "--target: the position does not say its"),
        (["dice 112 | rerolls 2 | filled ones", "--opponent-total", "60"], "--opponent-total: the position"),
        (
            [WORDS, "--game", "toy"],
            "no option --game here; the game is the first word, as in: yahtzee advise",
        ),
        ([WORDS, "--objective", "beat"], "no option --objective here; an aim says it: --target N, --to-come"),
        ([WORDS, "--score", "60"], "no option --score here; expected --target N, --to-come N or"),
        (["none.csv"], "advise: a file of positions; expected --out FILE, and no other aim"),
        (["none.csv", "--out", "out.csv"], "none.csv: "),
        (["none.csv", "--out", "out.txt"], "out.txt: expected a name that ends in .csv, .jsonl, .parquet"),
        (["none.csv", "--out", "a.csv", "--target", "9"], "advise: a file of positions; expected"),
        ([WORDS, "--quantiles", "-1"], "advise: --quantiles -1; expected at least 0"),
        ([WORDS, "--out", "a.csv"], "advise: --out; expected it with a file of positions (.csv, .jsonl, "),
        (["-", "--out", "a.csv"], "advise: --out; expected it with a file of positions (.csv, .jsonl, "),
        ([], "toy is a game; expected a position after it: yahtzee advise toy"),
    ],
)
def test_errors_of_advise(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert error_of(capsys, "advise", *TOY, *arguments).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_process_of_its_own() -> None:
    done = spawn("advise", *TOY, "dice 444 | rerolls 0", "--results", "none")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[4].startswith("score yahtzee")
    wrong = spawn("advise", *TOY, "dice 445 | rerolls 0")
    assert (wrong.returncode, wrong.stdout) == (2, "") and wrong.stderr.count("\n") == 1


# review


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a game of toy."""
    path = tmp_path / "game.log"
    path.write_text("\n".join([*GAME, "final 107"]), encoding="utf-8")
    return path


def test_a_review_in_words(capsys: Capture, tmp_path: Path, log: Path) -> None:
    text = asked(capsys, tmp_path, "review", *TOY, str(log))
    lines, review = text.splitlines(), reviewed("toy", "\n".join(GAME))
    assert max(map(len, lines)) <= COLUMNS
    assert lines[0] == "toy (free joker): 107 points (log of the level full)"
    assert f"{review.at_least:.2%}" in text and f"percentile {review.percentile:.1f}" in text
    found = re.search(r"107 - (\S+) = luck (\S+) - loss (\S+)", text)
    assert found is not None
    start, luck, loss = map(float, found.groups())
    assert 107 - start == pytest.approx(luck - loss, abs=2e-4)
    assert (luck, loss) == (pytest.approx(review.luck, abs=5e-5), pytest.approx(review.loss, abs=5e-5))
    assert "a decision\n" in text and "master" not in text, "what a master loses is known of yahtzee alone"
    worst = max(review.decisions, key=lambda d: d.loss)
    table = lines[lines.index(next(line for line in lines if line.startswith("line"))) + 1 :]
    words = table.index("")
    assert words == len(review.worst) == min(5, sum(d.loss > 1e-9 for d in review.decisions))
    told = " ".join(" ".join(table[words:]).split())
    assert told == " ".join(f"Line {d.line}. {' '.join(d.why)}" for d in review.worst)
    assert table[0].split()[0] == str(worst.line)
    assert all(format_action(review.game, action) in table[0] for action in (worst.action, worst.best))


def test_ties_are_no_mistakes(capsys: Capture, tmp_path: Path, log: Path) -> None:
    """Optimal play loses nothing but for rounding, which is not shown."""
    log.write_text(play("toy", 4, optimally("toy")).text, encoding="utf-8")
    text = asked(capsys, tmp_path, "review", *TOY, str(log), "--html", str(tmp_path / "page.html"))
    assert "better" not in text and "loss 0.0000" in text
    rows = re.findall(r"<tr>.*?</tr>", (tmp_path / "page.html").read_text(encoding="utf-8"))
    assert rows and all(row.count("<td></td>") == 1 for row in rows if "<td>" in row)


def test_a_review_as_json(capsys: Capture, tmp_path: Path, log: Path) -> None:
    found = json.loads(asked(capsys, tmp_path, "review", *TOY, str(log), "--json"))
    expected = review_json(reviewed("toy", "\n".join(GAME)))
    assert list(found) == list(expected)
    assert found["decisions"] == expected["decisions"] and found["loss"] == expected["loss"]
    for value, decision in zip(found["decisions"], reviewed("toy", "\n".join(GAME)).decisions, strict=True):
        assert value["position"] == format_words(load_game("toy"), decision.position)
        assert value["action"] == format_action(load_game("toy"), decision.action)
        assert value["best"] == format_action(load_game("toy"), decision.best)
        numbers = ("line", "value", "best_value", "loss", "grade", "luck")
        assert all(value[key] == vars(decision)[key] for key in numbers)
        assert value["why"] == list(decision.why)
    assert found["score"] - found["start_value"] == pytest.approx(found["luck"] - found["loss"], abs=1e-9)
    assert sum(found["loss_by_kind"].values()) == pytest.approx(found["loss"])
    assert sum(found["loss_by_category"].values()) == pytest.approx(found["loss"])
    keys = ["line", "position", "action", "value", "best", "best_value", "loss", "grade", "luck", "why"]
    assert all(list(decision) == keys for decision in found["decisions"])


def test_a_page(capsys: Capture, tmp_path: Path, log: Path) -> None:
    """Written beside the text; it needs no other file."""
    page = tmp_path / "new" / "page.html"
    text = asked(capsys, tmp_path, "review", *TOY, str(log), "--html", str(page))
    assert text == asked(capsys, tmp_path, "review", *TOY, str(log))
    found = Reader(page.read_text(encoding="utf-8"))
    assert found.open == [] and found.outside == [] and found.tags.count("tr") == 1 + len(GAME) + 4
    assert [p.name for p in page.parent.iterdir()] == ["page.html"]


def test_a_sheet(capsys: Capture, tmp_path: Path, log: Path) -> None:
    game = random_game("toy")
    log.write_text(f"{' '.join(map(str, game.sheet))}\nextra {game.extra}", encoding="utf-8")
    text = asked(capsys, tmp_path, "review", *TOY, str(log))
    assert text.startswith(f"toy (free joker): {game.score} points (log of the level sheet)\n")
    assert "luck" not in text and "lost" not in text
    found = json.loads(asked(capsys, tmp_path, "review", *TOY, str(log), "--json"))
    assert found["score"] == game.score and found["decisions"] == []
    assert found["luck"] is found["loss"] is found["mean_loss"] is None


def test_a_log_of_categories(capsys: Capture, tmp_path: Path, log: Path) -> None:
    lines = [line.replace("rerolls 2", "rerolls 0") for line in GAME if "score" in line]
    log.write_text("\n".join(lines), encoding="utf-8")
    text = asked(capsys, tmp_path, "review", *TOY, str(log))
    assert text.startswith("toy (free joker): 107 points (log of the level categories)\n")
    assert "luck" not in text and "lost by kind of decision: category" in text


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*GAME, "final 108"], "line 10: final 108; expected 107, the sum of the moves"),
        ([GAME[0], GAME[2]], "line 2: rerolls 0; expected 1"),
        ([""], "log: empty; expected moves"),
        (["1 2 3 4 5 8 14"], "game toy: 14 points in yahtzee; expected one of 0, 15"),
    ],
)
def test_errors_of_review(capsys: Capture, log: Path, lines: list[str], message: str) -> None:
    log.write_text("\n".join(lines), encoding="utf-8")
    page = log.parent / "page.html"
    found = error_of(capsys, "review", *TOY, str(log), "--html", str(page))
    assert found.startswith(f"{log}: {message}") and not page.exists()


def test_logs_that_cannot_be_read(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.log"
    path.write_bytes(b"\xff\xfe\x00")
    for asked, bad in ((path, path), (tmp_path / "none.log", tmp_path / "none.log"), (tmp_path, path)):
        message = error_of(capsys, "review", *TOY, str(asked))
        assert message.startswith(f"{bad}: ") and message.endswith("; expected a log")


def test_a_page_that_cannot_be_written(capsys: Capture, tmp_path: Path, log: Path) -> None:
    page = log / "page.html"
    message = error_of(capsys, "review", *TOY, str(log), "--html", str(page))
    assert message.startswith(str(page)) and "expected room and permission to write" in message


@pytest.mark.parametrize("command", ["advise", "review"])
def test_help(capsys: Capture, command: str) -> None:
    text = printed(capsys, command, "--help")
    assert f"usage: yahtzee {command}" in text and "docs/notations.md" in " ".join(text.split())


REFUSED = {
    "kismet": "several upper bonuses",
    "generala-served": "where a first roll scores more",
    "maxi-yatzy-saved": "where rolls are saved",
}
"""Games without a why, and the reason."""
FAST = ("toy", "crag", "yatzy-down", "kismet", "generala-served", "maxi-yatzy-saved")


@pytest.mark.parametrize("name", slow_but([n for n in all_games() if n != "maxi-yatzy"], *FAST))
def test_why_in_every_game(capsys: Capture, tmp_path: Path, name: str) -> None:
    """The first roll of a game: parts that sum up to the difference, or a reason in one line."""
    game = load_game(name)
    dice = " ".join(str(1 + face % game.faces) for face in range(game.dice))
    arguments = ["advise", name, f"dice {dice}", "--why", "--results", str(tmp_path / "none")]
    if name in REFUSED:
        assert REFUSED[name] in error_of(capsys, *arguments)
        return
    reasons = json.loads(printed(capsys, *arguments, "--json"))["why"]
    assert len(reasons) == 2
    for why in reasons:
        assert sum(part["difference"] for part in why["parts"]) == pytest.approx(why["difference"], abs=1e-9)
        assert sum(part["turn"] or 0 for part in why["parts"]) == pytest.approx(1)


def test_a_game_whose_parts_take_too_much_has_no_why(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """As maxi-yatzy, which is not solved here; its advice and reviews are as they are."""
    monkeypatch.setattr("yahtzee_core.advice.answers.MOST_PARTS_BYTES", 1000)
    message = error_of(capsys, "advise", *TOY, WORDS, "--why")
    assert message.startswith("game toy: what is to come of 1,080 states, category by category, takes 0.0 GB")
    review = review_text(Advisor(load_game("toy")), "\n".join(GAME))
    assert review.worst and all(decision.why == () for decision in review.decisions)
