"""What is told of a game that was solved exactly: fractions, digits, and what holds in every position."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..turn.positions import format_action, format_dice
from ..turn.states import State, States
from .digits import decimal, powers, root, sha256
from .exact import ExactTable
from .exact_audit import Closest
from .rounding import duel_error, probability_error, value_error


@dataclass(frozen=True)
class Summary:
    """Of a game: the fractions of its start, and the counts of its positions (exact_audit.py).

    value, variance: of the score. largest_error: of the float64 table, in points.
    """

    game: str
    states: int
    value: Fraction
    variance: Fraction
    table: ExactTable

    @classmethod
    def of(cls, table: ExactTable) -> "Summary":
        """Of a table."""
        game = table.ready.game.id
        return cls(game, len(table.states), table.start_value, table.start_variance, table)

    @property
    def digits(self) -> str:
        """The value to 50 digits after the point."""
        return decimal(self.value)

    @property
    def sd_digits(self) -> str:
        """The standard deviation, cut off after 50 digits."""
        return root(self.variance)

    def row(self) -> dict[str, Any]:
        """All of it in plain columns; whole numbers that are too large for SQL are texts."""
        audit, states = self.table.audit, self.table.states
        return {
            "states": self.states,
            "numerator": str(self.value.numerator),
            "denominator": str(self.value.denominator),
            "denominator_primes": powers(self.value.denominator),
            "digits": self.digits,
            "numerator_sha256": sha256(self.value.numerator),
            "variance_numerator": str(self.variance.numerator),
            "variance_denominator": str(self.variance.denominator),
            "variance_primes": powers(self.variance.denominator),
            "variance_digits": decimal(self.variance),
            "sd_digits": self.sd_digits,
            "positions": audit.positions,
            "ties": audit.ties,
            "not_best": audit.not_best,
            "not_first": audit.not_first,
            **_gap("smallest_gap", states, audit.closest),
            **_gap("smallest_margin", states, audit.margin),
            "largest_error": self.table.largest_error,
            "relative_error_at_most": value_error(states.game),
            "probability_error_at_most": probability_error(states.game),
            "duel_error_at_most": duel_error(states.game),
        }


def _gap(name: str, states: States, closest: Closest | None) -> dict[str, Any]:
    where = _words(states, closest) if closest else None
    return {name: closest.gap if closest else None, f"{name}_at": where}


def _words(states: States, closest: Closest) -> str:
    """Where two actions are, as positions are written, and both of them, the better one first."""
    game, state = states.game, closest.state
    names = " ".join(game.names(state.filled)) or "-"
    chip = "yes" if state.chip else "no"
    worse, better = (format_action(game, action) for action in closest.actions)
    dice = f"dice {format_dice(closest.dice)} | rerolls {closest.rerolls}"
    return f"{dice} | upper {upper_total(states, state)} | filled {names} | chip {chip}: {better}, {worse}"


def upper_total(states: States, state: State) -> int:
    """The least real upper total that is this state."""
    filled = int(states.upper_filled[state.filled])
    totals = states.totals[filled].tolist()
    return next(int(total) for total in totals if states.need_of(filled, total) == state.need)
