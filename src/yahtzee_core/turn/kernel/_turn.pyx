# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The turn kernel (C, turn.h) for NumPy arrays; its contract and its readable twin are in turn.py."""

import numpy as np

from libc.math cimport M_SQRT2, erfc
from libc.stdint cimport int16_t, int32_t, int64_t
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
    ctypedef struct options_t:
        int32_t n_options, n_categories
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
        const int32_t *lanes
        const int32_t *transition
        const int32_t *next
        const int32_t *shift
        const double *bonus
        const double *chip
    ctypedef struct table_t:
        const int64_t *offset
        double *value
        double *second
    ctypedef struct prob_table_t:
        const int64_t *offset
        const int64_t *place
        const int32_t *first
        const int32_t *last
        void *rows[3]
        void *into[3]
        int32_t width
    ctypedef struct criteria_t:
        double loss, differs, differs_beyond_tie

ctypedef const lattice_t *lattice_p
ctypedef const options_t *options_p
ctypedef const transitions_t *transitions_p
ctypedef const table_t *table_p
ctypedef const prob_table_t *rows_p
ctypedef const int16_t *shorts
ctypedef const int32_t *ints
ctypedef const int64_t *longs
ctypedef const double *doubles
ctypedef int (*table_kernel)(lattice_p, options_p, transitions_p, table_p, longs, int64_t) noexcept nogil
ctypedef int (*rows_kernel)(lattice_p, options_p, transitions_p, rows_p, longs, int64_t) noexcept nogil

cdef extern from "turn.h":
    int PAD, BLOCK
    double TIE, RELATIVE_TIE
    float SINGLE_TIE
    ctypedef struct variant_t:
        const char *id
        int lanes
        int (*lattice)(lattice_p, int, int64_t) noexcept nogil
        table_kernel expected
        int (*chain)(lattice_p, options_p, transitions_p, table_p, ints, longs, int64_t) noexcept nogil
        rows_kernel maxprob, forward, maxprob_single
        int (*mixture_single)(options_p, transitions_p, rows_p, longs, int64_t, doubles) noexcept nogil
        int (*decide)(lattice_p, options_p, transitions_p, table_p, longs, int64_t, doubles, int16_t *) noexcept nogil
        int (*play)(lattice_p, options_p, transitions_p, longs, int64_t, doubles, shorts, double *,
                    double *) noexcept nogil
        int (*follow_decisions)(lattice_p, options_p, transitions_p, table_p, longs, int64_t, shorts) noexcept nogil
        int (*compare)(lattice_p, options_p, transitions_p, table_p, longs, int64_t, doubles, shorts, shorts,
                       criteria_t *) noexcept nogil
        int (*actions)(lattice_p, options_p, transitions_p, table_p, longs, longs, int64_t, double *, double *,
                       int16_t *) noexcept nogil
        int (*push)(options_p, transitions_p, longs, longs, int64_t, int, doubles, longs, ints, doubles,
                    double *) noexcept nogil
        int (*pull)(options_p, transitions_p, longs, longs, int64_t, doubles, longs, ints, double *) noexcept nogil
        int (*race_worth)(options_p, transitions_p, longs, longs, longs, longs, int64_t, longs, ints, ints, doubles,
                          doubles, int64_t, double *) noexcept nogil
        int (*decide_games)(lattice_p, options_p, longs, longs, int64_t, doubles, int16_t *) noexcept nogil
    int bounds(lattice_p, options_p, transitions_p, longs, longs, int64_t, int32_t *, int32_t *) noexcept nogil
    void most_behind(options_p, transitions_p, longs, longs, int64_t, int, int32_t *) noexcept nogil
    void chances_of "chances"(options_p, transitions_p, longs, longs, int64_t, doubles, int, double *) noexcept nogil
    void tally(options_p, transitions_p, longs, longs, int64_t, doubles, longs, doubles, double *, double *, double *,
               double *, int64_t) noexcept nogil
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


cdef table_t _table(const int64_t[::1] offset, double[::1] value, double[::1] second) noexcept:
    """A table of states for the kernel; estimates have no second moments, and give their values twice."""
    cdef table_t table
    table.offset = &offset[0]
    table.value = &value[0]
    table.second = &second[0]
    return table


