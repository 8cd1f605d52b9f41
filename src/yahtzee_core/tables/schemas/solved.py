"""The columns of the tables that are solved, and of the small ones about a game."""

import pyarrow as pa

from .fields import CHIP, DICE, FILLED, NEED, VALUE, field, nullable

MAXPROB = (
    *(FILLED, NEED, CHIP),
    field(
        "certain",
        pa.int32(),
        "Lists begin with needed = certain + 1; the probability is 1 up to it.",
        "points",
    ),
    field(
        "most",
        pa.int32(),
        "More points are impossible; lists end here, or at the run's highest score.",
        "points",
    ),
)


def _numbers(name: str, description: str, unit: str = "") -> pa.Field:
    return field(name, pa.list_(pa.float64()), f"{description} more points, by needed.", unit)


def _listed(name: str, description: str, unit: str) -> pa.Field:
    order = "by saved rolls, for each of them by chip and need."
    return field(name, pa.list_(pa.float64()), f"{description}, {order}", unit)


def _by_part(name: str, description: str, unit: str = "") -> pa.Field:
    order = "in each category of the sheet, from its top, then of the upper bonus and of the Yahtzee bonus."
    return field(name, pa.list_(pa.float64()), f"{description}, {order}", unit)


def _gain(name: str, description: str) -> pa.Field:
    return pa.field(name, pa.float64(), True, {"description": description, "unit": "points"})


def _where(name: str) -> pa.Field:
    return nullable(name, "Where it is; the better action, the worse one.", "", pa.string())


def _at_most(name: str, what: str) -> pa.Field:
    return field(name, pa.float64(), f"Proved by counting roundings: a {what} is at most this.")


