"""Reviews: luck and loss explain the score, the levels of a log, sheets, and errors that name the line."""

from functools import cache
from html import escape

import pytest
from brute_force import START
from helpers import (
    TOYS,
    advisor,
    distribution,
    rolls_of,
    toy_distribution,
    toy_oracle,
)
from lanes import slow_but, slow_ones
from played import GAME, Played, Reader, optimally, play, random_game, reviewed, rules

from yahtzee_core.advice.as_json import review_json
from yahtzee_core.advice.notation import format_words
from yahtzee_core.advice.review import Review, grade_of
from yahtzee_core.advice.review_page import page
from yahtzee_core.advice.review_words import equation, summary
from yahtzee_core.errors import UserError
from yahtzee_core.game.joker_rules import named
from yahtzee_core.turn.positions import Action, Position, format_action

ROUNDING = 1e-9
GAMES = ["toy", *TOYS]


def words(name: str, action: Action) -> str:
    """An action in words."""
    return format_action(advisor(name).game, action)


@cache
def review_of(name: str, seed: int = 0) -> Review:
    """Its review."""
    return reviewed(name, random_game(name, seed).text)


LARGE = [pytest.param("yahtzee", 0, marks=pytest.mark.slow)]
SOME = [(name, seed) for name in GAMES for seed in range(3)]


# Luck and loss


def explained(review: Review) -> float:
    """What luck and loss leave of the score."""
    assert review.luck is not None and review.loss is not None
    return review.score - review.start_value - review.luck + review.loss


@pytest.mark.parametrize(("name", "seed"), [*SOME, *LARGE])
def test_luck_and_loss_explain_the_score(name: str, seed: int) -> None:
    game, review = random_game(name, seed), review_of(name, seed)
    assert (review.level, review.score, review.game.id) == ("full", game.score, name)
    assert review.start_value == advisor(name).arena.optimal.start_value
    assert abs(explained(review)) < ROUNDING
    assert len(review.decisions) == len(game.lines)
    assert sum(d.loss for d in review.decisions) == pytest.approx(review.loss, abs=ROUNDING)
    assert sum(d.luck or 0 for d in review.decisions) == pytest.approx(review.luck, abs=ROUNDING)


@pytest.mark.parametrize("name", slow_but(GAMES))
def test_a_game_that_goes_on(name: str) -> None:
    """After each move: what is expected in the end is explained by luck and loss, and comes to the score."""
    game, whole = random_game(name, 1), review_of(name, 1)
    for moves in range(1, len(game.lines) + 1):
        part = reviewed(name, "\n".join(game.lines[:moves]))
        assert part.luck is not None and part.loss is not None
        assert part.expected_final - part.start_value == pytest.approx(part.luck - part.loss, abs=ROUNDING)
        assert [(d.action, d.loss) for d in part.decisions] == [
            (d.action, d.loss) for d in whole.decisions[:moves]
        ]
        assert part.over == (moves == len(game.lines))
        assert (part.at_least is None) == (part.percentile is None) == (not part.over)
    assert (part.score, part.expected_final) == (game.score, game.score)


def test_a_game_that_goes_on_in_words() -> None:
    """The beginning of GAME: two turns, and a roll of the third that is kept."""
    review = reviewed("toy", "\n".join(GAME[:5]))
    text = page(review)
    assert summary(review) in text and "so far" in text and "percentile" not in text
    assert f"the final score is {review.expected_final:.4f} on average" in summary(review)
    assert equation(review).startswith(f"{review.expected_final:.4f} - {review.start_value:.4f} = luck ")


@pytest.mark.parametrize("name", slow_ones([*GAMES, "yahtzee", "yatzy"], "yahtzee", "yatzy"))
def test_optimal_play_loses_nothing(name: str) -> None:
    game = play(name, 1, optimally(name))
    review = reviewed(name, game.text)
    assert review.score == game.score and abs(explained(review)) < ROUNDING
    assert review.loss == pytest.approx(0, abs=ROUNDING)
    assert review.luck == pytest.approx(game.score - review.start_value, abs=ROUNDING)
    assert all(d.action == d.best and d.loss == pytest.approx(0, abs=1e-11) for d in review.decisions)


