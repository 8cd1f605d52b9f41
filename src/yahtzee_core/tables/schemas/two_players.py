"""The columns of the tables of two players and more."""

import pyarrow as pa

from .fields import CHIP, FILLED, NEED, field, nullable

PAIR = (
    *(FILLED, NEED, CHIP),
    *(column.with_name(f"other_{column.name}") for column in (FILLED, NEED, CHIP)),
)
"""The state of the mover, and of the other player."""
PAIR_NAMES = [column.name for column in PAIR]
LEAD = (
    field("turns", pa.int16(), "Turns played by both together; even: the player who began moves."),
    field("lead", pa.int32(), "Points that the mover is ahead.", "points"),
)
OVER_PAIRS = (
    "P(win) + P(draw) / 2 of the mover at this lead: the mean over the pairs that two players of expected "
    "come to, with whatever lead."
)
SINGLE = (
    "Single precision: what rounding can do is duel_error_at_most in the table exact; a chance that it takes "
    "below 0 is 0, and win, draw and loss make 1."
)
COST = "what a turn of expected costs the mover, exact play going on after it"
DEPARTURE = (
    nullable(
        "most",
        "The greatest such cost of an undecided pair that two players of expected meet at this lead; the "
        "columns that follow name the pair. Null where they meet none.",
        "",
    ),
    *(column.with_nullable(True) for column in PAIR),
)


def _singles(name: str, description: str) -> pa.Field:
    return field(name, pa.list_(pa.float32()), f"{description}, by the points that the other is behind.")


TWO_PLAYERS: dict[str, pa.Schema] = {
    "duel_shard": pa.schema(
        [
            *PAIR,
            field("first", pa.int32(), "Points that the other is behind at the first number.", "points"),
            _singles("value", "What the pair is worth to the other: P(win) + P(draw) / 2"),
            _singles("draw", "Probability of a draw"),
        ]
    ),
    "duel_sums": pa.schema(
        [
            *LEAD,
            field("weight", pa.float64(), "Sum of the weights of the pairs of the class."),
            field("undecided", pa.float64(), "The same of those that are undecided at this lead."),
            field("value", pa.float64(), "Weighted sum of P(win) + P(draw) / 2 of the mover."),
            field("draw", pa.float64(), "Weighted sum of the probability of a draw."),
            field("cost", pa.float64(), f"Weighted sum of {COST}."),
            *DEPARTURE,
        ]
    ),
    "duel": pa.schema(
        [
            *LEAD,
            field("value", pa.float64(), f"{OVER_PAIRS} {SINGLE}"),
            field("p_win", pa.float64(), "Probability that the mover wins."),
            field("p_draw", pa.float64(), "Probability of a draw."),
            field("p_lose", pa.float64(), "Probability that the mover loses."),
            field("cost", pa.float64(), f"Mean of {COST}."),
            *DEPARTURE,
        ]
    ),
    "blind": pa.schema(
        [
            field("opponent", pa.string(), "Id of the opponent's strategy; neither sees the other."),
            field("utility", pa.string(), "What the best answer maximises: win, or half (half a draw too)."),
            field("value", pa.float64(), "Its expected utility."),
            field("p_win", pa.float64(), "Probability that the best answer wins."),
            field("p_draw", pa.float64(), "Probability of a draw."),
            field("p_lose", pa.float64(), "Probability that the best answer loses."),
            field("mean", pa.float64(), "Expected score of the best answer.", "points"),
            field("sd", pa.float64(), "Standard deviation of its score.", "points"),
            field("expected_p_win", pa.float64(), "Probability that the policy of expected wins instead."),
            field("expected_p_draw", pa.float64(), "Probability that it draws."),
            field("expected_p_lose", pa.float64(), "Probability that it loses."),
        ]
    ),
    "races": pa.schema(
        [
            field("player", pa.string(), "What the player takes the totals for: variance, or distribution."),
            field("opponent", pa.string(), "Id of the strategy of all others, who do not look."),
            field("players", pa.int8(), "Players in all."),
            field("games", pa.int64(), "Games that were played at random."),
            field("seed", pa.int64(), "Seed of the dice."),
            field("p_win", pa.float64(), "Share of the games that the player won."),
            field("p_draw", pa.float64(), "Share in which the highest total was the player's and another's."),
            field("p_lose", pa.float64(), "Share of the games that the player lost."),
            field("p_win_se", pa.float64(), "Standard error of the share of wins."),
            field("p_draw_se", pa.float64(), "Standard error of the share of draws."),
            field("p_lose_se", pa.float64(), "Standard error of the share of losses."),
            field("expected_p_win", pa.float64(), "Probability that the policy of expected wins instead."),
            field("expected_p_draw", pa.float64(), "Probability that it draws."),
            field("expected_p_lose", pa.float64(), "Probability that it loses."),
        ]
    ),
}
"""Duels, blind play and races."""
FOLLOWED = pa.schema(
    [column for column in TWO_PLAYERS["duel"] if column.name not in ("cost", "most", *PAIR_NAMES)]
)
TWO_PLAYERS |= dict.fromkeys(("duel_expected_first", "duel_expected_second"), FOLLOWED)
"""No cost is asked where a player does not choose."""
TWO_PLAYERS["duel_endgame"] = TWO_PLAYERS["duel_shard"]
