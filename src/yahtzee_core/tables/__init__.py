"""Files of results: their columns, what they are made of, and SQL over them."""

from typing import TYPE_CHECKING

from ..lazy import face

if TYPE_CHECKING:
    from .database import run_query
    from .storage import read_table, write_table

__all__ = ["read_table", "run_query", "write_table"]
__getattr__ = face(__name__, {"read_table": "storage", "run_query": "database", "write_table": "storage"})
