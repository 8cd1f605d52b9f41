"""The columns of the tables of strategies."""

import pyarrow as pa

from .fields import DICE, field, nullable

STRATEGY = field("strategy", pa.string(), "Id of the strategy.")
CATEGORY = field("category", pa.string(), "Id of the category, or upper_bonus or yahtzee_bonus.")
DECISION = "judged by the optimal policy where the strategy plays"

STRATEGIES: dict[str, pa.Schema] = {
    "strategies": pa.schema(
        [
            STRATEGY,
            field("title", pa.string(), "Its name for people."),
            field("source", pa.string(), "Where it is published, or how it was found."),
            field("mean", pa.float64(), "Expected score.", "points"),
            field("sd", pa.float64(), "Standard deviation of the score.", "points"),
            field("median", pa.int32(), "The least score t with P(score <= t) of 1/2 or more.", "points"),
            field("upper_bonus", pa.float64(), "Probability of the upper bonus."),
            field(
                "secured_early",
                pa.float64(),
                "Probability that the upper bonus is earned before the last upper category is filled.",
            ),
            field("extra_yahtzees", pa.float64(), "Expected number of Yahtzee bonuses."),
            field("keep_loss", pa.float64(), f"Expected loss by keeps, {DECISION}.", "points"),
            field("category_loss", pa.float64(), f"Expected loss by categories, {DECISION}.", "points"),
            field("differs", pa.float64(), "Expected number of decisions unlike the optimal policy's."),
            field("differs_beyond_tie", pa.float64(), "The same, but for those that are tied with it."),
        ]
    ),
    "strategy_categories": pa.schema(
        [
            *(STRATEGY, CATEGORY),
            field("mean", pa.float64(), "Expected points.", "points"),
            field("variance", pa.float64(), "Variance of the points.", "points^2"),
            field("zero", pa.float64(), "Probability of no points."),
        ]
    ),
    "strategy_scores": pa.schema(
        [
            STRATEGY,
            field("category", pa.string(), "Id of the category."),
            field("points", pa.int32(), "What it gets, without bonuses.", "points"),
            field("turn", pa.int8(), "When it is filled, from 1."),
            field("probability", pa.float64(), "Probability of these points in this turn."),
        ]
    ),
    "strategy_rolls": pa.schema(
        [
            STRATEGY,
            field("roll", pa.string(), f"The last roll of a turn. {DICE}"),
            field("category", pa.string(), "The category that it fills."),
            field("expected", pa.float64(), "Expected number of times in a game (at most one: probability)."),
        ]
    ),
    "strategy_amounts": pa.schema(
        [
            STRATEGY,
            field("quantity", pa.string(), "total, upper_total (uncapped), or extra_yahtzees (with bonus)."),
            field("amount", pa.int32(), "How much of it at the end of the game."),
            field("probability", pa.float64(), "Its probability."),
        ]
    ),
    "strategy_covariances": pa.schema(
        [
            *(STRATEGY, CATEGORY),
            field("other", pa.string(), "Another one, or the same."),
            field("covariance", pa.float64(), "Covariance of their points.", "points^2"),
        ]
    ),
    "strategy_losses": pa.schema(
        [
            STRATEGY,
            field("turn", pa.int8(), "The turn, from 1."),
            field("rerolls", pa.int8(), "Rerolls left; 0: the decision is for a category."),
            field("points_lost", pa.float64(), f"Expected loss, {DECISION}.", "points"),
            field("differs", pa.float64(), "Probability of a decision unlike the optimal policy's."),
            field("differs_beyond_tie", pa.float64(), "The same, but for those that are tied with it."),
        ]
    ),
}
"""The tables of strategies; one file each for every strategy, then one for all of a game."""

PAIRS: dict[str, pa.Schema] = {
    "strategy_pairs": pa.schema(
        [
            STRATEGY,
            field("other", pa.string(), "Id of the other one."),
            field("p_win", pa.float64(), "Probability that the strategy scores more."),
            field("p_draw", pa.float64(), "Probability of equal scores."),
            field("p_lose", pa.float64(), "Probability that it scores less."),
            field("variation", pa.float64(), "Total variation distance of the two scores."),
            field("dominates", pa.bool_(), "Whether P(score >= t) is nowhere below the other's, to 1e-12."),
            nullable("fails_at", "The first t where it is; null when it dominates.", "points", pa.int32()),
        ]
    )
}
"""Made of the tables of all strategies of a game."""
