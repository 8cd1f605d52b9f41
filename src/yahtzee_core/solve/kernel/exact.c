/* Turns on whole numbers: see exact.h. */
#include "exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

/* Numbers are put in order by doubles of their SEEN highest limbs where these are further apart than a share SURE
 * of them and `unseen`, which the other limbs stay below; else by all limbs. Four roundings err by far less. */
#define SEEN 4
#define SURE 1e-13
#define DECISION_LANES 8

typedef struct { /* an action, and its value in units of the top limb */
    double about;
    int32_t action;
} place_t;

typedef struct { /* keeps or options: their numbers, about how large, and how many different ones are below each */
    limb *number;
    double *about;
    int32_t *rank;
} actions_t;

typedef struct { /* of a keep: the best inside it by the tie rule, whether another is as good, and the next that is
                    not, -1: none; the ranks of both */
    int32_t best, next, tied, rank, next_rank;
} choice_t;

typedef struct {
    const exact_game_t *G;
    const exact_part_t *part;
    audit_t *audit;
    int n, m, width; /* limbs of a value, of a second moment, of both */
    double base;     /* 2^-bits */
    double unseen;   /* the limbs that `about` leaves out, in units of the top limb, at most */
    limb low_bits;
    int64_t mask;
    int lane, needed, n_open, n_used;
    actions_t keeps, options;
    int32_t *choice; /* (n_rolls, n_open) options of this mask; n_options: forbidden */
    place_t *used;   /* options that some roll has in this mask */
    place_t *order;   /* of all keeps */
    place_t *scratch; /* for keeps or options */
    int32_t *start;
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

/* A number of n limbs in units of its top limb, by its highest limbs. */
static double about(const work_t *w, const limb *number)
{
    double sum = 0;
    for (int i = w->n > SEEN ? w->n - SEEN : 0; i < w->n; i++)
        sum = sum * w->base + (double)(int64_t)number[i];
    return sum;
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

/* Below 0, 0 or above 0 as the value of one action is less than, equal to or more than that of another. */
static int compare(const work_t *w, const actions_t *a, int32_t one, int32_t other)
{
    const limb *x = number_of(w, a, one), *y = number_of(w, a, other);
    for (int i = w->n - 1; i >= 0; i--)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* The same for actions in order, of which the second is not less. */
static int differ(const work_t *w, const actions_t *a, const place_t *one, const place_t *other)
{
    return other->about - one->about > SURE * other->about + w->unseen || compare(w, a, one->action, other->action) != 0;
}

/* Whether two keeps are inside one roll. */
static int keeps_meet(const exact_game_t *G, int32_t one, int32_t other)
{
    const int32_t *x = G->counts + (ptrdiff_t)one * G->faces, *y = G->counts + (ptrdiff_t)other * G->faces;
    int dice = 0;
    for (int f = 0; f < G->faces; f++)
        dice += x[f] > y[f] ? x[f] : y[f];
    return dice <= G->size[G->n_keeps - 1];
}

/* Whether some roll has both options. */
static int options_meet(const work_t *w, int32_t one, int32_t other)
{
    const int32_t *choice = w->choice;
    for (int roll = 0; roll < n_rolls(w->G); roll++, choice += w->n_open) {
        int found = 0;
        for (int j = 0; j < w->n_open; j++)
            found += (choice[j] == one) + (choice[j] == other);
        if (found == 2)
            return 1;
    }
    return 0;
}

/* What 1 in the top limb counts in gaps: points, or a share of a better action. */
static double unit_of(const work_t *w, double better, int rerolls)
{
    return w->part->unit ? w->part->unit[rerolls] : 1 / better;
}

/* Whether two actions that a double tells to be so far apart may be nearer than a gap. */
static int may_be_nearer(const work_t *w, double high, double low, int rerolls, double gap)
{
    return (high * (1 - SURE) - low - w->unseen) * unit_of(w, high, rerolls) < gap;
}

/* How far two actions are apart, the better one last. */
static double gap_of(const work_t *w, const actions_t *a, int32_t one, int32_t other, int rerolls)
{
    const limb *better = number_of(w, a, other);
    return difference(w, better, number_of(w, a, one)) * unit_of(w, about(w, better), rerolls);
}

/* Note two actions if they are nearer than the nearest so far and may meet in a roll. */
static void note(work_t *w, const actions_t *a, int32_t one, int32_t other, int rerolls, gap_t *nearest)
{
    const double gap = gap_of(w, a, one, other, rerolls);
    if (gap < nearest->gap && (rerolls ? keeps_meet(w->G, one, other) : options_meet(w, one, other)))
        *nearest = (gap_t){gap, w->mask, w->lane, rerolls, one, other, w->needed};
}

/* Note the pair of actions that is closest without being equal. `order` rises. */
static void find_closest(work_t *w, const actions_t *a, const place_t *order, int count, int rerolls)
{
    gap_t *closest = &w->audit->closest;
    for (int i = 0, next = 0; i < count; i++) {
        const int32_t one = order[i].action;
        while (next < count && a->rank[order[next].action] <= a->rank[one])
            next++;
        for (int j = next; j < count && may_be_nearer(w, order[j].about, order[i].about, rerolls, closest->gap); j++)
            note(w, a, one, order[j].action, rerolls, closest);
    }
}

/* Put actions where their values would be if they were spread evenly: nearly in order. */
static void spread(work_t *w, const actions_t *a, place_t *order, int count)
{
    place_t *from = w->scratch;
    int32_t *start = w->start;
    double least = INFINITY, most = 0;
    for (int i = 0; i < count; i++) {
        from[i] = (place_t){about(w, number_of(w, a, order[i].action)), order[i].action};
        least = from[i].about < least ? from[i].about : least;
        most = from[i].about > most ? from[i].about : most;
    }
    const double each = most > least ? (count - 1) / (most - least) : 0;
    memset(start, 0, (size_t)(count + 1) * sizeof *start);
    for (int i = 0; i < count; i++)
        start[1 + (int)((from[i].about - least) * each)]++;
    for (int i = 0; i < count; i++)
        start[i + 1] += start[i];
    for (int i = 0; i < count; i++)
        order[start[(int)((from[i].about - least) * each)]++] = from[i];
}

/* Sort actions by value, and number the different values. */
static void sort(work_t *w, const actions_t *a, place_t *order, int count, int rerolls)
{
    spread(w, a, order, count);
    for (int i = 1; i < count; i++) {
        const place_t moved = order[i];
        const double sure = moved.about * SURE + w->unseen, more = moved.about + sure, less = moved.about - sure;
        int j = i;
        for (; j > 0 && order[j - 1].about >= less; j--) {
            if (order[j - 1].about <= more && compare(w, a, order[j - 1].action, moved.action) <= 0)
                break;
            order[j] = order[j - 1];
        }
        order[j] = moved;
    }
    int rank = 0;
    for (int i = 0; i < count; i++) {
        rank += i > 0 && differ(w, a, order + i - 1, order + i);
        a->rank[order[i].action] = rank;
        a->about[order[i].action] = order[i].about;
    }
    find_closest(w, a, order, count, rerolls);
}

/* Count a position by what is chosen in it. */
static void count_position(work_t *w, const actions_t *a, int roll, int rerolls, const choice_t *chosen)
{
    audit_t *audit = w->audit;
    const int32_t best = chosen->best, next = chosen->next;
    audit->positions++;
    audit->ties += chosen->tied;
    if (next >= 0 && may_be_nearer(w, a->about[best], a->about[next], rerolls, audit->margin.gap))
        note(w, a, next, best, rerolls, &audit->margin);
    if (next >= 0 && may_be_nearer(w, a->about[best], a->about[next], rerolls, w->part->tie))
        audit->near += gap_of(w, a, next, best, rerolls) < w->part->tie;
    if (w->part->decisions) {
        const exact_game_t *G = w->G;
        const ptrdiff_t block = w->lane / DECISION_LANES;
        const ptrdiff_t at = ((block * G->rolls + rerolls) * n_rolls(G) + roll) * DECISION_LANES;
        const int32_t taken = w->part->decisions[at + w->lane % DECISION_LANES];
        audit->not_best += a->rank[taken] != chosen->rank;
        audit->not_first += taken != best;
    }
}

/* Offer the best of some actions, and the next below it, to those of others. */
static inline void offer(choice_t *to, const choice_t *from)
{
    if (from->rank < to->rank) {
        if (from->rank > to->next_rank)
            to->next = from->best, to->next_rank = from->rank;
    } else if (from->rank > to->rank) {
        const choice_t old = *to;
        *to = *from;
        if (old.rank > to->next_rank)
            to->next = old.best, to->next_rank = old.rank;
    } else {
        to->tied |= from->tied | (from->best != to->best);
        if (from->next_rank > to->next_rank)
            to->next = from->next, to->next_rank = from->next_rank;
    }
}

/* The options of a lane: gain + V, and gain^2 + 2 gain V + M, over the scale of the layer after. */
static void fill_options(work_t *w, const exact_layer_t *after)
{
    const exact_game_t *G = w->G;
    for (int i = 0; i < w->n_used; i++) {
        const int32_t o = w->used[i].action;
        const int64_t move = ((int64_t)G->type[w->mask] * G->n_options + o) * G->stride + w->lane;
        const int64_t filled = w->mask | (int64_t)1 << G->category[o];
        const limb *value = after->number + (after->first[filled] + G->lane_after[move]) * (after->n + after->m);
        const uint64_t gain = (uint64_t)G->gain[move];
        limb *into = number_of(w, &w->options, o), *second = into + w->n;
        memset(into, 0, (size_t)w->width * sizeof *into);
        memcpy(into, value, (size_t)after->n * sizeof *into);
        add_times(w, into, w->n, w->part->scale, after->n, gain);
        memcpy(second, value + after->n, (size_t)after->m * sizeof *into);
        add_times(w, second, w->m, value, after->n, 2 * gain);
        add_times(w, second, w->m, w->part->scale, after->n, gain * gain);
    }
}

/* The rolls without rerolls left: the option that the tie rule takes. */
static void choose_options(work_t *w)
{
    const exact_game_t *G = w->G;
    const int32_t *choice = w->choice;
    for (int roll = 0; roll < n_rolls(G); roll++, choice += w->n_open) {
        choice_t chosen = {0};
        int found = 0;
        for (int j = 0; j < w->n_open; j++) {
            if (choice[j] == G->n_options)
                continue;
            const choice_t one = {choice[j], -1, 0, w->options.rank[choice[j]], -1};
            if (found++)
                offer(&chosen, &one);
            else
                chosen = one;
        }
        count_position(w, &w->options, roll, 0, &chosen);
        memcpy(number_of(w, &w->keeps, G->first_roll + roll), number_of(w, &w->options, chosen.best),
               (size_t)w->width * sizeof(limb));
    }
}

/* sum = the sum of the numbers of all keeps with one die more. */
static void add_up(const work_t *w, limb *restrict sum, const int32_t *up)
{
    const int width = w->width, faces = w->G->faces;
    const limb *more[6];
    for (int f = 0; f < 6 && f < faces; f++)
        more[f] = number_of(w, &w->keeps, up[f]);
    if (faces == 6) {
        for (int i = 0; i < width; i++)
            sum[i] = more[0][i] + more[1][i] + more[2][i] + more[3][i] + more[4][i] + more[5][i];
        return;
    }
    memset(sum, 0, (size_t)width * sizeof *sum);
    for (int f = 0; f < faces; f++) {
        const limb *one = number_of(w, &w->keeps, up[f]);
        for (int i = 0; i < width; i++)
            sum[i] += one[i];
    }
}

/* A[k] = sum over the faces of A[k + f], in falling size; then all keeps come to one scale, B times the last. */
static void expect(work_t *w)
{
    const exact_game_t *G = w->G;
    for (int k = G->first_roll - 1; k >= 0; k--)
        add_up(w, number_of(w, &w->keeps, k), G->up + (ptrdiff_t)k * G->faces);
    for (int k = 0; k < G->n_keeps; k++) {
        carry(w, number_of(w, &w->keeps, k), w->n, G->power[G->size[k]]);
        carry(w, number_of(w, &w->keeps, k) + w->n, w->m, G->power[G->size[k]]);
    }
}

/* What every keep, and so every roll, takes of the keeps inside it. */
static void choose_keeps(work_t *w, int rerolls)
{
    const exact_game_t *G = w->G;
    for (int k = 0; k < G->n_keeps; k++) {
        choice_t chosen = {k, -1, 0, w->keeps.rank[k], -1};
        for (int d = G->down_start[k]; d < G->down_start[k + 1]; d++)
            offer(&chosen, w->chosen + G->down[d]);
        w->chosen[k] = chosen;
        if (k >= G->first_roll)
            count_position(w, &w->keeps, k - G->first_roll, rerolls, &chosen);
    }
}

/* The rolls take the numbers of their best keeps, none of which is another roll. */
static void take_best(work_t *w)
{
    for (int k = w->G->first_roll; k < w->G->n_keeps; k++)
        if (w->chosen[k].best != k)
            memcpy(number_of(w, &w->keeps, k), number_of(w, &w->keeps, w->chosen[k].best),
                   (size_t)w->width * sizeof(limb));
}

/* B times the mean over the first rolls. */
static void mean(work_t *w, limb *into)
{
    const exact_game_t *G = w->G;
    memset(into, 0, (size_t)w->width * sizeof *into);
    for (int k = G->first_roll; k < G->n_keeps; k++) {
        const limb *number = number_of(w, &w->keeps, k), ways = G->ways[k - G->first_roll];
        for (int i = 0; i < w->width; i++)
            into[i] += number[i] * ways;
    }
    carry(w, into, w->n, 1);
    carry(w, into + w->n, w->m, 1);
}

/* The same of probabilities: those of the points that are needed after the gain. */
static void fill_chances(work_t *w, const int64_t *offset, const exact_rows_t *after)
{
    const exact_game_t *G = w->G;
    for (int i = 0; i < w->n_used; i++) {
        const int32_t o = w->used[i].action;
        const int64_t move = ((int64_t)G->type[w->mask] * G->n_options + o) * G->stride + w->lane;
        const int64_t state = offset[w->mask | (int64_t)1 << G->category[o]] + G->lane_after[move];
        const int needed = w->needed - G->gain[move];
        limb *into = number_of(w, &w->options, o);
        memset(into, 0, (size_t)w->width * sizeof *into);
        if (needed <= 0)
            memcpy(into, w->part->scale, (size_t)after->n * sizeof *into);
        else if (needed <= after->most[state])
            memcpy(into, after->number + (after->place[state] + needed - 1) * after->n,
                   (size_t)after->n * sizeof *into);
    }
}

/* A turn from its options, which are filled in. */
static void solve_turn(work_t *w, limb *into)
{
    sort(w, &w->options, w->used, w->n_used, 0);
    choose_options(w);
    for (int rerolls = 1; rerolls < w->G->rolls; rerolls++) {
        expect(w);
        sort(w, &w->keeps, w->order, w->G->n_keeps, rerolls);
        choose_keeps(w, rerolls);
        take_best(w);
    }
    mean(w, into);
}

/* Note the options of the open categories of a mask. */
static void open_mask(work_t *w, int64_t mask)
{
    const exact_game_t *G = w->G;
    const int32_t s = G->situation[mask];
    const int32_t *from = G->choice + (int64_t)s * G->n_categories * n_rolls(G);
    int j = 0;
    w->mask = mask;
    w->n_open = w->n_used = 0;
    for (int c = 0; c < G->n_categories; c++)
        w->n_open += !(mask >> c & 1);
    for (int c = 0; c < G->n_categories; c++, from += n_rolls(G)) {
        if (mask >> c & 1)
            continue;
        for (int roll = 0; roll < n_rolls(G); roll++)
            w->choice[roll * w->n_open + j] = from[roll];
        j++;
    }
    for (int i = G->used_start[s]; i < G->used_start[s + 1]; i++)
        if (!(mask >> G->category[G->used[i]] & 1))
            w->used[w->n_used++].action = G->used[i];
}

static int open_actions(actions_t *a, int count, int width)
{
    a->number = calloc((size_t)count * width, sizeof *a->number);
    a->about = calloc((size_t)count, sizeof *a->about);
    a->rank = calloc((size_t)count, sizeof *a->rank);
    return a->number && a->about && a->rank;
}

static void close_actions(actions_t *a)
{
    free(a->number);
    free(a->about);
    free(a->rank);
}

static void close_work(work_t *w)
{
    close_actions(&w->keeps);
    close_actions(&w->options);
    free(w->choice);
    free(w->used);
    free(w->order);
    free(w->scratch);
    free(w->start);
    free(w->chosen);
}

static int open_work(work_t *w)
{
    const exact_game_t *G = w->G;
    const int has = open_actions(&w->keeps, G->n_keeps, w->width);
    const int have = open_actions(&w->options, G->n_options, w->width);
    w->choice = malloc((size_t)n_rolls(G) * G->n_categories * sizeof *w->choice);
    w->used = malloc((size_t)G->n_options * sizeof *w->used);
    const size_t most = (size_t)(G->n_keeps > G->n_options ? G->n_keeps : G->n_options);
    w->order = malloc((size_t)G->n_keeps * sizeof *w->order);
    w->scratch = malloc(most * sizeof *w->scratch);
    w->start = malloc((most + 1) * sizeof *w->start);
    w->chosen = malloc((size_t)G->n_keeps * sizeof *w->chosen);
    if (!has || !have || !w->choice || !w->used || !w->order || !w->scratch || !w->start || !w->chosen) {
        close_work(w);
        return -1;
    }
    for (int i = 0; i < G->n_keeps; i++)
        w->order[i].action = i;
    return 0;
}

/* Work on numbers of n limbs, and m for second moments. */
static work_t new_work(const exact_game_t *G, const exact_part_t *part, int n, int m, audit_t *audit)
{
    const double base = 1.0 / (double)((limb)1 << G->bits);
    return (work_t){.G = G,
                    .part = part,
                    .audit = audit,
                    .n = n,
                    .m = m,
                    .width = n + m,
                    .base = base,
                    .unseen = base * base * base,
                    .low_bits = ((limb)1 << G->bits) - 1};
}

int exact_solve(const exact_game_t *G, const exact_part_t *part, const exact_layer_t *after,
                const exact_layer_t *into, audit_t *audit)
{
    exact_part_t now = *part;
    work_t w = new_work(G, &now, into->n, into->m, audit);
    if (open_work(&w))
        return -1;
    for (int64_t i = 0; i < part->n; i++) {
        const int64_t mask = part->mask[i];
        const int lanes = G->lanes[mask];
        open_mask(&w, mask);
        for (w.lane = 0; w.lane < lanes; w.lane++) {
            fill_options(&w, after);
            solve_turn(&w, into->number + (into->first[mask] + w.lane) * w.width);
        }
        if (now.decisions)
            now.decisions += (ptrdiff_t)((lanes + DECISION_LANES - 1) / DECISION_LANES) * G->rolls * n_rolls(G) *
                             DECISION_LANES;
    }
    close_work(&w);
    return 0;
}

int exact_maxprob(const exact_game_t *G, const exact_part_t *part, const int64_t *offset, const exact_rows_t *after,
                  const exact_rows_t *into, audit_t *audit)
{
    work_t w = new_work(G, part, into->n, 0, audit);
    if (open_work(&w))
        return -1;
    for (int64_t i = 0; i < part->n; i++) {
        const int64_t mask = part->mask[i];
        open_mask(&w, mask);
        for (w.lane = 0; w.lane < G->lanes[mask]; w.lane++) {
            const int64_t state = offset[mask] + w.lane;
            for (w.needed = 1; w.needed <= into->most[state]; w.needed++) {
                fill_chances(&w, offset, after);
                solve_turn(&w, into->number + (into->place[state] + w.needed - 1) * w.width);
            }
        }
    }
    close_work(&w);
    return 0;
}
