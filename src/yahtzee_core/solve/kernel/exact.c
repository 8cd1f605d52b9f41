/* Turns on whole numbers: see exact.h. */
#include "exact_order.h"

static int32_t rank_of(int64_t chosen)
{
    return (int32_t)(chosen >> 32);
}

static int32_t action_of(int64_t chosen)
{
    return (int32_t)(chosen & (TIED - 1));
}

static int64_t alone(const actions_t *a, int32_t action)
{
    return (int64_t)a->rank[action] << 32 | action;
}

/* Count a position by what is chosen in it. */
static inline void count_position(work_t *w, const actions_t *a, int roll, int rerolls, choice_t chosen)
{
    audit_t *audit = w->audit;
    const int32_t best = action_of(chosen.best), next = action_of(chosen.next);
    const double gap = audit->margin.gap, tie = w->part->tie;
    audit->positions++;
    audit->ties += (chosen.best & TIED) != 0;
    if (chosen.next != NO_ACTION &&
        may_be_nearer(w, a->about[best], a->about[next], gap > tie ? gap : tie)) {
        note(w, a, next, best, rerolls, &audit->margin);
        audit->near += gap_of(w, a, next, best, rerolls) < tie;
    }
    if (w->decided) {
        const int32_t taken = w->decided[((ptrdiff_t)rerolls * n_rolls(w->G) + roll) * DECISION_LANES];
        audit->not_best += a->rank[taken] != rank_of(chosen.best);
        audit->not_first += taken != best;
    }
}

/* Offer the best of some actions, and the next below it, to those of others. Without branches: half of them would be
 * foretold wrongly. */
static inline choice_t offer(choice_t to, choice_t from)
{
    const int more = rank_of(from.best) > rank_of(to.best), same = rank_of(from.best) == rank_of(to.best);
    const int64_t ties = same & (action_of(from.best) != action_of(to.best)) ? TIED : 0;
    const int64_t passed = more ? to.best & ~TIED : same ? from.next : from.best & ~TIED;
    const int64_t next = more ? from.next : to.next;
    const int64_t best = more ? from.best : to.best | ties | (same ? from.best & TIED : 0);
    return (choice_t){best, rank_of(passed) > rank_of(next) ? passed : next};
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
        w->options.about[o] = about(w, into);
        memcpy(second, value + after->n, (size_t)after->m * sizeof *into);
        add_times(w, second, w->m, value, after->n, 2 * gain);
        add_times(w, second, w->m, w->part->scale, after->n, gain * gain);
    }
}

/* The keep of a whole roll takes the number of an action. */
static void take(work_t *w, int32_t keep, const actions_t *from, int32_t action)
{
    limb *into = number_of(w, &w->keeps, keep), *number = whole(w, from, action);
    if (into != number)
        memcpy(into, number, (size_t)w->width * sizeof *into);
    w->keeps.about[keep] = from->about[action];
}