@pytest.mark.parametrize("name", ["upper-bonus", "joker-forced", "coins"])
def test_decisions_are_those_of_the_oracle(name: str) -> None:
    """Values, losses and luck of a game, in exact fractions."""
    oracle, real, before = toy_oracle(name), START, float(toy_oracle(name).value(START))
    for decision in review_of(name, 1).decisions:
        dice, left = decision.position.dice, decision.position.rerolls
        expected = oracle.option_values(real, dice, 0)
        expected |= oracle.option_values(real, dice, left) if left else {}
        best, value = float(max(expected.values())), float(expected[words(name, decision.action)])
        assert decision.value == pytest.approx(value, rel=1e-12)
        assert decision.best_value == pytest.approx(best, rel=1e-12)
        assert decision.loss == pytest.approx(best - value, abs=1e-11)
        assert decision.luck == pytest.approx(best - before, abs=1e-11)
        before = value
        if decision.action.category is not None:
            category = list(oracle.categories)[decision.action.category]
            ((real),) = [after for c, _, after in oracle.choices(*real, dice) if c == category]
            before = float(oracle.value(real))


def test_the_luck_of_a_first_roll_is_nothing_on_the_mean() -> None:
    """Whatever is played after it."""
    lattice = advisor("toy").arena.states.options.lattice
    game = random_game("toy")
    assert game.lines[0].split("=> ")[1].startswith("keep")
    luck = []
    for dice in rolls_of(lattice):
        found = advisor("toy").expected(Position(0, 0, False, dice, 2))
        luck.append(found.best.value - advisor("toy").arena.optimal.start_value)
    assert float(lattice.ways @ luck) == pytest.approx(0, abs=1e-9)
    first = review_of("toy").decisions[0]
    at = rolls_of(lattice).index(first.position.dice)
    assert first.luck == pytest.approx(luck[at], abs=1e-12)


@pytest.mark.parametrize(("name", "seed"), SOME[::4])
def test_sums_of_losses(name: str, seed: int) -> None:
    review, game = review_of(name, seed), random_game(name, seed)
    by_kind, by_category = review.loss_by_kind, review.loss_by_category
    assert by_kind.keys() <= {"keep", "category"}
    assert by_category.keys() == rules(name).categories.keys()
    for sums in (by_kind, by_category):
        assert sum(sums.values()) == pytest.approx(review.loss, abs=ROUNDING)
    keep_loss = sum(d.loss for d in review.decisions if d.action.keep is not None)
    assert by_kind.get("keep", 0.0) == pytest.approx(keep_loss, abs=ROUNDING)
    assert review.mean_loss == pytest.approx((review.loss or 0) / len(game.lines))
    last = review.decisions[-1].turn
    assert last == len(rules(name).categories)
    of_last = [d for d in review.decisions if d.turn == last]
    category = words(name, of_last[-1].action).removeprefix("score ")
    assert by_category[category] == pytest.approx(sum(d.loss for d in of_last), abs=ROUNDING)


# Levels


def without(text: str, *parts: str) -> str:
    """A log without some parts of its positions."""
    kept = []
    for line in text.splitlines():
        position, arrow, action = line.partition(" => ")
        words = [part for part in position.split(" | ") if part.split()[0] not in parts]
        kept.append(" | ".join(words) + arrow + action)
    return "\n".join(kept)


@pytest.mark.parametrize(("name", "seed"), SOME[::4])
def test_a_log_that_leaves_out_what_follows(name: str, seed: int) -> None:
    """Nor need it say the final score."""
    game = random_game(name, seed)
    assert reviewed(name, without(game.text, "filled", "upper", "chip")) == review_of(name, seed)
    assert reviewed(name, "\n".join(game.lines)) == review_of(name, seed)


@pytest.mark.parametrize(("name", "seed"), [*(game for game in SOME if game[0] != "plain"), *LARGE])
def test_categories_alone(name: str, seed: int) -> None:
    """The same losses by categories, in the same turns; no luck."""
    full = review_of(name, seed)
    lines = ends_of_turns(random_game(name, seed))
    found = reviewed(name, "\n".join([*lines, f"final {full.score}"]))
    assert (found.level, found.luck, found.score) == ("categories", None, full.score)
    assert (found.percentile, found.at_least) == (full.percentile, full.at_least)
    assert all(d.luck is None and d.action.category is not None for d in found.decisions)
    last = {d.turn: d for d in full.decisions}
    for decision in found.decisions:
        if last[decision.turn].position.rerolls == 0:
            same = last[decision.turn]
            assert (decision.action, decision.value) == (same.action, same.value)
            assert (decision.best, decision.loss) == (same.best, same.loss)
    assert found.loss == pytest.approx(sum(d.loss for d in found.decisions), abs=ROUNDING)
    assert len(found.decisions) == len(rules(name).categories)


def test_without_rerolls_every_log_is_full() -> None:
    """There is nothing that it could leave out."""
    assert rules("plain").raw["rolls"] == 1
    assert {review_of("plain", seed).level for seed in range(3)} == {"full"}


