"""Fields of tables: types, meanings and units, and the columns that many tables share."""

import pyarrow as pa


def field(name: str, kind: pa.DataType, description: str, unit: str = "") -> pa.Field:
    """A column that is never null."""
    return pa.field(name, kind, False, {"description": description, "unit": unit})


def nullable(name: str, description: str, unit: str, kind: pa.DataType | None = None) -> pa.Field:
    """A column of numbers that may be null."""
    return pa.field(name, kind or pa.float64(), True, {"description": description, "unit": unit})


def type_name(kind: pa.DataType) -> str:
    """A type in words."""
    return str(kind).replace("list<element: ", "list of ").replace("list<item: ", "list of ").rstrip(">")


FILLED = field("filled", pa.int32(), "Filled categories; bit i is the i-th of the sheet.", "mask")
NEED = field(
    "need",
    pa.int32(),
    "Upper points still needed for the bonus; 0: paid or out of reach.",
    "points",
)
CHIP = field("chip", pa.bool_(), "Whether extra Yahtzees earn their bonus.")
VALUE = field("value", pa.float64(), "Highest expected points still to come.", "points")
DICE = "Dice as rising faces with blanks between."
