/* The turn kernel: types, and what its parts share.
 *
 * A turn is worked backwards on the keep lattice (see twin.py, the readable twin). The numbers of a
 * keep are a block of LANES doubles (or floats); lanes never meet, so every variant gives the same bits. Compile
 * without contraction of multiply and add (-ffp-contract=off) and without -march.
 *
 * variant.h is the code; a file for each variant includes it, as C has no templates, and is compiled beside the
 * others. once.c is what needs no vectors, variants.c the choice among the variants.
 */
#ifndef YAHTZEE_TURN_H
#define YAHTZEE_TURN_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { /* dice.Lattice */
    int32_t n_keeps, first_roll, faces, rolls;
    const int32_t *up, *down, *down_start;
    double all_ways;    /* ordered rolls of all dice */
    const double *ways; /* the same by roll */
    int32_t dice, n_stacks; /* Lattice.stacks; a row of dice + 2 numbers each */
    const int32_t *stacks;
} lattice_t;

typedef struct { /* options.Options; choice has n_options where an option is forbidden */
    int32_t n_options, n_categories, marked, mark; /* a category or -1, and what a mark adds: see gain.h */
    double yahtzee_bonus;
    const int32_t *category, *points, *extra, *premium, *choice, *used, *used_start, *situation;
} options_t;

typedef struct { /* transitions.Transitions */
    int32_t n_options, n_transitions, stride;
    const int32_t *type, *transition, *next, *shift;
    const double *bonus, *chip;
} transitions_t;

typedef struct { /* states.States, by mask: number of the first state, lanes, numbers of saved rolls */
    const int64_t *offset;
    const int32_t *lanes, *saves;
} states_t;

typedef struct {
    lattice_t lattice;
    options_t options;
    transitions_t transitions;
    states_t states;
} game_t;

typedef struct { /* the masks that a kernel works */
    const int64_t *mask;
    int64_t n;
} masks_t;

typedef struct { /* a table of states: offset by mask (-1 where it is not held), values, second moments */
    const int64_t *offset;
    double *value, *second;
} table_t;

typedef struct { /* rolls in hand after a turn, by which the states after are told apart; whether it is scored in the
                  first roll, which may score more */
    int saved, first;
} hand_t;

typedef struct { /* maxprob.Rows: rows of probabilities by needed; width 4 adds the
                  probabilities of less, means and second moments; width 2 has estimates before them, by which
                  policies choose */
    const int64_t *place;        /* by state: where its row begins, PAD numbers before and after; -1: not held */
    const int32_t *first, *last; /* by state: its row is of needed first + 1 .. last */
    void *rows[4], *into[4];     /* of the states after; of those to solve (may be the same); REAL */
    int32_t width;
} prob_table_t;

typedef struct { /* where an option of a state leads: the row at `place`, `shift` lanes on */
    int64_t place;
    int32_t option, gain, shift, length;
} source_t;

typedef struct { /* those of a state */
    source_t *source;
    int n;
} sources_t;

typedef struct { /* two rows of which the better one is taken */
    int32_t a, b;
} pair_t;

typedef struct { /* a place in the table of pairs met so far; a is -1 where there is none */
    int32_t a, b, row;
} met_t;

typedef struct { /* the leaf step of a mask in pairs: first n_inner rows to make, after those of the options, then a
                  pair for each roll; see pairs.c */
    pair_t *pair;
    int32_t *node, *rows;
    met_t *met;
    int n_inner, bits;
} pairs_t;

typedef struct { /* rows.PointRows: by state, mass[place + x] of low + x points to come, x < length */
    const int64_t *place;
    const int32_t *low, *length;
    double *mass;
} point_rows_t;

typedef struct { /* by state, from[place + x] and into[place + x] of low + x of a quantity, x < length; low may be NULL: 0 */
    int quantity;
    const int64_t *place, *length, *low;
    const double *from;
    double *into;
} amounts_t;

typedef struct { /* by part, the column of its points and of its chance, -1 for none; rows by state, of so many columns */
    const int32_t *points, *chance;
    int32_t width;
    double *rows;
} parts_t;

typedef struct { /* rows.Sums, and the moments that are pushed; see tally in once.c */
    const int64_t *place;
    const double *moments;
    double *into, *cross, *taken, *secured;
    int64_t upper;
} tally_t;

typedef struct { /* rows.Reached; see reach_block in forward_body.h */
    double *sure, *points, *times;
} reached_t;

typedef struct { /* games side by side: where each stands, and the points behind it */
    const int64_t *mask, *state, *points;
    int64_t n;
} games_t;

typedef struct { /* two policies where `mine` plays; visit by lane, under `mine`. lost: by the option that it takes */
    const double *visit;
    const uint16_t *judge, *mine;
    double *lost;
} compared_t;

typedef struct { /* two policies at one kind of decision; see judge in judge_body.h */
    double loss, differs, differs_beyond_tie;
} criteria_t;

typedef struct { /* what every action is worth; see actions in judge_body.h */
    double *options, *keeps;
    uint16_t *decisions;
} actions_t;

#define PAD 8 /* doubles; twice as many floats */
#define BLOCK 8 /* transitions.BLOCK */
/* The tie rule is in ties.py, which takes its constants from here: options within TIE points of the best are
 * tied, probabilities within a share of RELATIVE_TIE of it, and in single precision within SINGLE_TIE. */
#define TIE 1e-9
#define RELATIVE_TIE 1e-12
#define SINGLE_TIE 1e-6f
#define MAX_WIDTH 4 /* numbers a keep carries at most */
#define FORBIDDEN -1e30
#define INLINE static inline __attribute__((always_inline, unused))
/* What several kernels call, once for a vector of lanes: each copy would be compiled anew. */
#define SHARED static __attribute__((noinline, unused))
#define PASTE2(a, b) a##_##b
#define PASTE(a, b) PASTE2(a, b)
#define LANES ((int)(VECTOR_BYTES / sizeof(REAL)))
#define ROW_PAD ((int64_t)(PAD * sizeof(double) / sizeof(REAL)))

static inline int rolls_of(const lattice_t *L)
{
    return L->n_keeps - L->first_roll;
}

/* Where the decisions of a lane begin in those of its mask; see decisions.py. */
static inline ptrdiff_t place_of(const lattice_t *L, int lane)
{
    return (ptrdiff_t)(lane / BLOCK) * L->rolls * rolls_of(L) * BLOCK + lane % BLOCK;
}

#include "gain.h"

/* The sources of a state, a lane of a mask. */
static inline void find_sources(const game_t *G, const prob_table_t *table, int64_t mask, int lane,
                                sources_t *sources)
{
    const options_t *O = &G->options;
    const int32_t s = O->situation[mask];
    const int64_t state = G->states.offset[mask] + lane;
    sources->n = 0;
    for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
        const int o = O->used[i];
        if (mask >> O->category[o] & 1)
            continue;
        const int gain = gain_of(G, mask, lane, o);
        const int64_t after = state_after(G, mask, lane, o);
        sources->source[sources->n++] =
            (source_t){table->place[after], o, gain, table->first[state] - gain - table->first[after],
                       table->last[after] - table->first[after]};
    }
}

/* Memory for the pairs of one thread: 0, or -1 when it is short; to be closed in either case. */
int open_pairs(pairs_t *pairs, const game_t *G);
void close_pairs(pairs_t *pairs);
/* The pairs of a mask. */
void pair_options(pairs_t *pairs, const game_t *G, int64_t mask);

#include "kernels.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_VARIANTS 1
#endif

#endif
