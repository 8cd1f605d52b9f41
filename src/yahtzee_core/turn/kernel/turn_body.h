/* The turn for one variant: the keep lattice and the leaf step, for one, two or four numbers a keep. */

INLINE vec NAME(load)(const REAL *p)
{
    vec v;
    memcpy(&v, p, sizeof v);
    return v;
}

INLINE vec NAME(splat)(REAL x)
{
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = x;
    return v;
}

INLINE vec NAME(gather)(const REAL *p, const int32_t *at)
{
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = p[at[i]];
    return v;
}

/* gcc 12 keeps these three in vectors only when their vectors come and go by value. */
INLINE vec NAME(max)(vec a, vec b)
{
#ifdef MAX_OF
    return MAX_OF(b, a);
#else
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = a[i] < b[i] ? b[i] : a[i];
    return v;
#endif
}

/* b2 where b beats a by more than a tie, else a2. */
INLINE vec NAME(follow)(vec a, vec b, vec a2, vec b2)
{
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = a[i] + CHOICE_TIE < b[i] ? b2[i] : a2[i];
    return v;
}

INLINE vec NAME(min)(vec a, vec b)
{
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = b[i] < a[i] ? b[i] : a[i];
    return v;
}

/* The same for probabilities and those of the contrary (relative ties of both), of which the greater mean is better. */
INLINE vec NAME(follow_mean)(const vec *a, const vec *b, int q)
{
    const vec a0 = a[0], b0 = b[0], a1 = a[1], b1 = b[1], a2 = a[2], b2 = b[2], aq = a[q], bq = b[q];
    vec v;
    for (int i = 0; i < LANES; i++)
        v[i] = (a0[i] * (REAL)(1 + RELATIVE_TIE) < b0[i]) | (b1[i] < a1[i] * (REAL)(1 - RELATIVE_TIE)) |
                       ((a0[i] * (REAL)(1 - RELATIVE_TIE) <= b0[i]) &
                        (b1[i] <= a1[i] * (REAL)(1 + RELATIVE_TIE)) & (a2[i] + CHOICE_TIE < b2[i]))
                   ? bq[i]
                   : aq[i];
    return v;
}

/* Offer the option b to the best so far, a; a tie keeps what is there. Width 1: the greater value. 2: and
 * what follows it. 4: probability and that of the contrary first, then mean, and a second moment that follows. */
INLINE void NAME(offer)(vec *a, const vec *b, const int width)
{
    if (width == 2)
        a[1] = NAME(follow)(a[0], b[0], a[1], b[1]);
    if (width == 4) {
        const vec mean = NAME(follow_mean)(a, b, 2);
        a[3] = NAME(follow_mean)(a, b, 3);
        a[2] = mean;
        a[1] = NAME(min)(a[1], b[1]);
    }
    a[0] = NAME(max)(a[0], b[0]);
}

INLINE void NAME(copy)(vec *to, const vec *from, const int width)
{
    for (int q = 0; q < width; q++)
        to[q] = from[q];
}

/* A[k] = 1/faces sum_f A[k + f], in falling size. */
INLINE void NAME(expect)(const lattice_t *L, vec *A, const int width, const int faces)
{
    const REAL p = (REAL)(1.0 / faces);
    const int32_t *up = L->up + (ptrdiff_t)L->first_roll * faces;
    for (vec *a = A + (ptrdiff_t)L->first_roll * width; a > A;) {
        a -= width;
        up -= faces;
        vec sum[MAX_WIDTH];
        NAME(copy)(sum, A + (ptrdiff_t)up[0] * width, width);
        for (int f = 1; f < faces; f++)
            for (int q = 0; q < width; q++)
                sum[q] += A[(ptrdiff_t)up[f] * width + q];
        for (int q = 0; q < width; q++)
            a[q] = sum[q] * p;
    }
}

