"""How well somebody plays, from the logs of some games: the mean loss of each kind of decision, and a rating.

The rating is the expected score of best play less what the player loses in a game: the score that the player
would average in the long run, playing like that. Luck has no part in it. Standard errors take a game, not a
decision, as what is drawn at random, as the decisions of a game depend on each other. With L and n, the
loss and the number of decisions of a kind in each of G games,

    mean = sum L / sum n,    standard error = sqrt( G / (G - 1) sum (L - mean n)^2 ) / sum n
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

from ..errors import UserError, naming
from ..files import read_text
from ..game.game import Game
from ..game.joker_rules import joker_words
from ..policies.estimation import kind_of
from ..shown import html_table
from .advisor import Advisor
from .review import Review, review_text


@dataclass(frozen=True)
class KindOfDecision:
    """decisions: how many. mean_loss: of one; standard_error is None of a single game."""

    kind: str
    decisions: int
    mean_loss: float
    standard_error: float | None


@dataclass(frozen=True)
class PlayerRecord:
    """Games reviewed together.

    games: with decisions. whole: of these, the games with every decision from the first roll to the last;
    rating, luck (in a game) and their standard errors are of those, None where they are too few.
    """

    game: Game
    joker: str | None = field(init=False)
    games: int
    whole: int
    start_value: float
    mean_score: float | None
    rating: float | None
    rating_error: float | None
    luck: float | None
    kinds: tuple[KindOfDecision, ...]
    reviews: Mapping[str, Review] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "joker", joker_words(self.game))

    def __repr__(self) -> str:
        rating = "no rating" if self.rating is None else f"rating {self.rating:.2f}"
        return f"<PlayerRecord {self.game.id}, {self.games} games: {rating}>"

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        rows = [(k.kind, k.decisions, k.mean_loss, k.standard_error) for k in self.kinds]
        return html_table(repr(self).strip("<>"), ["decision", "number", "mean loss", "standard error"], rows)


def review_folder(advisor: Advisor, folder: Path) -> PlayerRecord:
    """The logs of a folder, reviewed together; UserError names the file of what cannot be."""
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder; expected one with logs of games")
    reviews = {}
    for path in sorted(path for path in folder.iterdir() if path.is_file() and path.name[0] != "."):
        text = read_text(path, "a log")
        with naming(path):
            reviews[path.name] = review_text(advisor, text)
    with naming(folder):
        return record_of(advisor, reviews)


def record_of(advisor: Advisor, reviews: Mapping[str, Review]) -> PlayerRecord:
    """Reviews of one game, by the names of their logs, as a record."""
    judged = [review for review in reviews.values() if review.decisions]
    if not judged:
        raise UserError("no decisions, as a filled sheet alone has none; expected logs of moves")
    whole = [review for review in judged if review.over and review.level == "full"]
    losses = [review.loss or 0.0 for review in whole]
    start = advisor.arena.optimal.start_value
    return PlayerRecord(
        advisor.game,
        len(judged),
        len(whole),
        start,
        _mean([float(review.score) for review in whole]),
        None if not whole else start - sum(losses) / len(whole),
        _standard_error(losses, [1] * len(whole)),
        _mean([review.luck or 0.0 for review in whole]),
        tuple(_kinds(advisor.game, judged)),
        reviews,
    )


def _kinds(game: Game, reviews: list[Review]) -> list[KindOfDecision]:
    """Keeps by rerolls left, categories, and all together."""
    kinds: dict[str, list[int]] = {kind_of(left): [left] for left in reversed(range(game.rolls))}
    kinds["all"] = list(range(game.rolls))
    found = []
    for kind, lefts in kinds.items():
        each = [
            [
                d.loss
                for d in review.decisions
                if (0 if d.action.category is not None else d.position.rerolls) in lefts
            ]
            for review in reviews
        ]
        losses, numbers = [sum(losses) for losses in each], [len(losses) for losses in each]
        if sum(numbers):
            error = _standard_error(losses, numbers)
            found.append(KindOfDecision(kind, sum(numbers), sum(losses) / sum(numbers), error))
    return found


def _standard_error(losses: list[float], numbers: list[int]) -> float | None:
    """Of the mean loss, when games are drawn at random; None of a single game."""
    games = len(losses)
    if games < 2:
        return None
    mean = sum(losses) / sum(numbers)
    squares = sum((loss - mean * n) ** 2 for loss, n in zip(losses, numbers, strict=True))
    return sqrt(games / (games - 1) * squares) / sum(numbers)


def _mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
