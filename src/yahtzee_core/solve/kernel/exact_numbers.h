/* Whole numbers of many limbs, as the actions of a turn have them: see exact.h. */
#ifndef EXACT_NUMBERS_H
#define EXACT_NUMBERS_H

#include "exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

/* Numbers are put in order by doubles of their SEEN highest limbs where these are further apart than a share SURE
 * of them and `unseen`, which the other limbs stay below; else by all limbs. Four roundings, one more for each reroll,
 * err by far less. */
#define SEEN 4
#define SURE 1e-13
#define DECISION_LANES 8
#define NO_ACTION (-((int64_t)1 << 32))
#define TIED ((int64_t)1 << 31)

typedef struct { /* an action, and its value in units of the top limb */
    double about;
    int32_t action;
} place_t;

typedef struct { /* keeps or options: their numbers, what these are still to be multiplied by (0: by nothing, and
                    limbs have no carries), about how large they are then, and how many different ones are below each */
    limb *number;
    limb *times;
    double *about;
    int32_t *rank;
} actions_t;

typedef struct { /* of a keep: the best inside it by the tie rule, and the next that is not as good. In one word: the
                    rank, then whether another is as good, then the action. NO_ACTION: none. */
    int64_t best, next;
} choice_t;

typedef struct {
    const exact_game_t *G;
    const exact_part_t *part;
    audit_t *audit;
    int n, m, width; /* limbs of a value, of a second moment, of both */
    double base;     /* 2^-bits */
    double gap_unit, gap_share; /* a gap of 1 in units of the top limb: so many, and so many times the better action */
    double unseen;   /* the limbs that `about` leaves out, in units of the top limb, at most */
    limb low_bits;
    int64_t mask;
    int lane, needed, n_open, n_used;
    actions_t keeps, options;
    const uint16_t *decided; /* of this lane, by rerolls and roll, DECISION_LANES apart; or NULL */
    int32_t *choice;  /* (n_rolls, n_open) options of this mask; n_options: forbidden */
    place_t *used;    /* options that some roll has in this mask */
    place_t *order;   /* of all keeps */
    place_t *scratch; /* for keeps or options */
    int32_t *start;
    limb *ways;       /* (n_keeps) by how many first rolls a keep is the best */
    choice_t *chosen;
} work_t;

static int n_rolls(const exact_game_t *G)
{
    return G->n_keeps - G->first_roll;
}

static limb *number_of(const work_t *w, const actions_t *a, int32_t i)
{
    return a->number + (ptrdiff_t)i * w->width;
}

/* Carries of `n` limbs after each was multiplied by `times`. */
static void carry(const work_t *w, limb *number, int n, limb times)
{
    limb over = 0;
    for (int i = 0; i < n; i++) {
        const limb sum = number[i] * times + over;
        number[i] = sum & w->low_bits;
        over = sum >> w->G->bits;
    }
}

/* into (n limbs) += times * from (n_from limbs). */
static void add_times(const work_t *w, limb *into, int n, const limb *from, int n_from, uint64_t times)
{
    wide over = 0;
    for (int i = 0; i < n; i++) {
        over += (wide)into[i] + (i < n_from ? (wide)from[i] * times : 0);
        into[i] = (limb)over & w->low_bits;
        over >>= w->G->bits;
    }
}

/* A number of n limbs in units of its top limb, by its highest limbs, which may have carries below 2^63. */
static double about(const work_t *w, const limb *number)
{
    double sum = 0;
    for (int i = w->n > SEEN ? w->n - SEEN : 0; i < w->n; i++)
        sum = sum * w->base + (double)(int64_t)number[i];
    return sum;
}

/* The number of an action, multiplied and without carries. Most are compared by doubles alone and never come here. */
static limb *whole(const work_t *w, const actions_t *a, int32_t i)
{
    limb *number = number_of(w, a, i);
    if (a->times[i]) {
        carry(w, number, w->n, a->times[i]);
        carry(w, number + w->n, w->m, a->times[i]);
        a->times[i] = 0;
    }
    return number;
}

/* one - other, in units of the top limb; one >= other. */
static double difference(const work_t *w, const limb *one, const limb *other)
{
    double sum = 0;
    limb borrow = 0;
    for (int i = 0; i < w->n; i++) {
        const limb less = other[i] + borrow;
        borrow = one[i] < less;
        sum = sum * w->base + (double)(int64_t)((one[i] - less) & w->low_bits);
    }
    return sum;
}

/* -1, 0 or 1 as the value of one action is less than, equal to or more than that of another. */
static int compare(const work_t *w, const actions_t *a, int32_t one, int32_t other)
{
    const limb *x = number_of(w, a, one), *y = number_of(w, a, other);
    int i = w->n - 1;
    while (i >= 0 && x[i] == y[i])
        i--;
    if (a->times[one] != a->times[other] || (i >= 0 && a->times[one])) {
        whole(w, a, one), whole(w, a, other);
        for (i = w->n - 1; i >= 0 && x[i] == y[i];)
            i--;
    }
    return i < 0 ? 0 : x[i] < y[i] ? -1 : 1;
}

/* The same of an action that is not above another one by their doubles; these tell enough where they differ. */
static inline int order_of(const work_t *w, const actions_t *a, const place_t *one, const place_t *other)
{
    const int apart = other->about - one->about > SURE * other->about + w->unseen;
    return apart ? -1 : compare(w, a, one->action, other->action);
}

#endif
