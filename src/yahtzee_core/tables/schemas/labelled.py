"""The columns of exported positions."""

import pyarrow as pa

from .fields import CHIP, FILLED, NEED, field

LABELLED: dict[str, pa.Schema] = {
    "labelled": pa.schema(
        [
            *(FILLED, NEED, CHIP),
            field("dice", pa.list_(pa.int8()), "How many dice show 1, 2, and so on."),
            field("rerolls", pa.int8(), "Rerolls left; 0: the decision is for a category."),
            field("best", pa.int32(), "The action of the best policy, by the tie rule."),
            field("actions", pa.list_(pa.int32()), "All that are allowed; the manifest names the numbers."),
            field(
                "values",
                pa.list_(pa.float64()),
                "Expected points to come, those of the action included, when best play follows each of them.",
                "points",
            ),
            field("losses", pa.list_(pa.float64()), "The highest of the values less each of them.", "points"),
        ]
    )
}
"""Shards of positions with what every action is worth."""
