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

/* One state: into[row after][i + shift] += weight[o][i] * row[i], a block of i at a time. */
static void NAME(forward_state)(const game_t *G, const prob_table_t *table, const NAME(workspace) *w,
                                const NAME(forward_room) *f, int64_t state)
{
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
            double *to = (double *)table->into[0] + s->place + i + s->shift;
            for (int j = 0; j < here; j++)
                if (row[i + j] != 0) /* else the total may not be in the row after */
                    to[j] += weight[j] * row[i + j];
        }
    }
}

#undef VECTORS

/* Push the probabilities rows[1] of the states of some masks one turn on, into[0], under the best strategy by
 * the utilities rows[0] of the states after. Masks that are worked at the same time must not share a
 * successor. Returns 0, or -1 when memory is short. */
static int NAME(forward)(const game_t *G, const masks_t *masks, const prob_table_t *table)
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
            NAME(forward_state)(G, table, &w, &f, G->states.offset[mask] + lane);
        }
    }
    free(f.W);
    free(f.decision);
    NAME(close_workspace)(&w);
    return failed;
}
