"""A card: a ranked list of keeps, of which the first that fits is followed, and a par for each category.

A card is a file of rules with `par` (docs/strategies.md). `smaller` in it names the lines, from 1, in the
order in which they are given up when the card must be shorter.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import UserError
from ...files import read_text
from ...game.game import Game
from ...turn.positions import Position
from ..arena import Arena
from .line_words import line_words
from .load import DATA
from .rule_cases import Cases
from .rules import RulesPolicy, load_rules

PREFIX = "card-"


@dataclass(frozen=True)
class Card:
    """A card for a game. raw: its file."""

    game: Game
    where: str
    raw: dict[str, Any]

    @property
    def id(self) -> str:
        """Its name as a strategy."""
        return str(self.raw["id"])

    @property
    def source(self) -> str:
        """How it was found."""
        return str(self.raw["source"])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The keeps, most preferred first."""
        lines: list[dict[str, Any]] = self.raw["keep"]
        return lines

    @property
    def words(self) -> list[str]:
        """The lines as they are printed."""
        return [line_words(self.game, line) for line in self.lines]

    @property
    def par(self) -> dict[str, int]:
        """By category, in the order of the sheet."""
        return {c.id: int(self.raw["par"][c.id]) for c in self.game.categories}

    def policy(self, arena: Arena) -> RulesPolicy:
        """Its decisions."""
        return RulesPolicy(arena, self.raw, self.where)

    def shorter(self, n_lines: int) -> "Card":
        """The card with so many lines; UserError when it says not which to give up."""
        if not 0 <= n_lines <= len(self.lines):
            raise UserError(f"{self.where}: {n_lines} lines; expected 0 to {len(self.lines)}")
        out = set(self.given_up[: len(self.lines) - n_lines])
        return self.of_lines([place for place in range(len(self.lines)) if place not in out])

    def of_lines(self, places: list[int]) -> "Card":
        """The card with some of its lines alone."""
        raw = {**self.raw, "keep": [self.lines[place] for place in places]}
        return Card(self.game, self.where, raw)

    @property
    def given_up(self) -> list[int]:
        """Places of the lines, in the order in which they are given up; UserError when it is not said."""
        order = [number - 1 for number in self.raw.get("smaller", [])]
        if sorted(order) != list(range(len(self.lines))):
            raise UserError(f"{self.where}: smaller; expected every line from 1 to {len(self.lines)} once")
        return order


class CardPlay:
    """A card played in an arena: what it says in a position, and which line says so."""

    def __init__(self, arena: Arena, card: Card) -> None:
        self.arena, self.card, self.policy = arena, card, card.policy(arena)

    @cached_property
    def _numbers(self) -> dict[int, Any]:
        cases, lines = Cases(self.arena, self.card.where), self.card.lines
        rerolls = range(1, self.arena.game.rolls)
        return {left: cases.rule_table(cases.matching(lines, left), len(lines)) for left in rerolls}

    def line(self, position: Position) -> int | None:
        """The number of the line, from 1, that is followed; None when none fits, and to score."""
        if not position.rerolls:
            return None
        lattice = self.arena.states.options.lattice
        roll = lattice.keep_index(position.dice) - lattice.first_roll
        number = int(self._numbers[position.rerolls][2 * position.filled + position.chip, roll])
        return number + 1 if number < len(self.card.lines) else None


def games_with_cards() -> list[str]:
    """Games that a card comes with."""
    names = (Path(file.name) for file in DATA.iterdir())
    return sorted(name.stem.removeprefix(PREFIX) for name in names if name.stem.startswith(PREFIX))


def load_card(game: Game, path: Path | None = None) -> Card:
    """The card of a game, or that of a file; UserError when there is none, or it does not fit."""
    if path is None and game.id not in games_with_cards():
        raise UserError(
            f"game {game.id}: no card comes with it; expected one of {', '.join(games_with_cards())}, or "
            f"--card-file FILE (yahtzee search {game.id} card --out card.yaml finds one)"
        )
    where = str(path) if path else f"{PREFIX}{game.id}.yaml"
    text = read_text(path, "a card") if path else (DATA / where).read_text(encoding="utf-8")
    raw = load_rules(text, where)
    if "par" not in raw:
        raise UserError(f"{where}: a list of rules; expected a card, which has the key par")
    card = Card(game, where, raw)
    if set(raw["par"]) != {c.id for c in game.categories}:
        raise UserError(f"{where}: not made for game {game.id}; expected a par for each of its categories")
    return card
