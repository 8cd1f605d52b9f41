/* The order of the actions of a turn, and the two that are closest without being equal. */
#ifndef EXACT_ORDER_H
#define EXACT_ORDER_H

#include "exact_numbers.h"

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
static int may_be_nearer(const work_t *w, double high, double low, double gap)
{
    return high * (1 - SURE) - low - w->unseen < gap * (w->gap_unit + w->gap_share * high);
}

/* How far two actions are apart, the better one last. */
static double gap_of(const work_t *w, const actions_t *a, int32_t one, int32_t other, int rerolls)
{
    return difference(w, whole(w, a, other), whole(w, a, one)) * unit_of(w, a->about[other], rerolls);
}

/* Note two actions if they are nearer than the nearest so far and may meet in a roll. */
static void note(work_t *w, const actions_t *a, int32_t one, int32_t other, int rerolls, gap_t *nearest)
{
    const double gap = gap_of(w, a, one, other, rerolls);
    if (gap < nearest->gap && (rerolls ? keeps_meet(w->G, one, other) : options_meet(w, one, other)))
        *nearest = (gap_t){gap, w->mask, w->lane, rerolls, one, other, w->needed};
}

/* Whether a pair around two neighbours may be the closest; their better one may be worth a little less than its. */
static int may_be_closest(const work_t *w, double high, double low, double closest)
{
    return closest > 0.25 || may_be_nearer(w, high, low, 1.5 * closest);
}

/* Note the pair of actions that is closest without being equal. `order` rises. */
static void find_closest(work_t *w, const actions_t *a, const place_t *order, int count, int rerolls)
{
    gap_t *closest = &w->audit->closest;
    for (int i = 0, next = 0; i < count; i++) {
        const int32_t one = order[i].action;
        while (next < count && a->rank[order[next].action] <= a->rank[one])
            next++;
        for (int j = next; j < count && may_be_nearer(w, order[j].about, order[i].about, closest->gap); j++)
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
        from[i] = (place_t){a->about[order[i].action], order[i].action};
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

/* Sort actions by their doubles. */
static void sort(work_t *w, const actions_t *a, place_t *order, int count)
{
    spread(w, a, order, count);
    for (int i = 1; i < count; i++) {
        const place_t moved = order[i];
        int j = i;
        for (; j > 0 && order[j - 1].about > moved.about; j--)
            order[j] = order[j - 1];
        order[j] = moved;
    }
}

/* Put an action among those below it that a double does not tell from it; returns its place. */
static int settle(work_t *w, const actions_t *a, place_t *order, int i)
{
    const place_t moved = order[i];
    for (; i > 0 && order_of(w, a, order + i - 1, &moved) > 0; i--)
        order[i] = order[i - 1];
    order[i] = moved;
    return i;
}

/* Put actions in order, number the different values, and note the closest two. */
static void rank(work_t *w, const actions_t *a, place_t *order, int count, int rerolls)
{
    int close = 0;
    sort(w, a, order, count);
    w->gap_unit = w->part->unit ? 1 / w->part->unit[rerolls] : 0;
    w->gap_share = !w->part->unit;
    a->rank[order[0].action] = 0;
    for (int i = 1; i < count; i++) {
        const int sign = order_of(w, a, order + i - 1, order + i);
        if (sign > 0) {
            i = settle(w, a, order, i);
            a->rank[order[0].action] = 0;
            i -= i > 0;
            continue;
        }
        a->rank[order[i].action] = a->rank[order[i - 1].action] - sign;
        close |= sign && may_be_closest(w, order[i].about, order[i - 1].about, w->audit->closest.gap);
    }
    if (close)
        find_closest(w, a, order, count, rerolls);
}

#endif
