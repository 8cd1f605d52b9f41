/* A best strategy for a utility of the total, played forwards: the adjoint of `maxprob` of width 2. See
 * best_play.py. Its choices depend on the points behind, so they are made anew in every lane, by the same
 * arithmetic and the same ties as backwards. */

#define VECTORS (BLOCK / LANES) /* of a block; sums over options go by blocks, in one order in all variants */

/* weight[o][] = probability that a turn ends with option o, by the decisions of a vector of lanes. */
INLINE void NAME(weigh)(const lattice_t *L, const uint16_t *decision, vec *W, vec *now, vec *weight)
{
    const int n_rolls = rolls_of(L);
    NAME(first_rolls)(L, W);
    for (int left = L->rolls - 1; left > 0; left--)
        NAME(reroll)(L, decision + (ptrdiff_t)left * n_rolls * BLOCK, now, W);
    for (int roll = 0; roll < n_rolls; roll++, decision += BLOCK)
        for (int i = 0; i < LANES; i++)
            ((double *)(weight + (ptrdiff_t)decision[i] * VECTORS))[i] +=
                ((const double *)(W + L->first_roll + roll))[i];
}

/* Memory of one thread beside the workspace: rolls W and now, weights of options by block, decisions. */
typedef struct {
    vec *W, *now, *weight;
    uint16_t *decision;
} NAME(forward_room);

INLINE int NAME(open_forward)(NAME(forward_room) *f, const game_t *G)
{
    const lattice_t *L = &G->lattice;
    const int n_rolls = rolls_of(L);
    f->W = NAME(room)(L->n_keeps + n_rolls + VECTORS * G->options.n_options);
    f->decision = calloc((size_t)L->rolls * n_rolls * BLOCK, sizeof *f->decision);
    if (!f->W || !f->decision)
        return -1;
    f->now = f->W + L->n_keeps;
    f->weight = f->now + n_rolls;
    return 0;
}

/* The weights of a vector of lanes from i, under the best choices there. */
INLINE void NAME(forward_turn)(const lattice_t *L, const prob_table_t *table, const NAME(workspace) *w,
                               const NAME(forward_room) *f, int64_t i, vec *weight)
{
    for (const source_t *s = w->sources.source, *end = s + w->sources.n; s < end; s++) {
        int64_t at = i + s->shift;
        at = at < -ROW_PAD ? -ROW_PAD : at > s->length ? s->length : at;
        w->rows[2 * (ptrdiff_t)s->option] = NAME(load)((const double *)table->rows[0] + s->place + at);
    }
    NAME(leaf)(L, w, 2);
    NAME(decide_turn)(L, w->A, f->decision, NULL);
    NAME(weigh)(L, f->decision, f->W, f->now, weight);
}

/* into[row after][i + shift] += weight[i] * row[i] for the lanes of a block of an option, rows being of all totals. */
INLINE void NAME(push_block)(const prob_table_t *table, const source_t *s, int64_t i, int n, const double *weight,
                             const double *row)
{
    double *to = (double *)table->into[0] + s->place + i + s->shift;
    for (int j = 0; j < n; j++)
        if (row[j] != 0) /* else the total may not be in the row after */
            to[j] += weight[j] * row[j];
}

/* The same, rows being of the points needed that are neither sure nor impossible. What becomes sure is kept by state,
 * and the parts that the option scores count as much as the total is reached after it: the row before a row holds
 * what is sure. */
INLINE void NAME(reach_block)(const game_t *G, const prob_table_t *table, const source_t *s, int64_t mask, int lane,
                              int64_t i, int n, const double *weight, const double *row, const reached_t *R)
{
    const options_t *O = &G->options;
    const double *reach = (const double *)table->rows[0] + s->place;
    double *to = (double *)table->into[0] + s->place, mass = 0, sure = 0;
    for (int j = 0; j < n; j++) {
        const double p = weight[j] * row[j];
        const int64_t at = i + j + s->shift;
        if (p == 0 || at >= s->length)
            continue;
        mass += p * reach[at < 0 ? -1 : at];
        if (at < 0)
            sure += p;
        else
            to[at] += p;
    }
    const double extra = earns_extra(G, mask, lane, s->option) ? O->yahtzee_bonus : 0;
    const int part[3] = {O->category[s->option], O->n_categories, O->n_categories + 1};
    const double amount[3] = {O->points[s->option], bonus_of(G, mask, lane, s->option), extra};
    for (int a = 0; a < 3; a++)
        if (amount[a] != 0) {
            R->points[part[a]] += mass * amount[a];
            R->times[part[a]] += mass;
        }
    R->sure[state_after(G, mask, lane, s->option)] += sure;
}

/* One state, a block of i at a time. */
static void NAME(forward_state)(const game_t *G, const prob_table_t *table, const NAME(workspace) *w,
                                const NAME(forward_room) *f, int64_t mask, int lane, const reached_t *R)
{
    const int64_t state = G->states.offset[mask] + lane;
    const int64_t length = table->last[state] - table->first[state];
    const double *row = (const double *)table->rows[1] + table->place[state];
    for (int64_t i = 0; i < length; i += BLOCK) {
        const int here = (int)(length - i < BLOCK ? length - i : BLOCK);
        if (!NAME(visited)(row + i, here))
            continue;
        memset(f->weight, 0, (size_t)G->options.n_options * BLOCK * sizeof(double));
        for (int v = 0; v < VECTORS; v++)
            NAME(forward_turn)(&G->lattice, table, w, f, i + v * LANES, f->weight + v);
        for (const source_t *s = w->sources.source, *end = s + w->sources.n; s < end; s++) {
            const double *weight = (const double *)(f->weight + (ptrdiff_t)s->option * VECTORS);
            if (R)
                NAME(reach_block)(G, table, s, mask, lane, i, here, weight, row + i, R);
            else
                NAME(push_block)(table, s, i, here, weight, row + i);
        }
    }
}

#undef VECTORS

/* Push the probabilities rows[1] of the states of some masks one turn on, into[0], under the best strategy by
 * the utilities rows[0] of the states after. Masks that are worked at the same time must not share a
 * successor. R: NULL, or what a total holds that is reached. Returns 0, or -1 when memory is short. */
static int NAME(forward)(const game_t *G, const masks_t *masks, const prob_table_t *table, const reached_t *R)
{
    NAME(workspace) w;
    NAME(forward_room) f = {0};
    if (NAME(open_workspace)(&w, G, 2))
        return -1;
    const int failed = NAME(open_forward)(&f, G);
    for (int o = 0; o < G->options.n_options; o++)
        w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
    for (int64_t m = 0; m < masks->n && !failed; m++) {
        const int64_t mask = masks->mask[m];
        NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < G->states.lanes[mask]; lane++) {
            find_sources(G, table, mask, lane, &w.sources);
            NAME(forward_state)(G, table, &w, &f, mask, lane, R);
        }
    }
    free(f.W);
    free(f.decision);
    NAME(close_workspace)(&w);
    return failed;
}
