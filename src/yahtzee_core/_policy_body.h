/* What a policy does, for one variant: the probability of every option in a turn, and pushing the
 * distribution of the total one turn on. See distribution.py. */

/* Backwards with decisions: option[roll] of the leaf and keep[reroll][roll], by lane, as numbers. */
INLINE void NAME(decide)(const lattice_t *L, vec *A, vec *option, vec *keep)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    for (int roll = 0; roll < n_rolls; roll++)
        option[roll] = A[2 * (ptrdiff_t)(L->first_roll + roll) + 1];
    for (int reroll = L->rolls - 1; reroll > 0; reroll--, keep += n_rolls) {
        vec best[2];
        NAME(expect)(L, A, 2, L->faces);
        for (int k = 0; k < L->n_keeps; k++)
            A[2 * (ptrdiff_t)k + 1] = NAME(splat)(k);
        for (int k = 1; k < L->n_keeps; k++) {
            NAME(choose)(L, A, k, best, 2);
            NAME(copy)(A + 2 * (ptrdiff_t)k, best, 2);
        }
        for (int roll = 0; roll < n_rolls; roll++)
            keep[roll] = A[2 * (ptrdiff_t)(L->first_roll + roll) + 1];
    }
}

/* Forwards: W[roll], the probability of each roll when a category is chosen, by lane. */
INLINE void NAME(play)(const lattice_t *L, const vec *keep, vec *W)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    const double p = 1.0 / L->faces;
    vec *last = W + L->first_roll;
    for (int roll = 0; roll < n_rolls; roll++)
        last[roll] = NAME(splat)(L->ways[roll] / L->all_ways);
    for (int reroll = L->rolls - 1; reroll > 0; reroll--) {
        const vec *chosen = keep + (ptrdiff_t)(reroll - 1) * n_rolls;
        vec *now = W + L->n_keeps;
        memcpy(now, last, (size_t)n_rolls * sizeof(vec));
        memset(W, 0, (size_t)L->n_keeps * sizeof(vec));
        for (int roll = 0; roll < n_rolls; roll++)
            for (int i = 0; i < LANES; i++)
                W[(int)chosen[roll][i]][i] += now[roll][i];
        for (int k = 0; k < L->first_roll; k++)
            for (int f = 0; f < L->faces; f++)
                W[L->up[(ptrdiff_t)k * L->faces + f]] += W[k] * p;
    }
}

/* weights[lane][o] = probability that a turn of the policy of `expected` ends with option o, for the lanes
 * of some masks one after another. Returns 0, or -1 when memory is short. */
static int NAME(weights)(const lattice_t *L, const options_t *O, const transitions_t *T, const table_t *table,
                         const int64_t *masks, int64_t n_masks, double *weights)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    vec *option = aligned_alloc(64, (size_t)((L->rolls + 1) * n_rolls + L->n_keeps) * sizeof(vec) + 64);
    if (!option) {
        NAME(close_workspace)(&w);
        return -1;
    }
    vec *keep = option + n_rolls, *W = keep + (ptrdiff_t)(L->rolls - 1) * n_rolls;
    for (int64_t m = 0; m < n_masks; m++) {
        const int lanes = T->lanes[masks[m]];
        const int n_open = NAME(open_choices)(O, masks[m], n_rolls, w.choice);
        for (int lane = 0; lane < lanes; lane += LANES) {
            const int n = lanes - lane < LANES ? lanes - lane : LANES;
            NAME(expected_rows)(O, T, table, masks[m], lane, w.rows);
            for (int o = 0; o < O->n_options; o++)
                w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
            NAME(leaf)(L, w.choice, n_open, w.rows, w.A, 2);
            NAME(decide)(L, w.A, option, keep);
            NAME(play)(L, keep, W);
            memset(weights, 0, (size_t)n * O->n_options * sizeof(double));
            for (int roll = 0; roll < n_rolls; roll++)
                for (int i = 0; i < n; i++)
                    weights[(ptrdiff_t)i * O->n_options + (int)option[roll][i]] += W[L->first_roll + roll][i];
            weights += (ptrdiff_t)n * O->n_options;
        }
    }
    free(option);
    NAME(close_workspace)(&w);
    return 0;
}

/* into[place of the next state][total + gain] += weight * from[place of the state][total]. */
static void NAME(push)(const options_t *O, const transitions_t *T, const int64_t *offset, const int64_t *masks,
                       int64_t n_masks, const double *weights, const int64_t *place, const int32_t *most,
                       const double *from, double *into)
{
    for (int64_t m = 0; m < n_masks; m++)
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++, weights += O->n_options) {
            const int64_t state = offset[masks[m]] + lane;
            const double *row = from + place[state];
            int64_t low = 0, high = most[state] + 1;
            while (low < high && row[low] == 0)
                low++;
            while (low < high && row[high - 1] == 0)
                high--;
            for (int o = 0; low < high && o < O->n_options; o++) {
                if (weights[o] == 0)
                    continue;
                int lane_after;
                const int gain = gain_of(O, T, masks[m], lane, o, &lane_after);
                const int64_t after = offset[masks[m] | (int64_t)1 << O->category[o]] + lane_after;
                double *to = into + place[after] + gain;
                for (int64_t total = low; total < high; total++)
                    to[total] += weights[o] * row[total];
            }
        }
}
