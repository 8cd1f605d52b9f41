/* Turns on whole numbers: see exact.h. */
#include "exact_order.h"

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
