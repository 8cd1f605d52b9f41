"""The columns of every table: types, meanings and units."""

import pyarrow as pa


def _field(name: str, kind: pa.DataType, description: str, unit: str = "") -> pa.Field:
    return pa.field(name, kind, False, {"description": description, "unit": unit})


def _nullable(name: str, description: str, unit: str) -> pa.Field:
    return pa.field(name, pa.float64(), True, {"description": description, "unit": unit})


FILLED = _field("filled", pa.int32(), "Filled categories; bit i is the i-th of the sheet.", "mask")
NEED = _field(
    "need",
    pa.int16(),
    "Upper points still needed for the bonus; 0: paid or out of reach.",
    "points",
)
CHIP = _field("chip", pa.bool_(), "Whether extra Yahtzees earn their bonus.")
VALUE = _field("value", pa.float64(), "Highest expected points still to come.", "points")
DICE = "Dice as rising faces with blanks between."

MAXPROB = (
    *(FILLED, NEED, CHIP),
    _field(
        "certain",
        pa.int16(),
        "Lists begin with needed = certain + 1; the probability is 1 up to it.",
        "points",
    ),
    _field(
        "most",
        pa.int16(),
        "More points are impossible; lists end here, or at the run's highest score.",
        "points",
    ),
)


def _numbers(name: str, description: str, unit: str = "") -> pa.Field:
    return _field(name, pa.list_(pa.float64()), f"{description} more points, by needed.", unit)


def _listed(name: str, description: str, unit: str) -> pa.Field:
    order = "by saved rolls, for each of them by chip and need."
    return _field(name, pa.list_(pa.float64()), f"{description}, {order}", unit)


def _worth(name: str, description: str) -> pa.Field:
    return pa.field(name, pa.float64(), True, {"description": description, "unit": "points"})


STRATEGY = _field("strategy", pa.string(), "Id of the strategy.")
CATEGORY = _field("category", pa.string(), "Id of the category, or upper_bonus or yahtzee_bonus.")
DECISION = "judged by the optimal policy where the strategy plays"

STRATEGIES: dict[str, pa.Schema] = {
    "strategies": pa.schema(
        [
            STRATEGY,
            _field("title", pa.string(), "Its name for people."),
            _field("source", pa.string(), "Where it is published, or how it was found."),
            _field("mean", pa.float64(), "Expected score.", "points"),
            _field("sd", pa.float64(), "Standard deviation of the score.", "points"),
            _field(
                "median", pa.int16(), "The least score that is not exceeded with probability 1/2.", "points"
            ),
            _field("upper_bonus", pa.float64(), "Probability of the upper bonus."),
            _field(
                "secured_early",
                pa.float64(),
                "Probability that the upper bonus is earned before the last upper category is filled.",
            ),
            _field("extra_yahtzees", pa.float64(), "Expected number of Yahtzee bonuses."),
            _field("keep_loss", pa.float64(), f"Expected loss by keeps, {DECISION}.", "points"),
            _field("category_loss", pa.float64(), f"Expected loss by categories, {DECISION}.", "points"),
            _field("differs", pa.float64(), "Expected number of decisions unlike the optimal policy's."),
            _field("differs_beyond_tie", pa.float64(), "The same, but for those that are tied with it."),
        ]
    ),
    "strategy_categories": pa.schema(
        [
            *(STRATEGY, CATEGORY),
            _field("mean", pa.float64(), "Expected points.", "points"),
            _field("variance", pa.float64(), "Variance of the points.", "points^2"),
            _field("zero", pa.float64(), "Probability of no points."),
        ]
    ),
    "strategy_scores": pa.schema(
        [
            STRATEGY,
            _field("category", pa.string(), "Id of the category."),
            _field("points", pa.int16(), "What it gets, without bonuses.", "points"),
            _field("turn", pa.int8(), "When it is filled, from 1."),
            _field("probability", pa.float64(), "Probability of these points in this turn."),
        ]
    ),
    "strategy_rolls": pa.schema(
        [
            STRATEGY,
            _field("roll", pa.string(), f"The last roll of a turn. {DICE}"),
            _field("category", pa.string(), "The category that it fills."),
            _field(
                "expected", pa.float64(), "Expected number of times in a game (at most one: probability)."
            ),
        ]
    ),
    "strategy_amounts": pa.schema(
        [
            STRATEGY,
            _field("quantity", pa.string(), "total, upper_total (uncapped), or extra_yahtzees (with bonus)."),
            _field("amount", pa.int16(), "How much of it at the end of the game."),
            _field("probability", pa.float64(), "Its probability."),
        ]
    ),
    "strategy_covariances": pa.schema(
        [
            *(STRATEGY, CATEGORY),
            _field("other", pa.string(), "Another one, or the same."),
            _field("covariance", pa.float64(), "Covariance of their points.", "points^2"),
        ]
    ),
    "strategy_losses": pa.schema(
        [
            STRATEGY,
            _field("turn", pa.int8(), "The turn, from 1."),
            _field("rerolls", pa.int8(), "Rerolls left; 0: the decision is for a category."),
            _field("loss", pa.float64(), f"Expected loss, {DECISION}.", "points"),
            _field("differs", pa.float64(), "Probability of a decision unlike the optimal policy's."),
            _field("differs_beyond_tie", pa.float64(), "The same, but for those that are tied with it."),
        ]
    ),
}
"""The tables of strategies; one file each for every strategy, then one for all of a game."""

