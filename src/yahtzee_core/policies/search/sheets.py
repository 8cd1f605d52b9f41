"""Turns summed over all states with the same filled categories, for decisions that look at these alone.

A card does not look at the upper total. So within a mask it does the same in every state, the chance to come
to a roll is the same, and what a change of its decisions gains is linear in the values of the states: one
sum over the states of a mask, weighted by their visits, stands for all of them. With U[m](o), the summed
value of ending the turn with option o,

    E[left][m](k)  =  sum over rolls  P(roll | k) U[m](what is done with the roll, left - 1 rerolls left)

is the summed value of keeping k, and a decision of the card in mask m for a roll that it comes to with
probability A[left][m](roll) counts A E. To first order this is what the expected score gains.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Bools, Floats, Ints, Reals
from ...turn.dice import Lattice
from ...turn.options import NO_OPTION
from ..arena import Arena


@dataclass(frozen=True)
class Sheets:
    """values: (n_masks, n_options) float64, U. weight: (n_masks,) float64, how likely a game comes there."""

    arena: Arena
    values: Floats
    weight: Floats

    @classmethod
    def of(cls, arena: Arena, visits: Floats, value: Floats) -> "Sheets":
        """From visits and values of all states, (n_states,) each."""
        states, options = arena.states, arena.states.options
        came = np.flatnonzero(visits > 0)
        mask = np.searchsorted(states.offset, came, side="right") - 1
        values = np.zeros((len(states.masks), len(options)))
        for option in range(len(options)):
            free = mask >> int(options.category[option]) & 1 == 0
            here = came[free]
            after, bonus, extra = arena.transitions.follow(states, here, np.full(len(here), option))
            worth = visits[here] * (options.points[option] + bonus + extra + value[after])
            values[:, option] = np.bincount(mask[free], weights=worth, minlength=len(values))
        weight = np.bincount(mask, weights=visits[came], minlength=len(values)).astype(np.float64)
        return cls(arena, values, weight)

    def best_keeps(self) -> list[Ints]:
        """(n_masks, n_rolls) by rerolls left from 1: the best keeps that look at the mask alone."""
        lattice = self.arena.states.options.lattice
        inside = [np.array(lattice.keeps_of(lattice.first_roll + roll)) for roll in range(lattice.n_rolls)]
        expectation, best = expectations(lattice), self._best_leaf()
        keeps = []
        for _ in range(1, self.arena.game.rolls):
            kept = best @ expectation
            columns = [keep[np.argmax(kept[:, keep], axis=1)] for keep in inside]
            keeps.append(np.stack(columns, axis=1).astype(np.int32))
            best = np.take_along_axis(kept, keeps[-1], axis=1)
        return keeps

    def _best_leaf(self) -> Floats:
        options = self.arena.states.options
        best = np.zeros((len(self.values), options.lattice.n_rolls))
        for category in range(len(self.arena.game.categories)):
            choice = options.choice[options.situation, category]
            allowed = (choice != NO_OPTION) & self._open(category)[:, None]
            value = np.take_along_axis(self.values, np.where(allowed, choice, 0), axis=1)
            best = np.maximum(best, np.where(allowed, value, 0))
        return best

    def _open(self, category: int) -> Bools:
        is_open: Bools = self.arena.states.masks >> category & 1 == 0
        return is_open


@dataclass(frozen=True)
class TurnSums:
    """Sums of the turns of all masks, by rerolls left: kept from 1, (n_masks, n_keeps) float32; came from 0,
    (n_masks, n_rolls) float32."""

    kept: dict[int, Reals]
    came: dict[int, Reals]


def turn_sums(sheets: Sheets, options: Ints, keeps: list[Ints]) -> TurnSums:
    """E and A under some decisions. options: (n_masks, n_rolls); keeps: the same by rerolls left from 1."""
    lattice = sheets.arena.states.options.lattice
    forth = expectations(lattice).astype(np.float32)
    n_masks, first = len(options), np.arange(len(options))[:, None] * lattice.n_keeps
    value = np.take_along_axis(sheets.values, options.astype(np.int64), axis=1).astype(np.float32)
    kept: dict[int, Reals] = {}
    came: dict[int, Reals] = {}
    for left, keep in enumerate(keeps, start=1):
        kept[left] = value @ forth
        value = np.take_along_axis(kept[left], keep, axis=1)
    came[len(keeps)] = np.broadcast_to(lattice.probabilities.astype(np.float32), options.shape)
    for left in range(len(keeps), 0, -1):
        size = n_masks * lattice.n_keeps
        chance = np.bincount((first + keeps[left - 1]).ravel(), came[left].ravel(), size)
        came[left - 1] = chance.reshape(n_masks, -1).astype(np.float32) @ forth.T
    return TurnSums(kept, came)


def expectations(lattice: Lattice) -> Floats:
    """(n_rolls, n_keeps): the probability of every roll after every keep."""
    chance = np.zeros((lattice.n_keeps, lattice.n_rolls))
    chance[lattice.first_roll :] = np.eye(lattice.n_rolls)
    for keeps in reversed(lattice.sizes[:-1]):
        chance[keeps] = chance[lattice.up[keeps]].mean(axis=1)
    transposed: Floats = np.ascontiguousarray(chance.T)
    return transposed
