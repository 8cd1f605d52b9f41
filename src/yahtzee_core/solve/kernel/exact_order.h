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

#endif
