/* The turn where one number a keep is worked and the greater one is better, for one variant: the same sums and choices
 * as in turn_of, in an order that reads less.
 *
 * A stack is the keeps with the same dice of all faces but the last three; see Lattice.stacks. Its keeps with r dice of
 * those three are a triangle of TRIANGLE(r) neighbours in order: of row d, c = 0 .. d, a = r - d dice are of the first of
 * them, d - c of the second, c of the third. One die more of them leads from place i to i, i + d + 1 and i + d + 2 of the
 * triangle of r + 1, whatever r is; one die more of another face to place i of a triangle of another stack. So one
 * triangle follows on the other in registers, and others are read in a row, without an index for each keep. */

#define MOST_STACKED 6 /* dice; above it the registers no longer hold a triangle */
#define TRIANGLE(r) (((r) + 1) * ((r) + 2) / 2)
#define UNROLL _Pragma("GCC unroll 28") /* TRIANGLE(MOST_STACKED) */
#define ROLLED _Pragma("GCC unroll 1")

/* best[i] = the best of a triangle and of all below it, `below` being that of r - 1 in the same stack. */
INLINE void NAME(choose_triangle)(const lattice_t *L, const vec *A, int first, const int r, const vec *below, vec *best)
{
    const vec *here = A + first; /* an index of A would be added up anew for each keep, as integers may wrap */
    const int32_t *down = L->down + L->down_start[first];
    const int n_down = L->down_start[first + 1] - L->down_start[first] - (r > 0);
    UNROLL
    for (int i = 0; i < TRIANGLE(r); i++)
        best[i] = here[i];
    ROLLED
    for (int j = 0; j < n_down; j++) {
        const vec *less = A + down[j];
        UNROLL
        for (int i = 0; i < TRIANGLE(r); i++)
            best[i] = NAME(max)(best[i], less[i]);
    }
    UNROLL
    for (int d = 0; d <= r; d++) {
        UNROLL
        for (int c = 0; c <= d; c++) {
            const int i = d * (d + 1) / 2 + c;
            if (d < r)
                best[i] = NAME(max)(best[i], below[i]);
            if (c < d)
                best[i] = NAME(max)(best[i], below[i - d]);
            if (c > 0)
                best[i] = NAME(max)(best[i], below[i - d - 1]);
        }
    }
}

/* A[k] = the best of A[k] and of all below it, for the keeps of a stack with 0 .. most dice of the last three faces. */
INLINE void NAME(choose_stack)(const lattice_t *L, vec *A, const int32_t *first, const int most)
{
    vec below[TRIANGLE(MOST_STACKED)], best[TRIANGLE(MOST_STACKED)];
    UNROLL
    for (int r = 0; r <= most; r++) {
        NAME(choose_triangle)(L, A, first[r], r, below, best);
        vec *here = A + first[r];
        UNROLL
        for (int i = 0; i < TRIANGLE(r); i++)
            here[i] = below[i] = best[i];
    }
}

/* sum += ways of each roll of a stack, r dice of the last three faces, times the best that it allows. */
INLINE void NAME(sum_stack)(const lattice_t *L, const vec *A, const int32_t *first, const int r, vec *sum)
{
    vec below[TRIANGLE(MOST_STACKED)], best[TRIANGLE(MOST_STACKED)];
    const double *ways = L->ways + first[r] - L->first_roll;
    const vec *from = A + first[r > 0 ? r - 1 : 0];
    UNROLL
    for (int i = 0; i < TRIANGLE(r - 1); i++)
        below[i] = from[i];
    NAME(choose_triangle)(L, A, first[r], r, below, best);
    UNROLL
    for (int i = 0; i < TRIANGLE(r); i++)
        *sum += best[i] * (REAL)ways[i];
}

/* A[k] = 1/faces sum_f A[k + f] for the keeps of a stack, which has at most `most` dice of the last three faces. */
INLINE void NAME(expect_stack)(const lattice_t *L, vec *A, const int32_t *first, const int most, const int faces)
{
    const REAL p = (REAL)(1.0 / faces);
    const int n_up = faces - 3;
    vec above[TRIANGLE(MOST_STACKED)], sum[TRIANGLE(MOST_STACKED)];
    const vec *rolls = A + first[most];
    UNROLL
    for (int i = 0; i < TRIANGLE(most); i++)
        above[i] = rolls[i];
    UNROLL
    for (int r = most - 1; r >= 0; r--) {
        const int32_t *up = L->up + (ptrdiff_t)first[r] * faces;
        const vec *more = A + up[0];
        vec *here = A + first[r];
        UNROLL
        for (int i = 0; i < TRIANGLE(r); i++)
            sum[i] = n_up > 0 ? more[i] : above[i];
        for (int f = 1; f < n_up; f++) {
            more = A + up[f];
            UNROLL
            for (int i = 0; i < TRIANGLE(r); i++)
                sum[i] += more[i];
        }
        UNROLL
        for (int d = 0; d <= r; d++) {
            UNROLL
            for (int c = 0; c <= d; c++) {
                const int i = d * (d + 1) / 2 + c;
                if (n_up > 0)
                    sum[i] += above[i];
                sum[i] += above[i + d + 1];
                sum[i] += above[i + d + 2];
                here[i] = sum[i] *= p;
            }
        }
        UNROLL
        for (int i = 0; i < TRIANGLE(r); i++)
            above[i] = sum[i];
    }
}

/* f(n) with a number of dice that the compiler knows. */
#define BY_DICE(n, f)                 \
    switch (n) {                      \
        case 0: f(0); break;          \
        case 1: f(1); break;          \
        case 2: f(2); break;          \
        case 3: f(3); break;          \
        case 4: f(4); break;          \
        case 5: f(5); break;          \
        case MOST_STACKED: f(MOST_STACKED); break; \
    }

SHARED void NAME(expect_stacks)(const lattice_t *L, vec *A)
{
    for (int s = L->n_stacks - 1; s >= 0; s--) {
        const int32_t *stack = L->stacks + (ptrdiff_t)s * (L->dice + 2), *first = stack + 1;
#define EXPECT(n) if (L->faces == 6) NAME(expect_stack)(L, A, first, n, 6); else NAME(expect_stack)(L, A, first, n, L->faces)
        BY_DICE(stack[0], EXPECT)
#undef EXPECT
    }
}

/* but: of the dice of a stack's rolls, so many fewer: 0 for all its keeps, 1 for those that are no rolls. */
SHARED void NAME(choose_stacks)(const lattice_t *L, vec *A, int but)
{
    for (int s = 0; s < L->n_stacks; s++) {
        const int32_t *stack = L->stacks + (ptrdiff_t)s * (L->dice + 2), *first = stack + 1;
#define CHOOSE(n) NAME(choose_stack)(L, A, first, n)
        BY_DICE(stack[0] - but, CHOOSE)
#undef CHOOSE
    }
}

/* turn_of with one number a keep. */
SHARED void NAME(turn_of_stacks)(const lattice_t *L, vec *A)
{
    vec sum = NAME(splat)(0);
    for (int reroll = L->rolls - 1; reroll > 0; reroll--) {
        NAME(expect_stacks)(L, A);
        NAME(choose_stacks)(L, A, reroll == 1);
    }
    for (int s = L->n_stacks - 1; s >= 0; s--) { /* the rolls in their order */
        const int32_t *stack = L->stacks + (ptrdiff_t)s * (L->dice + 2), *first = stack + 1;
#define SUM(n) NAME(sum_stack)(L, A, first, n, &sum)
        BY_DICE(stack[0], SUM)
#undef SUM
    }
    A[0] = sum / (REAL)L->all_ways;
}
