"""Games of a player reviewed together: means, standard errors, the rating, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from commands import Capture, error_of, printed
from helpers import advisor
from played import random_game, reviewed

from yahtzee_core.advice.player_record import record_of, review_folder
from yahtzee_core.advice.review import Review
from yahtzee_core.errors import UserError

GAMES = 12


def games(name: str) -> dict[str, Review]:
    """Reviews of games at random."""
    return {f"{seed}.log": reviewed(name, random_game(name, seed).text) for seed in range(GAMES)}


def written(name: str, folder: Path, number: int = GAMES) -> Path:
    """The same games as a folder of logs."""
    folder.mkdir()
    for seed in range(number):
        (folder / f"{seed}.log").write_text(random_game(name, seed).text + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["toy", "lax-house", "upper-bonus", "plain"])
def test_the_rating(name: str) -> None:
    """Optimal score less the mean loss of a game; final scores are explained by luck and rating alone."""
    reviews = games(name)
    found = record_of(advisor(name), reviews)
    losses = np.array([review.loss or 0.0 for review in reviews.values()])
    assert (found.games, found.whole, found.start_value) == (
        GAMES,
        GAMES,
        advisor(name).arena.optimal.start_value,
    )
    assert found.rating == pytest.approx(found.start_value - losses.mean())
    assert found.rating_error == pytest.approx(losses.std(ddof=1) / GAMES**0.5)
    assert found.mean_score is not None and found.luck is not None
    assert found.mean_score - found.luck == pytest.approx(found.rating)


def test_kinds_of_decisions() -> None:
    """Every decision is of one kind; a game has as many as any other, so that errors are those of games."""
    reviews = games("toy")
    found = record_of(advisor("toy"), reviews)
    *kinds, together = found.kinds
    assert [kind.kind for kind in found.kinds] == ["keep, 2 left", "keep, 1 left", "category", "all"]
    assert sum(kind.decisions for kind in kinds) == together.decisions
    lost = sum(kind.decisions * kind.mean_loss for kind in kinds)
    assert lost == pytest.approx(together.decisions * together.mean_loss)
    assert lost == pytest.approx(sum(review.loss or 0.0 for review in reviews.values()))
    turns = len(advisor("toy").game.categories)
    each = np.array([review.loss_by_kind["category"] / turns for review in reviews.values()])
    assert kinds[2].mean_loss == pytest.approx(each.mean())
    assert kinds[2].standard_error == pytest.approx(each.std(ddof=1) / GAMES**0.5)


def test_games_that_are_not_whole(tmp_path: Path) -> None:
    """They count for the kinds, not for the rating; one game has no standard error."""
    text = random_game("toy", 1).text.splitlines()
    (tmp_path / "begun.log").write_text("\n".join(text[:4]) + "\n", encoding="utf-8")
    (tmp_path / ".hidden").write_text("nothing", encoding="utf-8")
    found = review_folder(advisor("toy"), tmp_path)
    assert (found.games, found.whole, found.rating, found.rating_error, found.luck) == (
        1,
        0,
        None,
        None,
        None,
    )
    assert found.kinds[-1].decisions == 4 and found.kinds[-1].standard_error is None


def test_the_command(capsys: Capture, tmp_path: Path) -> None:
    folder, none = written("toy", tmp_path / "logs", 3), ("--results", str(tmp_path))
    text = printed(capsys, "review", "toy", str(folder), *none)
    found = json.loads(printed(capsys, "review", "toy", str(folder), "--json", *none))
    assert text.startswith("toy (free joker): 3 games\nrating ") and max(map(len, text.splitlines())) <= 80
    assert f"rating {found['rating']:.2f}, standard error {found['rating_error']:.2f}" in text
    assert "reviews" not in found and [kind["kind"] for kind in found["kinds"]][-1] == "all"
    assert error_of(capsys, "review", "toy", str(folder), "--html", "a.html", *none).startswith(
        "review: --html"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "a.log: line 1: "),
        ("1 2 3 4 6 8 0\n", "no decisions, as a filled sheet alone has none; expected logs of moves"),
        (None, "no decisions, .*; expected logs of moves"),
    ],
)
def test_errors(text: str | None, message: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "a.log").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        review_folder(advisor("toy"), tmp_path)
    with pytest.raises(UserError, match="nowhere: no such folder; expected one with logs of games"):
        review_folder(advisor("toy"), tmp_path / "nowhere")
