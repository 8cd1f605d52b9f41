"""Advice and reviews as JSON values: the same on the command line and from the server."""

from collections.abc import Mapping
from dataclasses import Field, asdict, fields, is_dataclass
from typing import Any

from ..game.about import about
from ..game.game import Game
from ..policies.card_worth import CardWorth
from ..policies.distribution import Distribution
from ..policies.estimation import Estimation
from ..policies.evaluation import Evaluation
from ..policies.judge import Criteria
from ..turn.positions import Action, Position, format_action
from .advice import Advice
from .card_review import HeldAgainst
from .notation import format_sheet, format_words
from .review import Review
from .why import Why

WORDS = (Game, Position, Action)
"""What is words in JSON."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def record(game: Game, value: Any) -> Any:
    """A value as JSON: a dataclass is an object, a tuple a list; a game, a position and an action are words.

    A field that is None is left out where None is its default.
    """
    match value:
        case Game():
            return value.id
        case Position():
            return format_words(game, value) if value.dice else format_sheet(game, value)
        case Action():
            return format_action(game, value)
        case tuple():
            return [record(game, each) for each in value]
    if not is_dataclass(value):
        return value
    pairs = ((field, getattr(value, field.name)) for field in fields_of(type(value)))
    return {f.name: record(game, each) for f, each in pairs if not (each is None and f.default is None)}


def fields_of(kind: type) -> list[Field[Any]]:
    """The fields of a dataclass that are in its JSON: those that its repr shows."""
    return [field for field in fields(kind) if field.repr]


def advice_json(
    advice: Advice,
    distributions: Mapping[Action, Distribution] | None = None,
    why: tuple[Why, ...] | None = None,
) -> dict[str, Any]:
    """Advice, best first. distributions: of the final total, after some actions. why: of the best one."""
    value: dict[str, Any] = {**about(advice.game), **record(advice.game, advice)}
    if why is not None:
        value["why"] = record(advice.game, why)
    for option, words in zip(advice.actions, value["actions"], strict=True):
        if distributions and option.action in distributions:
            words["quantiles"] = quantiles(distributions[option.action])
    return value


def quantiles(distribution: Distribution, before: int = 0) -> dict[str, int]:
    """Some quantiles of a total, by per cent. before: points that it does not count."""
    return {f"{p:.0%}": before + distribution.quantile(p) for p in QUANTILES}


def review_json(review: Review) -> dict[str, Any]:
    """A review; what its level does not know is null."""
    return {**about(review.game), **record(review.game, review)}


def held_json(held: HeldAgainst) -> dict[str, Any]:
    """A game held against a card."""
    return {**record(held.game, held), "cost": held.cost}


def card_json(worth: CardWorth) -> dict[str, Any]:
    """A card, and what each of its lines is worth."""
    card = worth.card
    return {
        **about(card.game),
        "card": card.id,
        "source": card.source,
        "mean": worth.mean,
        "optimum": worth.optimum,
        "loss": _loss(card.game, worth.loss),
        "lines": [{"line": number, "words": words, "cost": cost} for number, words, cost in worth.lines],
        "par": card.par,
    }


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """The exact statistics of a strategy."""
    rows = zip(
        evaluation.parts, evaluation.walk.mean, evaluation.covariance.diagonal(), evaluation.zero, strict=True
    )
    parts = {name: {"mean": m, "variance": v, "zero": z} for name, m, v, z in rows}
    upper, extra = parts.pop("upper_bonus"), parts.pop("yahtzee_bonus")
    return {
        **about(evaluation.game),
        "strategy": evaluation.strategy.id,
        "mean": evaluation.mean,
        "sd": evaluation.sd,
        "categories": parts,
        "bonus": {
            **upper,
            "probability": evaluation.bonus_probability,
            "secured_early": evaluation.secured_early,
        },
        "yahtzee_bonus": {**extra, "count": evaluation.extra_yahtzees.tolist()},
        "loss": _loss(evaluation.game, evaluation.losses),
    }


def _loss(game: Game, losses: Criteria) -> dict[str, Any]:
    """What a player loses in a game, by kind of decision."""
    ids = [category.id for category in game.categories]
    return {
        "keep": losses.keep_loss,
        "category": losses.category_loss,
        "by_rerolls": losses.loss.sum(axis=0).tolist(),
        "by_turn": losses.loss.sum(axis=1).tolist(),
        "by_category": dict(zip(ids, losses.chosen.tolist(), strict=True)),
    }


def estimation_json(found: Estimation) -> dict[str, Any]:
    """The mean of a strategy from games, and what it loses by kind of decision."""
    value = {
        **about(found.game),
        "strategy": found.strategy,
        "games": found.games,
        "seed": found.seed,
        "mean": found.mean,
        "standard_error": found.standard_error,
        "plain_mean": found.plain_mean,
        "plain_standard_error": found.plain_standard_error,
        "factor": found.factor,
        "start_value": found.start_value,
        "loss": {
            "by_rerolls": [asdict(lost) for lost in found.by_rerolls],
            "by_turn": [asdict(lost) for lost in found.by_turn],
            "by_category": {
                c.id: asdict(lost) for c, lost in zip(found.game.categories, found.by_category, strict=True)
            },
        },
    }
    if found.opponent is not None:
        other = found.opponent
        value["opponent"] = {
            "strategy": other.strategy,
            "win": other.win,
            "draw": other.draw,
            "standard_error": other.standard_error,
        }
    return value
