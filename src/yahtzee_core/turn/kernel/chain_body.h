/* `expected` where the points or the state after a turn depend on the rerolls left, for one variant: saved
 * rolls, and points for the first roll. One chain of passes over the lattice; see chain in turn.py. */

/* The rows of the options as in expected_rows. saved: rolls in hand after the turn, by which the states after
 * are told apart; first: in the first roll, which may score more. */
INLINE void NAME(chain_rows)(const options_t *O, const transitions_t *T, const table_t *table, int64_t mask,
                             int lane, int saved, int first, vec *rows)
{
    const int64_t type = T->type[mask];
    const int32_t s = O->situation[mask];
    const vec chip = NAME(load)(T->chip + type * T->stride + lane) * O->yahtzee_bonus;
    for (int i = O->used_start[s]; i < O->used_start[s + 1]; i++) {
        const int o = O->used[i], c = O->category[o], t = T->transition[o];
        if (mask >> c & 1)
            continue;
        const int64_t filled = mask | (int64_t)1 << c;
        const int64_t at = table->offset[filled] + (int64_t)saved * T->lanes[filled] + T->shift[type * T->n_options + o];
        const int64_t move = (type * T->n_transitions + t) * T->stride + lane;
        vec gain = NAME(splat)(O->points[o] + (first ? O->premium[o] : 0));
        if (O->extra[o])
            gain += chip;
        gain += NAME(load)(T->bonus + move);
        const vec value = NAME(gather)(table->value + at, T->next + move);
        const vec second = NAME(gather)(table->second + at, T->next + move);
        rows[2 * o] = value + gain;
        rows[2 * o + 1] = second + gain * (value + value + gain);
    }
}

/* W_j from W_(j - 1) and from the leaves with j rerolls in hand, which leaf_rows gives: all at A[rolls]. Returns
 * the mean over the rolls in `mean`. */
INLINE void NAME(chain_step)(const lattice_t *L, const int32_t *choice, int n_open, const vec *rows, vec *A,
                             int rerolls, vec *mean)
{
    const double *ways = L->ways;
    vec best[2], sum[2] = {NAME(splat)(0), NAME(splat)(0)};
    if (rerolls > 0) {
        if (L->faces == 6)
            NAME(expect)(L, A, 2, 6);
        else
            NAME(expect)(L, A, 2, L->faces);
    }
    NAME(leaf)(L, choice, n_open, rows, A, 2);
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
static int NAME(chain)(const lattice_t *L, const options_t *O, const transitions_t *T, const table_t *table,
                       const int32_t *saves, const int64_t *masks, int64_t n_masks)
{
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    const int saving = saves[((int64_t)1 << O->n_categories) - 1] > 1; /* of the full sheet */
    for (int64_t m = 0; m < n_masks; m++) {
        const int64_t mask = masks[m];
        const int lanes = T->lanes[mask], first = L->rolls - 1;
        const int n_open = NAME(open_choices)(O, mask, L->n_keeps - L->first_roll, w.choice);
        for (int lane = 0; lane < lanes; lane += LANES) {
            const size_t size = (lanes - lane < LANES ? lanes - lane : LANES) * sizeof(double);
            for (int rerolls = 0; rerolls < first + saves[mask]; rerolls++) {
                vec mean[2] = {NAME(splat)(0), NAME(splat)(0)};
                if (n_open > 0) {
                    NAME(chain_rows)(O, T, table, mask, lane, saving ? rerolls : 0, rerolls == first, w.rows);
                    NAME(chain_step)(L, w.choice, n_open, w.rows, w.A, rerolls, mean);
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
