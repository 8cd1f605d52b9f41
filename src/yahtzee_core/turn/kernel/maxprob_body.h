/* `maxprob` for one variant: the lanes of a state are the points needed. See maxprob.py; duel.py, in single
 * precision. */

/* rows[o] for the lanes from needed = first + 1 + i, first being that of the state. */
INLINE void NAME(maxprob_rows)(const prob_table_t *table, const NAME(workspace) *w, int64_t i, const int width)
{
    vec *rows = w->rows;
    for (const source_t *s = w->sources.source, *end = s + w->sources.n; s < end; s++) {
        int64_t at = i + s->shift;
        at = at < -ROW_PAD ? -ROW_PAD : at > s->length ? s->length : at;
        vec *row = rows + (ptrdiff_t)s->option * width;
        row[0] = NAME(load)((const REAL *)table->rows[0] + s->place + at);
        if (width == 2) /* what is taken for true, and what follows it */
            row[1] = NAME(load)((const REAL *)table->rows[1] + s->place + at);
        if (width == 4) {
            const vec gain = NAME(splat)((REAL)s->gain);
            const vec mean = NAME(load)((const REAL *)table->rows[2] + s->place + at);
            row[1] = NAME(load)((const REAL *)table->rows[1] + s->place + at);
            row[2] = mean + gain;
            row[3] = NAME(load)((const REAL *)table->rows[3] + s->place + at) + gain * (mean + mean + gain);
        }
    }
}

INLINE void NAME(maxprob_state)(const lattice_t *L, const prob_table_t *table, const NAME(workspace) *w,
                                int64_t state, const int width)
{
    const int64_t length = table->last[state] - table->first[state];
    for (int64_t i = 0; i < length; i += LANES) {
        const size_t size = (length - i < LANES ? length - i : LANES) * sizeof(REAL);
        NAME(maxprob_rows)(table, w, i, width);
        NAME(leaf)(L, w, width);
        NAME(turn)(L, w->A, width);
        for (int q = 0; q < width; q++)
            memcpy((REAL *)table->into[q] + table->place[state] + i, &w->A[q], size);
    }
}

/* The rows of all states of some masks; the successors and all bounds must be in the table.
 * Returns 0, or -1 when memory is short. */
static int NAME(maxprob)(const game_t *G, const masks_t *masks, const prob_table_t *table)
{
    const lattice_t *L = &G->lattice;
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, G, table->width))
        return -1;
    for (int64_t m = 0; m < masks->n; m++) {
        const int64_t mask = masks->mask[m];
        if (table->width == 1)
            pair_options(&w.pairs, G, mask);
        else
            NAME(open_choices)(G, mask, &w);
        for (int lane = 0; lane < G->states.lanes[mask]; lane++) {
            const int64_t state = G->states.offset[mask] + lane;
            find_sources(G, table, mask, lane, &w.sources);
            if (SINGLE || table->width == 2) /* duels alone are worked in single precision */
                NAME(maxprob_state)(L, table, &w, state, 2);
            else if (table->width == 1)
                NAME(maxprob_state)(L, table, &w, state, 1);
            else
                NAME(maxprob_state)(L, table, &w, state, 4);
        }
    }
    NAME(close_workspace)(&w);
    return 0;
}