SOLVED: dict[str, pa.Schema] = {
    "expected_shard": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            field("second", pa.float64(), "Expected square of the points still to come.", "points^2"),
        ]
    ),
    "expected": pa.schema(
        [
            *(FILLED, NEED, CHIP, VALUE),
            field("sd", pa.float64(), "Standard deviation of the points still to come.", "points"),
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
            field("layer", pa.int8(), "Number of filled categories."),
            field("saved", pa.int16(), "Number of saved rolls."),
            field("states", pa.int64(), "States with so many; the means are over them, each counted once."),
            field("value", pa.float64(), "Mean of the highest expected points still to come.", "points"),
            field("sd", pa.float64(), "Root of the mean variance of the points still to come.", "points"),
            _gain("gain", "Mean of what one more saved roll adds to the value; none for the most of them."),
            _gain("least", "The least that it adds in one of the states."),
            _gain("most", "The most that it adds."),
        ]
    ),
    "maxprob": pa.schema([*MAXPROB, _numbers("probability", "Highest probability of at least so many")]),
    "maxprob_moments": pa.schema(
        [
            *MAXPROB,
            _numbers("probability", "Highest probability of at least so many"),
            _numbers("less", "The rest: lowest probability of less, with digits where it is small"),
            _numbers("mean", "Expected points to come under MaxProb for so many", "points"),
            _numbers(
                "second_moment", "Expected square of the points to come under MaxProb for so many", "points^2"
            ),
        ]
    ),
    "maxprob_approx": pa.schema(
        [*MAXPROB, _numbers("probability", "Probability under MaxProbApprox of at least so many")]
    ),
    "held_karp": pa.schema(
        [
            field(
                "cities",
                pa.int64(),
                "A set of places in the instance, from 0: bit i is place i + 1; place 0 is the start.",
                "mask",
            ),
            field(
                "length",
                pa.list_(pa.int32()),
                "Shortest path from the start through the set, by last place from 1; 536870912 for none.",
            ),
        ]
    ),
    "tour": pa.schema(
        [
            field("position", pa.int16(), "Place in the tour, from 0."),
            field("city", pa.int32(), "The city, by the number that the instance gives it."),
            field("length", pa.int32(), "Length of the tour up to this city."),
        ]
    ),
    "parts": pa.schema(
        [
            *(FILLED, NEED, CHIP),
            _by_part("points", "Expected points still to come under the optimal policy", "points"),
            _by_part("chance", "Probability of more than 0 points still to come under it"),
        ]
    ),
    "distribution": pa.schema(
        [
            field("score", pa.int32(), "The total of a game.", "points"),
            field("probability", pa.float64(), "Probability of exactly this total."),
            field("at_least", pa.float64(), "Probability of this total or more."),
            field("below", pa.float64(), "Probability of less than this total."),
        ]
    ),
    "distribution_by_bonus": pa.schema(
        [
            field("score", pa.int32(), "The total of a game.", "points"),
            nullable(
                "upper_bonus", "Whether an upper bonus was earned; null in games without.", "", pa.bool_()
            ),
            nullable(
                "equal_dice",
                "Whether the category of equal dice, the Yahtzee, has points; null in games without.",
                "",
                pa.bool_(),
            ),
            field("probability", pa.float64(), "Probability of this total with these two."),
        ]
    ),
    "visits": pa.schema(
        [
            *(FILLED, NEED, CHIP),
            field("probability", pa.float64(), "Probability that a game comes to this state."),
        ]
    ),
    "maxprob_scores": pa.schema(
        [
            field("score", pa.int32(), "The total to reach.", "points"),
            field("maxprob", pa.float64(), "Highest probability of this total or more, over all strategies."),
            nullable("mean", "Expected score of MaxProb_s.", "points"),
            nullable("sd", "Its standard deviation.", "points"),
        ]
    ),
    "rule_changes": pa.schema(
        [
            field("change", pa.string(), "Id of the change; as-it-is for none."),
            field("words", pa.string(), "The change in words."),
            field("expected", pa.float64(), "Expected score of the changed game.", "points"),
            field("difference", pa.float64(), "What the change adds to it.", "points"),
            field("sd", pa.float64(), "Standard deviation of the score.", "points"),
            field("states", pa.int64(), "Merged states; with saved rolls, for each number of them."),
        ]
    ),
    "exact": pa.schema(
        [
            field("states", pa.int64(), "Merged states between turns."),
            field("numerator", pa.string(), "Of the expected score, in lowest terms; decimal digits."),
            field("denominator", pa.string(), "The same."),
            field("denominator_primes", pa.string(), "The denominator as powers of primes: 2^3 5."),
            field(
                "digits", pa.string(), "The expected score, rounded to 50 digits after the point.", "points"
            ),
            field("numerator_sha256", pa.string(), "SHA-256 of the digits of the numerator."),
            field("variance_numerator", pa.string(), "Of the variance of the score, in lowest terms."),
            field("variance_denominator", pa.string(), "The same."),
            field("variance_primes", pa.string(), "The denominator as powers of primes."),
            field("variance_digits", pa.string(), "The variance, rounded to 50 digits.", "points^2"),
            field("sd_digits", pa.string(), "The standard deviation, cut off after 50 digits.", "points"),
            field(
                "positions", pa.int64(), "States, rolls and rerolls left: the decisions that were checked."
            ),
            field("ties", pa.int64(), "Positions in which several actions are exactly best."),
            field(
                "not_best", pa.int64(), "Those in which expected takes an action that is not exactly best."
            ),
            field("not_first", pa.int64(), "Those in which it takes another one than the tie rule does."),
            nullable("smallest_gap", "Least difference of two actions of a position, 0 left out.", "points"),
            _where("smallest_gap_at"),
            nullable("smallest_margin", "The same of two of which one is best.", "points"),
            _where("smallest_margin_at"),
            field("largest_error", pa.float64(), "Largest error of a value of the table expected.", "points"),
            _at_most("relative_error_at_most", "relative error of a value of the table expected"),
            _at_most("probability_error_at_most", "relative error of a probability of the table maxprob"),
            _at_most("duel_error_at_most", "absolute error of a value of the table duel"),
        ]
    ),
    "needs": pa.schema(
        [
            field("upper_filled", pa.int32(), "Filled upper categories.", "mask"),
            field("upper_total", pa.int32(), "Real total of the upper section, uncapped.", "points"),
            field("need", pa.int32(), "The need that this total is.", "points"),
        ]
    ),
    "precision": pa.schema(
        [
            field("name", pa.string(), "Name of the table, whether it was asked for or not."),
            field("column_name", pa.string(), "Its column that this is about."),
            field("error_at_most", pa.float64(), "A number differs from the exact one by at most this."),
            field("relative", pa.bool_(), "Whether the error is a share of the number."),
            field(
                "digits",
                pa.int16(),
                "Certain digits: from the first that is not 0 if relative, else after the point.",
            ),
        ]
    ),
    "categories": pa.schema(
        [
            field("category", pa.string(), "Id of the category."),
            field("title", pa.string(), "Its name for people."),
            field("position", pa.int16(), "Place on the sheet, from 0; its bit in masks."),
            field("upper", pa.bool_(), "Whether it is in the upper section."),
        ]
    ),
    "published": pa.schema(
        [
            field("source", pa.string(), "Who published it, and where."),
            field("game", pa.string(), "Id of the game."),
            field("item", pa.string(), "What it is."),
            field("published", pa.string(), "The number as printed."),
            field("computed", pa.float64(), "The exact one."),
            field(
                "agrees",
                pa.bool_(),
                "Whether it is the exact one to the digits printed (or 4 standard errors).",
            ),
            field("expected", pa.bool_(), "Whether it is expected to agree; the run fails when it does not."),
            field("remark", pa.string(), "Why it does not, where it does not."),
        ]
    ),
    "partition_costs": pa.schema(
        [
            field("elements", pa.int16(), "|A|, the elements of the domain."),
            field("fixed", pa.int16(), "|G|, the fixed ones."),
            field("cache_share", pa.float64(), "Largest cache as a share of the table, (5.8)."),
            field("reads", pa.float64(), "Reads for each element of the table, (5.11)."),
            nullable("cache_mib", "Largest cache of the thesis's case, scores up to 400, (5.8).", "MiB"),
            nullable("real_cache_mib", "The same of maxprob for every score, merged states.", "MiB"),
            nullable("real_reads", "Its bytes read for each byte of the table.", ""),
        ]
    ),
    "timings": pa.schema(
        [
            field("rule", pa.string(), "Rule of the workflow."),
            field(
                "job", pa.string(), "What the job was of: game, objective and class, as far as it has them."
            ),
            field("seconds", pa.float64(), "Wall time.", "s"),
            nullable("cpu_seconds", "CPU time; null where the job was too short to tell.", "s"),
            nullable("memory_mb", "Largest resident memory; null where the job was too short.", "MB"),
        ]
    ),
    "games": pa.schema(
        [
            field("game", pa.string(), "Id of the game."),
            field("title", pa.string(), "Its name for people."),
            field("rule", pa.string(), "The rule in words."),
            field("source", pa.string(), "Where the rule is written down."),
            field("dice", pa.int16(), "Number of dice."),
            field("faces", pa.int16(), "Faces of a die."),
            field("rolls", pa.int16(), "Rolls of a turn."),
            field(
                "threshold", pa.int32(), "Upper total that earns the first upper bonus; 0: none.", "points"
            ),
            field("upper_bonus", pa.int32(), "The first upper bonus.", "points"),
            nullable(
                "upper_bonuses",
                "All upper bonuses: 35 from 63, 20 from 71; null without one.",
                "",
                pa.string(),
            ),
            field("yahtzee_bonus", pa.int32(), "The bonus of an extra Yahtzee.", "points"),
            nullable(
                "joker", "Where an extra Yahtzee may score as a joker; null without jokers.", "", pa.string()
            ),
            field(
                "states",
                pa.int64(),
                "Merged states; with saved rolls, for each number of them.",
            ),
        ]
    ),
    "openings": pa.schema(
        [
            field("roll", pa.string(), f"The first roll of the game. {DICE}"),
            field("probability", pa.float64(), "Its probability."),
            field("value", pa.float64(), "Expected score after it.", "points"),
            nullable(
                "best",
                f"What the optimal policy keeps; - for nothing, null in a game of one roll. {DICE}",
                "",
                pa.string(),
            ),
            nullable(
                "runner_up",
                f"The best keep that is not tied with it; null without one. {DICE}",
                "",
                pa.string(),
            ),
            nullable("points_lost", "What the runner-up is behind; null without one.", "points"),
        ]
    ),
}
