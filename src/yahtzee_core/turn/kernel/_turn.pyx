# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The turn kernel (C, turn.h) for NumPy arrays; its contract and its readable twin are in twin.py."""

import numpy as np

from ..marks import mark_of, marked_category

from libc.math cimport M_SQRT2, erfc
from libc.stdint cimport uint16_t, int32_t, int64_t
from libc.string cimport memcpy

cdef extern from "turn.h":
    const char *SOURCE_SHA256
    ctypedef struct lattice_t:
        int32_t n_keeps, first_roll, faces, rolls
        const int32_t *up
        const int32_t *down
        const int32_t *down_start
        double all_ways
        const double *ways
        int32_t dice, n_stacks
        const int32_t *stacks
    ctypedef struct options_t:
        int32_t n_options, n_categories, marked, mark
        double yahtzee_bonus
        const int32_t *category
        const int32_t *points
        const int32_t *extra
        const int32_t *premium
        const int32_t *choice
        const int32_t *used
        const int32_t *used_start
        const int32_t *situation
    ctypedef struct transitions_t:
        int32_t n_options, n_transitions, stride
        const int32_t *type
        const int32_t *transition
        const int32_t *next
        const int32_t *shift
        const double *bonus
        const double *chip
    ctypedef struct states_t:
        const int64_t *offset
        const int32_t *lanes
        const int32_t *saves
    ctypedef struct game_t:
        lattice_t lattice
        options_t options
        transitions_t transitions
        states_t states
    ctypedef struct masks_t:
        const int64_t *mask
        int64_t n
    ctypedef struct table_t:
        const int64_t *offset
        double *value
        double *second
    ctypedef struct prob_table_t:
        const int64_t *place
        const int32_t *first
        const int32_t *last
        void *rows[4]
        void *into[4]
        int32_t width
    ctypedef struct point_rows_t:
        const int64_t *place
        const int32_t *low
        const int32_t *length
        double *mass
    ctypedef struct amounts_t:
        int quantity
        const int64_t *place
        const int64_t *length
        const int64_t *low
        const double *from_ "from"
        double *into
    ctypedef struct tally_t:
        const int64_t *place
        const double *moments
        double *into
        double *cross
        double *taken
        double *secured
        int64_t upper
    ctypedef struct parts_t:
        const int32_t *points
        const int32_t *chance
        int32_t width
        double *rows
    ctypedef struct reached_t:
        double *sure
        double *points
        double *times
    ctypedef struct games_t:
        const int64_t *mask
        const int64_t *state
        const int64_t *points
        int64_t n
    ctypedef struct compared_t:
        const double *visit
        const uint16_t *judge
        const uint16_t *mine
        double *lost
    ctypedef struct criteria_t:
        double loss, differs, differs_beyond_tie
    ctypedef struct actions_t:
        double *options
        double *keeps
        uint16_t *decisions
    int PAD, BLOCK
    double TIE, RELATIVE_TIE
    float SINGLE_TIE

ctypedef const game_t *game_p
ctypedef const masks_t *masks_p
ctypedef const table_t *table_p
ctypedef const prob_table_t *rows_p
ctypedef const uint16_t *shorts
ctypedef const double *doubles
ctypedef int (*table_kernel)(game_p, masks_p, table_p) noexcept nogil
ctypedef int (*rows_kernel)(game_p, masks_p, rows_p) noexcept nogil