PAIR = (
    *(FILLED, NEED, CHIP),
    *(field.with_name(f"other_{field.name}") for field in (FILLED, NEED, CHIP)),
)
"""The state of the mover, and of the other player."""
PAIR_NAMES = [field.name for field in PAIR]
LEAD = (
    _field("turns", pa.int16(), "Turns played by both together; even: the player who began moves."),
    _field("lead", pa.int16(), "Points that the mover is ahead.", "points"),
)
COST = "what a turn of expected costs the mover, exact play going on after it"
DEPARTURE = (
    _field("most", pa.float64(), "The greatest such cost of a pair that is met at this lead."),
    *PAIR,
)


def _singles(name: str, description: str) -> pa.Field:
    return _field(name, pa.list_(pa.float32()), f"{description}, by the points that the other is behind.")


SCHEMAS: dict[str, pa.Schema] = {
    **STRATEGIES,
    "expected_shard": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            _field("second", pa.float64(), "Expected square of the points still to come.", "points^2"),
        ]
    ),
    "expected": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            _field("sd", pa.float64(), "Standard deviation of the points still to come.", "points"),
        ]
    ),
    "saved_shard": pa.schema(
        [
            FILLED,
            _listed("value", "Highest expected points still to come", "points"),
            _listed("second", "Expected square of the points still to come", "points^2"),
        ]
    ),
    "saved": pa.schema(
        [
            _field("layer", pa.int8(), "Number of filled categories."),
            _field("saved", pa.int16(), "Number of saved rolls."),
            _field("states", pa.int64(), "States with so many; the means are over them, each counted once."),
            _field("value", pa.float64(), "Mean of the highest expected points still to come.", "points"),
            _field("sd", pa.float64(), "Root of the mean variance of the points still to come.", "points"),
            _worth("worth", "Mean of what one more saved roll adds to the value; none for the most of them."),
            _worth("least", "The least that it adds in one of the states."),
            _worth("most", "The most that it adds."),
        ]
    ),
    "maxprob": pa.schema([*MAXPROB, _numbers("probability", "Highest probability of at least so many")]),
    "maxprob_moments": pa.schema(
        [
            *MAXPROB,
            _numbers("probability", "Highest probability of at least so many"),
            _numbers("mean", "Expected points to come under MaxProb for so many", "points"),
            _numbers("second", "Expected square of the points to come under MaxProb for so many", "points^2"),
        ]
    ),
    "maxprob_approx": pa.schema(
        [*MAXPROB, _numbers("probability", "Probability under MaxProbApprox of at least so many")]
    ),
    "held_karp": pa.schema(
        [
            _field(
                "cities", pa.int64(), "A set of cities; bit i is city i + 1, city 0 is the start.", "mask"
            ),
            _field(
                "length",
                pa.list_(pa.int32()),
                "Shortest path from city 0 through the set, by last city from 1; 536870912 for none.",
            ),
        ]
    ),
    "tour": pa.schema(
        [
            _field("position", pa.int16(), "Place in the tour, from 0."),
            _field("city", pa.int16(), "The city, numbered as in the instance, from 1."),
            _field("length", pa.int32(), "Length of the tour up to this city."),
        ]
    ),
    "distribution": pa.schema(
        [
            _field("score", pa.int16(), "The total of a game.", "points"),
            _field("probability", pa.float64(), "Probability of exactly this total."),
            _field("at_least", pa.float64(), "Probability of this total or more."),
            _field("below", pa.float64(), "Probability of less than this total."),
        ]
    ),
    "maxprob_scores": pa.schema(
        [
            _field("score", pa.int16(), "The total to reach.", "points"),
            _field(
                "maxprob", pa.float64(), "Highest probability of this total or more, over all strategies."
            ),
            _nullable("mean", "Expected score of MaxProb_s.", "points"),
            _nullable("sd", "Its standard deviation.", "points"),
        ]
    ),
    "duel_shard": pa.schema(
        [
            *PAIR,
            _field("first", pa.int16(), "Points that the other is behind at the first number.", "points"),
            _singles("value", "What the pair is worth to the other: P(win) + P(draw) / 2"),
            _singles("draw", "Probability of a draw"),
        ]
    ),
    "duel_sums": pa.schema(
        [
            *LEAD,
            _field("weight", pa.float64(), "Sum of the weights of the pairs of the class."),
            _field("undecided", pa.float64(), "The same of those that are undecided at this lead."),
            _field("value", pa.float64(), "Weighted sum of P(win) + P(draw) / 2 of the mover."),
            _field("draw", pa.float64(), "Weighted sum of the probability of a draw."),
            _field("cost", pa.float64(), f"Weighted sum of {COST}."),
            *DEPARTURE,
        ]
    ),
    "duel": pa.schema(
        [
            *LEAD,
            _field("value", pa.float64(), "P(win) + P(draw) / 2 of the mover, over the pairs met."),
            _field("win", pa.float64(), "Probability that the mover wins."),
            _field("draw", pa.float64(), "Probability of a draw."),
            _field("loss", pa.float64(), "Probability that the mover loses."),
            _field("cost", pa.float64(), f"Mean of {COST}."),
            *DEPARTURE,
        ]
    ),
    "blind": pa.schema(
        [
            _field("opponent", pa.string(), "Id of the opponent's strategy; neither sees the other."),
            _field("utility", pa.string(), "What the best answer maximises: win, or half (half a draw too)."),
            _field("value", pa.float64(), "Its expected utility."),
            _field("win", pa.float64(), "Probability that the best answer wins."),
            _field("draw", pa.float64(), "Probability of a draw."),
            _field("loss", pa.float64(), "Probability that the best answer loses."),
            _field("mean", pa.float64(), "Expected score of the best answer.", "points"),
            _field("sd", pa.float64(), "Standard deviation of its score.", "points"),
            _field("expected_win", pa.float64(), "Probability that the policy of expected wins instead."),
            _field("expected_draw", pa.float64(), "Probability that it draws."),
            _field("expected_loss", pa.float64(), "Probability that it loses."),
        ]
    ),
    "races": pa.schema(
        [
            _field("player", pa.string(), "What the player takes the totals for: variance, or distribution."),
            _field("opponent", pa.string(), "Id of the strategy of all others, who do not look."),
            _field("players", pa.int8(), "Players in all."),
            _field("games", pa.int64(), "Games that were played at random."),
            _field("seed", pa.int64(), "Seed of the dice."),
            _field("win", pa.float64(), "Share of the games that the player won."),
            _field("draw", pa.float64(), "Share in which the highest total was the player's and another's."),
            _field("loss", pa.float64(), "Share of the games that the player lost."),
            _field("win_se", pa.float64(), "Standard error of the share of wins."),
            _field("draw_se", pa.float64(), "Standard error of the share of draws."),
            _field("loss_se", pa.float64(), "Standard error of the share of losses."),
            _field("expected_win", pa.float64(), "Probability that the policy of expected wins instead."),
            _field("expected_draw", pa.float64(), "Probability that it draws."),
            _field("expected_loss", pa.float64(), "Probability that it loses."),
        ]
    ),
    "rule_changes": pa.schema(
        [
            _field("change", pa.string(), "Id of the change; as-it-is for none."),
            _field("words", pa.string(), "The change in words."),
            _field("expected", pa.float64(), "Expected score of the changed game.", "points"),
            _field("difference", pa.float64(), "What the change adds to it.", "points"),
            _field("sd", pa.float64(), "Standard deviation of the score.", "points"),
            _field("states", pa.int64(), "Merged states; with saved rolls, for each number of them."),
        ]
    ),
    "needs": pa.schema(
        [
            _field("upper_filled", pa.int32(), "Filled upper categories.", "mask"),
            _field("upper_total", pa.int16(), "Real total of the upper section, uncapped.", "points"),
            _field("need", pa.int16(), "The need that this total is.", "points"),
        ]
    ),
    "categories": pa.schema(
        [
            _field("category", pa.string(), "Id of the category."),
            _field("title", pa.string(), "Its name for people."),
            _field("position", pa.int16(), "Place on the sheet, from 0; its bit in masks."),
            _field("upper", pa.bool_(), "Whether it is in the upper section."),
        ]
    ),
    "published": pa.schema(
        [
            _field("source", pa.string(), "Who published it, and where."),
            _field("game", pa.string(), "Id of the game."),
            _field("item", pa.string(), "What it is."),
            _field("published", pa.string(), "The number as printed."),
            _field("computed", pa.float64(), "The exact one."),
            _field(
                "agrees",
                pa.bool_(),
                "Whether it is the exact one to the digits printed (or 4 standard errors).",
            ),
            _field("expected", pa.bool_(), "Whether it should agree; the run fails when it does not."),
            _field("remark", pa.string(), "Why it does not, where it does not."),
        ]
    ),
    "partition_costs": pa.schema(
        [
            _field("elements", pa.int16(), "|A|, the elements of the domain."),
            _field("fixed", pa.int16(), "|G|, the fixed ones."),
            _field("cache_share", pa.float64(), "Largest cache as a share of the table, (5.8)."),
            _field("reads", pa.float64(), "Reads for each element of the table, (5.11)."),
            _nullable("cache_mib", "Largest cache of the thesis's case, scores up to 400, (5.8).", "MiB"),
            _nullable("real_cache_mib", "The same of maxprob for every score, merged states.", "MiB"),
            _nullable("real_reads", "Its bytes read for each byte of the table.", ""),
        ]
    ),
    "timings": pa.schema(
        [
            _field("rule", pa.string(), "Rule of the workflow."),
            _field(
                "job", pa.string(), "What the job was of: game, objective and class, as far as it has them."
            ),
            _field("seconds", pa.float64(), "Wall time.", "s"),
            _nullable("cpu_seconds", "CPU time; null where the job was too short to tell.", "s"),
            _nullable("memory_mb", "Largest resident memory; null where the job was too short.", "MB"),
        ]
    ),
    "games": pa.schema(
        [
            _field("game", pa.string(), "Id of the game."),
            _field("title", pa.string(), "Its name for people."),
            _field("rule", pa.string(), "The rule in words."),
            _field("source", pa.string(), "Where the rule is written down."),
            _field("dice", pa.int16(), "Number of dice."),
            _field("faces", pa.int16(), "Faces of a die."),
            _field("rolls", pa.int16(), "Rolls of a turn."),
            _field("threshold", pa.int16(), "Upper total that earns the bonus; 0: none.", "points"),
            _field("upper_bonus", pa.int16(), "The upper bonus.", "points"),
            _field("yahtzee_bonus", pa.int16(), "The bonus of an extra Yahtzee.", "points"),
            _field("states", pa.int64(), "Merged states between turns."),
        ]
    ),
    "openings": pa.schema(
        [
            _field("roll", pa.string(), f"The first roll of the game. {DICE}"),
            _field("probability", pa.float64(), "Its probability."),
            _field("value", pa.float64(), "Expected score after it.", "points"),
            _field("best", pa.string(), f"What the optimal policy keeps; - for nothing. {DICE}"),
            _field("second", pa.string(), f"The best keep that is not tied with it. {DICE}"),
            _field("loss", pa.float64(), "What the second keep costs.", "points"),
        ]
    ),
}
FOLLOWED = pa.schema([field for field in SCHEMAS["duel"] if field.name not in ("cost", "most", *PAIR_NAMES)])
SCHEMAS |= dict.fromkeys(("duel_expected_first", "duel_expected_second"), FOLLOWED)
"""No cost is asked where a player does not choose."""
SCHEMAS["duel_endgame"] = SCHEMAS["duel_shard"]
