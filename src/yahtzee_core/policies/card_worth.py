"""What a card is worth, and each of its lines: exact expected scores with and without them."""

from collections.abc import Callable
from dataclasses import dataclass

from ..shown import html_table, line
from ..turn.machine import cores
from ..turn.threads import in_threads
from .arena import Arena
from .decisions import optimal_policy
from .judge import Criteria, compare
from .strategies.card import Card
from .walk import walk

Progress = Callable[[float], None]


def _unseen(share: float) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class CardWorth:
    """A card judged. mean: its exact expected score; optimum: that of best play; loss: by turn and rerolls
    left, which sum up to the difference. costs: by line, what the card loses without it."""

    card: Card
    mean: float
    optimum: float
    loss: Criteria
    costs: tuple[float, ...]

    def __repr__(self) -> str:
        lines = len(self.card.lines)
        return line(f"CardWorth {self.card.game.id}", mean=self.mean, optimum=self.optimum, lines=lines)

    @property
    def lines(self) -> list[tuple[int, str, float]]:
        """(number from 1, words, cost) of every line."""
        lines = zip(self.card.words, self.costs, strict=True)
        return [(number, words, cost) for number, (words, cost) in enumerate(lines, start=1)]

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        title = f"{self.card.game.id}: mean {self.mean:.4f}"
        return html_table(title, ["line", "what to keep", "worth"], self.lines)


def card_worth(arena: Arena, card: Card, progress: Progress = _unseen) -> CardWorth:
    """Judge a card; a walk of all states for each line."""
    policy = card.policy(arena)
    played = walk(arena, policy)
    mean, every = float(played.mean.sum()), list(range(len(card.lines)))
    rest = [card.of_lines([place for place in every if place != out]) for out in every]
    costs = tuple(mean - other for other in _means(arena, rest, progress))
    loss = compare(arena, policy, optimal_policy(arena), played.visits)
    return CardWorth(card, mean, arena.optimal.start_value, loss, costs)


def frontier(arena: Arena, card: Card, progress: Progress = _unseen) -> list[float]:
    """The exact expected scores of the card with 0, 1, ... lines, the least important given up first."""
    smaller = [card.shorter(lines) for lines in range(len(card.lines) + 1)]
    return _means(arena, smaller, progress)


def order_given_up(arena: Arena, card: Card, progress: Progress = _unseen) -> list[int]:
    """Numbers of the lines, from 1: the one first whose removal costs least, then of those that are left.

    Costs are taken to grow as lines go: a line that cost more than the cheapest one does now is not tried
    again, which saves four fifths of the walks.
    """
    every = list(range(len(card.lines)))
    whole, *alone = _means(
        arena, [card, *(card.of_lines([*every[:i], *every[i + 1 :]]) for i in every)], progress
    )
    costs, order = {out: whole - mean for out, mean in zip(every, alone, strict=True)}, []
    while costs:
        fresh: dict[int, float] = {}
        for out in sorted(costs, key=lambda place: costs[place]):
            if fresh and min(fresh.values()) <= costs[out]:
                break
            (mean,) = _means(arena, [card.of_lines([place for place in sorted(costs) if place != out])])
            fresh[out] = whole - mean
        out = min(fresh, key=lambda place: fresh[place])
        whole -= fresh[out]
        costs |= fresh
        del costs[out]
        order.append(out + 1)
    return order


def _means(arena: Arena, cards: list[Card], progress: Progress = _unseen) -> list[float]:
    """Exact expected scores, some at a time."""
    means = []
    for mean in in_threads(lambda card: float(walk(arena, card.policy(arena)).mean.sum()), cards, cores()):
        means.append(mean)
        progress(len(means) / len(cards))
    return means