/* best = the best of A[k] and all A[k - f]; these must be chosen already. */
INLINE void NAME(choose)(const lattice_t *L, const vec *A, int k, vec *best, const int width)
{
    const int32_t *down = L->down + L->down_start[k], *const end = L->down + L->down_start[k + 1];
    NAME(copy)(best, A + (ptrdiff_t)k * width, width);
    for (; down < end; down++)
        NAME(offer)(best, A + (ptrdiff_t)*down * width, width);
}

/* From the rolls after the last reroll, A[rolls], to the start of the turn, A[0]; width numbers a keep.
 * Ways are whole numbers, so the mean of ones is 1 exactly. */
INLINE void NAME(turn_of)(const lattice_t *L, vec *A, const int width)
{
    const double *ways = L->ways;
    vec best[MAX_WIDTH], sum[MAX_WIDTH];
    for (int reroll = L->rolls - 1; reroll > 0; reroll--) {
        if (L->faces == 6)
            NAME(expect)(L, A, width, 6);
        else
            NAME(expect)(L, A, width, L->faces);
        /* After the first roll only the best keep of each roll is wanted, below. */
        const int end = reroll == 1 ? L->first_roll : L->n_keeps;
        for (int k = 1; k < end; k++) {
            NAME(choose)(L, A, k, best, width);
            NAME(copy)(A + (ptrdiff_t)k * width, best, width);
        }
    }
    for (int q = 0; q < width; q++)
        sum[q] = NAME(splat)(0);
    for (int k = L->first_roll; k < L->n_keeps; k++, ways++) {
        if (L->rolls == 1)
            NAME(copy)(best, A + (ptrdiff_t)k * width, width);
        else
            NAME(choose)(L, A, k, best, width);
        for (int q = 0; q < width; q++)
            sum[q] += best[q] * (REAL)*ways;
    }
    for (int q = 0; q < width; q++)
        A[q] = sum[q] / (REAL)L->all_ways;
}

#include "stack_body.h"

SHARED void NAME(turn_1)(const lattice_t *L, vec *A)
{
    if (L->n_stacks && L->dice <= MOST_STACKED && L->rolls > 1)
        NAME(turn_of_stacks)(L, A);
    else
        NAME(turn_of)(L, A, 1);
}

SHARED void NAME(turn_2)(const lattice_t *L, vec *A)
{
    NAME(turn_of)(L, A, 2);
}

SHARED void NAME(turn_4)(const lattice_t *L, vec *A)
{
    NAME(turn_of)(L, A, 4);
}

INLINE void NAME(turn)(const lattice_t *L, vec *A, const int width)
{
    if (width == 1)
        NAME(turn_1)(L, A);
    else if (width == 2)
        NAME(turn_2)(L, A);
    else
        NAME(turn_4)(L, A);
}

/* Memory of one thread: the keeps A, the rows of the options (the last one forbidden); of a mask the number of open
 * categories and choice[roll][j], the option of a roll in the j-th of them, or for one number a keep the pairs; of a
 * state the sources. */
typedef struct {
    vec *A, *rows, *made; /* made: rows after those of the options */
    int32_t *choice;
    int n_open;
    pairs_t pairs;
    sources_t sources;
} NAME(workspace);

/* Leaf step: A[roll] = the best of the n rows that `choice` names for the roll, in their order. */
INLINE void NAME(leaf_of)(const lattice_t *L, const NAME(workspace) *w, const int n, const int width)
{
    const int32_t *choice = w->choice;
    const vec *rows = w->rows;
    vec *A = w->A, best[MAX_WIDTH];
    for (int k = L->first_roll; k < L->n_keeps; k++, choice += n) {
        NAME(copy)(best, rows + (ptrdiff_t)choice[0] * width, width);
        LEAF_UNROLL
        for (int j = 1; j < n; j++)
            NAME(offer)(best, rows + (ptrdiff_t)choice[j] * width, width);
        NAME(copy)(A + (ptrdiff_t)k * width, best, width);
    }
}

