"""The table of games: sizes, exact numbers, and what they cost here and now."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..game.game import Game
from ..partition.costs import EDGE, SETUP
from ..solve.bounds import bounds_to_come
from ..solve.expected import solve_expected
from ..solve.saved import solve_saved_start
from ..turn.options import Options
from ..turn.ready import Ready
from ..turn.states import States
from ..turn.transitions import BLOCK

HEAD = ("game", "dice", "categories", "states", "expected", "sd", "certain", "most", "CPU seconds")
LARGE_STATES = 5_000_000
"""Games with more states are solved for the table only when that is asked for."""


@dataclass(frozen=True)
class Entry:
    """A game of the table. states: with saved rolls, numbers of them told apart. None: not solved.

    certain, most: the points that come whatever the dice show, and the most that can come.
    """

    game: Game
    states: int
    expected: float | None = None
    sd: float | None = None
    certain: int | None = None
    most: int | None = None
    seconds: float | None = None

    def cells(self) -> list[str]:
        """The entry as text, in the order of HEAD."""
        numbers = [
            _text(self.expected, "{:.4f}"),
            _text(self.sd, "{:.4f}"),
            _text(self.certain, "{:,}"),
            _text(self.most, "{:,}"),
            _text(self.seconds, "{:.2f}"),
        ]
        game = self.game
        return [game.id, str(game.dice), str(len(game.categories)), f"{self.states:,}", *numbers]


def entries(games: Iterable[Game], large: bool = False) -> list[Entry]:
    """The entries of some games, each solved by one thread; large: those with many states too."""
    return [entry(game, large) for game in games]


def entry(game: Game, large: bool = True) -> Entry:
    """The entry of a game."""
    states = States(game).size
    if states > LARGE_STATES and not large:
        return Entry(game, states)
    began = time.process_time()
    table = solve_saved_start(game, threads=1) if game.saved_rolls else solve_expected(game, threads=1)
    seconds = time.process_time() - began
    return Entry(game, states, table.start_value, table.start_sd, *extreme_scores(game), seconds)


def turn_edges(states: States) -> int:
    """Edges of the keep lattice that a turn goes over, up and down."""
    grid = states.options.lattice
    return (states.game.rolls - 1) * (grid.up.size + len(grid.down))


def expected_seconds(states: States) -> float:
    """CPU seconds that `expected` of a game will take, by the fit of bench/scale.py.

    Where rolls are saved, every number of them is a step of its own.
    """
    game = states.game
    lanes = -(-states.lanes.astype(np.int64) // BLOCK) * BLOCK
    steps = states.saves + game.rolls - 2 if game.rolls_matter else game.rolls - 1
    edges = turn_edges(states) / max(game.rolls - 1, 1)
    return SETUP + EDGE * edges * float((lanes * steps).sum())


def extreme_scores(game: Game) -> tuple[int, int]:
    """(points that are certain when the dice are at their worst, the most points that can come) in a game.

    More points for a first roll count in both: the first roll may be the worst one, and it may be the best.
    """
    options = Options(game)
    options.points = options.points + options.premium
    ready = Ready(game, options=options)
    states = ready.states
    first, last = bounds_to_come(states, ready.kernel, states.masks)
    start = states.index(states.start)
    return int(first[start]), int(last[start])


def markdown(games: Sequence[Entry]) -> str:
    """The table as Markdown, a line a game."""
    rows = [list(HEAD), ["---", *["---:"] * (len(HEAD) - 1)], *(one.cells() for one in games)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _text(number: float | None, form: str) -> str:
    return "-" if number is None else form.format(number)
