"""Files of positions answered in files: the best action, its value and losses, thousands in a second.

Input: CSV, JSON Lines or Parquet with a column `position` (any notation) and perhaps `action`. Output: the
same rows with `best`, `value`, `second` (the best action that is not tied with it, null when there is none),
and `loss`: of the action when there is such a column, else of the second.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from ..arrays import Floats, Longs
from ..errors import UserError, naming
from ..policies.action_values import ActionValues, Piece
from ..policies.arena import Arena
from ..tables.storage import write_answer
from ..turn.options import NO_OPTION
from ..turn.positions import Action, Position, format_action, state_of
from ..turn.ties import POINTS
from .notation import format_words, parse_action, parse_position
from .position_files import KINDS, read_positions

ANSWERS = ("best", "value", "runner_up", "loss")


def advise_file(arena: Arena, path: Path, out: Path) -> int:
    """Answer a file of positions in another one; returns the number of rows. UserError names file and row."""
    kind = KINDS.get(out.suffix.lower())
    if kind is None:
        raise UserError(f"{out}: expected a name that ends in {', '.join(KINDS)}")
    rows = read_positions(path)
    if "position" not in rows.column_names:
        raise UserError(f"{path}: no column 'position'; expected one, beside {', '.join(rows.column_names)}")
    for name in ANSWERS:
        if name in rows.column_names:
            raise UserError(f"{path}: a column '{name}' is there already; expected another name for it")
    texts = rows["position"].to_pylist()
    taken = rows["action"].to_pylist() if "action" in rows.column_names else None
    positions, actions = _positions(arena, path, texts), _actions(arena, path, taken)
    with naming(path):
        answers = advise_positions(arena, positions, actions)
    for name, column in answers.items():
        rows = rows.append_column(name, pa.array(column))
    write_answer(rows, kind, out)
    return len(rows)


def _positions(arena: Arena, path: Path, texts: list[Any]) -> list[Position]:
    positions = []
    for row, text in enumerate(texts, start=1):
        with naming(f"{path}: row {row}"):
            position = parse_position(str(text), arena.states)
            state_of(arena.states, position)
        positions.append(position)
    return positions


def _actions(arena: Arena, path: Path, texts: list[Any] | None) -> list[Action] | None:
    if texts is None:
        return None
    actions = []
    for row, text in enumerate(texts, start=1):
        with naming(f"{path}: row {row}"):
            actions.append(parse_action(str(text), arena.game))
    return actions


def advise_positions(
    arena: Arena, positions: list[Position], actions: list[Action] | None = None
) -> dict[str, list[Any]]:
    """The columns best, value, second and loss for some positions, in their order."""
    tables = _Tables(arena)
    wanted = _Wanted(arena, positions, None if actions is None else [tables.number(a) for a in actions])
    best = np.empty(len(positions), dtype=np.int64)
    second, value, loss = best.copy(), np.empty(len(positions)), np.empty(len(positions))
    for piece in ActionValues(arena, wanted.at).pieces():
        here = piece.here
        number, values = tables.candidates(wanted, piece)
        rows = np.arange(len(number))
        best[here], value[here] = tables.decided(wanted, piece), values.max(axis=1)
        rest = np.where(values < value[here, None] - POINTS.points, values, -np.inf)
        next_best = rest.argmax(axis=1)
        lost = value[here] - rest[rows, next_best]
        second[here] = np.where(np.isfinite(lost), number[rows, next_best], -1)
        if wanted.taken is not None and actions is not None:
            hits = (number == wanted.taken[here, None]) & np.isfinite(values)
            _refuse_impossible(arena, positions, here, hits, actions)
            lost = value[here] - values[rows, hits.argmax(axis=1)]
        loss[here] = np.where(np.isfinite(lost), lost, 0.0)
    text = tables.text
    return {
        "best": [text[i] for i in best],
        "value": value.tolist(),
        "runner_up": [text[i] if i >= 0 else None for i in second],
        "loss": loss.tolist(),
    }


def _refuse_impossible(
    arena: Arena, positions: list[Position], here: Longs, hits: Any, actions: list[Action]
) -> None:
    if not hits.any(axis=1).all():
        at = int(here[np.flatnonzero(~hits.any(axis=1))[0]])
        raise UserError(
            f"row {at + 1}: {format_action(arena.game, actions[at])} is not possible in "
            f"'{format_words(arena.game, positions[at])}'; expected an action that is"
        )


class _Tables:
    """The actions of a game, numbered: keeps of the lattice, then categories."""

    def __init__(self, arena: Arena) -> None:
        options, game = arena.states.options, arena.game
        self.options, self.lattice = options, options.lattice
        order = [self.lattice.keeps_in_order(roll) for roll in range(self.lattice.n_rolls)]
        self.keeps = np.full((len(order), max(map(len, order))), -1, dtype=np.int64)
        for roll, keeps in enumerate(order):
            self.keeps[roll, : len(keeps)] = keeps
        every = [Action(keep=self.lattice.faces_of(k)) for k in range(self.lattice.n_keeps)]
        every += [Action(category=c) for c in range(len(game.categories))]
        self.text = [format_action(game, action) for action in every]

    def number(self, action: Action) -> int:
        """Its number; -1 for a keep of dice that the game does not have."""
        if action.category is not None:
            return self.lattice.n_keeps + action.category
        try:
            return self.lattice.keep_index(action.keep or ())
        except KeyError:
            return -1

    def decided(self, wanted: "_Wanted", piece: Piece) -> Longs:
        """(n,) numbers of the actions that the policy takes in the positions of a piece."""
        left = wanted.rerolls[piece.here]
        decision = piece.decisions[piece.place, left, wanted.roll[piece.here], piece.lane].astype(np.int64)
        scored = self.lattice.n_keeps + self.options.category[np.where(left, 0, decision)]
        numbers: Longs = np.where(left, decision, scored)
        return numbers

    def candidates(self, wanted: "_Wanted", piece: Piece) -> tuple[Longs, Floats]:
        """(n, m) numbers of the actions of some positions, preferred first, and what they are worth."""
        here, keeps = piece.here, piece.keeps
        roll, mask, left = wanted.roll[here], wanted.mask[here], wanted.rerolls[here]
        at, lane = piece.place[:, None], piece.lane[:, None]
        kept = self.keeps[roll]
        with_rerolls = (kept >= 0) & (left[:, None] > 0)
        value = keeps[at, np.maximum(left - 1, 0)[:, None], kept, lane] if keeps.shape[1] else 0.0
        option = self.options.choice[self.options.situation[mask], :, roll].astype(np.int64)
        n = option.shape[1]
        is_open = (mask[:, None] >> np.arange(n) & 1 == 0) & (option != NO_OPTION)
        number = np.hstack([kept, np.broadcast_to(self.lattice.n_keeps + np.arange(n), option.shape)])
        values = np.hstack(
            [
                np.where(with_rerolls, value, -np.inf),
                np.where(is_open, piece.options[at, np.maximum(option, 0), lane], -np.inf),
            ]
        )
        return number, values


class _Wanted:
    """Positions as arrays: states, filled categories, rolls, rerolls left, and actions that were taken."""

    def __init__(self, arena: Arena, positions: list[Position], taken: list[int] | None) -> None:
        states, lattice = arena.states, arena.states.options.lattice
        self.at = np.array([states.index(state_of(states, p)) for p in positions], dtype=np.int64)
        self.mask = np.array([p.filled for p in positions], dtype=np.int64)
        self.roll = np.array([lattice.keep_index(p.dice) for p in positions], dtype=np.int64)
        self.roll -= lattice.first_roll
        self.rerolls = np.array([p.rerolls for p in positions], dtype=np.int64)
        self.taken = None if taken is None else np.array(taken, dtype=np.int64)
