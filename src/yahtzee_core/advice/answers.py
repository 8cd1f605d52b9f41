"""Answers from the results when they are there and fit, else solved here and now."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc

from ..arrays import Floats
from ..errors import UserError
from ..game.game import Game
from ..game.refusals import require_policies
from ..players.duel import Duel, duel_size
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..policies.distribution import Distribution, expected_distribution
from ..policies.parts import Parts, parts_bytes, parts_to_come
from ..policies.strategies.load import load_strategy
from ..policies.strategies.strategy import Strategy
from ..policies.walk import walk
from ..runs.catalogue import expected_seconds
from ..runs.driver import read_expected, read_parts
from ..solve.bounds import Quantity
from ..solve.expected import ExpectedTable, solve_expected
from ..solve.scores import Row, maxprob_rows, solve_maxprob
from ..tables.provenance import provenance
from ..tables.storage import find_row, find_rows, read_table
from ..turn.machine import cores
from ..turn.ready import Ready
from ..turn.states import State, States

MOST_SECONDS = 300
"""What advice may wait for its table; maxi-yatzy takes 65."""


MOST_PARTS_BYTES = 1_000_000_000
"""What is to come by category may take so much; it takes 75 MB in yahtzee, 225 in yatzy."""


@dataclass(frozen=True)
class ScoreAnswer:
    """The highest probability of a score; mean and sd are those of MaxProb_s, None where not computed."""

    probability: float
    mean: float | None
    sd: float | None


def expected_of(game: Game | Ready, results: Path) -> ExpectedTable:
    """The table `expected` of a game; UserError when it is not there, and solving it takes too long."""
    ready = Ready.of(game)
    path = results / ready.game.id / "expected.parquet"
    with suppress(UserError):  # not there, or of another solver or game file
        return read_expected(ready, path)
    seconds = expected_seconds(ready.states)
    if seconds > MOST_SECONDS:
        raise UserError(
            f"game {ready.game.id}: advice needs the values of {len(ready.states):,} states, "
            f"about {seconds:,.0f} CPU seconds; expected at most {MOST_SECONDS}, or the table {path}"
        )
    return solve_expected(ready)


def maxprob_rows_after(
    ready: Ready,
    state: State,
    needed: int,
    results: Path,
    progress: Callable[[float], None] | None = None,
    draw: float = 0.0,
) -> Floats:
    """(n_options,): the highest probability of `needed` more points when an option is taken in a state.

    NaN where the category is filled. From the rows of the states after, stored or solved; with a draw, see
    maxprob.maxprob_rows, they are solved.
    """
    game, states = ready.game, ready.states
    after = {option: states.successor(state, option) for option in states.options.in_situation(state.filled)}
    wanted = {states.index(following) for following, _ in after.values()}
    stored = results / game.id / "maxprob.parquet"
    rows = None if draw else _stored_rows(game, states, wanted, stored)
    if rows is None:
        rows = maxprob_rows(ready, state, max(needed, 0), wanted, progress, draw)
    values = np.full(len(states.options), np.nan)
    for option, (following, gain) in after.items():
        values[option] = rows[states.index(following)].at(needed - gain)
    return values


def maxprob_of(
    game: Game,
    state: State,
    score: int,
    results: Path,
    moments: bool = False,
    progress: Callable[[float], None] | None = None,
) -> ScoreAnswer:
    """The highest probability of at least `score` more points from a state.

    UserError for a score below 0 or above what can come from there.
    """
    for problem in ("maxprob_moments", "maxprob")[: 1 if moments else 2]:
        row = _stored(game, problem, state, results / game.id / "maxprob.parquet")
        if row is not None:
            check_score(game, score, row["most"])
            return _from_row(game, row, score, state)
    table = solve_maxprob(game, moments=moments, start=state, highest=score, progress=progress)
    mean = None if table.mean is None else float(table.mean[score])
    sd = None if table.sd is None else float(table.sd[score])
    return ScoreAnswer(float(table.start[score]), mean, sd)


def distribution_of(game: Game, results: Path, strategy: str = "expected") -> Distribution:
    """The distribution of the total under a strategy, given as to `load_strategy`."""
    require_policies(game, "a policy")
    if strategy != "expected":
        return _played(game, load_strategy(strategy, game))
    return stored_distribution(game, results) or expected_distribution(solve_expected(game))


def stored_distribution(game: Game, results: Path) -> Distribution | None:
    """The distribution under the policy of `expected` from the results; None when it is missing or unfit."""
    path = results / game.id / "distribution.parquet"
    try:
        rows = read_table(path, "distribution", provenance(game, "distribution"))
    except UserError:  # not there, or of another solver or game file
        return None
    return Distribution(game, "expected", rows["probability"].to_numpy())


def parts_of(arena: Arena, results: Path) -> Parts:
    """What is to come under the policy of `expected`, part by part; UserError where that takes too much."""
    require_parts(arena.states)
    try:
        return read_parts(arena.states, results / arena.game.id / "parts.parquet")
    except UserError:  # not there, or of another solver or game file
        return parts_to_come(arena, optimal_policy(arena), cores())


def parts_fit(states: States) -> bool:
    """Whether advice tells parts of a game: maxi-yatzy has too many states."""
    return parts_bytes(states) <= MOST_PARTS_BYTES


def require_parts(states: States) -> None:
    """UserError where it does not."""
    if not parts_fit(states):
        raise UserError(
            f"game {states.game.id}: what is to come of {len(states):,} states, category by category, takes "
            f"{parts_bytes(states) / 1e9:,.1f} GB; expected at most {MOST_PARTS_BYTES / 1e9:,.1f}"
        )


def stored_duel(game: Game, results: Path, table: str = "duel") -> Duel | None:
    """A duel from the results, or one with a player of `expected`; None when it is missing or unfit."""
    try:
        rows = read_table(results / game.id / f"{table}.parquet", table, provenance(game, table))
    except UserError:  # not there, or of another solver or game file
        return None
    start = rows.filter(pc.equal(rows["turns"], 0))
    lead, value, draw = (start[name].to_numpy() for name in ("lead", "value", "p_draw"))
    return Duel(game, 0.5, lead.astype(np.int32), value, draw, *duel_size(game))


def _played(game: Game, strategy: Strategy) -> Distribution:
    arena = Arena(game)
    played = walk(arena, strategy.policy(arena), [Quantity.TOTAL])
    return Distribution(game, strategy.id, played.amounts[Quantity.TOTAL])


def _stored(game: Game, problem: str, state: State, path: Path) -> dict[str, Any] | None:
    """The row of a state in a merged table of `maxprob`; None when it is not there or does not fit."""
    keys = {"filled": state.filled, "need": state.need, "chip": bool(state.chip)}
    try:
        return find_row(path, problem, provenance(game, problem), keys)
    except UserError:
        return None


def _stored_rows(game: Game, states: States, wanted: set[int], path: Path) -> dict[int, Row] | None:
    """Rows of a merged table of `maxprob` by number of the state; None when it is missing or does not fit."""
    masks = {states.state(number).filled for number in wanted}
    for problem in ("maxprob", "maxprob_moments"):
        try:
            stored = list(find_rows(path, problem, provenance(game, problem), "filled", masks))
        except UserError:
            continue
        rows = {}
        for row in stored:
            number = states.index(State(row["filled"], row["need"], int(row["chip"])))
            rows[number] = Row(row["certain"], np.array(row["probability"]))
        return rows if wanted <= rows.keys() else None
    return None


def _from_row(game: Game, row: dict[str, Any], score: int, state: State) -> ScoreAnswer:
    certain = row["certain"]
    probability = 1.0 if score <= certain else row["probability"][score - certain - 1]
    if "mean" not in row:
        return ScoreAnswer(probability, None, None)
    if score == 0:
        table = solve_expected(game)
        at = table.states.index(state)
        return ScoreAnswer(probability, float(table.value[at]), float(table.sd[at]))
    mean, second = row["mean"][score - 1], row["second_moment"][score - 1]
    return ScoreAnswer(probability, mean, max(second - mean * mean, 0.0) ** 0.5)


def check_score(game: Game, score: int, most: int) -> None:
    """UserError for a score that is below 0 or above the most that can come."""
    if not 0 <= score <= most:
        raise UserError(f"game {game.id}: score {score}; expected 0 to {most}, the most that can come")