cdef extern from "turn.h":
    ctypedef struct variant_t:
        const char *id
        int lanes
        int (*lattice)(game_p, int, int64_t) noexcept nogil
        table_kernel expected, chain
        rows_kernel maxprob, maxprob_single
        int (*forward)(game_p, masks_p, rows_p, const reached_t *) noexcept nogil
        int (*mixture_single)(game_p, masks_p, rows_p, doubles) noexcept nogil
        int (*decide)(game_p, masks_p, table_p, doubles, uint16_t *) noexcept nogil
        int (*play)(game_p, masks_p, doubles, shorts, double *, double *) noexcept nogil
        int (*follow_decisions)(game_p, masks_p, table_p, shorts) noexcept nogil
        int (*compare)(game_p, masks_p, table_p, const compared_t *, criteria_t *) noexcept nogil
        int (*actions)(game_p, masks_p, const int64_t *, table_p, const actions_t *) noexcept nogil
        int (*push)(game_p, masks_p, doubles, const amounts_t *) noexcept nogil
        int (*pull)(game_p, masks_p, doubles, const point_rows_t *) noexcept nogil
        int (*race_values)(game_p, const games_t *, const point_rows_t *, doubles, int64_t, double *) noexcept nogil
        int (*decide_games)(game_p, masks_p, const int64_t *, doubles, uint16_t *) noexcept nogil
    int bounds(game_p, masks_p, int32_t *, int32_t *) noexcept nogil
    int most_behind(game_p, masks_p, int, int32_t *) noexcept nogil
    int amounts_behind(game_p, masks_p, int, doubles, int64_t *, int64_t *) noexcept nogil
    int parts_of "parts"(game_p, masks_p, doubles, const parts_t *) noexcept nogil
    int tally(game_p, masks_p, doubles, const tally_t *) noexcept nogil
    const variant_t *const *VARIANTS
    int N_VARIANTS
    int variant_runs(int) noexcept

ctypedef fused real:
    float
    double


source_sha256 = SOURCE_SHA256.decode()
pad = PAD
block = BLOCK
tie = TIE
relative_tie = RELATIVE_TIE
single_tie = SINGLE_TIE


def variants():
    """Names of the variants that this machine runs, fastest first."""
    return [VARIANTS[i].id.decode() for i in range(N_VARIANTS) if variant_runs(i)]


cdef int _find(variant) except -1:
    for i in range(N_VARIANTS):
        if variant_runs(i) and (variant is None or VARIANTS[i].id.decode() == variant):
            return i
    raise ValueError(f"this machine has no kernel variant {variant!r}; it has {variants()}")


cdef int _done(int failed) except -1 nogil:
    """What a kernel has answered: 0, or -1 when memory is short."""
    if failed:
        with gil:
            raise MemoryError("no memory for the turn kernel")
    return 0


cdef masks_t _masks(const int64_t[::1] masks) noexcept:
    """The masks that a kernel works."""
    return masks_t(&masks[0], masks.shape[0])


cdef prob_table_t _rows(needed, rows, into) except *:
    """A table of rows for the kernel; all arrays are float64, or all float32."""
    cdef prob_table_t table
    cdef const int64_t[::1] place = needed.place
    cdef const int32_t[::1] first = needed.first, last = needed.last
    table.place, table.first, table.last = &place[0], &first[0], &last[0]
    table.width = len(rows)
    for q in range(table.width):
        table.rows[q] = _numbers(rows[q], rows[0].dtype)
    for q in range(len(into)):
        table.into[q] = _numbers(into[q], rows[0].dtype)
    return table


cdef void *_numbers(array, kind) except NULL:
    return _start[float](array) if kind == np.float32 else _start[double](array)


cdef void *_start(real[::1] numbers) except NULL:
    return &numbers[0]


cdef point_rows_t _point_rows(rows) except *:
    cdef const int64_t[::1] place = rows.place
    cdef const int32_t[::1] low = rows.low, length = rows.length
    cdef double[::1] mass = rows.mass
    return point_rows_t(&place[0], &low[0], &length[0], &mass[0])


cdef reached_t _reached(reached) except *:
    cdef double[::1] sure = reached.sure, points = reached.points, times = reached.times
    return reached_t(&sure[0], &points[0], &times[0])


