"""What a search has found, as a file that `load_strategy` reads."""

from pathlib import Path
from typing import Any

import yaml

from ..storage import atomic


def write_found(path: Path, strategy: dict[str, Any]) -> None:
    """Write a strategy of rules or numbers; its keys are those of the file."""
    text = yaml.safe_dump(strategy, sort_keys=False, width=100, allow_unicode=True)
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