cdef prob_table_t _rows(const int64_t[::1] offset, const int64_t[::1] place, const int32_t[::1] first,
                        const int32_t[::1] last, rows, into) except *:
    """A table of rows for the kernel; all arrays are float64, or all float32."""
    cdef prob_table_t table
    table.offset = &offset[0]
    table.place = &place[0]
    table.first = &first[0]
    table.last = &last[0]
    table.width = len(rows)
    for q in range(table.width):
        if rows[0].dtype == np.float32:
            table.rows[q] = _start[float](rows[q])
            table.into[q] = _start[float](into[q])
        else:
            table.rows[q] = _start[double](rows[q])
            table.into[q] = _start[double](into[q])
    return table


cdef void *_start(real[::1] numbers) except NULL:
    return &numbers[0]


cdef class Kernel:
    """The tables of a game, laid out for the kernel; it keeps the arrays alive."""

    cdef lattice_t lattice
    cdef options_t options
    cdef transitions_t transitions
    cdef object arrays
    cdef const variant_t *kernels

    def __init__(self, states, transitions, variant=None):
        self.kernels = VARIANTS[_find(variant)]
        self.arrays = []
        options, game = states.options, states.game
        grid = options.lattice
        used, used_start = options.used
        self.lattice.n_keeps = grid.n_keeps
        self.lattice.first_roll = grid.first_roll
        self.lattice.faces = game.faces
        self.lattice.rolls = game.rolls
        self.lattice.up = self._ints(grid.up)
        self.lattice.down = self._ints(grid.down)
        self.lattice.down_start = self._ints(grid.down_start)
        self.lattice.all_ways = game.faces**game.dice
        self.lattice.ways = self._floats(grid.ways)
        self.options.n_options = len(options)
        self.options.n_categories = len(game.categories)
        self.options.yahtzee_bonus = game.yahtzee_bonus
        self.options.category = self._ints(options.category)
        self.options.points = self._ints(options.points)
        self.options.extra = self._ints(options.extra)
        self.options.premium = self._ints(options.premium)
        self.options.choice = self._ints(np.where(options.choice < 0, len(options), options.choice))
        self.options.used = self._ints(used)
        self.options.used_start = self._ints(used_start)
        self.options.situation = self._ints(options.situation)
        self.transitions.n_options = len(options)
        self.transitions.n_transitions = transitions.next.shape[1]
        self.transitions.stride = transitions.stride
        self.transitions.type = self._ints(transitions.type)
        self.transitions.lanes = self._ints(states.lanes)
        self.transitions.transition = self._ints(transitions.transition)
        self.transitions.next = self._ints(transitions.next)
        self.transitions.shift = self._ints(transitions.shift)
        self.transitions.bonus = self._floats(transitions.bonus)
        self.transitions.chip = self._floats(transitions.chip)

    cdef const int32_t *_ints(self, array) except NULL:
        cdef const int32_t[::1] view = np.ascontiguousarray(array, dtype=np.int32).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    cdef const double *_floats(self, array) except NULL:
        cdef const double[::1] view = np.ascontiguousarray(array, dtype=np.float64).reshape(-1)
        self.arrays.append(view)
        return &view[0]

    def expected(self, const int64_t[::1] offset, const int64_t[::1] masks, double[::1] value,
                 double[::1] second):
        """Fill value and second moment of the states of `masks`; see turn.py for the contract."""
        cdef table_t table
        table = _table(offset, value, second)
        with nogil:
            _done(self.kernels.expected(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0]))

    def chain(self, const int64_t[::1] offset, const int32_t[::1] saves, const int64_t[::1] masks, double[::1] value,
              double[::1] second):
        """The same where the rerolls left matter: by saved rolls, `saves` of them by mask, then by state."""
        cdef table_t table
        table = _table(offset, value, second)
        with nogil:
            _done(self.kernels.chain(
                &self.lattice, &self.options, &self.transitions, &table, &saves[0], &masks[0], masks.shape[0]))

    def bounds(self, const int64_t[::1] offset, const int64_t[::1] masks, int32_t[::1] first, int32_t[::1] last):
        """Fill in what is certain and the most that can come, by state, for the states of `masks`."""
        with nogil:
            _done(bounds(&self.lattice, &self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0],
                         &first[0], &last[0]))

    def most_behind(self, const int64_t[::1] offset, const int64_t[::1] masks, int quantity, int32_t[::1] most):
        """Raise the most of a quantity behind the states that follow those of `masks`."""
        most_behind(
            &self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0], quantity, &most[0])

    def decide(self, const int64_t[::1] offset, const int64_t[::1] masks, double[::1] value,
               const double[::1] visit, int16_t[:, :, :, ::1] decisions):
        """Fill in the decisions of the lanes of `masks` that best play by a value leads to.

        visit: by lane, or None; blocks of lanes without a visit are left alone.
        """
        cdef table_t table
        cdef const double *visits = NULL if visit is None else &visit[0]
        table = _table(offset, value, value)
        with nogil:
            _done(self.kernels.decide(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0], visits,
                &decisions[0, 0, 0, 0]))

    def play(self, const int64_t[::1] masks, const double[::1] visit, const int16_t[:, :, :, ::1] decisions,
             double[:, ::1] weights, double[:, ::1] final):
        """Fill in (lanes of `masks`, n_options): probability of each option where a lane is visited.

        final: (n_rolls, n_categories), raised by the probability to fill a category with a roll.
        """
        with nogil:
            _done(self.kernels.play(
                &self.lattice, &self.options, &self.transitions, &masks[0], masks.shape[0], &visit[0],
                &decisions[0, 0, 0, 0], &weights[0, 0], &final[0, 0]))

    def follow(self, const int64_t[::1] offset, const int64_t[::1] masks, double[::1] value,
               double[::1] second, const int16_t[:, :, :, ::1] decisions):
        """Fill value and second moment of the states of `masks` under these decisions."""
        cdef table_t table
        table = _table(offset, value, second)
        with nogil:
            _done(self.kernels.follow_decisions(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0],
                &decisions[0, 0, 0, 0]))

    def compare(self, const int64_t[::1] offset, const int64_t[::1] masks, double[::1] value,
                const double[::1] visit, const int16_t[:, :, :, ::1] judge, const int16_t[:, :, :, ::1] mine,
                double[:, ::1] criteria):
        """Raise (rolls, 3) by rerolls left: loss, differs, differs beyond a tie; see criteria_t.

        value: of the states under the decisions `judge`; visit: by lane, under the decisions `mine`.
        """
        cdef table_t table
        table = _table(offset, value, value)
        with nogil:
            _done(self.kernels.compare(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0], &visit[0],
                &judge[0, 0, 0, 0], &mine[0, 0, 0, 0], <criteria_t *> &criteria[0, 0]))

    def actions(self, const int64_t[::1] offset, const int64_t[::1] masks, const int64_t[::1] blocks,
                double[::1] value, double[:, :, ::1] options, double[:, :, :, ::1] keeps,
                int16_t[:, :, :, ::1] decisions):
        """Fill in what every action is worth in the block of lanes `blocks[i]` of `masks[i]`, for each i.

        options: (n, n_options, BLOCK). keeps: (n, rolls - 1, n_keeps, BLOCK), by rerolls left from 1.
        decisions: as in decisions.py, of these blocks.
        """
        cdef table_t table
        table = _table(offset, value, value)
        with nogil:
            _done(self.kernels.actions(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], &blocks[0],
                masks.shape[0], &options[0, 0, 0], &keeps[0, 0, 0, 0], &decisions[0, 0, 0, 0]))

    def push(self, const int64_t[::1] offset, const int64_t[::1] masks, int quantity,
             const double[:, ::1] weights, const int64_t[::1] place, const int32_t[::1] most,
             const double[::1] before, double[::1] after):
        """Push the rows of the states of `masks` one turn on; rows run over a quantity from 0."""
        with nogil:
            _done(self.kernels.push(
                &self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0], quantity,
                &weights[0, 0], &place[0], &most[0], &before[0], &after[0]))

    def chances(self, const int64_t[::1] offset, const int64_t[::1] masks, const double[:, ::1] weights,
                int yahtzee, double[:, ::1] chances):
        """Fill in (n_states, 2) for the states of `masks`; see chances in gain.h."""
        chances_of(
            &self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0], &weights[0, 0], yahtzee,
            &chances[0, 0])

    def tally(self, const int64_t[::1] offset, const int64_t[::1] masks, const double[:, ::1] weights,
              const int64_t[::1] place, const double[:, ::1] before, double[:, ::1] after,
              double[:, ::1] cross, double[::1] taken, double[::1] secured, int64_t upper):
        """Push the moments of the states of `masks` one turn on, and add up; see tally in gain.h."""
        with nogil:
            tally(&self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0], &weights[0, 0],
                  &place[0], &before[0, 0], &after[0, 0], &cross[0, 0], &taken[0], &secured[0], upper)

    def maxprob(self, const int64_t[::1] offset, const int64_t[::1] place, const int32_t[::1] first,
                const int32_t[::1] last, rows, into, const int64_t[::1] masks):
        """Fill in the rows of the states of `masks`; `rows` and `into` have one to three float64 or float32 arrays."""
        cdef prob_table_t table
        cdef bint single = rows[0].dtype == np.float32
        table = _rows(offset, place, first, last, rows, into)
        with nogil:
            _done((self.kernels.maxprob_single if single else self.kernels.maxprob)(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0]))

    def mixture(self, const int64_t[::1] offset, const int64_t[::1] place, const int32_t[::1] first,
                const int32_t[::1] last, rows, into, const int64_t[::1] masks, const double[:, ::1] weights):
        """Fill in rows (float32) as maxprob does, under options with the probabilities `weights`.

        weights: (states of the masks, n_options).
        """
        cdef prob_table_t table
        table = _rows(offset, place, first, last, rows, into)
        with nogil:
            _done(self.kernels.mixture_single(
                &self.options, &self.transitions, &table, &masks[0], masks.shape[0], &weights[0, 0]))

    def forward(self, const int64_t[::1] offset, const int64_t[::1] place, const int32_t[::1] first,
                const int32_t[::1] last, double[::1] utilities, double[::1] before, double[::1] after,
                const int64_t[::1] masks):
        """Push the rows `before` of the states of `masks` one turn on, by the utilities of the states after.

        before: probabilities of the states of `masks`; after: those of the states after, raised. Calls at
        the same time must have masks that share no successor.
        """
        cdef prob_table_t table
        table.offset = &offset[0]
        table.place = &place[0]
        table.first = &first[0]
        table.last = &last[0]
        table.width = 2
        table.rows[0] = &utilities[0]
        table.rows[1] = &before[0]
        table.into[0] = &after[0]
        with nogil:
            _done(self.kernels.forward(
                &self.lattice, &self.options, &self.transitions, &table, &masks[0], masks.shape[0]))

    def pull(self, const int64_t[::1] offset, const int64_t[::1] masks, const double[:, ::1] weights,
             const int64_t[::1] place, const int32_t[::1] length, double[::1] rows):
        """Raise the rows of the states of `masks`, P(x points to come), from those of the states after."""
        with nogil:
            _done(self.kernels.pull(
                &self.options, &self.transitions, &offset[0], &masks[0], masks.shape[0], &weights[0, 0],
                &place[0], &length[0], &rows[0]))

    def race_worth(self, const int64_t[::1] offset, const int64_t[::1] masks, const int64_t[::1] state,
                   const int64_t[::1] points, const int64_t[::1] place, const int32_t[::1] low,
                   const int32_t[::1] length, const double[::1] mass, const double[:, ::1] chance,
                   double[:, ::1] worth):
        """Fill in (n_games, n_options), what the open options of games are worth; see race_body.h.

        masks, state, points: (n_games,), where the games stand. place, low, length, mass: rows of all states,
        probabilities of the points to come. chance: (n_games, .), what a total at the end is worth.
        """
        with nogil:
            _done(self.kernels.race_worth(
                &self.options, &self.transitions, &offset[0], &masks[0], &state[0], &points[0],
                masks.shape[0], &place[0], &low[0], &length[0], &mass[0], &chance[0, 0], chance.shape[1],
                &worth[0, 0]))

    def decide_games(self, const int64_t[::1] masks, const int64_t[::1] games, const double[:, ::1] worth,
                     int16_t[:, :, :, ::1] decisions):
        """Fill in the decisions of games, games[i] of them with masks[i], by what their options are worth.

        worth: (n_games, n_options). decisions: the games of a mask fill blocks, as lanes do (decisions.py).
        """
        with nogil:
            _done(self.kernels.decide_games(
                &self.lattice, &self.options, &masks[0], &games[0], masks.shape[0], &worth[0, 0],
                &decisions[0, 0, 0, 0]))

    def lattice_alone(self, int width, int64_t lanes):
        """Work the lattice for at least so many lanes, and nothing else: for benchmarks."""
        cdef int64_t blocks = -(-lanes // self.kernels.lanes)
        _done(self.kernels.lattice(&self.lattice, width, blocks))


def normal_rows(double[::1] rows, const int64_t[::1] place, const int64_t[::1] length,
                const int32_t[::1] first, const double[::1] mean, const double[::1] sd, double scale):
    """Fill rows with scale * P(X >= needed) for needed = first + 1, ..., X being normal."""
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                rows[place[i] + j] = scale * 0.5 * erfc((first[i] + 1 + j - mean[i]) / (sd[i] * M_SQRT2))


def at_most_rows(const double[::1] mass, const int64_t[::1] place, const int32_t[::1] length,
                 const int64_t[::1] state, const int64_t[::1] points, double[:, ::1] rows):
    """rows[i][t] = P(points[i] + x <= t), x by the row of mass of state[i]."""
    cdef int64_t i, t, x
    cdef double sum
    with nogil:
        for i in range(state.shape[0]):
            sum = 0
            for t in range(rows.shape[1]):
                x = t - points[i]
                if 0 <= x < length[state[i]]:
                    sum = sum + mass[place[state[i]] + x]
                rows[i, t] = sum


def put_rows(const double[::1] numbers, const int64_t[::1] place, const int64_t[::1] length, double[::1] into):
    """Lay rows that stand one after another in `numbers` at their places."""
    cdef int64_t i, at = 0
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[place[i]], &numbers[at], length[i] * sizeof(double))
                at += length[i]


