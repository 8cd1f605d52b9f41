/* Policies, for one variant: the decisions that an estimate leads to, and what happens forwards under given
 * decisions. See decisions.py for the layout of decisions: for every mask, for every BLOCK of its lanes,
 * [rerolls left][roll][lane]. */

/* Whether the policy ever comes to one of the lanes; visit may be NULL: to all. */
INLINE int NAME(visited)(const double *visit, int n)
{
    if (!visit)
        return 1;
    for (int i = 0; i < n; i++)
        if (visit[i] != 0)
            return 1;
    return 0;
}

/* decision[roll] of the lanes of a vector, from numbers kept as doubles beside the value of each roll. */
INLINE void NAME(note)(const lattice_t *L, const vec *A, uint16_t *decision)
{
    const vec *a = A + 2 * (ptrdiff_t)L->first_roll + 1;
    for (int roll = 0; roll < rolls_of(L); roll++, a += 2, decision += BLOCK)
        for (int i = 0; i < LANES; i++)
            decision[i] = (uint16_t)(*a)[i];
}

/* The decisions of a vector of lanes: A holds (value, option) of every roll. keeps, unless NULL: what it is worth
 * to keep k with `left` rerolls left, keeps[left - 1][k][lane]. */
SHARED void NAME(decide_turn)(const lattice_t *L, vec *A, uint16_t *decision, double *keeps)
{
    const int n_rolls = rolls_of(L);
    NAME(note)(L, A, decision);
    for (int left = 1; left < L->rolls; left++) {
        vec best[2];
        if (L->faces == 6)
            NAME(expect)(L, A, 2, 6);
        else
            NAME(expect)(L, A, 2, L->faces);
        for (int k = 0; keeps && k < L->n_keeps; k++)
            memcpy(keeps + ((ptrdiff_t)(left - 1) * L->n_keeps + k) * BLOCK, A + 2 * (ptrdiff_t)k, sizeof(vec));
        for (int k = 0; k < L->n_keeps; k++)
            A[2 * (ptrdiff_t)k + 1] = NAME(splat)(k);
        for (int k = 1; k < L->n_keeps; k++) {
            NAME(choose)(L, A, k, best, 2);
            NAME(copy)(A + 2 * (ptrdiff_t)k, best, 2);
        }
        NAME(note)(L, A, decision + (ptrdiff_t)left * n_rolls * BLOCK);
    }
}

/* The decisions in the lanes of some masks of a policy that takes the values of a table for true. visit: by
 * lane, NULL for all; blocks of lanes without a visit are left alone. Returns 0, or -1: memory is short. */
static int NAME(decide)(const game_t *G, const masks_t *masks, const table_t *table, const double *visit,
                        uint16_t *decisions)
{
    const lattice_t *L = &G->lattice;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m];
        const int lanes = G->states.lanes[mask];
        NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < lanes; lane += LANES) {
            const int n = lanes - lane < LANES ? lanes - lane : LANES;
            if (!NAME(visited)(visit ? visit + lane : NULL, n))
                continue;
            NAME(expected_rows)(G, table, mask, lane, w.rows);
            for (int o = 0; o < G->options.n_options; o++)
                w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
            NAME(leaf)(L, &w, 2);
            NAME(decide_turn)(L, w.A, decisions + place_of(L, lane), NULL);
        }
        decisions += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        visit = visit ? visit + lanes : NULL;
    }
    NAME(close_workspace)(&w);
    return 0;
}

/* now[roll] = probability of each roll with `left` rerolls less one, from that with `left` in W's rolls. */
SHARED void NAME(reroll)(const lattice_t *L, const uint16_t *keep, vec *now, vec *W)
{
    const int n_rolls = rolls_of(L);
    const double p = 1.0 / L->faces;
    memcpy(now, W + L->first_roll, (size_t)n_rolls * sizeof(vec));
    memset(W, 0, (size_t)L->n_keeps * sizeof(vec));
    for (int roll = 0; roll < n_rolls; roll++, keep += BLOCK)
        for (int i = 0; i < LANES; i++)
            ((double *)(W + keep[i]))[i] += ((const double *)(now + roll))[i];
    for (int k = 0; k < L->first_roll; k++) {
        const vec share = W[k] * p;
        for (int f = 0; f < L->faces; f++)
            W[L->up[(ptrdiff_t)k * L->faces + f]] += share;
    }
}

