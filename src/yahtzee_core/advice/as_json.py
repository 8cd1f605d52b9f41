"""Advice and reviews as JSON values: the same on the command line and from the server."""

from typing import Any

from ..policies.actions import RankedAction
from ..policies.distribution import Distribution
from ..policies.evaluation import Evaluation
from ..turn.positions import Position
from .advisor import Advice
from .notation import format_state, format_words
from .review import Decision, Review

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def advice_json(advice: Advice, distributions: dict[str, Distribution] | None = None) -> dict[str, Any]:
    """Advice, best first. distributions: of the final total, by the words of an action, for some of them."""
    value: dict[str, Any] = {
        "game": advice.game.id,
        "objective": advice.objective,
        "position": format_words(advice.game, advice.position),
        "closeness": advice.closeness,
        "options": [_option(option, distributions or {}) for option in advice.options],
    }
    if advice.opponent is not None:
        words = format_state(advice.game, *_sheet(advice.opponent))
        value["opponent"] = f"{words} | points {advice.opponent.points}"
    elif advice.objective != "expected":
        value |= {"score": advice.score, "needed": advice.needed}
    return value


def _sheet(position: Position) -> tuple[int, int, int]:
    return position.filled, position.upper, int(position.chip)


def review_json(review: Review) -> dict[str, Any]:
    """A review; what its level does not know is null."""
    return {
        "game": review.game,
        "level": review.level,
        "score": review.score,
        "start_value": review.start_value,
        "luck": review.luck,
        "loss": review.loss,
        "mean_loss": review.mean_loss,
        "percentile": review.percentile,
        "at_least": review.at_least,
        "loss_by_kind": review.loss_by_kind(),
        "loss_by_category": review.loss_by_category(),
        "decisions": [_decision(decision) for decision in review.decisions],
    }


def evaluation_json(found: Evaluation) -> dict[str, Any]:
    """The exact statistics of a strategy."""
    rows = zip(found.parts, found.walk.mean, found.covariance.diagonal(), found.zero, strict=True)
    parts = {name: {"mean": m, "variance": v, "zero": z} for name, m, v, z in rows}
    upper, extra = parts.pop("upper_bonus"), parts.pop("yahtzee_bonus")
    return {
        "game": found.game.id,
        "strategy": found.strategy.id,
        "mean": found.mean,
        "sd": found.sd,
        "categories": parts,
        "bonus": {**upper, "probability": found.bonus_probability, "secured_early": found.secured_early},
        "yahtzee_bonus": {**extra, "count": found.extra_yahtzees.tolist()},
        "loss": {
            "keep": float(found.losses.loss[:, 1:].sum()),
            "category": float(found.losses.loss[:, 0].sum()),
        },
    }


def _option(option: RankedAction, distributions: dict[str, Distribution]) -> dict[str, Any]:
    value = {
        "action": option.text,
        "value": option.value,
        "loss": option.loss,
        "tied": option.tied,
        "points": option.points,
        "upper_bonus": option.upper_bonus,
        "yahtzee": option.yahtzee,
    }
    if option.text in distributions:
        found = distributions[option.text]
        value["quantiles"] = {f"{p:.0%}": found.quantile(p) for p in QUANTILES}
    return value


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "line": decision.line,
        "position": decision.position,
        "action": decision.action,
        "value": decision.value,
        "best": decision.best,
        "best_value": decision.best_value,
        "loss": decision.loss,
        "luck": decision.luck,
    }