cdef class Kernel:
    """The tables of a game, laid out for the kernel; it keeps the arrays alive."""

    cdef game_t game
    cdef const variant_t *kernels
    cdef object arrays

    def __init__(self, states, transitions, variant=None):
        self.kernels = VARIANTS[_find(variant)]
        self.arrays = []
        self._lattice(states.options.lattice, states.game)
        self._options(states.options, states.game)
        self._transitions(transitions, len(states.options))
        self.game.states.offset = self._longs(states.offset)
        self.game.states.lanes = self._ints(states.lanes)
        self.game.states.saves = self._ints(states.saves)

    cdef int _lattice(self, grid, game) except -1:
        cdef lattice_t *into = &self.game.lattice
        into.n_keeps, into.first_roll = grid.n_keeps, grid.first_roll
        into.faces, into.rolls = game.faces, game.rolls
        into.up = self._ints(grid.up)
        into.down = self._ints(grid.down)
        into.down_start = self._ints(grid.down_start)
        into.all_ways = game.faces**game.dice
        into.ways = self._floats(grid.ways)
        into.dice, into.n_stacks = grid.dice, len(grid.stacks)
        if into.n_stacks:
            into.stacks = self._ints(grid.stacks)

    cdef int _options(self, options, game) except -1:
        cdef options_t *into = &self.game.options
        used, used_start = options.used
        into.n_options, into.n_categories = len(options), len(game.categories)
        marked = marked_category(game)
        into.marked = -1 if marked is None else marked
        into.mark = mark_of(options)
        into.yahtzee_bonus = game.yahtzee_bonus
        into.category = self._ints(options.category)
        into.points = self._ints(options.points)
        into.extra = self._ints(options.extra)
        into.premium = self._ints(options.premium)
        into.choice = self._ints(np.where(options.choice < 0, len(options), options.choice))
        into.used = self._ints(used)
        into.used_start = self._ints(used_start)
        into.situation = self._ints(options.situation)

    cdef int _transitions(self, transitions, int n_options) except -1:
        cdef transitions_t *into = &self.game.transitions
        into.n_options, into.n_transitions = n_options, transitions.next.shape[1]
        into.stride = transitions.stride
        into.type = self._ints(transitions.type)
        into.transition = self._ints(transitions.transition)
        into.next = self._ints(transitions.next)
        into.shift = self._ints(transitions.shift)
        into.bonus = self._floats(transitions.bonus)
        into.chip = self._floats(transitions.chip)

    cdef const int32_t *_ints(self, array) except NULL:
        cdef const int32_t[::1] view = np.ascontiguousarray(array, dtype=np.int32).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    cdef const int64_t *_longs(self, array) except NULL:
        cdef const int64_t[::1] view = np.ascontiguousarray(array, dtype=np.int64).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    cdef const double *_floats(self, array) except NULL:
        cdef const double[::1] view = np.ascontiguousarray(array, dtype=np.float64).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    cdef table_t _all_states(self, double[::1] value) noexcept:
        """A table of the values of all states; there are no second moments, and values stand in for them."""
        return table_t(self.game.states.offset, &value[0], &value[0])

    def expected(self, const int64_t[::1] masks, const int64_t[::1] offset, double[::1] value, double[::1] second):
        """Fill value and second moment of the states of `masks`; see twin.py for the contract."""
        cdef masks_t part = _masks(masks)
        cdef table_t table = table_t(&offset[0], &value[0], &second[0])
        with nogil:
            _done(self.kernels.expected(&self.game, &part, &table))

    def chain(self, const int64_t[::1] masks, const int64_t[::1] offset, double[::1] value, double[::1] second):
        """The same where the rerolls left matter: by saved rolls, then by state."""
        cdef masks_t part = _masks(masks)
        cdef table_t table = table_t(&offset[0], &value[0], &second[0])
        with nogil:
            _done(self.kernels.chain(&self.game, &part, &table))

    def bounds(self, const int64_t[::1] masks, int32_t[::1] first, int32_t[::1] last):
        """Fill in what is certain and the most that can come, by state, for the states of `masks`."""
        cdef masks_t part = _masks(masks)
        with nogil:
            _done(bounds(&self.game, &part, &first[0], &last[0]))

    def most_behind(self, const int64_t[::1] masks, int quantity, int32_t[::1] most):
        """Raise the most of a quantity behind the states that follow those of `masks`."""
        cdef masks_t part = _masks(masks)
        with nogil:
            _done(most_behind(&self.game, &part, quantity, &most[0]))

    def decide(self, const int64_t[::1] masks, double[::1] value, const double[::1] visit,
               uint16_t[:, :, :, ::1] decisions):
        """Fill in the decisions of the lanes of `masks` that best play by a value of all states leads to.

        visit: by lane, or None; blocks of lanes without a visit are left alone.
        """
        cdef masks_t part = _masks(masks)
        cdef table_t table = self._all_states(value)
        cdef const double *visits = NULL
        if visit is not None:
            visits = &visit[0]
        with nogil:
            _done(self.kernels.decide(&self.game, &part, &table, visits, &decisions[0, 0, 0, 0]))

    def play(self, const int64_t[::1] masks, const double[::1] visit, const uint16_t[:, :, :, ::1] decisions,
             double[:, ::1] weights, double[:, ::1] final):
        """Fill in (lanes of `masks`, n_options): probability of each option where a lane is visited.

        final: (n_rolls, n_categories), raised by the probability to fill a category with a roll.
        """
        cdef masks_t part = _masks(masks)
        with nogil:
            _done(self.kernels.play(
                &self.game, &part, &visit[0], &decisions[0, 0, 0, 0], &weights[0, 0], &final[0, 0]))

    def follow(self, const int64_t[::1] masks, const int64_t[::1] offset, double[::1] value, double[::1] second,
               const uint16_t[:, :, :, ::1] decisions):
        """Fill value and second moment of the states of `masks` under these decisions."""
        cdef masks_t part = _masks(masks)
        cdef table_t table = table_t(&offset[0], &value[0], &second[0])
        with nogil:
            _done(self.kernels.follow_decisions(&self.game, &part, &table, &decisions[0, 0, 0, 0]))

    def compare(self, const int64_t[::1] masks, double[::1] value, const double[::1] visit,
                const uint16_t[:, :, :, ::1] judge, const uint16_t[:, :, :, ::1] mine, double[:, ::1] criteria,
                double[::1] lost):
        """Raise (rolls, 3) by rerolls left: loss, differs, differs beyond a tie; see criteria_t.

        value: of all states under the decisions `judge`; visit: by lane, under the decisions `mine`.
        lost: (n_options,), the loss with no reroll left by the option of `mine`, raised too.
        """
        cdef masks_t part = _masks(masks)
        cdef table_t table = self._all_states(value)
        cdef compared_t compared = compared_t(&visit[0], &judge[0, 0, 0, 0], &mine[0, 0, 0, 0], &lost[0])
        with nogil:
            _done(self.kernels.compare(&self.game, &part, &table, &compared, <criteria_t *> &criteria[0, 0]))

    def actions(self, const int64_t[::1] masks, const int64_t[::1] blocks, double[::1] value,
                double[:, :, ::1] options, double[:, :, :, ::1] keeps, uint16_t[:, :, :, ::1] decisions):
        """Fill in what every action is worth in the block of lanes `blocks[i]` of `masks[i]`, for each i.

        value: of all states. options: (n, n_options, BLOCK). keeps: (n, rolls - 1, n_keeps, BLOCK), by
        rerolls left from 1. decisions: as in decisions.py, of these blocks.
        """
        cdef masks_t part = _masks(masks)
        cdef table_t table = self._all_states(value)
        cdef actions_t into = actions_t(&options[0, 0, 0], &keeps[0, 0, 0, 0], &decisions[0, 0, 0, 0])
        with nogil:
            _done(self.kernels.actions(&self.game, &part, &blocks[0], &table, &into))

    def amounts_behind(self, const int64_t[::1] masks, int quantity, const double[:, ::1] weights,
                       int64_t[::1] low, int64_t[::1] high):
        """Widen what of a quantity lies behind the states that follow those of `masks`, low > high: nothing."""
        cdef masks_t part = _masks(masks)
        with nogil:
            _done(amounts_behind(&self.game, &part, quantity, &weights[0, 0], &low[0], &high[0]))

    def push(self, const int64_t[::1] masks, int quantity, const double[:, ::1] weights, spans,
             const int64_t[::1] low, const double[::1] before, double[::1] after):
        """Push the rows of the states of `masks` one turn on; those of a state run over a quantity from `low`.

        spans: where the rows stand, by state, those of `masks` in `before` and of the states after in `after`.
        """
        cdef masks_t part = _masks(masks)
        cdef const int64_t[::1] place = spans.place, length = spans.length
        cdef amounts_t amounts = amounts_t(quantity, &place[0], &length[0], &low[0], &before[0], &after[0])
        with nogil:
            _done(self.kernels.push(&self.game, &part, &weights[0, 0], &amounts))

    def parts(self, const int64_t[::1] masks, const double[:, ::1] weights, const int32_t[:, ::1] columns,
              double[:, ::1] rows):
        """Fill in what is to come, part by part, of the states of `masks`; see parts.py.

        columns: (2, n_parts), where the points and the chance of each part stand in a row, -1: not asked for.
        rows: (n_states, n_columns).
        """
        cdef masks_t part = _masks(masks)
        cdef parts_t asked = parts_t(&columns[0, 0], &columns[1, 0], rows.shape[1], &rows[0, 0])
        with nogil:
            _done(parts_of(&self.game, &part, &weights[0, 0], &asked))

    def tally(self, const int64_t[::1] masks, const double[:, ::1] weights, const int64_t[::1] place,
              const double[:, ::1] before, double[:, ::1] after, sums):
        """Push the moments of the states of `masks` one turn on, and add up; see tally in gain.h."""
        cdef masks_t part = _masks(masks)
        cdef double[:, ::1] cross = sums.cross
        cdef double[::1] taken = sums.taken, secured = sums.secured
        cdef tally_t pushed = tally_t(
            &place[0], &before[0, 0], &after[0, 0], &cross[0, 0], &taken[0], &secured[0], sums.upper)
        with nogil:
            _done(tally(&self.game, &part, &weights[0, 0], &pushed))

    def maxprob(self, const int64_t[::1] masks, needed, rows, into):
        """Fill in the rows of the states of `masks`; `rows` and `into` have one, two or four float64 arrays, or
        two of float32."""
        cdef masks_t part = _masks(masks)
        cdef prob_table_t table = _rows(needed, rows, into)
        cdef bint single = rows[0].dtype == np.float32
        if single and table.width != 2:
            raise ValueError(f"{table.width} arrays of float32; expected two")
        with nogil:
            _done((self.kernels.maxprob_single if single else self.kernels.maxprob)(&self.game, &part, &table))

    def mixture(self, const int64_t[::1] masks, needed, rows, into, const double[:, ::1] weights):
        """Fill in rows (float32) as maxprob does, under options with the probabilities `weights`.

        weights: (states of the masks, n_options).
        """
        cdef masks_t part = _masks(masks)
        cdef prob_table_t table = _rows(needed, rows, into)
        with nogil:
            _done(self.kernels.mixture_single(&self.game, &part, &table, &weights[0, 0]))

    def forward(self, const int64_t[::1] masks, needed, utilities, before, after, reached=None):
        """Push the rows `before` of the states of `masks` one turn on, by the utilities of the states after.

        before: probabilities of the states of `masks`; after: those of the states after, raised. Calls at
        the same time must have masks that share no successor. reached: None where rows are of all totals.
        """
        cdef masks_t part = _masks(masks)
        cdef prob_table_t table = _rows(needed, (utilities, before), (after,))
        cdef reached_t held
        cdef const reached_t *holds = NULL
        if reached is not None:
            held = _reached(reached)
            holds = &held
        with nogil:
            _done(self.kernels.forward(&self.game, &part, &table, holds))

    def pull(self, const int64_t[::1] masks, const double[:, ::1] weights, rows):
        """Raise the rows of the states of `masks`, P(x points to come), from those of the states after."""
        cdef masks_t part = _masks(masks)
        cdef point_rows_t points = _point_rows(rows)
        with nogil:
            _done(self.kernels.pull(&self.game, &part, &weights[0, 0], &points))

    def race_values(self, const int64_t[::1] masks, const int64_t[::1] state, const int64_t[::1] points, rows,
                   const double[:, ::1] chance, double[:, ::1] worth):
        """Fill in (n_games, n_options), what the open options of games are worth; see race_body.h.

        masks, state, points: (n_games,), where the games stand. rows: of the points to come of all states.
        chance: (n_games, .), what a total at the end is worth.
        """
        cdef games_t games = games_t(&masks[0], &state[0], &points[0], masks.shape[0])
        cdef point_rows_t to_come = _point_rows(rows)
        with nogil:
            _done(self.kernels.race_values(
                &self.game, &games, &to_come, &chance[0, 0], chance.shape[1], &worth[0, 0]))

    def decide_games(self, const int64_t[::1] masks, const int64_t[::1] games, const double[:, ::1] worth,
                     uint16_t[:, :, :, ::1] decisions):
        """Fill in the decisions of games, games[i] of them with masks[i], by what their options are worth.

        worth: (n_games, n_options). decisions: the games of a mask fill blocks, as lanes do (decisions.py).
        """
        cdef masks_t part = _masks(masks)
        with nogil:
            _done(self.kernels.decide_games(
                &self.game, &part, &games[0], &worth[0, 0], &decisions[0, 0, 0, 0]))

    def lattice_alone(self, int width, int64_t lanes):
        """Work the lattice for at least so many lanes, and nothing else: for benchmarks."""
        cdef int64_t blocks = -(-lanes // self.kernels.lanes)
        _done(self.kernels.lattice(&self.game, width, blocks))


def normal_rows(double[::1] rows, spans, const int32_t[::1] first, const double[::1] mean,
                const double[::1] sd, double scale):
    """Fill rows with scale * P(X >= needed) for needed = first + 1, ..., X being normal."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                rows[place[i] + j] = scale * 0.5 * erfc((first[i] + 1 + j - mean[i]) / (sd[i] * M_SQRT2))


def at_most_rows(rows, const int64_t[::1] state, const int64_t[::1] points, double[:, ::1] into):
    """into[i][t] = P(points[i] + x <= t), x by the row of points to come of state[i]."""
    cdef point_rows_t to_come = _point_rows(rows)
    cdef int64_t i, t, x
    cdef double sum
    with nogil:
        for i in range(state.shape[0]):
            sum = 0
            for t in range(into.shape[1]):
                x = t - points[i]
                if 0 <= x < to_come.length[state[i]]:
                    sum = sum + to_come.mass[to_come.place[state[i]] + x]
                into[i, t] = sum


def put_rows(const double[::1] numbers, spans, double[::1] into):
    """Lay rows that stand one after another in `numbers` at their places."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, at = 0
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[place[i]], &numbers[at], length[i] * sizeof(double))
                at += length[i]


