"""A game file to start from: that of another game, with what its keys mean."""

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from .load import GAMES, game_text, parse_game

WIDTH = 110


def new_game_text(name: str, base: str) -> str:
    """A commented game file `name`, made of that of the game `base`; UserError when it is none."""
    body = re.sub(r"(?m)^id: .*$", f"id: {name}", game_text(base), count=1)
    body = re.sub(r"(?m)^title: .*$", f"title: {name.replace('-', ' ').title()}", body, count=1)
    parse_game(body, f"{name}.yaml")
    lines = [
        f"# A game of your own, begun from {base}. Change what you like, then",
        f"#     yahtzee games check {name}.yaml    what it means, and what solving it costs",
        f"#     yahtzee value {name}.yaml          its expected score",
        "#",
        "# The keys of a game file, also those that can be added:",
        *_key_comments(),
    ]
    return "\n".join(lines) + "\n" + body


def _key_comments() -> Iterator[str]:
    """The keys of a game file and of a category with their descriptions, as comments."""
    schema = json.loads((GAMES / "schema.json").read_text(encoding="utf-8"))
    yield from _described(schema["properties"], "#   ")
    yield "# The keys of a category:"
    yield from _described(schema["$defs"]["category"]["properties"], "#   ")


def _described(properties: dict[str, Any], indent: str) -> Iterator[str]:
    for key, rule in properties.items():
        if "description" in rule:
            text = f"{key}: {rule['description']}"
            yield textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ")
        yield from _described(rule.get("properties", {}), f"{indent}  ")