def ends_of_turns(game: Played) -> list[str]:
    """The lines that score, as if no rerolls were left."""
    found = []
    for line in game.lines:
        position, _, action = line.partition(" => ")
        if action.startswith("score"):
            words = ["rerolls 0" if w.startswith("rerolls") else w for w in position.split(" | ")]
            found.append(f"{' | '.join(words)} => {action}")
    return found


@pytest.mark.parametrize(("name", "seed"), [*SOME, *LARGE])
def test_sheets(name: str, seed: int) -> None:
    """The total, and where it lies among those of optimal play; no losses."""
    game = random_game(name, seed)
    found = reviewed(name, f"{' '.join(map(str, game.sheet))}\nextra {game.extra}")
    totals = toy_distribution(name) if name in TOYS else distribution(name)
    assert (found.level, found.score, found.decisions) == ("sheet", game.score, ())
    assert (found.luck, found.loss, found.mean_loss) == (None, None, None)
    assert found.at_least == pytest.approx(float(totals.at_least[game.score]), abs=1e-12)
    below = float(totals.probability[: game.score + 1].sum())
    assert found.percentile == pytest.approx(100 * below, abs=1e-9)
    assert found.loss_by_kind == found.loss_by_category == {}


def test_a_sheet_in_words() -> None:
    game = random_game("toy", 1)
    pairs = [f"{category} {points}" for category, points in zip(rules("toy").categories, game.sheet)]
    text = "\n".join([*reversed(pairs), f"extra {game.extra}"])
    assert reviewed("toy", text) == reviewed("toy", f"{' '.join(map(str, game.sheet))}\nextra {game.extra}")


def test_extra_yahtzees_are_played() -> None:
    """Some of these games have one, or the tests above say nothing of them."""
    assert sum(random_game(name, seed).extra for name, seed in SOME) > 0


@pytest.mark.parametrize(
    ("sheet", "score"), [("0 0 0 0 0 0 0", 0), ("3 6 9 12 12 8 15\nextra 6", 15 + 30 + 10 + 20 + 6 * 20)]
)
def test_the_ends_of_the_distribution(sheet: str, score: int) -> None:
    """The least sheet of toy, and the most: a Yahtzee in every turn."""
    found = reviewed("toy", sheet)
    assert found.score == score
    assert found.at_least == pytest.approx(1.0 if score == 0 else toy_at_least(score), abs=1e-12)
    assert found.percentile == pytest.approx(0.0 if score == 0 else 100.0, abs=0.1)


def toy_at_least(score: int) -> float:
    """Probability under optimal play of toy; 0 beyond the end."""
    found = distribution("toy").at_least
    return float(found[score]) if score < len(found) else 0.0


# Errors


def message_of(lines: list[str], name: str = "toy") -> str:
    """The error of a log, one line."""
    with pytest.raises(UserError) as caught:
        reviewed(name, "\n".join(lines))
    message = str(caught.value)
    assert "\n" not in message and "; expected" in message
    return message


def changed(line: int, old: str, new: str) -> list[str]:
    """The game with one line changed."""
    assert old in GAME[line - 1]
    return [*GAME[: line - 1], GAME[line - 1].replace(old, new), *GAME[line:]]


def test_the_game() -> None:
    review = reviewed("toy", "\n".join([*GAME, "final 107"]))
    assert review.score == 15 + 26 + 23 + 8 + 16 + 8 + 11 == 107
    assert abs(explained(review)) < ROUNDING


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            changed(1, "keep 1 1", "keep 1 1 1"),
            "line 1: keep 1 1 1: the dice are 1 1 2; expected some",
        ),
        (changed(1, "keep 1 1", "keep 9"), "line 1: keep 9: the dice are 1 1 2; expected some of them"),
        (changed(2, "dice 1 1 3", "dice 1 2 3"), "line 2: dice 1 2 3; expected the kept 1 1 among them"),
        (changed(3, "dice 1 1 1", "dice 1 1"), "line 3: game toy: dice 1 1; expected 3 dice with faces 1"),
        (changed(3, "dice 1 1 1", "dice 1 1 5"), "line 3: game toy: dice 1 1 5; expected 3 dice with faces"),
        (changed(1, "rerolls 2", "rerolls 1"), "line 1: rerolls 1; expected 2"),
        (changed(2, "rerolls 1", "rerolls 2"), "line 2: rerolls 2; expected 1"),
        (changed(2, "rerolls 1", "rerolls 0"), "line 2: rerolls 0; expected 1"),
        (changed(4, "rerolls 2", "rerolls 0"), "line 4: rerolls 0; expected 2"),
        (changed(3, "score yahtzee", "keep 1 1"), "line 3: keep 1 1: no rerolls left; expected score and"),
        (
            changed(5, "score ones", "score twos"),
            "line 5: score twos: it is filled; expected another",
        ),
        ([*GAME, "final 108"], "line 10: final 108; expected 107, the sum of the moves"),
        ([*GAME, "", "# the end", "final 108"], "line 12: final 108; expected 107, the sum of the moves"),
        (changed(5, "=>", "| upper 5 =>"), "line 5: upper is not that of the moves before; expected 6"),
        (changed(5, "=>", "| chip no =>"), "line 5: chip is not that of the moves before; expected yes"),
        (changed(4, "=>", "| chip no =>"), "line 4: chip is not that of the moves before; expected yes"),
        (changed(3, "=>", "| chip yes =>"), "line 3: chip is not that of the moves before; expected no"),
        (changed(5, "=>", "| points 40 =>"), "line 5: points is not that of the moves before; expected 41"),
        (
            changed(5, "=>", "| filled yahtzee =>"),
            "line 5: filled is not that of the moves before; expected twos yahtzee",
        ),
        (
            changed(1, "=>", "| filled yahtzee =>"),
            "line 1: filled is not that of the moves before; expected -",
        ),
        ([*GAME, "final 107", GAME[0]], "line 11: text after final; expected it last"),
        ([*GAME, GAME[0]], "line 10: a roll after all categories are filled; expected the end"),
        ([*GAME[:-1], "final 107"], "line 9: the log ends with pair open; expected a whole game"),
        ([*GAME[:2], "", *GAME[3:]], "line 4: rerolls 2; expected 0"),
    ],
)
def test_errors_name_the_line(lines: list[str], message: str) -> None:
    assert message_of(lines).startswith(message)


