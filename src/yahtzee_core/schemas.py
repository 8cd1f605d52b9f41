"""The columns of every table: types, meanings and units."""

import pyarrow as pa


def _field(name: str, kind: pa.DataType, description: str, unit: str = "") -> pa.Field:
    return pa.field(name, kind, False, {"description": description, "unit": unit})


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


SCHEMAS: dict[str, pa.Schema] = {
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
    "maxprob": pa.schema([*MAXPROB, _numbers("probability", "Highest probability of at least so many")]),
    "maxprob_moments": pa.schema(
        [
            *MAXPROB,
            _numbers("probability", "Highest probability of at least so many"),
            _numbers("mean", "Expected points to come under MaxProb for so many", "points"),
            _numbers("second", "Expected square of the points to come under MaxProb for so many", "points^2"),
        ]
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
            pa.field(
                "mean", pa.float64(), True, {"description": "Expected score of MaxProb_s.", "unit": "points"}
            ),
            pa.field("sd", pa.float64(), True, {"description": "Its standard deviation.", "unit": "points"}),
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
