"""The columns of every table: types, meanings and units."""

import pyarrow as pa

from .solved import SOLVED
from .strategies import STRATEGIES
from .two_players import TWO_PLAYERS

__all__ = ["SCHEMAS", "STRATEGIES"]

SCHEMAS: dict[str, pa.Schema] = {**STRATEGIES, **TWO_PLAYERS, **SOLVED}