/* The rolls without rerolls left: the option that the tie rule takes. */
static void choose_options(work_t *w)
{
    const exact_game_t *G = w->G;
    const int32_t *choice = w->choice;
    for (int roll = 0; roll < n_rolls(G); roll++, choice += w->n_open) {
        choice_t chosen = {NO_ACTION, NO_ACTION};
        for (int j = 0; j < w->n_open; j++)
            if (choice[j] != G->n_options)
                chosen = offer(chosen, (choice_t){alone(&w->options, choice[j]), NO_ACTION});
        count_position(w, &w->options, roll, 0, chosen);
        take(w, G->first_roll + roll, &w->options, action_of(chosen.best));
        w->chosen[G->first_roll + roll].best = G->first_roll + roll; /* in turns without rerolls */
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
    const actions_t *keeps = &w->keeps;
    for (int k = G->first_roll - 1; k >= 0; k--) {
        limb *sum = number_of(w, keeps, k);
        add_up(w, sum, G->up + (ptrdiff_t)k * G->faces);
        keeps->about[k] = about(w, sum);
    }
    for (int k = 0; k < G->n_keeps; k++) {
        keeps->times[k] = G->power[G->size[k]];
        keeps->about[k] *= (double)keeps->times[k];
    }
    keeps->about[0] = about(w, whole(w, keeps, 0)); /* its carries alone may be above 2^63 */
}

/* What every keep, and so every roll, takes of the keeps inside it. */
static void choose_keeps(work_t *w, int rerolls)
{
    const exact_game_t *G = w->G;
    for (int k = 0; k < G->n_keeps; k++) {
        choice_t chosen = {alone(&w->keeps, k), NO_ACTION};
        for (int d = G->down_start[k]; d < G->down_start[k + 1]; d++)
            chosen = offer(chosen, w->chosen[G->down[d]]);
        w->chosen[k] = chosen;
        if (k >= G->first_roll)
            count_position(w, &w->keeps, k - G->first_roll, rerolls, chosen);
    }
}

/* The rolls take the numbers of their best keeps, none of which is another roll. */
static void take_best(work_t *w)
{
    for (int k = w->G->first_roll; k < w->G->n_keeps; k++)
        take(w, k, &w->keeps, action_of(w->chosen[k].best));
}

/* B times the mean over the first rolls of what they take. */
static void mean(work_t *w, limb *into)
{
    const exact_game_t *G = w->G;
    memset(w->ways, 0, (size_t)G->n_keeps * sizeof *w->ways);
    for (int k = G->first_roll; k < G->n_keeps; k++)
        w->ways[action_of(w->chosen[k].best)] += G->ways[k - G->first_roll];
    memset(into, 0, (size_t)w->width * sizeof *into);
    for (int k = 0; k < G->n_keeps; k++) {
        if (!w->ways[k])
            continue;
        const limb *number = whole(w, &w->keeps, k);
        for (int i = 0; i < w->width; i++)
            into[i] += number[i] * w->ways[k];
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
        w->options.about[o] = about(w, into);
    }
}

/* A turn from its options, which are filled in. */
static void solve_turn(work_t *w, limb *into)
{
    rank(w, &w->options, w->used, w->n_used, 0);
    choose_options(w);
    for (int rerolls = 1; rerolls < w->G->rolls; rerolls++) {
        if (rerolls > 1)
            take_best(w);
        expect(w);
        rank(w, &w->keeps, w->order, w->G->n_keeps, rerolls);
        choose_keeps(w, rerolls);
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
    a->times = calloc((size_t)count, sizeof *a->times);
    a->about = calloc((size_t)count, sizeof *a->about);
    a->rank = calloc((size_t)count, sizeof *a->rank);
    return a->number && a->times && a->about && a->rank;
}

static void close_actions(actions_t *a)
{
    free(a->number);
    free(a->times);
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
    free(w->ways);
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
    w->ways = malloc((size_t)G->n_keeps * sizeof *w->ways);
    w->chosen = malloc((size_t)G->n_keeps * sizeof *w->chosen);
    if (!has || !have || !w->choice || !w->used || !w->order || !w->scratch || !w->start || !w->ways || !w->chosen) {
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
                    .unseen = base * base * base * (double)G->power[G->size[G->n_keeps - 1]],
                    .low_bits = ((limb)1 << G->bits) - 1};
}

int exact_solve(const exact_game_t *G, const exact_part_t *part, const exact_layer_t *after,
                const exact_layer_t *into, audit_t *audit)
{
    const ptrdiff_t block = (ptrdiff_t)G->rolls * n_rolls(G) * DECISION_LANES;
    exact_part_t now = *part;
    work_t w = new_work(G, &now, into->n, into->m, audit);
    if (open_work(&w))
        return -1;
    for (int64_t i = 0; i < part->n; i++) {
        const int64_t mask = part->mask[i];
        const int lanes = G->lanes[mask];
        open_mask(&w, mask);
        for (w.lane = 0; w.lane < lanes; w.lane++) {
            if (now.decisions)
                w.decided = now.decisions + (ptrdiff_t)(w.lane / DECISION_LANES) * block + w.lane % DECISION_LANES;
            fill_options(&w, after);
            solve_turn(&w, into->number + (into->first[mask] + w.lane) * w.width);
        }
        if (now.decisions)
            now.decisions += (lanes + DECISION_LANES - 1) / DECISION_LANES * block;
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
