"""What the report says (report.yaml): sections of blocks, each a question in SQL and how it is shown."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from ..checked_yaml import check_schema, load_yaml

HERE = resources.files(__package__)


@dataclass(frozen=True)
class Block:
    """One question. kind: sentence, table, lines, bars or heat. needs: tables without which it is left out.

    x, y, z: columns. by: a column whose values are series of their own. log: whether y is logarithmic.
    labels: of axes or series, by column. more: another way to ask, a command. certain: the table whose
    numbers these are; of their digits, those are shown that are certain (the table precision).
    """

    title: str
    kind: str
    sql: str
    text: str = ""
    needs: tuple[str, ...] = ()
    x: str = ""
    y: tuple[str, ...] = ()
    z: str = ""
    by: str = ""
    log: bool = False
    labels: dict[str, str] = field(default_factory=dict)
    more: str = ""
    certain: str = ""


@dataclass(frozen=True)
class Section:
    """Some blocks under a title."""

    id: str
    title: str
    text: str
    blocks: tuple[Block, ...]


def load_sections() -> list[Section]:
    """The sections of report.yaml, checked."""
    text = (HERE / "report.yaml").read_text(encoding="utf-8")
    raw = load_yaml(text, "report.yaml")
    check_schema(raw, json.loads((HERE / "report_schema.json").read_text(encoding="utf-8")), "report.yaml")
    return [_section(section) for section in raw]


def present(sections: Sequence[Section], tables: Sequence[str]) -> list[Section]:
    """The sections with the blocks whose tables are there; none that is empty."""
    kept = [
        Section(s.id, s.title, s.text, tuple(b for b in s.blocks if set(b.needs) <= set(tables)))
        for s in sections
    ]
    return [section for section in kept if section.blocks]


def _section(raw: dict[str, Any]) -> Section:
    blocks = tuple(_block(block) for block in raw["blocks"])
    return Section(raw["id"], raw["title"], _line(raw.get("text", "")), blocks)


def _block(raw: dict[str, Any]) -> Block:
    y = raw.get("y", [])
    return Block(
        **{
            **raw,
            "sql": raw["sql"].strip(),
            "text": _line(raw.get("text", "")),
            "needs": tuple(raw.get("needs", [])),
            "y": tuple(y if isinstance(y, list) else [y]),
        }
    )


def _line(text: str) -> str:
    return " ".join(text.split())
