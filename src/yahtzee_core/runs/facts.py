"""Small tables about a game: its sheet, its upper totals, its opening rolls, its totals."""

from collections.abc import Mapping
from itertools import chain

import numpy as np
import pyarrow as pa

from ..arrays import Floats
from ..game.game import Game
from ..game.joker_rules import joker_words
from ..game.words import bonus_words
from ..policies.actions import RankedAction, Turn
from ..policies.arena import Arena
from ..policies.decisions import optimal_policy
from ..policies.distribution import Distribution
from ..policies.walk import walk
from ..solve.bounds import Quantity
from ..solve.expected import ExpectedTable
from ..solve.rounding import proved_bounds
from ..turn.marks import unmarked
from ..turn.positions import format_dice
from ..turn.states import States


def game_row(states: States) -> pa.Table:
    """The row of a game in the table `games`."""
    game = states.game
    names = (
        "title",
        "rule",
        "source",
        "dice",
        "faces",
        "rolls",
        "threshold",
        "upper_bonus",
        "yahtzee_bonus",
    )
    row = {name: getattr(game, name) for name in names}
    words = {"upper_bonuses": bonus_words(game), "joker": joker_words(game)}
    return pa.Table.from_pylist([{"game": game.id, **row, **words, "states": states.size}])


def sheet_rows(states: States) -> dict[str, pa.Table]:
    """The tables of a game that need no values, by name."""
    return {
        "games": game_row(states),
        "categories": category_rows(states.game),
        "needs": need_rows(states),
        "precision": precision_rows(states),
    }


def category_rows(game: Game) -> pa.Table:
    """The table `categories`: the score sheet, top to bottom."""
    return pa.Table.from_pylist(
        [
            {"category": c.id, "title": c.title, "position": i, "upper": c.upper}
            for i, c in enumerate(game.categories)
        ]
    )


def precision_rows(states: States) -> pa.Table:
    """The table `precision`: how far rounding can take the numbers of each table, as far as it is proved."""
    proved = proved_bounds(states)
    rows = [(name, bound.column, bound.error, bound.relative, bound.digits) for name, bound in proved.items()]
    names = ["name", "column_name", "error_at_most", "relative", "digits"]
    return pa.table({name: [row[i] for row in rows] for i, name in enumerate(names)})


def need_rows(states: States) -> pa.Table:
    """The table `needs`: which need a real upper total is, for every set of upper categories."""
    sheet_masks = [
        sum(1 << category for i, category in enumerate(states.upper) if packed >> i & 1)
        for packed in range(len(states.totals))
    ]
    rows = (
        [(mask, total, states.need_of(packed, total)) for total in states.totals[packed].tolist()]
        for packed, mask in enumerate(sheet_masks)
    )
    columns = zip(*chain.from_iterable(rows), strict=True)
    return pa.table(list(map(pa.array, columns)), ["upper_filled", "upper_total", "need"])


def opening_rows(table: ExpectedTable) -> pa.Table:
    """The table `openings`: what the optimal policy keeps of every first roll."""
    states, game = table.states, table.game
    turn, lattice = Turn.of_table(table, states.start), states.options.lattice
    rows = []
    for roll, probability in enumerate(lattice.probabilities.tolist()):
        best, *others = turn.actions(roll, game.rolls - 1, scores=False)
        second = next((action for action in others if not action.is_best), None)
        rows.append(
            {
                "roll": format_dice(lattice.faces_of(lattice.first_roll + roll)),
                "probability": probability,
                "value": best.value,
                "best": _kept(best),
                "runner_up": _kept(second),
                "points_lost": second.loss if second and second.action.category is None else None,
            }
        )
    return pa.Table.from_pylist(rows)


def _kept(action: RankedAction | None) -> str | None:
    """The dice that are kept; None where there is no such keep, as in a game of one roll."""
    if action is None or action.action.category is not None:
        return None
    return format_dice(action.action.keep or ())


def played_rows(table: ExpectedTable) -> dict[str, pa.Table]:
    """The tables of games played by the policy of `expected`, by name."""
    arena = Arena(table.game, table)
    policy = optimal_policy(arena)
    played = walk(arena, policy, [Quantity.TOTAL, Quantity.MARKED_TOTAL])
    total = Distribution(table.game, "expected", played.amounts[Quantity.TOTAL])
    marked = played.by_last[Quantity.MARKED_TOTAL]
    return {
        "distribution": distribution_rows(total),
        "distribution_by_bonus": by_bonus_rows(table.states, marked),
        "visits": visit_rows(table.states, played.visits),
    }


def by_bonus_rows(states: States, marked: Mapping[int, Floats]) -> pa.Table:
    """The table `distribution_by_bonus`, of marked totals by the last state; a row for what can be.

    A bonus or equal dice that the game does not have are null.
    """
    has_bonus, has_equal = bool(states.game.upper_bonus), states.game.equal_dice is not None
    probability: dict[tuple[int, bool, bool], float] = {}
    for state, row in marked.items():
        for at in np.flatnonzero(row).tolist():
            total, bonus, equal = unmarked(states.options, at)
            key = total, bonus, equal or bool(states.state(state).chip)
            probability[key] = probability.get(key, 0.0) + float(row[at])
    rows = [
        (total, bonus if has_bonus else None, equal if has_equal else None, probability[total, bonus, equal])
        for total, bonus, equal in sorted(probability)
    ]
    names = ["score", "upper_bonus", "equal_dice", "probability"]
    return pa.table({name: [row[i] for row in rows] for i, name in enumerate(names)})


def visit_rows(states: States, visits: Floats) -> pa.Table:
    """The table `visits`: how probable it is that a game comes to a state; none where never."""
    met = visits > 0
    filled, need, chip = (column[met] for column in states.columns(states.masks))
    return pa.table([filled, need, chip, visits[met]], ["filled", "need", "chip", "probability"])


def distribution_rows(distribution: Distribution) -> pa.Table:
    """The table `distribution`: the total of a game under the policy of `expected`."""
    score = np.arange(len(distribution.probability), dtype=np.int32)
    columns = [score, distribution.probability, distribution.at_least, distribution.below]
    return pa.table(columns, ["score", "probability", "at_least", "below"])


def score_rows(start: Floats, mean: Floats | None, sd: Floats | None) -> pa.Table:
    """The table `maxprob_scores`: MaxProb_s at the start of a game; no mean and sd without moments."""
    score = np.arange(len(start), dtype=np.int32)
    none = pa.nulls(len(start), pa.float64())
    columns = [score, start, none if mean is None else mean, none if sd is None else sd]
    return pa.table(columns, ["score", "maxprob", "mean", "sd"])
