/* A best strategy for a utility of the total, played forwards: the adjoint of `maxprob` of width 2. See
 * utility_walk.py. Its choices depend on the points behind, so they are made anew in every lane, by the same
 * arithmetic and the same ties as backwards. */

#define VECTORS (BLOCK / LANES) /* of a block; sums over options go by blocks, in one order in all variants */

/* weight[o][] = probability that a turn ends with option o, by the decisions of a vector of lanes. */
INLINE void NAME(weigh)(const lattice_t *L, const int16_t *decision, vec *W, vec *now, vec *weight)
{
    const int n_rolls = L->n_keeps - L->first_roll;
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
    int16_t *decision;
} NAME(forward_room);

INLINE int NAME(open_forward)(NAME(forward_room) *f, const lattice_t *L, const options_t *O)
{
    const int n_rolls = L->n_keeps - L->first_roll;
    f->W = NAME(room)(L->n_keeps + n_rolls + VECTORS * O->n_options);
    f->decision = calloc((size_t)L->rolls * n_rolls * BLOCK, sizeof *f->decision);
    if (!f->W || !f->decision) {
        free(f->W);
        free(f->decision);
        return -1;
    }
    f->now = f->W + L->n_keeps;
    f->weight = f->now + n_rolls;
    return 0;
}

/* The weights of a vector of lanes from i, under the best choices there. */
INLINE void NAME(forward_turn)(const lattice_t *L, const prob_table_t *table, const NAME(workspace) *w,
                               const NAME(forward_room) *f, int n_open, const source_t *source, int n,
                               int64_t i, vec *weight)
{
    for (const source_t *s = source; s < source + n; s++) {
        int64_t at = i + s->shift;
        at = at < -ROW_PAD ? -ROW_PAD : at > s->length ? s->length : at;
        w->rows[2 * (ptrdiff_t)s->option] = NAME(load)((const double *)table->rows[0] + s->place + at);
    }
    NAME(leaf)(L, w->choice, n_open, w->rows, w->A, 2);
    NAME(decide_turn)(L, w->A, f->decision, NULL);
    NAME(weigh)(L, f->decision, f->W, f->now, weight);
}

/* One state: into[row after][i + shift] += weight[o][i] * row[i], a block of i at a time. */
static void NAME(forward_state)(const lattice_t *L, const prob_table_t *table, const NAME(workspace) *w,
                                const NAME(forward_room) *f, int n_options, int n_open, const source_t *source,
                                int n, int64_t state)
{
    const int64_t length = table->last[state] - table->first[state];
    const double *row = (const double *)table->rows[1] + table->place[state];
    for (int64_t i = 0; i < length; i += BLOCK) {
        const int here = (int)(length - i < BLOCK ? length - i : BLOCK);
        if (!NAME(visited)(row + i, here))
            continue;
        memset(f->weight, 0, (size_t)n_options * BLOCK * sizeof(double));
        for (int v = 0; v < VECTORS; v++)
            NAME(forward_turn)(L, table, w, f, n_open, source, n, i + v * LANES, f->weight + v);
        for (const source_t *s = source; s < source + n; s++) {
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
static int NAME(forward)(const lattice_t *L, const options_t *O, const transitions_t *T,
                         const prob_table_t *table, const int64_t *masks, int64_t n_masks)
{
    NAME(workspace) w;
    NAME(forward_room) f;
    if (NAME(open_workspace)(&w, L, O, 2))
        return -1;
    source_t *source = malloc((size_t)O->n_options * sizeof *source);
    const int failed = !source || NAME(open_forward)(&f, L, O);
    for (int o = 0; o < O->n_options; o++)
        w.rows[2 * (ptrdiff_t)o + 1] = NAME(splat)(o);
    for (int64_t m = 0; m < n_masks && !failed; m++) {
        const int n_open = NAME(open_choices)(O, masks[m], L->n_keeps - L->first_roll, w.choice);
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++) {
            const int64_t state = table->offset[masks[m]] + lane;
            const int n = find_sources(O, T, table, masks[m], lane, source);
            NAME(forward_state)(L, table, &w, &f, O->n_options, n_open, source, n, state);
        }
    }
    if (!failed) {
        free(f.W);
        free(f.decision);
    }
    free(source);
    NAME(close_workspace)(&w);
    return failed ? -1 : 0;
}