/* The same, with a loop for each of the usual numbers of open categories where that is faster. */
INLINE void NAME(leaf_any)(const lattice_t *L, const NAME(workspace) *w, const int width)
{
#define CASE(i)                        \
    case i:                            \
        NAME(leaf_of)(L, w, i, width); \
        return;
    if (LEAF_CASES(width))
        switch (w->n_open) {
            CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)
            CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15) CASE(16)
        }
#undef CASE
    NAME(leaf_of)(L, w, w->n_open, width);
}

/* The same for one number a keep, by the pairs of the mask. */
SHARED void NAME(leaf_1)(const lattice_t *L, const NAME(workspace) *w)
{
    const pair_t *pair = w->pairs.pair;
    vec *rows = w->rows, *A = w->A, *made = w->made;
    for (const pair_t *end = pair + w->pairs.n_inner; pair < end; pair++, made++)
        *made = NAME(max)(rows[pair->a], rows[pair->b]);
    for (int k = L->first_roll; k < L->n_keeps; k++, pair++)
        A[k] = NAME(max)(rows[pair->a], rows[pair->b]);
}

/* Two numbers a keep are what most kernels work with; the other widths have one caller. */
SHARED void NAME(leaf_2)(const lattice_t *L, const NAME(workspace) *w)
{
    NAME(leaf_any)(L, w, 2);
}

INLINE void NAME(leaf)(const lattice_t *L, const NAME(workspace) *w, const int width)
{
    if (width == 1)
        NAME(leaf_1)(L, w);
    else if (width == 2)
        NAME(leaf_2)(L, w);
    else
        NAME(leaf_any)(L, w, width);
}

/* Note the open categories of a mask and their choices. */
INLINE void NAME(open_choices)(const game_t *G, int64_t mask, NAME(workspace) *w)
{
    const options_t *O = &G->options;
    const int n_rolls = rolls_of(&G->lattice);
    const int32_t *from = O->choice + (int64_t)O->situation[mask] * O->n_categories * n_rolls;
    int j = 0;
    w->n_open = 0;
    for (int c = 0; c < O->n_categories; c++)
        w->n_open += !(mask >> c & 1);
    for (int c = 0; c < O->n_categories; c++, from += n_rolls) {
        if (mask >> c & 1)
            continue;
        for (int roll = 0; roll < n_rolls; roll++)
            w->choice[roll * w->n_open + j] = from[roll];
        j++;
    }
}

/* Memory for n vectors, NULL when it is short. */
INLINE vec *NAME(room)(int64_t n)
{
    return aligned_alloc(64, ((size_t)n * sizeof(vec) + 63) / 64 * 64);
}

INLINE void NAME(close_workspace)(NAME(workspace) *w)
{
    close_pairs(&w->pairs);
    free(w->sources.source);
    free(w->choice);
    free(w->A);
}

INLINE int NAME(open_workspace)(NAME(workspace) *w, const game_t *G, int width)
{
    const int n_keeps = G->lattice.n_keeps, n_options = G->options.n_options;
    const int64_t n_made = width == 1 ? (int64_t)rolls_of(&G->lattice) * G->options.n_categories : 0;
    w->pairs = (pairs_t){0};
    w->sources.source = malloc((size_t)n_options * sizeof *w->sources.source);
    w->choice = malloc((size_t)rolls_of(&G->lattice) * G->options.n_categories * sizeof *w->choice);
    w->A = NAME(room)((int64_t)width * (n_keeps + n_options + 1) + n_made);
    if (!w->A || !w->choice || !w->sources.source || (n_made && open_pairs(&w->pairs, G))) {
        NAME(close_workspace)(w);
        return -1;
    }
    w->rows = w->A + (ptrdiff_t)width * n_keeps;
    w->made = w->rows + (ptrdiff_t)width * (n_options + 1);
    vec *forbidden = w->rows + (ptrdiff_t)width * n_options;
    for (int q = 0; q < width; q++)
        forbidden[q] = NAME(splat)(q ? 0 : (REAL)FORBIDDEN);
    if (width == 4)
        forbidden[1] = NAME(splat)(-(REAL)FORBIDDEN);
    return 0;
}
