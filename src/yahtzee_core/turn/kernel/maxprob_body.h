/* `maxprob` for one variant: the lanes of a state are the points needed. See maxprob.py; duel.py, in single
 * precision. */

/* rows[o] for the lanes from needed = first + 1 + i, first being that of the state. */
INLINE void NAME(maxprob_rows)(const prob_table_t *table, const source_t *source, int n, int64_t i, vec *rows,
                               const int width)
{
    for (const source_t *s = source; s < source + n; s++) {
        int64_t at = i + s->shift;
        at = at < -ROW_PAD ? -ROW_PAD : at > s->length ? s->length : at;
        vec *row = rows + (ptrdiff_t)s->option * width;
        row[0] = NAME(load)((const REAL *)table->rows[0] + s->place + at);
        if (width == 2) /* what is taken for true, and what follows it */
            row[1] = NAME(load)((const REAL *)table->rows[1] + s->place + at);
        if (width == 3) {
            const vec gain = NAME(splat)((REAL)s->gain);
            const vec mean = NAME(load)((const REAL *)table->rows[1] + s->place + at);
            row[1] = mean + gain;
            row[2] = NAME(load)((const REAL *)table->rows[2] + s->place + at) + gain * (mean + mean + gain);
        }
    }
}

INLINE void NAME(maxprob_state)(const lattice_t *L, const prob_table_t *table, const NAME(workspace) *w,
                                int n_open, const source_t *source, int n, int64_t state, const int width)
{
    const int64_t length = table->last[state] - table->first[state];
    for (int64_t i = 0; i < length; i += LANES) {
        const size_t size = (length - i < LANES ? length - i : LANES) * sizeof(REAL);
        NAME(maxprob_rows)(table, source, n, i, w->rows, width);
        NAME(leaf)(L, w->choice, n_open, w->rows, w->A, width);
        NAME(turn)(L, w->A, width);
        for (int q = 0; q < width; q++)
            memcpy((REAL *)table->into[q] + table->place[state] + i, &w->A[q], size);
    }
}

/* The rows of all states of some masks; the successors and all bounds must be in the table.
 * Returns 0, or -1 when memory is short. */
static int NAME(maxprob)(const lattice_t *L, const options_t *O, const transitions_t *T,
                         const prob_table_t *table, const int64_t *masks, int64_t n_masks)
{
    NAME(workspace) w;
    if (NAME(open_workspace)(&w, L, O, table->width))
        return -1;
    source_t *source = malloc((size_t)O->n_options * sizeof *source);
    if (!source) {
        NAME(close_workspace)(&w);
        return -1;
    }
    for (int64_t m = 0; m < n_masks; m++) {
        const int n_open = NAME(open_choices)(O, masks[m], L->n_keeps - L->first_roll, w.choice);
        for (int lane = 0; lane < T->lanes[masks[m]]; lane++) {
            const int64_t state = table->offset[masks[m]] + lane;
            const int n = find_sources(O, T, table, masks[m], lane, source);
            if (table->width == 1)
                NAME(maxprob_state)(L, table, &w, n_open, source, n, state, 1);
            else if (table->width == 2)
                NAME(maxprob_state)(L, table, &w, n_open, source, n, state, 2);
            else
                NAME(maxprob_state)(L, table, &w, n_open, source, n, state, 3);
        }
    }
    free(source);
    NAME(close_workspace)(&w);
    return 0;
}