def take_rows(const double[::1] rows, spans, double[::1] into):
    """Copy rows from their places, one after another."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, at = 0
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[at], &rows[place[i]], length[i] * sizeof(double))
                at += length[i]


def pad_rows(real[::1] rows, spans, const double[::1] before, const double[::1] after):
    """Write the numbers before and after every row: PAD doubles, or twice as many floats."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i
    cdef int j, n = PAD * sizeof(double) // sizeof(real)
    with nogil:
        for i in range(place.shape[0]):
            for j in range(n):
                rows[place[i] - n + j] = <real> before[i]
                rows[place[i] + length[i] + j] = <real> after[i]


def move_rows(const real[::1] rows, spans, real[::1] into, const int64_t[::1] into_place):
    """Copy rows from their places to others."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[into_place[i]], &rows[place[i]], length[i] * sizeof(real))


def flip_rows(const real[::1] rows, spans, real[::1] into, const int64_t[::1] into_place, bint complement):
    """Copy rows from their places to others, backwards; each number x as 1 - x when complement is set."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, j, last
    with nogil:
        for i in range(place.shape[0]):
            last = place[i] + length[i] - 1
            if complement:
                for j in range(length[i]):
                    into[into_place[i] + j] = 1 - rows[last - j]
            else:
                for j in range(length[i]):
                    into[into_place[i] + j] = rows[last - j]


def add_rows(const real[::1] rows, spans, const int64_t[::1] into_place, const double[::1] weight,
             double[::1] into):
    """Add rows, each with its weight, to the numbers from `into_place` on."""
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                into[into_place[i] + j] += weight[i] * rows[place[i] + j]


def highest_rows(const real[::1] rows, spans, const int64_t[::1] into_place, const int64_t[::1] name,
                 const unsigned char[:, ::1] counts, double[::1] highest, int64_t[::1] where):
    """Raise the numbers from `into_place` on to those of the rows; `where` has the name of the first highest.

    counts[i][k]: whether row i counts for the k-th number.
    """
    cdef const int64_t[::1] place = spans.place, length = spans.length
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                if counts[i, into_place[i] + j] and rows[place[i] + j] > highest[into_place[i] + j]:
                    highest[into_place[i] + j] = rows[place[i] + j]
                    where[into_place[i] + j] = name[i]
