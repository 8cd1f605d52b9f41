"""What the commands do, as functions: `import yahtzee_core as yz`, then `yz.evaluate("greedy")`.

A game is its id, the path of its file, or a Game. A strategy is an id, the path of a .yaml file,
file.py:name, or your own function or object (docs/agents.md): a function of `positions` that returns numbers
of actions, a function of states that estimates the points to come, or two methods, keep and score.
UserError says in one line what cannot be.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .advice.advisor import Advisor
from .advice.answers import distribution_of
from .advice.batch import advise_positions
from .advice.notation import parse_position
from .advice.player_record import PlayerRecord
from .advice.player_record import review_folder as record_of_folder
from .advice.review import Review, review_text
from .errors import UserError
from .game.game import Game
from .game.load import all_games, game_of
from .policies.arena import Arena
from .policies.card_worth import CardWorth, card_worth
from .policies.comparison import Comparison, compare_strategies
from .policies.distribution import Distribution
from .policies.estimation import Estimation
from .policies.estimation import estimate as estimate_strategy
from .policies.evaluation import Evaluation
from .policies.evaluation import evaluate as evaluate_strategy
from .policies.labelled import Labelled, played_positions, uniform_positions
from .policies.layout import Layout
from .policies.simulation import Simulation
from .policies.simulation import simulate as simulate_policy
from .policies.strategies.card import load_card
from .policies.strategies.custom import strategy_of
from .policies.strategies.load import load_strategy, strategies_of
from .policies.strategies.strategy import Strategy
from .runs.export import SHARD_SIZE, Dataset, Exported
from .runs.export import export as export_dataset
from .tables.results import Results
from .turn.positions import Position
from .turn.states import States

if TYPE_CHECKING:
    import pyarrow as pa

RESULTS = "results"
Played = str | Strategy | object
"""A strategy by its name, or one of your own."""


def games() -> list[str]:
    """The ids of the games that come with the package."""
    return all_games()


def strategies(game: Game | str = "yahtzee") -> list[str]:
    """The ids of the strategies that fit a game."""
    return list(strategies_of(game_of(game)))


def labelled(
    game: Game | str = "yahtzee",
    number: int = 100_000,
    seed: int = 1,
    agent: Played | None = None,
    perturbed: float = 0.0,
) -> Labelled:
    """Positions with what every action is worth, exactly, as arrays.

    agent: whose games they are of; None for any state and roll, each as likely. perturbed: the share of its
    actions that are replaced at random.
    """
    arena = Arena(game_of(game))
    if number < 1 or seed < 0:
        raise UserError(f"{number} positions of seed {seed}; expected 1 or more, of a seed from 0")
    if agent is None:
        return uniform_positions(arena, number, seed)
    policy = _strategy(agent, arena.game).policy(arena)
    return played_positions(arena, policy, number, seed, perturbed)


def export(
    game: Game | str,
    folder: Path | str,
    positions: int = 1_000_000,
    seed: int = 1,
    strategy: str | None = None,
    perturbed: float = 0.0,
    shard_size: int = SHARD_SIZE,
) -> Exported:
    """Such positions as a dataset in a folder, Parquet files and a manifest (`yahtzee export`).

    strategy: whose games they are of, by id, .yaml file or file.py:name, as the manifest names it; None for
    any state and roll. Shards that are there stay.
    """
    dataset = Dataset(positions, strategy, perturbed, seed, shard_size)
    return export_dataset(game_of(game), Path(folder), dataset)


def layout(game: Game | str = "yahtzee") -> Layout:
    """The numbers of the actions and observations of a game (docs/agents.md)."""
    return Layout(States(game_of(game)))


def position(text: str, game: Game | str = "yahtzee") -> Position:
    """A position in any notation (docs/notations.md)."""
    return parse_position(text, States(game_of(game)))


def advise_many(
    positions: Sequence[str], game: Game | str = "yahtzee", results: Path | str = RESULTS
) -> "pa.Table":
    """The best action of many positions: columns position, best, value, runner_up, loss."""
    import pyarrow as pa

    arena = Advisor(game_of(game), Path(results)).arena
    found = advise_positions(arena, [parse_position(text, arena.states) for text in positions])
    return pa.table({"position": list(positions), **found})


def review(log: str, game: Game | str = "yahtzee", results: Path | str = RESULTS) -> Review:
    """A log of moves, of a whole game or its beginning, or a filled sheet, reviewed (`yahtzee review`)."""
    return review_text(Advisor(game_of(game), Path(results)), log)


def review_folder(
    folder: Path | str, game: Game | str = "yahtzee", results: Path | str = RESULTS
) -> PlayerRecord:
    """The logs of a folder, reviewed together: mean losses and a rating (`yahtzee review FOLDER`)."""
    return record_of_folder(Advisor(game_of(game), Path(results)), Path(folder))


def evaluate(strategy: Played, game: Game | str = "yahtzee") -> Evaluation:
    """The exact statistics of a strategy (`yahtzee evaluate`)."""
    played = game_of(game)
    return evaluate_strategy(Arena(played), _strategy(strategy, played))


def compare(one: Played, other: Played, game: Game | str = "yahtzee") -> Comparison:
    """Two strategies side by side, exactly (`yahtzee compare`)."""
    played = game_of(game)
    return compare_strategies(Arena(played), _strategy(one, played), _strategy(other, played))


def card(game: Game | str = "yahtzee", file: Path | str | None = None, lines: int | None = None) -> CardWorth:
    """The card of a game, or that of a file, and what each line is worth (`yahtzee card`).

    lines: of a smaller card. 30 lines of yahtzee take 30 CPU seconds.
    """
    played = game_of(game)
    found = load_card(played, None if file is None else Path(file))
    return card_worth(Arena(played), found if lines is None else found.shorter(lines))


def simulate(
    strategy: Played, game: Game | str = "yahtzee", games: int = 100_000, seed: int = 1
) -> Simulation:
    """Games of a strategy with seeded dice (`yahtzee simulate`)."""
    arena = Arena(game_of(game))
    return simulate_policy(arena, _strategy(strategy, arena.game).policy(arena), games, seed)


def estimate(
    agent: Played,
    game: Game | str = "yahtzee",
    games: int = 1_000,
    seed: int = 1,
    against: Played | None = None,
) -> Estimation:
    """The mean from games, with the luck taken out (`yahtzee estimate`).

    For agents that are slow to ask, or that look at the points so far.
    """
    played = game_of(game)
    other = None if against is None else _strategy(against, played)
    return estimate_strategy(Arena(played), _strategy(agent, played), _several(games), seed, other)


def distribution(
    game: Game | str = "yahtzee", strategy: str = "expected", results: Path | str = RESULTS
) -> Distribution:
    """The exact distribution of the score under a strategy (`yahtzee distribution`)."""
    return distribution_of(game_of(game), Path(results), strategy)


def open_results(folder: Path | str = RESULTS) -> Results:
    """The tables that a run made; UserError when there are none, or they are damaged."""
    return Results(Path(folder))


def _several(games: int) -> int:
    if games < 2:
        raise UserError(f"{games} games; expected 2 or more, as one has no standard error")
    return games


def _strategy(strategy: Played, game: Game) -> Strategy:
    if isinstance(strategy, str):
        return load_strategy(strategy, game)
    if isinstance(strategy, Strategy):
        return strategy
    name = getattr(strategy, "__name__", type(strategy).__name__)
    return strategy_of(strategy, name, name)
