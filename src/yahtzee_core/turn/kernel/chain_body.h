/* `expected` where the points or the state after a turn depend on the rerolls left, for one variant: saved
 * rolls, and points for the first roll. One chain of passes over the lattice; see chain in twin.py. */

/* The rows of the options as in expected_rows. */
INLINE void NAME(chain_rows)(const game_t *G, const table_t *table, int64_t mask, int lane, hand_t hand, vec *rows)
{
    const options_t *O = &G->options;
    const transitions_t *T = &G->transitions;
    const int64_t type = T->type[mask];
    const int32_t s = O->situation[mask];
    const vec chip = NAME(load)(T->chip + type * T->stride + lane) * O->yahtzee_bonus;
    for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
        const int o = O->used[i], c = O->category[o], t = T->transition[o];
        if (mask >> c & 1)
            continue;
        const int64_t filled = mask | (int64_t)1 << c;
        const int64_t at = table->offset[filled] + (int64_t)hand.saved * G->states.lanes[filled] +
                           T->shift[type * T->n_options + o];
        const int64_t move = (type * T->n_transitions + t) * T->stride + lane;
        vec gain = NAME(splat)(O->points[o] + (hand.first ? O->premium[o] : 0));
        if (O->extra[o])
            gain += chip;
        gain += NAME(load)(T->bonus + move);
        const vec value = NAME(gather)(table->value + at, T->next + move);
        const vec second = NAME(gather)(table->second + at, T->next + move);
        rows[2 * o] = value + gain;
        rows[2 * o + 1] = second + gain * (value + value + gain);
    }
}

/* W_j from W_(j - 1) and from the leaves with j rerolls in hand, which chain_rows gives: all at A[rolls]. Returns
 * the mean over the rolls in `mean`. */
INLINE void NAME(chain_step)(const lattice_t *L, const NAME(workspace) *w, int rerolls, vec *mean)
{
    const double *ways = L->ways;
    vec *A = w->A, best[2], sum[2] = {NAME(splat)(0), NAME(splat)(0)};
    if (rerolls > 0) {
        if (L->faces == 6)
            NAME(expect)(L, A, 2, 6);
        else
            NAME(expect)(L, A, 2, L->faces);
    }
    NAME(leaf)(L, w, 2);
    for (int k = 1; rerolls > 0 && k < L->first_roll; k++) {
        NAME(choose)(L, A, k, best, 2);
        NAME(copy)(A + (ptrdiff_t)k * 2, best, 2);
    }
    for (int k = L->first_roll; k < L->n_keeps; k++, ways++) {
        if (rerolls > 0) {
            NAME(choose)(L, A, k, best, 2);
            NAME(copy)(A + (ptrdiff_t)k * 2, best, 2);
        }
        for (int q = 0; q < 2; q++)
            sum[q] += A[(ptrdiff_t)k * 2 + q] * *ways;
    }
    for (int q = 0; q < 2; q++)
        mean[q] = sum[q] / L->all_ways;
}

/* Value and second moment of all states of some masks: by saved rolls (one row when saves[mask] is 1), then by
 * lane. Their successors must be in the table. Returns 0, or -1 when memory is short. */
static int NAME(chain)(const game_t *G, const masks_t *masks, const table_t *table)
{
    const lattice_t *L = &G->lattice;
    const int32_t *saves = G->states.saves;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    const int saving = saves[((int64_t)1 << G->options.n_categories) - 1] > 1; /* of the full sheet */
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m];
        const int lanes = G->states.lanes[mask], first = L->rolls - 1;
        NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < lanes; lane += LANES) {
            const size_t size = (lanes - lane < LANES ? lanes - lane : LANES) * sizeof(double);
            for (int rerolls = 0; rerolls < first + saves[mask]; rerolls++) {
                vec mean[2] = {NAME(splat)(0), NAME(splat)(0)};
                if (w.n_open > 0) {
                    const hand_t hand = {saving ? rerolls : 0, rerolls == first};
                    NAME(chain_rows)(G, table, mask, lane, hand, w.rows);
                    NAME(chain_step)(L, &w, rerolls, mean);
                }
                if (rerolls < first)
                    continue;
                const int64_t at = table->offset[mask] + (int64_t)(rerolls - first) * lanes + lane;
                memcpy(table->value + at, &mean[0], size);
                memcpy(table->second + at, &mean[1], size);
            }
        }
    }
    NAME(close_workspace)(&w);
    return 0;
}
