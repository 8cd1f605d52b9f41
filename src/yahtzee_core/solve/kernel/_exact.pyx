# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Turns on whole numbers (C, exact.h) for NumPy arrays; the recurrence is in solve/exact.py."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

cdef extern from "exact.h":
    const char *SOURCE_SHA256
    ctypedef struct exact_game_t:
        int32_t n_keeps, first_roll, faces, rolls, n_options, n_categories, stride, bits
        const int32_t *up
        const int32_t *down
        const int32_t *down_start
        const int32_t *counts
        const int32_t *size
        const uint64_t *power
        const uint64_t *ways
        const int32_t *category
        const int32_t *choice
        const int32_t *used
        const int32_t *used_start
        const int32_t *situation
        const int32_t *type
        const int32_t *lanes
        const int32_t *lane_after
        const int32_t *gain
    ctypedef struct exact_layer_t:
        const int64_t *first
        uint64_t *number
        int32_t n, m
    ctypedef struct gap_t:
        double gap
        int64_t mask
        int32_t lane, rerolls, one, other, needed
    ctypedef struct audit_t:
        int64_t positions, ties, near, not_best, not_first
        gap_t closest, margin
    ctypedef struct exact_part_t:
        const int64_t *mask
        int64_t n
        const uint16_t *decisions
        const uint64_t *scale
        const double *unit
        double tie
    ctypedef struct exact_rows_t:
        const int64_t *place
        const int32_t *most
        uint64_t *number
        int32_t n
    int exact_maxprob(const exact_game_t *, const exact_part_t *, const int64_t *, const exact_rows_t *,
                      const exact_rows_t *, audit_t *) noexcept nogil
    int exact_solve(const exact_game_t *, const exact_part_t *, const exact_layer_t *, const exact_layer_t *,
                    audit_t *) noexcept nogil


source_sha256 = SOURCE_SHA256.decode()


cdef class ExactKernel:
    """The tables of a game, laid out for the kernel; it keeps the arrays alive."""

    cdef exact_game_t game
    cdef object arrays

    def __init__(self, states, moves, int bits):
        self.arrays = []
        self._lattice(states.options.lattice, states.game, bits)
        self._options(states.options, states)
        self.game.stride = moves.gain.shape[2]
        self.game.type = self._ints(moves.type)
        self.game.lane_after = self._ints(moves.lane_after)
        self.game.gain = self._ints(moves.gain)

    cdef int _lattice(self, grid, game, int bits) except -1:
        cdef exact_game_t *into = &self.game
        into.n_keeps, into.first_roll = grid.n_keeps, grid.first_roll
        into.faces, into.rolls, into.bits = game.faces, game.rolls, bits
        into.up = self._ints(grid.up)
        into.down = self._ints(grid.down)
        into.down_start = self._ints(grid.down_start)
        into.counts = self._ints(grid.counts)
        into.size = self._ints(grid.counts.sum(axis=1))
        into.power = self._limbs([game.faces**i for i in range(game.dice + 1)])
        into.ways = self._limbs(grid.ways)

    cdef int _options(self, options, states) except -1:
        cdef exact_game_t *into = &self.game
        used, used_start = options.used
        into.n_options, into.n_categories = len(options), len(states.game.categories)
        into.category = self._ints(options.category)
        into.choice = self._ints(np.where(options.choice < 0, len(options), options.choice))
        into.used = self._ints(used)
        into.used_start = self._ints(used_start)
        into.situation = self._ints(options.situation)
        into.lanes = self._ints(states.lanes)

    cdef const int32_t *_ints(self, array) except NULL:
        cdef const int32_t[::1] view = np.ascontiguousarray(array, dtype=np.int32).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    cdef const uint64_t *_limbs(self, array) except NULL:
        cdef const uint64_t[::1] view = np.ascontiguousarray(array, dtype=np.uint64).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    def solve(self, const int64_t[::1] masks, after, into, const uint64_t[::1] scale, const double[::1] unit,
              double tie, const uint16_t[:, :, :, ::1] decisions=None):
        """Fill in the states of `masks`; returns what exact_audit.py counts.

        after, into: exact_numbers.Layer. tie: the gap that the tie rule calls equal. decisions: what another policy does in the lanes of `masks`.
        """
        cdef const int64_t[::1] first_after = after.first, first_into = into.first
        cdef uint64_t[:, ::1] numbers_after = after.numbers, numbers_into = into.numbers
        cdef exact_layer_t one = exact_layer_t(&first_after[0], &numbers_after[0, 0], after.n, after.m)
        cdef exact_layer_t other = exact_layer_t(&first_into[0], &numbers_into[0, 0], into.n, into.m)
        cdef exact_part_t part = exact_part_t(&masks[0], masks.shape[0], NULL, &scale[0], &unit[0], tie)
        cdef audit_t audit
        cdef int done
        _begin(&audit)
        if decisions is not None:
            part.decisions = &decisions[0, 0, 0, 0]
        with nogil:
            done = exact_solve(&self.game, &part, &one, &other, &audit)
        if done:
            raise MemoryError(f"the turns of {masks.shape[0]} sets of categories")
        return _counted(&audit)

    def maxprob(self, const int64_t[::1] masks, const int64_t[::1] offset, after, into, const uint64_t[::1] scale,
                double tie):
        """Fill in the probabilities of the states of `masks`, exact_maxprob.Chances; returns the same."""
        cdef const int64_t[::1] place_after = after.place, place_into = into.place
        cdef const int32_t[::1] most = into.most
        cdef uint64_t[:, ::1] numbers_after = after.numbers, numbers_into = into.numbers
        cdef exact_rows_t one = exact_rows_t(&place_after[0], &most[0], &numbers_after[0, 0], after.n)
        cdef exact_rows_t other = exact_rows_t(&place_into[0], &most[0], &numbers_into[0, 0], into.n)
        cdef exact_part_t part = exact_part_t(&masks[0], masks.shape[0], NULL, &scale[0], NULL, tie)
        cdef audit_t audit
        cdef int done
        _begin(&audit)
        with nogil:
            done = exact_maxprob(&self.game, &part, &offset[0], &one, &other, &audit)
        if done:
            raise MemoryError(f"the turns of {masks.shape[0]} sets of categories")
        return _counted(&audit)


cdef void _begin(audit_t *audit) noexcept:
    audit.positions = audit.ties = audit.near = audit.not_best = audit.not_first = 0
    audit.closest.gap = audit.margin.gap = np.inf


cdef _counted(const audit_t *audit):
    counts = audit.positions, audit.ties, audit.near, audit.not_best, audit.not_first
    return counts, (_gap(&audit.closest), _gap(&audit.margin))


cdef _gap(const gap_t *gap):
    """(gap, mask, lane, rerolls, worse action, better action, points needed)."""
    return gap.gap, gap.mask, gap.lane, gap.rerolls, gap.one, gap.other, gap.needed