/* Probability of each roll before any reroll. */
INLINE void NAME(first_rolls)(const lattice_t *L, vec *W)
{
    for (int roll = 0; roll < rolls_of(L); roll++)
        W[L->first_roll + roll] = NAME(splat)(L->ways[roll] / L->all_ways);
}

/* Forwards: weights[lane][o] = probability that a turn ends with option o, and final[roll][category] +=
 * probability to be in a lane and to fill the category with the roll. */
static int NAME(play)(const game_t *G, const masks_t *masks, const double *visit, const uint16_t *decisions,
                      double *weights, double *final)
{
    const lattice_t *L = &G->lattice;
    const options_t *O = &G->options;
    const int n_rolls = rolls_of(L);
    vec *W = NAME(room)(L->n_keeps + n_rolls);
    if (!W)
        return -1;
    vec *now = W + L->n_keeps;
    for (int64_t m = 0; m < masks->n; m++) {
        const int lanes = G->states.lanes[masks->mask[m]];
        for (int lane = 0; lane < lanes; lane += LANES, weights += (ptrdiff_t)LANES * O->n_options) {
            const int n = lanes - lane < LANES ? lanes - lane : LANES;
            const uint16_t *decision = decisions + place_of(L, lane);
            memset(weights, 0, (size_t)n * O->n_options * sizeof(double));
            if (!NAME(visited)(visit + lane, n))
                continue;
            NAME(first_rolls)(L, W);
            for (int left = L->rolls - 1; left > 0; left--)
                NAME(reroll)(L, decision + (ptrdiff_t)left * n_rolls * BLOCK, now, W);
            for (int roll = 0; roll < n_rolls; roll++, decision += BLOCK)
                for (int i = 0; i < n; i++) {
                    const double p = ((const double *)(W + L->first_roll + roll))[i];
                    weights[(ptrdiff_t)i * O->n_options + decision[i]] += p;
                    final[(ptrdiff_t)roll * O->n_categories + O->category[decision[i]]] += p * visit[lane + i];
                }
        }
        weights += (ptrdiff_t)(lanes - (lanes + LANES - 1) / LANES * LANES) * O->n_options;
        decisions += place_of(L, (lanes + BLOCK - 1) / BLOCK * BLOCK);
        visit += lanes;
    }
    free(W);
    return 0;
}

/* into[next state][amount + gain] += weight * from[state][amount], for a quantity that lies behind a state. */
static int NAME(push)(const game_t *G, const masks_t *masks, const double *weights, const amounts_t *amounts)
{
    const options_t *O = &G->options;
    const int64_t *offset = G->states.offset, *place = amounts->place;
    for (int64_t m = 0; m < masks->n; m++)
        for (int lane = 0; lane < G->states.lanes[masks->mask[m]]; lane++, weights += O->n_options) {
            const int64_t mask = masks->mask[m], state = offset[mask] + lane;
            const int32_t s = O->situation[mask];
            const double *row = amounts->from + place[state];
            const int64_t first = amounts->low ? amounts->low[state] : 0;
            int64_t low = 0, high = amounts->length[state];
            while (low < high && row[low] == 0)
                low++;
            while (low < high && row[high - 1] == 0)
                high--;
            for (int i = O->used_start[s]; low < high && i < O->used_start[s + 1]; i++) {
                const int o = O->used[i];
                if (weights[o] == 0)
                    continue;
                const int64_t after = state_after(G, mask, lane, o);
                const int64_t less = amounts->low ? amounts->low[after] : 0;
                const int gain = quantity_of(G, mask, lane, o, amounts->quantity);
                double *to = amounts->into + place[after] + first + gain - less;
                for (int64_t amount = low; amount < high; amount++)
                    to[amount] += weights[o] * row[amount];
            }
        }
    return 0;
}