def test_a_joker_that_is_forced_elsewhere() -> None:
    lines = [
        "dice 2 2 2 | rerolls 0 => score yahtzee",
        "dice 2 2 2 | rerolls 0 => score triple",
    ]
    found = message_of(lines, "joker-forced")
    why = "the joker rule of joker-forced forbids it for this roll"
    assert found == f"line 2: score triple: {why}; expected another category"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ones 1\ntwos 2", "sheet: no points for threes; expected all 7 categories"),
        ("1 2 3 4 5 8 14", "game toy: 14 points in yahtzee; expected one of 0, 15"),
        ("1 3 3 4 5 8 15", "game toy: 3 points in twos; expected one of 0, 2, 4, 6"),
        ("1 2 3 4 5 8 0\nextra 1", "sheet: 1 extra Yahtzees; expected none, or a Yahtzee scored and fewer"),
    ],
)
def test_bad_sheets(text: str, message: str) -> None:
    assert message_of(text.splitlines()).startswith(message)


# The page


@pytest.mark.parametrize("name", slow_but(["toy", "yahtzee"]))
def test_a_page_is_whole_and_needs_nothing_else(name: str) -> None:
    review = review_of(name)
    text = page(review)
    found = Reader(text)
    assert found.open == [] and found.outside == []
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    assert "url(" not in text and "@import" not in text
    assert found.tags.count("tr") == 1 + len(review.decisions) + len(review.worst)
    assert all(escape(" ".join(decision.why)) in text for decision in review.worst)
    assert f"A game of {named(review.game)}: {review.score} points" in text
    assert f"{review.luck:+.4f}" in text and f"{review.loss:.4f}" in text
    for decision in review.decisions:
        assert format_words(review.game, decision.position) in text
        assert words(name, decision.action) in text
    assert text.count('class="bad"') == sum(d.loss > 1 for d in review.decisions) > 0


def test_a_page_of_a_sheet_has_no_table() -> None:
    text = page(reviewed("toy", "1 2 3 4 5 8 15"))
    assert Reader(text).tags.count("table") == 0 and "percentile" in text and "luck" not in text


@pytest.mark.parametrize(
    ("losses", "grade"),
    [
        ((0.0, 0.9e-9), "best"),
        ((1e-8, 0.5), "good"),
        ((0.51, 2.0), "inaccurate"),
        ((2.1, 5.0), "mistake"),
        ((5.1, 99.0), "blunder"),
    ],
)
def test_grades(losses: tuple[float, float], grade: str) -> None:
    assert [grade_of(loss) for loss in losses] == [grade, grade]


@pytest.mark.parametrize("name", ["toy", "coins"])
def test_a_grade_is_that_of_the_loss(name: str) -> None:
    """In the review, its JSON and its page."""
    review = review_of(name, 3)
    grades = [grade_of(decision.loss) for decision in review.decisions]
    assert [decision.grade for decision in review.decisions] == grades and len({*grades}) > 1
    assert [decision["grade"] for decision in review_json(review)["decisions"]] == grades
    assert all(f"<td>{grade}</td>" in page(review) for grade in grades)