def take_rows(const double[::1] rows, const int64_t[::1] place, const int64_t[::1] length, double[::1] into):
    """Copy rows from their places, one after another."""
    cdef int64_t i, at = 0
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[at], &rows[place[i]], length[i] * sizeof(double))
                at += length[i]


def pad_rows(real[::1] rows, const int64_t[::1] place, const int64_t[::1] length, const double[::1] before,
             const double[::1] after):
    """Write the numbers before and after every row: PAD doubles, or twice as many floats."""
    cdef int64_t i
    cdef int j, n = PAD * sizeof(double) // sizeof(real)
    with nogil:
        for i in range(place.shape[0]):
            for j in range(n):
                rows[place[i] - n + j] = <real> before[i]
                rows[place[i] + length[i] + j] = <real> after[i]


def move_rows(const real[::1] rows, const int64_t[::1] place, const int64_t[::1] length, real[::1] into,
              const int64_t[::1] into_place):
    """Copy rows from their places to others."""
    cdef int64_t i
    with nogil:
        for i in range(place.shape[0]):
            if length[i] > 0:
                memcpy(&into[into_place[i]], &rows[place[i]], length[i] * sizeof(real))


def flip_rows(const real[::1] rows, const int64_t[::1] place, const int64_t[::1] length, real[::1] into,
              const int64_t[::1] into_place, bint complement):
    """Copy rows from their places to others, backwards; each number x as 1 - x when complement is set."""
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


def add_rows(const real[::1] rows, const int64_t[::1] place, const int64_t[::1] length,
             const int64_t[::1] into_place, const double[::1] weight, double[::1] into):
    """Add rows, each with its weight, to the numbers from `into_place` on."""
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                into[into_place[i] + j] += weight[i] * rows[place[i] + j]


def highest_rows(const real[::1] rows, const int64_t[::1] place, const int64_t[::1] length,
                 const int64_t[::1] into_place, const int64_t[::1] name, double[::1] highest,
                 int64_t[::1] where):
    """Raise the numbers from `into_place` on to those of the rows; `where` has the name of the first highest."""
    cdef int64_t i, j
    with nogil:
        for i in range(place.shape[0]):
            for j in range(length[i]):
                if rows[place[i] + j] > highest[into_place[i] + j]:
                    highest[into_place[i] + j] = rows[place[i] + j]
                    where[into_place[i] + j] = name[i]
