"""The columns of every table: types, meanings and units."""

import pyarrow as pa

from .files import FILES
from .labelled import LABELLED
from .solved import SOLVED
from .strategies import PAIRS, STRATEGIES
from .two_players import TWO_PLAYERS

__all__ = ["PAIRS", "SCHEMAS", "STRATEGIES"]

SCHEMAS: dict[str, pa.Schema] = {**STRATEGIES, **PAIRS, **TWO_PLAYERS, **SOLVED, **FILES, **LABELLED}
