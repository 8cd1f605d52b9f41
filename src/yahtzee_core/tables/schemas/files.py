"""The columns of the tables of the database that tell of its files."""

import pyarrow as pa

from .fields import field, nullable

_GAME = field("game", pa.string(), "Id of the game; empty for a table of all games.")
_NAME = field("name", pa.string(), "Name of the table.")


def _digest(name: str, description: str) -> pa.Field:
    return pa.field(
        name, pa.string(), True, {"description": f"{description}; null where SQL made it.", "unit": ""}
    )


FILES: dict[str, pa.Schema] = {
    "result_files": pa.schema(
        [
            *(_GAME, _NAME),
            field("file", pa.string(), "Path of the file, from the folder of the database."),
            field("bytes", pa.int64(), "Size of the file.", "bytes"),
            field("inside", pa.bool_(), "Whether its rows are in the database; else a view reads the file."),
            _digest("game_fingerprint", "Digest of the rules that it was computed for"),
            _digest("objective", "What was computed"),
            _digest("solver_fingerprint", "Digest of the sources that computed it"),
            nullable(
                "relative_error_at_most",
                "What rounding can do to the number that is maximised; null where nothing is proved.",
                "",
            ),
            field("sha256", pa.string(), "Digest of the file."),
        ]
    ),
    "left_out": pa.schema([_GAME, _NAME, field("reason", pa.string(), "Why it is not in the database.")]),
}
