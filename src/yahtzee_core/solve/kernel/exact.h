/* Turns on whole numbers; the recurrence and what is counted are in solve/exact.py.
 *
 * A number is `n` limbs of `bits` bits, the lowest first. A limb holds B = faces^dice times as much as it must, so
 * the sums of a reroll need no carries until its end. The limbs of a second moment follow those of its value.
 */
#ifndef YAHTZEE_EXACT_H
#define YAHTZEE_EXACT_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t limb;

typedef struct { /* a game; moves are by type of mask, option and lane */
    int32_t n_keeps, first_roll, faces, rolls, n_options, n_categories, stride;
    int32_t bits;
    const int32_t *up, *down, *down_start, *counts, *size;
    const limb *power; /* faces^i, i <= dice */
    const limb *ways;
    const int32_t *category, *choice, *used, *used_start, *situation, *type, *lanes;
    const int32_t *lane_after, *gain;
} exact_game_t;

typedef struct { /* the states of a layer: the first of a mask, limbs of a value and of a second moment */
    const int64_t *first;
    limb *number;
    int32_t n, m;
} exact_layer_t;

typedef struct { /* two actions of a state, and how far they are apart: in points, or as a share of the better one of
                  two probabilities of so many points needed */
    double gap;
    int64_t mask;
    int32_t lane, rerolls, one, other, needed;
} gap_t;

typedef struct { /* counts of positions; the closest actions that are not equal, and of those with a best one. near:
                    where one is less than a tie behind the best, and is not equal */
    int64_t positions, ties, near, not_best, not_first;
    gap_t closest, margin;
} audit_t;

typedef struct { /* masks of one layer; decisions of their lanes as in policies/decisions.py, or NULL */
    const int64_t *mask;
    int64_t n;
    const uint16_t *decisions;
    const limb *scale;  /* of the layer after, as many limbs as its values have */
    const double *unit; /* by rerolls left: points of the top limb of a value; NULL: gaps are shares */
    double tie;         /* what the tie rule calls equal, in gaps */
} exact_part_t;

typedef struct { /* probabilities of the states of a layer: of 1, 2, ... most[state] points, from place[state] on */
    const int64_t *place;
    const int32_t *most;
    limb *number;
    int32_t n;
} exact_rows_t;

/* Fill in the states of some masks. Returns 0, or -1 when memory is short. */
int exact_solve(const exact_game_t *G, const exact_part_t *part, const exact_layer_t *after,
                const exact_layer_t *into, audit_t *audit);

/* Fill in the probabilities of the states of some masks; offset is the number of the first state of a mask. */
int exact_maxprob(const exact_game_t *G, const exact_part_t *part, const int64_t *offset, const exact_rows_t *after,
                  const exact_rows_t *into, audit_t *audit);

#endif
