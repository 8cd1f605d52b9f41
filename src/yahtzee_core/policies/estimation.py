"""The mean of an agent from games, with the luck taken out (judged_games.py).

In every game  total = V[start] + luck - loss,  and luck is 0 on average. So

    V[start] - mean loss

estimates the mean as well as the mean of the totals does, without bias, and with the standard error of the
losses, which spread far less than totals. How often more games the totals would need for the same standard
error is the *factor*: the variance of the totals over that of the losses. Agents may look at the points so
far, and at those of an opponent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..arrays import Floats, Longs
from ..game.game import Game
from ..shown import html_table
from .arena import Arena
from .judged_games import Side, chooser_of, judged
from .strategies.strategy import Strategy

BATCH = 20_000
"""Games that are played at once."""


@dataclass(frozen=True)
class MeanLoss:
    """Points lost in a game by one kind of decision, and the standard error of that."""

    loss: float
    standard_error: float


@dataclass(frozen=True)
class Opponent:
    """The games against another player, who moves second in every turn. totals: (n,) of that player.

    win, draw: shares of the games; standard_error: of win and half the draws together.
    """

    strategy: str
    totals: Longs
    win: float
    draw: float
    standard_error: float


@dataclass(frozen=True)
class Estimation:
    """Games of an agent, judged.

    start_value: the expected score of best play. totals: (n,). loss, luck: (n, n_categories, rolls), by turn
    and rerolls left. category: (n, n_categories), what each turn filled.
    """

    game: Game
    strategy: str
    seed: int
    start_value: float
    totals: Longs
    loss: Floats
    luck: Floats
    category: Longs
    opponent: Opponent | None = None

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.totals)

    @property
    def mean(self) -> float:
        """The estimate of the expected score."""
        return self.start_value - float(self._lost.mean())

    @property
    def standard_error(self) -> float:
        """Of `mean`."""
        return _error(self._lost)

    @property
    def plain_mean(self) -> float:
        """The mean of the totals, luck and all."""
        return float(self.totals.mean())

    @property
    def plain_standard_error(self) -> float:
        """Of `plain_mean`."""
        return _error(self.totals)

    @property
    def factor(self) -> float | None:
        """How many times as many games `plain_mean` needs for the same error; None when no loss differs."""
        losses, totals = float(self._lost.var()), float(self.totals.var())
        return totals / losses if losses > 1e-18 else None

    @property
    def by_rerolls(self) -> list[MeanLoss]:
        """By the rerolls that are left at a decision, from none (the choice of a category)."""
        return [_lost(column) for column in self.loss.sum(axis=1).T]

    @property
    def by_turn(self) -> list[MeanLoss]:
        """By turn."""
        return [_lost(column) for column in self.loss.sum(axis=2).T]

    @property
    def by_category(self) -> list[MeanLoss]:
        """By the category that is chosen when another one is better."""
        n = len(self.game.categories)
        return [_lost((self.loss[:, :, 0] * (self.category == c)).sum(axis=1)) for c in range(n)]

    def __repr__(self) -> str:
        mean = f"mean {self.mean:.4f}, standard error {self.standard_error:.4f}"
        return f"<Estimation {self.game.id}, {self.strategy}, {self.games:,} games: {mean}>"

    def _repr_html_(self) -> str:
        """A table in a notebook."""
        rows = [(kind_of(left), *_pair(lost)) for left, lost in enumerate(self.by_rerolls)]
        caption = f"{self.game.id}, {self.strategy}: {self.mean:.4f} +- {self.standard_error:.4f}"
        return html_table(caption, ["decision", "lost in a game", "standard error"], rows[::-1])

    @property
    def _lost(self) -> Floats:
        lost: Floats = self.loss.sum(axis=(1, 2))
        return lost


def kind_of(rerolls: int) -> str:
    """A kind of decision in words."""
    return f"keep, {rerolls} left" if rerolls else "category"


def estimate(
    arena: Arena,
    strategy: Strategy,
    games: int,
    seed: int,
    against: Strategy | None = None,
    progress: Callable[[float], None] | None = None,
) -> Estimation:
    """Play so many games of a strategy, and judge every decision.

    against: who plays the same number of games beside, turn by turn, the second in each.
    """
    players = [strategy, *([against] if against else [])]
    choosers = [chooser_of(arena, player.policy(arena)) for player in players]
    random, batches = np.random.default_rng(seed), []
    for done in range(0, games, BATCH):
        sides = [Side(arena, chooser, min(BATCH, games - done)) for chooser in choosers]
        batches.append(_play(arena, sides, random))
        if progress:
            progress(min(done + BATCH, games) / games)
    totals, others, loss, luck, category = (np.concatenate(each) for each in zip(*batches, strict=True))
    opponent = _opponent(against.id, totals, others) if against else None
    start = arena.optimal.start_value
    return Estimation(arena.game, strategy.id, seed, start, totals, loss, luck, category, opponent)


def _play(
    arena: Arena, sides: list[Side], random: np.random.Generator
) -> tuple[Longs, Longs, Floats, Floats, Longs]:
    """(totals, those of the opponent, loss, luck, category) of some games."""
    player, other = sides[0], sides[-1]
    nobody = np.zeros(len(player.at), dtype=np.int64)
    losses, lucks, categories = [], [], []
    for _ in arena.game.categories:
        turn = player.turn(random, other.totals if other is not player else nobody)
        if other is not player:
            other.turn(random, player.totals)
        loss, luck = judged(arena, turn)
        losses.append(loss)
        lucks.append(luck)
        categories.append(arena.states.options.category[turn.option].astype(np.int64))
    beside = other.totals if other is not player else nobody
    return player.totals, beside, np.stack(losses, 1), np.stack(lucks, 1), np.stack(categories, 1)


def _opponent(name: str, mine: Longs, theirs: Longs) -> Opponent:
    win, draw = mine > theirs, mine == theirs
    return Opponent(name, theirs, float(win.mean()), float(draw.mean()), _error(win + 0.5 * draw))


def _error(numbers: Floats | Longs) -> float:
    return float(numbers.std(ddof=1)) / sqrt(len(numbers))


def _lost(numbers: Floats) -> MeanLoss:
    return MeanLoss(float(numbers.mean()), _error(numbers))


def _pair(lost: MeanLoss) -> tuple[float, float]:
    return lost.loss, lost.standard_error
